"""Sessions, and the conversation that a transcript holds.

A *turn* is one user prompt and all until the next one on the active branch, numbered from 1; what
precedes the first prompt is turn 0. A *step* is one assistant call inside it, numbered from 1; the
prompt itself is step 0. Times are UTC milliseconds.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError


class Relation(StrEnum):
    """How a session stands to the one named by ``parent_native_id``."""

    NONE = "none"
    SUBAGENT = "subagent"
    FORK = "fork"
    RESUME = "resume"


@dataclass(frozen=True, slots=True)
class Location:
    """Where one transcript is. Only the agent's reader looks into ``ref`` (for files: a path)."""

    agent: Agent
    ref: str


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What tells whether a transcript changed: size in bytes, mtime in nanoseconds."""

    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFacts:
    """What the head and tail of a transcript say about its session."""

    native_id: str
    title: str | None = None
    first_prompt: str | None = None
    cwd: str | None = None
    branch: str | None = None
    model: str | None = None
    started_at: int | None = None
    last_at: int | None = None
    parent_native_id: str | None = None
    relation: Relation = Relation.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSession:
    """One session as the index knows it; ``locations`` holds the newest readable one first."""

    id: str
    agent: Agent
    facts: SessionFacts
    project_id: str
    project_root: str
    locations: tuple[str, ...]
    size: int
    mtime_ns: int
    scan_error: str | None = None
    recordings: tuple[str, ...] = ()
    """Recordings of terminals that a person attached, the oldest first: paths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RootProblem:
    """A folder of transcripts that could not be listed: shown with its code and reason."""

    agent: Agent
    path: str
    code: Code
    reason: str

    @property
    def error(self) -> VelaError:
        """What there is to say of it."""
        return VelaError(self.code, path=self.path, reason=self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """One line of the session list: what was found, and what the user and the entries add."""

    id: str
    agent: Agent
    native_id: str
    title: str
    project_id: str
    project: str
    cwd: str | None
    branch: str | None
    started_at: int | None
    last_at: int | None
    first_prompt: str | None
    relation: Relation
    path: str | None
    entries: int = 0
    edited: bool = False
    curating: bool = False
    archived: bool = False
    scan_error: str | None = None
    recordings: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionQuery:
    """What the session list is filtered by; an empty field filters nothing."""

    agent: Agent | None = None
    project_id: str | None = None
    text: str = ""
    since: int | None = None
    uncurated: bool = False
    archived: bool | None = None
    children: bool = False
    page: int | None = None
    """``None`` gives the whole list (the window); a number gives one page (the command line)."""


class Role(StrEnum):
    """Who a message is from. ``TOOL`` holds results; ``NOTICE`` what the agent's program put in;
    ``SCREEN`` what a recorded terminal showed, whoever said it."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    COMMAND = "command"
    SUMMARY = "summary"
    NOTICE = "notice"
    SCREEN = "screen"


class BlockKind(StrEnum):
    """What one piece of a message is."""

    TEXT = "text"
    THINKING = "thinking"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    IMAGE = "image"
    SCREEN = "screen"
    """Lines as a terminal shows them: no Markdown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A piece of a message. Tool calls and their results share ``call_id``."""

    kind: BlockKind
    text: str = ""
    name: str = ""
    """Tool calls: the tool's name as the agent wrote it."""
    target: str = ""
    """Tool calls: the file, command or address it works on, on one line; may be empty."""
    call_id: str = ""
    failed: bool = False
    exit_code: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a conversation, read from its transcript."""

    index: int
    role: Role
    turn: int
    step: int
    uid: str
    at: int | None
    blocks: tuple[Block, ...]
    model: str | None = None
    inherited: bool = False
    """True for text that a fork or resume copied from its parent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapEntry:
    """Where one message of the active branch is in its transcript, and what it is."""

    index: int
    role: Role
    turn: int
    step: int
    uid: str
    at: int | None
    spans: tuple[tuple[int, int], ...]
    """Byte ranges (offset, length) of the records that make up the message, in order."""
    chars: int
    """Characters of prose (text blocks)."""
    inherited: bool = False
    preview: str = ""
    """User prompts: their first line, for outlines."""

    def message(self, blocks: Iterable[Block], model: str | None = None) -> Message:
        """Return the message that this entry maps, of the *blocks* that were read for it."""
        return Message(
            index=self.index,
            role=self.role,
            turn=self.turn,
            step=self.step,
            uid=self.uid,
            at=self.at,
            blocks=tuple(blocks),
            model=model,
            inherited=self.inherited,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Counted as in a conversation's own terms: whole answers, not records."""

    user_messages: int = 0
    assistant_messages: int = 0
    tool_calls: int = 0
    turns: int = 0
    bad_lines: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptMap:
    """A transcript's active branch by position, with the facts of the whole file."""

    location: Location
    fingerprint: Fingerprint
    facts: SessionFacts
    entries: tuple[MapEntry, ...]
    counts: Counts
    first_user_text: str = ""
    complete: bool = True
    """False while a bounded pass has more of the file to read; the entries then cover a prefix."""
    end: int = 0
    """Bytes read so far: where the next pass goes on."""
    state: bytes = field(default=b"", repr=False)
    """What the reader needs to go on from ``end``; opaque to everyone else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RootStatus:
    """A folder an agent keeps transcripts in: how many sessions it held, or why it was not read."""

    agent: Agent
    path: str
    sessions: int
    size: int
    problem: str | None = None
    """A wire code such as ``source_unreadable``; None where all is well or the folder is absent."""
    reason: str = ""
    """Why, where there is a problem: a ``Reason``, or the system's words."""
    exists: bool = True
