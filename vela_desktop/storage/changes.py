"""What it takes to undo changes of entries, and how long it is kept."""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Connection, Select, Table, delete, select, text, update

from vela_desktop.domain.limits import FEED_DAYS, UNDO_DAYS
from vela_desktop.storage.tables import (
    memory_change_items,
    memory_changes,
    memory_citations,
    memory_entries,
    memory_entry_sources,
    memory_feed,
    memory_links,
    memory_revisions,
    memory_tags,
)
from vela_desktop.storage.work_unit import UnitOfWork

ENTRY = "entry"
"""The object kind of entries in ``memory_change_items``."""

_DAY = 24 * 60 * 60 * 1000
_PARTS = {
    "tags": memory_tags,
    "citations": memory_citations,
    "sources": memory_entry_sources,
}

Payload = dict[str, Any]


def payloads(
    connection: Connection, ids: Collection[str], *, deleting: bool = False
) -> dict[str, Payload]:
    """Return, by id, all rows of entries as they are: what restores them.

    Where they are about to be deleted, that includes their revisions and the links towards them.
    """
    found: dict[str, Payload] = {
        row["id"]: {"entry": row, **{part: [] for part in (*_PARTS, "links")}}
        for row in _rows(connection, memory_entries, "id", ids)
    }
    for part, table in _PARTS.items():
        _add(found, part, "entry_id", _rows(connection, table, "entry_id", ids))
    _add(found, "links", "from_id", _rows(connection, memory_links, "from_id", ids))
    if deleting:
        for payload in found.values():
            payload |= {"revisions": [], "linked_from": []}
        _add(found, "revisions", "entry_id", _rows(connection, memory_revisions, "entry_id", ids))
        _add(found, "linked_from", "to_id", _rows(connection, memory_links, "to_id", ids))
    return found


def titles_of_deleted(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Return, by id, the titles that deleted entries had, as long as that is kept."""
    items = memory_change_items.c
    statement = (
        select(items.object_id, items.before)
        .where(items.object_kind == ENTRY, items.object_id.in_(ids), items.before.is_not(None))
        .order_by(items.n)
    )
    rows = connection.execute(statement)
    return {row.object_id: str(row.before["entry"]["title"]) for row in rows}


def is_due(connection: Connection, now: int) -> bool:
    """Tell whether there is anything to purge, without waiting for another program to write."""
    first = select(memory_feed.c.at).order_by(memory_feed.c.seq).limit(1)
    oldest = connection.execute(first).scalar()
    if oldest is not None and oldest < now - FEED_DAYS * _DAY:
        return True
    return connection.execute(_old_changes(now).limit(1)).first() is not None


def purge(unit: UnitOfWork) -> None:
    """Drop feed rows and undo payloads that are older than they are kept."""
    connection, changes, items = unit.connection, memory_changes.c, memory_change_items.c
    connection.execute(delete(memory_feed).where(memory_feed.c.at < unit.now - FEED_DAYS * _DAY))
    old = [row.id for row in connection.execute(_old_changes(unit.now))]
    gone = update(memory_change_items).values(before=None, after=None)
    connection.execute(gone.where(items.change_id.in_(old)))
    connection.execute(update(memory_changes).where(changes.id.in_(old)).values(purged=True))


def _old_changes(now: int) -> Select[tuple[str]]:
    changes = memory_changes.c
    kept = text("purged = 0")  # a literal, for the sake of the partial index
    return select(changes.id).where(kept, changes.at < now - UNDO_DAYS * _DAY)


def _rows(
    connection: Connection, table: Table, column: str, ids: Collection[str]
) -> Iterable[Payload]:
    statement = select(table).where(table.c[column].in_(ids)).order_by(table.c.n)
    names = [str(name) for name in table.c.keys()]  # noqa: SIM118 - a collection, no dictionary
    return [dict(zip(names, row, strict=True)) for row in connection.execute(statement)]


def _add(found: dict[str, Payload], part: str, key: str, rows: Iterable[Payload]) -> None:
    for row in rows:
        found[row[key]][part].append(row)
