"""Finished steps of jobs, kept so that a retry does not pay for them again."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, exists, func, literal, select, update
from sqlalchemy.dialects.sqlite import insert

from vela_desktop.domain.jobs import Stage, Step, Usage
from vela_desktop.storage.tables import memory_job_steps
from vela_desktop.storage.work_unit import UnitOfWork

_columns = memory_job_steps.c


def get(connection: Connection, lineage: str, key: str) -> Step | None:
    """Return the step that has *key* among a job and those it retries, or None."""
    wanted = select(memory_job_steps).where(_columns.lineage == lineage, _columns.key == key)
    row = connection.execute(wanted).one_or_none()
    return None if row is None else _step(row)


def of(connection: Connection, lineage: str, lean: bool = False) -> tuple[Step, ...]:
    """Return the finished steps of a job and those it retries, in the order they were done; *lean*
    ones without their outputs, which are large."""
    columns: list[Any] = [column for column in _columns if column is not _columns.output]
    columns.append(literal(None).label("output") if lean else _columns.output)
    statement = select(*columns).where(_columns.lineage == lineage).order_by(_columns.n)
    return tuple(_step(row) for row in connection.execute(statement))


def keep(unit: UnitOfWork, lineage: str, step: Step) -> None:
    """Store a finished step; doing one again replaces it."""
    row = {**asdict(step), "lineage": lineage}
    statement = insert(memory_job_steps).values(row)
    changed = {name: statement.excluded[name] for name in row if name not in ("lineage", "key")}
    unit.connection.execute(
        statement.on_conflict_do_update(index_elements=["lineage", "key"], set_=changed)
    )


def have_served(connection: Connection, lineage: str) -> bool:
    """Tell whether a job of the lineage has completed, so that its steps are a record only."""
    dropped = exists().where(_columns.lineage == lineage, _columns.output.is_(None))
    return bool(connection.execute(select(dropped)).scalar_one())


def newest_attempt(connection: Connection, lineage: str) -> int:
    """Return the number of the last job of a lineage that has paid for a step; 0 where none has."""
    newest = select(func.max(_columns.attempt)).where(_columns.lineage == lineage)
    return connection.execute(newest).scalar() or 0


def drop_outputs(unit: UnitOfWork, lineage: str) -> None:
    """Keep what the steps cost, and drop what they gave: their job is completed."""
    unit.connection.execute(
        update(memory_job_steps).where(_columns.lineage == lineage).values(output=None)
    )


def _step(row: Any) -> Step:
    return Step(
        key=row.key,
        stage=Stage(row.stage),
        output=row.output,
        usage=Usage(**row.usage),
        tries=row.tries,
        started_at=row.started_at,
        ended_at=row.ended_at,
        ms=row.ms,
        attempt=row.attempt,
    )
