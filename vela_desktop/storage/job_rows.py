"""Reading jobs."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, select

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import Group, GroupKind
from vela_desktop.domain.jobs import (
    UNFINISHED,
    Child,
    Job,
    JobNote,
    JobOptions,
    JobQuery,
    JobRow,
    JobStatus,
    Lease,
    Stage,
    Usage,
)
from vela_desktop.domain.limits import PAGE_SIZE
from vela_desktop.domain.values import Page
from vela_desktop.storage.prefixes import beginning
from vela_desktop.storage.tables import (
    memory_job_steps,
    memory_jobs,
    memory_projects,
    memory_sessions,
    memory_sources,
)

CURATE = "curate"
"""The type of jobs that curate a session."""

_columns = memory_jobs.c
_NEWEST_FIRST = _columns.n.desc()
"""By number, not by time: clocks jump."""


def get(connection: Connection, job_id: str) -> Job | None:
    """Return a job, or None."""
    statement = select(memory_jobs).where(_columns.id == job_id)
    found = connection.execute(statement).one_or_none()
    return None if found is None else job_of(found)


def row(connection: Connection, job_id: str) -> JobRow | None:
    """Return a job with the names it is shown by, or None."""
    found = connection.execute(_shown().where(_columns.id == job_id)).one_or_none()
    return None if found is None else _row(found)


def by_prefix(connection: Connection, prefix: str) -> tuple[str, ...]:
    """Return the ids of jobs that begin with *prefix*, a few of them where there are many."""
    return beginning(connection, _columns.id, prefix)


def rows(connection: Connection, query: JobQuery) -> Page[JobRow]:
    """Return one page of the records, the newest first."""
    conditions = tuple(_conditions(query))
    counted = _shown().where(*conditions).with_only_columns(func.count())
    total = connection.execute(counted).scalar_one()
    page = (
        _shown()
        .where(*conditions)
        .order_by(_NEWEST_FIRST)
        .limit(PAGE_SIZE)
        .offset((query.page - 1) * PAGE_SIZE)
    )
    return Page(total=total, page=query.page, items=tuple(map(_row, connection.execute(page))))


def unfinished(connection: Connection) -> tuple[Job, ...]:
    """Return the jobs that wait, run or are being cancelled, the newest first."""
    statement = select(memory_jobs).where(_columns.status.in_(UNFINISHED))
    return tuple(map(job_of, connection.execute(statement.order_by(_NEWEST_FIRST))))


def unfinished_rows(connection: Connection) -> tuple[JobRow, ...]:
    """Return the unfinished jobs with the names they are shown by, the newest first."""
    statement = _shown().where(_columns.status.in_(UNFINISHED)).order_by(_NEWEST_FIRST)
    return tuple(map(_row, connection.execute(statement)))


def page_of(connection: Connection, job_id: str, query: JobQuery) -> int | None:
    """Return the page of the records that job *job_id* is on, or None where *query* has it not.

    The page that *query* names does not matter.
    """
    found = _shown().where(*_conditions(query))
    number = connection.execute(found.where(_columns.id == job_id)).scalar()
    if number is None:
        return None
    newer = found.where(_columns.n > number).with_only_columns(func.count())
    before = connection.execute(newer).scalar_one()
    return int(before) // PAGE_SIZE + 1


def projects(connection: Connection) -> tuple[Group, ...]:
    """Return the projects that have jobs, with how many, by name."""
    key = func.coalesce(memory_sessions.c.project_id, _columns.project_id)
    statement = (
        select(key, memory_projects.c.name, func.count())
        .select_from(memory_jobs)
        .outerjoin(memory_sessions, memory_sessions.c.id == _columns.session_id)
        .outerjoin(memory_projects, memory_projects.c.id == key)
        .group_by(key)
    )
    found = [
        Group(kind=GroupKind.PROJECT, id=key, project_id=key, name=name or "", count=count)
        for key, name, count in connection.execute(statement)
    ]
    return tuple(sorted(found, key=lambda group: (not group.name, group.name.casefold())))


def job_of(found: Row[Any]) -> Job:
    """Return the job that a row of ``memory_jobs`` holds."""
    return Job(
        **{name: getattr(found, name) for name in _PLAIN},
        session_id=found.session_id or "",
        project_id=found.project_id or "",
        source_id=found.source_id or "",
        agent=Agent(found.agent),
        options=JobOptions(**found.options),
        status=JobStatus(found.status),
        stage=None if found.stage is None else Stage(found.stage),
        notes=tuple(JobNote(note) for note in found.notes),
        usage=Usage(**found.usage),
        lease=_lease(found),
        children=tuple(Child(**child) for child in found.children),
    )


def lease_columns(lease: Lease | None) -> dict[str, Any]:
    """Return *lease* as columns."""
    values = dict.fromkeys(_LEASE) if lease is None else asdict(lease)
    return {column: values[name] for name, column in _LEASE.items()}


def held_by(lease: Lease) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for a job that runs under *lease*, whatever its beat number."""
    return tuple(_columns[column] == getattr(lease, name) for name, column in _LEASE.items())


_PLAIN = (
    "id", "model", "effort", "done", "total", "error", "details", "entries", "lineage", "attempt",
    "baseline", "created_at", "started_at", "ended_at", "updated_at",
)  # fmt: skip
_LEASE = {
    "host": "lease_host",
    "boot_id": "lease_boot_id",
    "pid": "lease_pid",
    "start_ticks": "lease_start_ticks",
    "namespace": "lease_namespace",
}


def _lease(found: Row[Any]) -> Lease | None:
    if found.lease_pid is None:
        return None
    values = {name: getattr(found, column) for name, column in _LEASE.items()}
    return Lease(**values, beat=found.beat)


def _shown() -> Select[Any]:
    sessions, projects, sources = memory_sessions.c, memory_projects.c, memory_sources.c
    steps = memory_job_steps.c
    kept = select(func.count()).where(steps.lineage == _columns.lineage, steps.output.is_not(None))
    joined = (
        memory_jobs.outerjoin(memory_sessions, sessions.id == _columns.session_id)
        .outerjoin(memory_projects, projects.id == sessions.project_id)
        .outerjoin(memory_sources, sources.id == _columns.source_id)
    )
    return select(
        memory_jobs,
        sessions.name.label("session_title"),
        projects.name.label("project"),
        sources.chars,
        sources.origin,
        kept.scalar_subquery().label("steps"),
    ).select_from(joined)


def _row(found: Row[Any]) -> JobRow:
    return JobRow(
        job=job_of(found),
        session_title=found.session_title or "",
        project=found.project or "",
        chars=found.chars or 0,
        segments=found.segments,
        origin=found.origin or "",
        steps=found.steps,
    )


def _conditions(query: JobQuery) -> Iterable[ColumnElement[bool]]:
    if query.status is not None:
        yield _columns.status == query.status
    if query.session_id is not None:
        yield _columns.session_id == query.session_id
    if query.project_id is not None:
        yield func.coalesce(memory_sessions.c.project_id, _columns.project_id) == query.project_id
