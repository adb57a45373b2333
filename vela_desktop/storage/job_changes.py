"""How the row of a job changes: along the state machine only, and told to everybody."""

from typing import Any

from sqlalchemy import Connection, update

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import JobChanged
from vela_desktop.domain.jobs import Job, JobStatus, origins
from vela_desktop.storage.job_rows import get, lease_columns
from vela_desktop.storage.tables import memory_jobs
from vela_desktop.storage.work_unit import UnitOfWork

_columns = memory_jobs.c


def end(unit: UnitOfWork, job_id: str, status: JobStatus, error: str | None, **values: Any) -> Job:
    """End a job, which then has neither owner nor children, and return it."""
    ended = {"status": status, "error": error, "ended_at": unit.now, "notes": [], **values}
    change(unit, job_id, {**ended, **lease_columns(None), "children": []})
    return there(unit.connection, job_id)


def change(unit: UnitOfWork, job_id: str, values: dict[str, Any]) -> None:
    """Change a job's row and tell so; a change of status only along the state machine.

    Raises ``memory_invalid:status`` where the job may not become what *values* wants.
    """
    statement = update(memory_jobs).where(_columns.id == job_id)
    if "status" in values:
        statement = statement.where(_columns.status.in_(origins(values["status"])))
    changed = unit.connection.execute(statement.values(**values, updated_at=unit.now))
    if changed.rowcount != 1:
        raise VelaError(Code.INVALID, what="status", status=there(unit.connection, job_id).status)
    unit.job_id = job_id
    tell(unit, there(unit.connection, job_id))


def tell(unit: UnitOfWork, job: Job) -> None:
    """Tell that a job is new or has changed."""
    unit.emit(JobChanged(job_id=job.id, session_id=job.session_id, status=job.status))


def there(connection: Connection, job_id: str) -> Job:
    """Return a job; raises ``memory_not_found``."""
    job = get(connection, job_id)
    if job is None:
        raise VelaError(Code.NOT_FOUND, kind="job", id=job_id)
    return job
