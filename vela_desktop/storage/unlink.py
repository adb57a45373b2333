"""Deleting entries, and the links of others that led to them."""

from collections.abc import Collection

from sqlalchemy import Connection, delete, select, update

from vela_desktop.domain.entries import LinkKind
from vela_desktop.storage import changes, links, revisions
from vela_desktop.storage.changes import Payload
from vela_desktop.storage.tables import memory_entries, memory_links
from vela_desktop.storage.work_unit import UnitOfWork

_columns = memory_entries.c


def delete_entries(
    unit: UnitOfWork, entry_ids: Collection[str], *, rewritten: Collection[str] = ()
) -> tuple[str, ...]:
    """Delete entries with all that belongs to them, keeping what undoes it.

    Entries that named one of them as related lose that link by a revision authored ``unlink``;
    their ids are returned. Those in *rewritten* get new links anyway. Bodies stay as they are.
    """
    if not entry_ids:
        return ()
    sources = _linking(unit.connection, entry_ids, {*entry_ids, *rewritten})
    before = changes.payloads(unit.connection, sources)
    for key, payload in changes.payloads(unit.connection, entry_ids, deleting=True).items():
        unit.record(changes.ENTRY, key, payload, None)
    unit.connection.execute(delete(memory_entries).where(_columns.id.in_(entry_ids)))
    _revise(unit, before)
    return tuple(sources)


def _linking(
    connection: Connection, targets: Collection[str], others: Collection[str]
) -> list[str]:
    table = memory_links.c
    statement = (
        select(table.from_id)
        .distinct()
        .where(table.to_id.in_(targets), table.relation == LinkKind.RELATED)
        .order_by(table.from_id)
    )
    return [key for key in connection.execute(statement).scalars() if key not in others]


def _revise(unit: UnitOfWork, before: dict[str, Payload]) -> None:
    """Write the versions of entries whose related lists have just become shorter."""
    if not before:
        return
    statement = update(memory_entries).where(_columns.id.in_(before))
    unit.connection.execute(statement.values(version=_columns.version + 1))
    related = links.related_ids(unit.connection, before)
    versions = []
    for key, payload in before.items():
        entry = payload["entry"]
        version = entry["version"] + 1
        tags = [row["tag"] for row in payload["tags"]]
        versions.append({**entry, "version": version, "tags": tags, "related": related[key]})
        unit.record(changes.ENTRY, key, payload, {"version": version})
    revisions.add(unit, revisions.UNLINK, versions)
