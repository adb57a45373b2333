"""What holds waiting jobs back: a pause of all of them, their predecessors, the cap."""

from sqlalchemy import ColumnElement, Connection, delete, exists, select
from sqlalchemy.dialects.sqlite import insert

from vela_desktop.domain.events import JobsPaused
from vela_desktop.domain.jobs import ACTIVE, JobNote, JobStatus
from vela_desktop.storage.job_changes import change
from vela_desktop.storage.tables import memory_jobs, memory_meta
from vela_desktop.storage.work_unit import UnitOfWork

_KEY = "jobs_paused"
_columns = memory_jobs.c


def pause(unit: UnitOfWork) -> None:
    """Start no waiting job from now on, in any process; running ones go on to their end."""
    row = insert(memory_meta).values(key=_KEY, value=str(unit.now)).on_conflict_do_nothing()
    if unit.connection.execute(row).rowcount:
        _paused_is(unit, True)


def resume(unit: UnitOfWork) -> None:
    """Let waiting jobs start again."""
    gone = delete(memory_meta).where(memory_meta.c.key == _KEY)
    if unit.connection.execute(gone).rowcount:
        _paused_is(unit, False)


def is_paused(connection: Connection) -> bool:
    """Tell whether no waiting job may start now."""
    return bool(connection.execute(select(paused())).scalar_one())


def paused() -> ColumnElement[bool]:
    """Return the condition under which no waiting job may start."""
    return exists().where(memory_meta.c.key == _KEY)


def has_active_sibling() -> ColumnElement[bool]:
    """Return the condition for a job whose session has another one that runs."""
    other = memory_jobs.alias().c
    return exists().where(
        other.session_id == _columns.session_id,
        other.type == _columns.type,
        other.status.in_(ACTIVE),
    )


def note_waiting(unit: UnitOfWork, *, held: bool = False, only: str | None = None) -> None:
    """Have the waiting jobs, or job *only*, say what they wait for: the end of the pause, their
    predecessor, or a free place where the cap has *held* them."""
    statement = select(
        memory_jobs, has_active_sibling().label("follows"), paused().label("paused")
    ).where(_columns.status == JobStatus.QUEUED)
    if only is not None:
        statement = statement.where(_columns.id == only)
    for found in unit.connection.execute(statement).all():
        wanted = _waits_for(paused=found.paused, follows=found.follows, held=held)
        if found.notes != wanted:
            change(unit, found.id, {"notes": wanted})


def _waits_for(*, paused: bool, follows: bool, held: bool) -> list[JobNote]:
    if paused:
        return [JobNote.PAUSED]
    if follows:
        return [JobNote.WAITS_FOR_PREDECESSOR]
    return [JobNote.WAITS_FOR_SLOT] if held else []


def _paused_is(unit: UnitOfWork, paused: bool) -> None:
    note_waiting(unit)
    unit.emit(JobsPaused(paused=paused))
