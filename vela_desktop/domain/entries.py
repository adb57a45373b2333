"""Entries: pieces of knowledge with revisions, links, citations. Times are UTC milliseconds."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What sort of knowledge an entry holds."""

    FACT = "fact"
    DECISION = "decision"
    CONSTRAINT = "constraint"
    LESSON = "lesson"
    PREFERENCE = "preference"
    TASK = "task"
    ARCHITECTURE = "architecture"
    NOTE = "note"


class State(StrEnum):
    """Where an entry stands in its life."""

    PROPOSED = "proposed"
    ACTIVE = "active"
    ARCHIVED = "archived"
    DISMISSED = "dismissed"
    QUARANTINED = "quarantined"


class Origin(StrEnum):
    """How an entry came to be."""

    CURATED = "curated"
    CAPTURED = "captured"
    MANUAL = "manual"
    IMPORTED = "imported"
    LEGACY = "legacy"


class LinkKind(StrEnum):
    """The relation of a link from one entry to another."""

    RELATED = "related"
    WIKI = "wiki"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A claim's place in a conversation: a turn, or a range of steps inside it."""

    session_id: str
    turn: int
    step_from: int | None = None
    step_to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry with all its fields."""

    id: str
    session_id: str
    project_id: str
    title: str
    summary: str
    body: str
    tags: tuple[str, ...]
    kind: Kind
    state: State
    origin: Origin
    curated_session_id: str | None
    protected: bool
    edited_by_hand: bool
    pinned: bool
    version: int
    created_at: int
    updated_at: int
    related: tuple[str, ...] = ()
    """Ids of the entries this one names as related."""
    citations: tuple[Citation, ...] = ()
    not_found: tuple[str, ...] = ()
    """Texts given as evidence that the source does not hold."""
    author: str = ""
    """Who wrote the present version: ``manual`` or ``<agent>:<job id>``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """One line of a list or tree."""

    id: str
    session_id: str
    project_id: str
    title: str
    summary: str
    tags: tuple[str, ...]
    kind: Kind
    state: State
    origin: Origin
    edited_by_hand: bool
    version: int
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanges:
    """What a save changes; ``None`` leaves a field as it is."""

    title: str | None = None
    summary: str | None = None
    body: str | None = None
    tags: tuple[str, ...] | None = None
    kind: Kind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """An entry as a finished job wants it saved; ``related`` holds titles of the same job."""

    title: str
    summary: str
    body: str
    kind: Kind
    tags: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    not_found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A full copy of an entry as one save left it."""

    entry_id: str
    version: int
    title: str
    summary: str
    body: str
    tags: tuple[str, ...]
    kind: Kind
    author: str
    created_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionRow:
    """One line of an entry's history."""

    entry_id: str
    version: int
    title: str
    author: str
    created_at: int
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Unsaved input, kept so that a crash loses nothing."""

    entry_id: str
    base_version: int
    body: str
    saved_at: int


class GroupKind(StrEnum):
    """What a row of the tree that is not an entry stands for."""

    PROJECT = "project"
    SESSION = "session"


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A project or session of the tree, with the number of entries below it."""

    kind: GroupKind
    id: str
    project_id: str
    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryQuery:
    """What a list of entries is filtered and sorted by; an empty field filters nothing."""

    project_id: str | None = None
    session_id: str | None = None
    tag: str | None = None
    sort: str = "updated"
    """``updated`` (最近更新) or ``title`` (按标题排序)."""
    page: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The text read at curation time; immutable."""

    id: str
    session_id: str
    origin: str
    """``transcript``, ``archive`` or ``recording``."""
    text: str
    sha256: str
    chars: int
    masked: dict[str, int]
    created_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotRow:
    """One line of an entry's sources."""

    id: str
    session_id: str
    origin: str
    chars: int
    created_at: int
