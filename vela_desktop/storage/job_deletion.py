"""Deleting the record of a job: not what it saved, nor the snapshot it read."""

from typing import Any

from sqlalchemy import Connection, Table, exists, select
from sqlalchemy import delete as delete_rows

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import JobDeleted
from vela_desktop.domain.jobs import UNFINISHED, Job
from vela_desktop.storage.job_changes import there
from vela_desktop.storage.tables import memory_job_results, memory_job_steps, memory_jobs
from vela_desktop.storage.work_unit import UnitOfWork

JOB = "job"
"""The object kind of jobs in ``memory_change_items``."""


def delete(unit: UnitOfWork, job_id: str) -> Job:
    """Delete the record of a job that has ended, and return what it was.

    Its finished steps go where no job is left that could use them again. Raises
    ``memory_not_found``, or ``memory_invalid:unfinished``.
    """
    connection = unit.connection
    job = there(connection, job_id)
    if job.status in UNFINISHED:
        raise VelaError(Code.INVALID, what="unfinished", status=job.status)
    parts = {"job": (memory_jobs, "id", job_id), "results": (memory_job_results, "job_id", job_id)}
    if not _is_shared(connection, job):
        parts["steps"] = (memory_job_steps, "lineage", job.lineage)
    unit.job_id = job_id
    unit.record(JOB, job_id, {name: _rows(connection, *part) for name, part in parts.items()}, None)
    for table, column, value in parts.values():
        connection.execute(delete_rows(table).where(table.c[column] == value))
    unit.emit(JobDeleted(job_id=job_id, session_id=job.session_id))
    return job


def _is_shared(connection: Connection, job: Job) -> bool:
    """Tell whether another job has the same steps."""
    columns = memory_jobs.c
    others = exists().where(columns.lineage == job.lineage, columns.id != job.id)
    return bool(connection.execute(select(others)).scalar_one())


def _rows(connection: Connection, table: Table, column: str, value: str) -> list[dict[str, Any]]:
    found = connection.execute(select(table).where(table.c[column] == value))
    names = [str(name) for name in found.keys()]  # noqa: SIM118 - a collection, no dictionary
    return [dict(zip(names, row, strict=True)) for row in found]
