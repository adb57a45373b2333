"""What a rendered conversation is made of. Standard library only: the window reads it too."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """Words of the interface that stand in a conversation, in its language."""

    verbs: Mapping[str, str]
    """Words for the verbs of ``rendering.tools``."""
    thinking: str
    summary: str
    notice: str
    command: str
    result: str
    """A tool's result whose call is not in the transcript."""
    image: str
    long_text: str
    """``{count} characters, folded``"""
    more: str
    """``{count} more characters``"""
    inherited: str
    no_result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How messages of one conversation are shown."""

    labels: Labels
    folder: str
    """Where the session ran: paths below it are shown without it."""
    unfolded: Container[str] = frozenset()
    """The keys of open folds."""
    facts: Mapping[int, str] = field(default_factory=dict)
    """Lines of facts by message: under the prompt of a turn, over what a screen showed."""


class PartKind(StrEnum):
    """What one part of a message is, which says how it is framed."""

    PROMPT = "prompt"
    FACTS = "facts"
    """A line under a turn's prompt or over a screen: says nothing of the conversation's own."""
    NOTE = "note"
    TEXT = "text"
    CALL = "call"
    FOLD = "fold"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a tool call ended; what is not known is None. ``added`` and ``removed`` count lines."""

    failed: bool = False
    missing: bool = False
    """True where the transcript holds no result."""
    exit_code: int | None = None
    lines: int | None = None
    added: int | None = None
    removed: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a message as HTML."""

    kind: PartKind
    html: str
    key: str = ""
    """Calls and folds: what they open, for ``fold:KEY``."""
    inside: str = ""
    """The key of the fold this part is inside of."""
    opened: bool = False
    turn: int | None = None
    """Prompts that open a turn: its number."""
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A message as parts; none where it shows nothing of its own (a result shown at its call)."""

    index: int
    turn: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A message that shows the words looked for: for each time, the fold it is in, or nothing."""

    index: int
    folds: tuple[str, ...]


class Everything(Container[str]):
    """Holds every key: with it all folds are open."""

    def __contains__(self, key: object) -> bool:
        return True


def rest_key(key: str) -> str:
    """Return the key of the fold that hides what follows the text in fold *key*."""
    base, _, number = key.partition("~")
    return f"{base}~{int(number or 0) + 1}"


def with_outer(key: str) -> frozenset[str]:
    """Return *key* and the keys of the folds around it."""
    base, _, number = key.partition("~")
    return frozenset({base, *(f"{base}~{at}" for at in range(1, int(number or 0) + 1))})


def message_of(key: str) -> int:
    """Return the index of the message that fold *key* is in."""
    return int(key.partition(".")[0])
