"""The life of jobs. Every change of status is guarded in SQL by the domain's state machine."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, JobReason, VelaError
from vela_desktop.domain.ids import new_id
from vela_desktop.domain.jobs import (
    ACTIVE,
    CANCELLABLE,
    RETRYABLE,
    Child,
    Job,
    JobNote,
    JobOptions,
    JobStatus,
    Lease,
    Stage,
    Usage,
)
from vela_desktop.storage import steps
from vela_desktop.storage.entries import is_replaceable
from vela_desktop.storage.job_changes import change, end, tell, there
from vela_desktop.storage.job_deletion import delete
from vela_desktop.storage.job_pause import (
    has_active_sibling,
    is_paused,
    note_waiting,
    pause,
    paused,
    resume,
)
from vela_desktop.storage.job_rows import (
    CURATE,
    by_prefix,
    get,
    held_by,
    job_of,
    lease_columns,
    page_of,
    projects,
    row,
    rows,
    unfinished,
    unfinished_rows,
)
from vela_desktop.storage.tables import memory_entries, memory_jobs
from vela_desktop.storage.work_unit import UnitOfWork

__all__ = [
    "NewJob",
    "add_usage",
    "beat",
    "by_prefix",
    "claim",
    "complete",
    "delete",
    "end_interrupted",
    "finish",
    "get",
    "is_paused",
    "page_of",
    "pause",
    "progress",
    "projects",
    "replaced_by",
    "request_cancel",
    "resume",
    "retry",
    "row",
    "rows",
    "running",
    "set_children",
    "submit",
    "unfinished",
    "unfinished_rows",
]

_columns = memory_jobs.c


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJob:
    """A submission: what to curate, and how."""

    session_id: str
    project_id: str
    source_id: str
    agent: Agent
    model: str | None
    effort: str | None
    options: JobOptions


def submit(unit: UnitOfWork, new: NewJob) -> Job:
    """Queue a job. It replaces its session's unfinished one: a waiting one is cancelled, a running
    one is asked to stop, and the new one says that it waits for that."""
    return _submit(unit, new)


def retry(unit: UnitOfWork, job_id: str) -> Job:
    """Queue a failed or cancelled job anew, with its snapshot, settings and finished steps.

    Where another retry of it has completed, the steps are that one's record and of no more use: a
    new lineage begins. Raises ``memory_not_found``, or ``memory_invalid:status`` where it cannot be
    retried.
    """
    job = there(unit.connection, job_id)
    if job.status not in RETRYABLE:
        raise VelaError(Code.INVALID, what="status", status=job.status)
    new = NewJob(
        session_id=job.session_id,
        project_id=job.project_id,
        source_id=job.source_id,
        agent=job.agent,
        model=job.model,
        effort=job.effort,
        options=job.options,
    )
    segments = unit.connection.execute(select(_columns.segments).where(_columns.id == job_id))
    again = {"segments": segments.scalar_one()}
    if not steps.have_served(unit.connection, job.lineage):
        again |= {"lineage": job.lineage, "attempt": _next_attempt(unit.connection, job.lineage)}
    return _submit(unit, new, **again)


def claim(unit: UnitOfWork, lease: Lease, parallel: int, only: str | None = None) -> Job | None:
    """Start the oldest waiting job, or job *only*, under *lease*; return it.

    Returns None where nothing may start: all are paused, a session has one active job at most, and
    all processes together have *parallel*. Jobs that wait say what for. The claimed job remembers
    the versions of the entries it may replace.
    """
    free = _active_number(unit.connection) < parallel
    job_id = _next_waiting(unit.connection, only) if free else None
    if job_id is not None:
        _start(unit, job_id, lease)
    note_waiting(unit, held=_active_number(unit.connection) >= parallel)
    return None if job_id is None else there(unit.connection, job_id)


def beat(unit: UnitOfWork, job_id: str, lease: Lease) -> JobStatus:
    """Show that the owner lives, and return the job's status: ``cancelling`` asks it to stop.

    Raises ``memory_interrupted`` where the job no longer runs under *lease*.
    """
    statement = (
        update(memory_jobs)
        .where(*_owned(job_id, lease))
        .values(beat=_columns.beat + 1)
        .returning(_columns.status)
    )
    status = unit.connection.execute(statement).scalar()
    if status is None:
        raise VelaError(Code.INTERRUPTED, id=job_id)
    return JobStatus(status)


def progress(
    unit: UnitOfWork, job_id: str, lease: Lease, stage: Stage, done: int, total: int
) -> None:
    """Say how far a job is. Raises ``memory_cancelled`` where it is asked to stop, or
    ``memory_interrupted``."""
    running(unit.connection, job_id, lease)
    values: dict[str, Any] = {"stage": stage, "done": done, "total": total}
    if stage is Stage.EXTRACT:
        values["segments"] = total
    change(unit, job_id, values)


def set_children(unit: UnitOfWork, job_id: str, lease: Lease, children: Sequence[Child]) -> None:
    """Remember the agent processes of a job, so that a later start can end what a crash left.

    Raises ``memory_interrupted`` where the job no longer runs under *lease*.
    """
    _status(unit.connection, job_id, lease)
    change(unit, job_id, {"children": [asdict(child) for child in children]})


def add_usage(unit: UnitOfWork, job_id: str, lease: Lease, usage: Usage) -> None:
    """Add what a call used. Raises ``memory_interrupted``."""
    _status(unit.connection, job_id, lease)
    before = there(unit.connection, job_id).usage
    statement = update(memory_jobs).where(_columns.id == job_id)
    unit.connection.execute(statement.values(usage=asdict(before + usage)))


def finish(
    unit: UnitOfWork,
    job_id: str,
    lease: Lease,
    status: JobStatus,
    error: str | None = None,
    details: Mapping[str, Any] | None = None,
    notes: Iterable[JobNote] = (),
    entries: int = 0,
) -> Job:
    """End a job and return it. One that is asked to stop ends as cancelled, whatever *status* says.

    Raises ``memory_interrupted`` where it no longer runs under *lease*.
    """
    if _status(unit.connection, job_id, lease) is JobStatus.CANCELLING:
        return end(unit, job_id, JobStatus.CANCELLED, Code.CANCELLED)
    values = {"details": dict(details or {}), "notes": list(notes), "entries": entries}
    return end(unit, job_id, status, error, **values)


def request_cancel(unit: UnitOfWork, job_id: str) -> Job:
    """Cancel a waiting job at once; ask the owner of a running one to stop it. One that is stopping
    or has ended already is returned as it is.

    Raises ``memory_not_found``.
    """
    job = there(unit.connection, job_id)
    if job.status not in CANCELLABLE:
        return job
    _stop(unit, job, {})
    return there(unit.connection, job_id)


def end_interrupted(unit: UnitOfWork, job_id: str, lease: Lease) -> Job | None:
    """End a job whose owner is gone or silent: a running one has failed, a cancelling one is
    cancelled. *lease* is what was seen of it, its beat number included.

    Returns the job with the children it had, which are now to be ended; None where it has moved on
    meanwhile.
    """
    statement = select(_columns.status).where(*_owned(job_id, lease), _columns.beat == lease.beat)
    status = unit.connection.execute(statement).scalar()
    if status is None:
        return None
    children = there(unit.connection, job_id).children
    if status == JobStatus.CANCELLING:
        ended = end(unit, job_id, JobStatus.CANCELLED, Code.CANCELLED)
    else:
        ended = end(unit, job_id, JobStatus.FAILED, Code.INTERRUPTED)
    return replace(ended, children=children)


def replaced_by(connection: Connection, job: Job) -> tuple[Job, ...]:
    """Return the waiting jobs that were cancelled when *job* was submitted."""
    statement = select(memory_jobs).where(
        _columns.session_id == job.session_id,
        _columns.status == JobStatus.CANCELLED,
        _columns.started_at.is_(None),
        _columns.ended_at == job.created_at,
    )
    found = map(job_of, connection.execute(statement))
    return tuple(old for old in found if old.details.get("by") == job.id)


def running(connection: Connection, job_id: str, lease: Lease) -> None:
    """Check that a job runs under *lease* and may go on.

    Raises ``memory_cancelled`` where it is asked to stop, else ``memory_interrupted``.
    """
    if _status(connection, job_id, lease) is JobStatus.CANCELLING:
        raise VelaError(Code.CANCELLED, id=job_id)


def complete(unit: UnitOfWork, job_id: str, notes: Iterable[JobNote], entries: int) -> Job:
    """End a running job whose entries were saved in this transaction."""
    done = there(unit.connection, job_id).total
    values = {"notes": list(notes), "entries": entries, "stage": Stage.COMMIT, "done": done}
    return end(unit, job_id, JobStatus.COMPLETED, None, **values)


def _next_attempt(connection: Connection, lineage: str) -> int:
    """Return the number of a lineage's next job; that of a deleted record is not given again while
    it has steps."""
    newest = select(func.max(_columns.attempt)).where(_columns.lineage == lineage)
    known: int = connection.execute(newest).scalar_one()
    return max(known, steps.newest_attempt(connection, lineage)) + 1


def _submit(unit: UnitOfWork, new: NewJob, **again: Any) -> Job:
    """Queue a job; *again* are the columns of a retry that its predecessors tell."""
    job_id = new_id()
    unit.job_id = job_id
    for job in _unfinished_of(unit.connection, new.session_id):
        if job.status is not JobStatus.CANCELLING:
            _stop(unit, job, {"reason": JobReason.REPLACED, "by": job_id})
    values = {
        **asdict(new),
        "id": job_id,
        "type": CURATE,
        "status": JobStatus.QUEUED,
        "notes": [],
        "lineage": job_id,
        "created_at": unit.now,
        "updated_at": unit.now,
        **again,
    }
    unit.connection.execute(insert(memory_jobs), values)
    note_waiting(unit, only=job_id)
    job = there(unit.connection, job_id)
    tell(unit, job)
    return job


def _unfinished_of(connection: Connection, session_id: str) -> list[Job]:
    return [job for job in unfinished(connection) if job.session_id == session_id]


def _stop(unit: UnitOfWork, job: Job, details: dict[str, str]) -> None:
    """Cancel a waiting job, or ask a running one to stop."""
    if job.status is JobStatus.QUEUED:
        end(unit, job.id, JobStatus.CANCELLED, Code.CANCELLED, details=details)
    else:
        change(unit, job.id, {"status": JobStatus.CANCELLING, "details": details})


def _active_number(connection: Connection) -> int:
    active = select(func.count()).where(_columns.status.in_(ACTIVE))
    return connection.execute(active).scalar_one()


def _next_waiting(connection: Connection, only: str | None) -> str | None:
    statement = (
        select(_columns.id)
        .where(_columns.status == JobStatus.QUEUED, ~has_active_sibling(), ~paused())
        .order_by(_columns.n)
        .limit(1)
    )
    if only is not None:
        statement = statement.where(_columns.id == only)
    return connection.execute(statement).scalar()


def _start(unit: UnitOfWork, job_id: str, lease: Lease) -> None:
    session_id = there(unit.connection, job_id).session_id
    entries = memory_entries.c
    versions = select(entries.id, entries.version).where(is_replaceable(session_id))
    versions = versions.order_by(entries.n)
    baseline = {row.id: row.version for row in unit.connection.execute(versions)}
    values = {
        "status": JobStatus.RUNNING,
        "stage": Stage.EXTRACT,
        "notes": [],
        "baseline": baseline,
        "started_at": unit.now,
        "beat": 0,
        **lease_columns(lease),
    }
    change(unit, job_id, values)


def _status(connection: Connection, job_id: str, lease: Lease) -> JobStatus:
    """Return the status of an active job under *lease*; raises ``memory_interrupted``."""
    statement = select(_columns.status).where(*_owned(job_id, lease))
    status = connection.execute(statement).scalar()
    if status is None:
        raise VelaError(Code.INTERRUPTED, id=job_id)
    return JobStatus(status)


def _owned(job_id: str, lease: Lease) -> tuple[ColumnElement[bool], ...]:
    return (_columns.id == job_id, _columns.status.in_(ACTIVE), *held_by(lease))
