"""What a reader offers. Another agent's transcripts need one class with these methods.

Readers are plain, synchronous and stateless: worker processes call them. They raise ``VelaError``
``source_gone`` or ``source_unreadable`` (with ``path`` and ``reason``) and no other expected error;
text they return has passed ``domain.text.safe``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import (
    Fingerprint,
    Location,
    MapEntry,
    Message,
    SessionFacts,
    TranscriptMap,
)

Identity = tuple[int, int, str]
"""Device and number of a file or folder, and the id of a session where it holds many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """A folder in which an agent keeps transcripts."""

    agent: Agent
    path: Path
    exists: bool
    flat: bool = False
    """True where the transcripts lie in the folder itself, or ``path`` is one file: what is in its
    folders need not be watched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A transcript that a walk over the folders met, before anything of it was read."""

    location: Location
    fingerprint: Fingerprint
    identity: Identity | None = None
    """What tells it from all others whichever path led to it; None where that costs more than
    the listing."""


class Reader(Protocol):
    """One agent's transcripts."""

    agent: ClassVar[Agent]

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return where this agent keeps its transcripts: *override*, else its own variables, else
        its default places. *environment* is the process's, passed in so that nothing is global."""

    def discover(self, root: Root) -> Iterator[Found]:
        """Yield every transcript below *root* with its fingerprint, newest first as far as cheap.

        Raises ``source_unreadable`` where the folder cannot be listed.
        """

    def accepts(self, path: Path) -> bool:
        """Tell whether the file or folder *path* looks like transcripts of this agent."""

    def at(self, path: Path) -> list[Location]:
        """Return the main sessions at *path*, a file or folder that need not lie in a root."""

    def is_superseded(self, location: Location) -> bool:
        """Tell whether another place of the session counts more than *location*, however old it is:
        the agent copied its sessions from there."""

    def fingerprint(self, location: Location) -> Fingerprint:
        """Return size and mtime of the transcript now."""

    def head(self, location: Location) -> SessionFacts:
        """Return the facts that the first 8 (then 64) KiB and the tail give; no full read."""

    def index(
        self,
        location: Location,
        previous: TranscriptMap | None = None,
        max_bytes: int | None = None,
    ) -> TranscriptMap:
        """Return the map of the transcript in one streaming pass.

        *previous* lets the pass go on from ``previous.end`` where the file has only grown. With
        *max_bytes* the pass stops after about that much and returns a map that is not complete.
        """

    def messages(self, location: Location, entries: Sequence[MapEntry]) -> list[Message]:
        """Read the messages that *entries* (a range of a map of *location*) point to."""

    def resume_command(self, facts: SessionFacts) -> str:
        """Return the shell command with which a person continues the session."""
