"""The rows of the tree that are not entries: projects, sessions and the special groups."""

from sqlalchemy import Connection, func, select
from sqlalchemy.sql.selectable import Subquery

from vela_desktop.domain.entries import Group, GroupKind
from vela_desktop.domain.ids import LEGACY_GROUP, MANUAL_GROUP, UNKNOWN_PROJECT
from vela_desktop.storage.tables import (
    ACTIVE_ENTRY,
    memory_entries,
    memory_projects,
    memory_sessions,
)

SPECIAL = (MANUAL_GROUP, LEGACY_GROUP)


def counts(connection: Connection) -> dict[str, tuple[int, bool]]:
    """Return, by session id, the number of entries and whether a person edited one of them."""
    numbers = _numbers()
    return {
        row.session_id: (row.entries, bool(row.edited))
        for row in connection.execute(select(numbers))
    }


def projects(connection: Connection) -> tuple[Group, ...]:
    """Return the tree's first level, groups without entries left out.

    Projects by name; sessions of no known project as the project ``UNKNOWN_PROJECT`` without a
    name; then 手动创建 and 历史合并条目 as sessions without a name.
    """
    numbers = _numbers()
    sessions = memory_sessions.c
    statement = (
        select(sessions.project_id, memory_projects.c.name, func.sum(numbers.c.entries))
        .join(memory_sessions, sessions.id == numbers.c.session_id)
        .outerjoin(memory_projects, memory_projects.c.id == sessions.project_id)
        .group_by(sessions.project_id)
    )
    found = [
        Group(kind=GroupKind.PROJECT, id=key, project_id=key, name=name or "", count=count)
        for key, name, count in connection.execute(statement)
    ]
    found.sort(key=lambda group: (group.id == UNKNOWN_PROJECT, group.name.casefold(), group.id))
    return (*found, *_special(connection))


def sessions(connection: Connection, project_id: str) -> tuple[Group, ...]:
    """Return the sessions of a project that have entries, those that came last first."""
    table = memory_sessions.c
    statement = (
        select(table.id, table.name, func.count())
        .join(memory_entries, memory_entries.c.session_id == table.id)
        .where(table.project_id == project_id, ACTIVE_ENTRY)
        .group_by(table.id)
        .order_by(table.created_at.desc(), table.id)
    )
    return tuple(
        Group(kind=GroupKind.SESSION, id=key, project_id=project_id, name=name, count=count)
        for key, name, count in connection.execute(statement)
    )


def _special(connection: Connection) -> list[Group]:
    entries = memory_entries.c
    statement = (
        select(entries.session_id, func.count())
        .where(ACTIVE_ENTRY, entries.session_id.in_(SPECIAL))
        .group_by(entries.session_id)
    )
    found = {row.session_id: row[1] for row in connection.execute(statement)}
    return [
        Group(kind=GroupKind.SESSION, id=key, project_id=UNKNOWN_PROJECT, name="", count=found[key])
        for key in SPECIAL
        if key in found
    ]


def _numbers() -> Subquery:
    entries = memory_entries.c
    return (
        select(
            entries.session_id,
            func.count().label("entries"),
            func.max(entries.edited_by_hand).label("edited"),
        )
        .where(ACTIVE_ENTRY)
        .group_by(entries.session_id)
        .subquery()
    )
