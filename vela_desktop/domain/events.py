"""What happened, told after it is committed. Past tense, ids only, and who did it."""

from dataclasses import asdict, dataclass, fields
from enum import StrEnum


class ActorKind(StrEnum):
    """Who acted."""

    PERSON = "person"
    AGENT = "agent"
    PROGRAM = "program"


class Via(StrEnum):
    """Through what."""

    GUI = "gui"
    CLI = "cli"
    JOB = "job"


@dataclass(frozen=True, slots=True, kw_only=True)
class Initiator:
    """Who caused a change. ``token`` lets an editor recognise its own saves."""

    kind: ActorKind = ActorKind.PROGRAM
    name: str = ""
    via: Via = Via.CLI
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySaved:
    """An entry was created or has a new version."""

    entry_id: str
    session_id: str
    project_id: str
    version: int
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesReplaced:
    """A job replaced what it had generated from a session; other sessions' links may have gone."""

    session_id: str
    project_id: str
    job_id: str
    saved: tuple[str, ...]
    deleted: tuple[str, ...]
    unlinked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JobChanged:
    """A job was submitted, claimed, moved on, or ended."""

    job_id: str
    session_id: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobDeleted:
    """The record of a job that had ended was deleted."""

    job_id: str
    session_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsPaused:
    """From now on no waiting job starts, or they start again."""

    paused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingAttached:
    """A recording of a terminal now belongs to a session. ``alone`` is the session that it was
    before, if it was one."""

    session_id: str
    alone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionsFound:
    """A scan of the agents' folders added, changed or lost sessions. Never in the feed."""

    changed: tuple[str, ...]
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanProgressed:
    """How far a scan is. Never in the feed."""

    done: int
    total: int
    finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentsChanged:
    """The set of usable agents or their models changed. Never in the feed."""

    agents: tuple[str, ...]


Told = EntrySaved | EntriesReplaced | JobChanged | JobDeleted | JobsPaused | RecordingAttached
"""Events that other processes must hear of."""

Event = Told | SessionsFound | ScanProgressed | AgentsChanged

FEED_KINDS: dict[str, type[Told]] = {
    "entry_saved": EntrySaved,
    "entries_replaced": EntriesReplaced,
    "job_changed": JobChanged,
    "job_deleted": JobDeleted,
    "jobs_paused": JobsPaused,
    "recording_attached": RecordingAttached,
}
"""Those events by the name they have in ``memory_feed``."""


def to_feed(event: Event) -> tuple[str, dict[str, object]] | None:
    """Return the feed's kind and payload of *event*, or None where it stays in this process."""
    for kind, cls in FEED_KINDS.items():
        if type(event) is cls:
            return kind, asdict(event)
    return None


def from_feed(kind: str, payload: dict[str, object]) -> Event | None:
    """Return the event a feed row tells of, or None for a kind of another version."""
    cls = FEED_KINDS.get(kind)
    if cls is None:
        return None
    known = {field.name for field in fields(cls)}
    values = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in payload.items()
        if key in known
    }
    return cls(**values)  # type: ignore[arg-type]
