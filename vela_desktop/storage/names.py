"""Names of projects and sessions as they were when they first entered the knowledge base."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from vela_desktop.domain.ids import UNKNOWN_PROJECT
from vela_desktop.storage.tables import memory_projects, memory_sessions
from vela_desktop.storage.work_unit import UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenName:
    """What the knowledge base calls a session; ``project`` is empty where it is not known."""

    session_id: str
    agent: str
    native_id: str
    name: str
    project_id: str
    project: str


def freeze(
    unit: UnitOfWork,
    *,
    session_id: str,
    agent: str,
    native_id: str,
    session_name: str,
    project_id: str,
    project_name: str,
) -> None:
    """Take a session and its project into the knowledge base; names already there stay."""
    session = {
        "id": session_id,
        "agent": agent,
        "native_id": native_id,
        "name": session_name,
        "project_id": project_id,
        "created_at": unit.now,
    }
    unit.connection.execute(insert(memory_sessions).on_conflict_do_nothing(), session)
    if project_id != UNKNOWN_PROJECT:
        project = {"id": project_id, "name": project_name, "created_at": unit.now}
        unit.connection.execute(insert(memory_projects).on_conflict_do_nothing(), project)


def of_sessions(connection: Connection, session_ids: Collection[str]) -> dict[str, FrozenName]:
    """Return the frozen names of those of the sessions that have one, by session id."""
    columns = memory_sessions.c
    statement = (
        select(memory_sessions, memory_projects.c.name.label("project"))
        .outerjoin(memory_projects, memory_projects.c.id == columns.project_id)
        .where(columns.id.in_(session_ids))
    )
    return {
        row.id: FrozenName(
            session_id=row.id,
            agent=row.agent,
            native_id=row.native_id,
            name=row.name,
            project_id=row.project_id,
            project=row.project or "",
        )
        for row in connection.execute(statement)
    }
