"""Jobs: one curation run each. The state machine is the table ``TRANSITIONS``."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from vela_desktop.domain.agents import Agent


class JobStatus(StrEnum):
    """Where a job stands."""

    QUEUED = "queued"
    RUNNING = "running"
    CANCELLING = "cancelling"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Stage(StrEnum):
    """What a running job is doing."""

    EXTRACT = "extract"
    MERGE = "merge"
    COMMIT = "commit"


STAGES = (Stage.EXTRACT, Stage.MERGE, Stage.COMMIT)

TRANSITIONS: dict[JobStatus, frozenset[JobStatus]] = {
    JobStatus.QUEUED: frozenset({JobStatus.RUNNING, JobStatus.CANCELLED}),
    JobStatus.RUNNING: frozenset({JobStatus.CANCELLING, JobStatus.COMPLETED, JobStatus.FAILED}),
    JobStatus.CANCELLING: frozenset({JobStatus.CANCELLED}),
    JobStatus.COMPLETED: frozenset(),
    JobStatus.FAILED: frozenset(),
    JobStatus.CANCELLED: frozenset(),
}
"""Every allowed change of status. Storage guards each one in its ``UPDATE … WHERE status``."""

ACTIVE = frozenset({JobStatus.RUNNING, JobStatus.CANCELLING})
"""At most one of a session's jobs is in one of these."""

UNFINISHED = ACTIVE | {JobStatus.QUEUED}
CANCELLABLE = frozenset({JobStatus.QUEUED, JobStatus.RUNNING})
RETRYABLE = frozenset({JobStatus.FAILED, JobStatus.CANCELLED})
DELETABLE = frozenset(JobStatus) - UNFINISHED
"""Its record may go: the job has ended."""


def origins(after: JobStatus) -> tuple[JobStatus, ...]:
    """Return the statuses that *after* may be reached from, for a guarded ``UPDATE``."""
    return tuple(before for before, targets in TRANSITIONS.items() if after in targets)


class JobNote(StrEnum):
    """What a job has to say beside its status."""

    WAITS_FOR_PREDECESSOR = "waits_for_predecessor"
    WAITS_FOR_SLOT = "waits_for_slot"
    PAUSED = "paused"
    NOTHING_FOUND = "nothing_found"
    TITLE_SUFFIXED = "title_suffixed"


@dataclass(frozen=True, slots=True, kw_only=True)
class JobOptions:
    """How a source is read; stored with the job and used again by Retry."""

    mask_secrets: bool = True
    command_excerpts: bool = False
    parallel_calls: int = 1
    """How many calls run at once; with 1 each segment knows the topics of those before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What the calls of a job or step used. Tokens; cost in US dollars where the agent says it."""

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    model: str | None = None
    """The model the agent reported, which need not be the one asked for."""

    def __add__(self, other: "Usage") -> "Usage":
        costs = [cost for cost in (self.cost_usd, other.cost_usd) if cost is not None]
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=sum(costs) if costs else None,
            model=other.model or self.model,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Who runs a job. An owner whose boot id or start ticks no longer match is gone."""

    host: str
    boot_id: str
    pid: int
    start_ticks: int
    beat: int = 0
    namespace: str = ""
    """Where process ids mean the same: containers share a boot id and have ids of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """An agent process of a running job: its process group, that leader's start ticks, and when
    it was started (UTC milliseconds)."""

    pgid: int
    start_ticks: int
    started_at: int = 0

    @property
    def pid(self) -> int:
        """The leader's process id."""
        return self.pgid


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningProcess:
    """An agent process of a running job as it is now, with all that it started.

    None stands for what cannot be known: the bytes of processes that another program runs, the
    memory of those on another computer.
    """

    pid: int
    seconds: float
    """How long it has run."""
    command: str
    """The program's file name without its arguments; empty where another program runs it."""
    stdout_bytes: int | None
    """Read from its output so far, up to the limit of a stream."""
    stderr_bytes: int | None
    memory_bytes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a person picked: agent, model, effort. ``None`` means the agent's own default."""

    agent: Agent
    model: str | None = None
    effort: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictEntry:
    """An entry that ended a job with ``memory_conflict``, as it was then."""

    id: str
    title: str
    version: int | None
    """None where it was missing: deleted, moved to another session, or protected."""

    @property
    def missing(self) -> bool:
        """Tell whether the job may not replace it any more."""
        return self.version is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One curation run as stored."""

    id: str
    session_id: str
    project_id: str
    source_id: str
    agent: Agent
    model: str | None
    effort: str | None
    options: JobOptions
    status: JobStatus
    stage: Stage | None
    done: int
    total: int
    error: str | None
    """A wire code such as ``memory_timeout`` or ``memory_invalid:title``."""
    details: dict[str, Any]
    """Short facts for the error's message; of a conflict all its ``entries``."""
    notes: tuple[JobNote, ...]
    entries: int
    """Entries the job saved."""
    usage: Usage
    lineage: str
    """Shared by a job and its retries: finished steps are stored under it."""
    attempt: int = 1
    """Which one of its lineage it is: 1 is the submission, the others are retries."""
    lease: Lease | None
    children: tuple[Child, ...]
    """The agent's processes that run now."""
    baseline: dict[str, int]
    """Entry id to version of what the job may replace, written when it was claimed."""
    created_at: int
    started_at: int | None
    ended_at: int | None
    updated_at: int

    @property
    def in_conflict(self) -> tuple[ConflictEntry, ...]:
        """The entries that ended it with ``memory_conflict``: changed ones first, then missing."""
        return tuple(ConflictEntry(**entry) for entry in self.details.get("entries", ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow:
    """One line of the records: a job with the names it is shown by."""

    job: Job
    session_title: str
    project: str
    chars: int
    segments: int
    origin: str = ""
    """What its text was read from: ``transcript``, ``recording``; empty where that is unknown."""
    steps: int = 0
    """Finished steps of it and the jobs it retries that a retry need not do again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobQuery:
    """What the records are filtered by."""

    status: JobStatus | None = None
    project_id: str | None = None
    session_id: str | None = None
    page: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One finished call of a job. ``output`` is dropped when the job completes."""

    key: str
    stage: Stage
    output: str | None
    usage: Usage = field(default_factory=Usage)
    tries: int = 1
    started_at: int = 0
    ended_at: int = 0
    ms: int = 0
    """How long it took, by a clock that only goes up."""
    attempt: int = 1
    """Which job of the lineage has paid for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedEntry:
    """An entry a person changed, which the next curation of its session would replace."""

    id: str
    title: str
    version: int
    updated_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a curation would send and replace, told before it starts."""

    session_id: str
    origin: str
    chars: int
    segments: int
    calls_low: int
    calls_high: int
    masked: dict[str, int]
    replaced: int
    edited: tuple[EditedEntry, ...]
    unfinished: JobStatus | None = None
    """Where the session's unfinished job stands, which a submission replaces."""

    @property
    def merges_low(self) -> int:
        """The fewest of its calls that merge: all but one a segment."""
        return self.calls_low - self.segments

    @property
    def merges_high(self) -> int:
        """The most of its calls that merge."""
        return self.calls_high - self.segments
