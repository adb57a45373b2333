"""What databases and trees of OpenCode have in common: sessions, and messages with their parts."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from vela_desktop.domain.sessions import Fingerprint
from vela_desktop.sources.jsonl import Record

After = tuple[int, str]
"""By what messages are in order: time (OpenCode 2: sequence number) and id."""

START: After = (-(1 << 62), "")


class Listed(NamedTuple):
    """A session in a listing."""

    native_id: str
    is_main: bool
    fingerprint: Fingerprint


class About(NamedTuple):
    """What is noted of a session apart from its messages, and what its first message says."""

    native_id: str
    parent: str | None = None
    forked_from: str | None = None
    title: str | None = None
    cwd: str | None = None
    model: str | None = None
    started: int | None = None
    last: int | None = None
    reverted: str | None = None
    """The message from which on a person took everything back."""
    first_at: int | None = None
    """When the first message was sent; a copied one was sent before the session began."""
    first_text: str = ""


class Talk(NamedTuple):
    """One message with its parts, as the first generation writes them."""

    place: int
    """Where it is: what ``Store.talk_at`` takes."""
    id: str
    order: After
    at: int | None
    size: int
    """Bytes of the message and its parts."""
    record: Record
    parts: list[Record]
    bad: int = 0
    """How many of its rows or files hold no JSON object."""


class Store(Protocol):
    """The sessions of one database, or of one tree."""

    def sessions(self) -> list[Listed]:
        """Return all sessions but runs of this program's own, the newest first.

        Raises ``source_unreadable``.
        """

    def fingerprint(self, native_id: str) -> Fingerprint:
        """Return what tells whether the session changed. Raises ``source_gone``."""

    def about(self, native_id: str) -> About:
        """Return what is noted of the session. Raises ``source_gone``."""

    def talks(self, native_id: str, after: After) -> Iterator[Talk]:
        """Yield the messages of the session that come *after* one, a few in memory at a time."""

    def talk_at(self, native_id: str, place: int) -> Talk | None:
        """Return the message of the session that is at *place*, None where there is none."""
