"""Revisions: a full copy of an entry for every save."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, insert, select

from vela_desktop.domain.entries import Kind, Revision, RevisionRow
from vela_desktop.storage.tables import memory_entries, memory_revisions
from vela_desktop.storage.work_unit import UnitOfWork

MANUAL = "manual"
"""Author of what a person saved."""

UNLINK = "unlink"
"""Author of what the program did when an entry named as related was deleted."""


def history(connection: Connection, entry_id: str) -> tuple[RevisionRow, ...]:
    """Return the revisions of an entry, newest first."""
    rows, entries = memory_revisions.c, memory_entries.c
    current = (rows.version == entries.version).label("current")
    statement = (
        select(rows.entry_id, rows.version, rows.title, rows.author, rows.created_at, current)
        .join(memory_entries, entries.id == rows.entry_id)
        .where(rows.entry_id == entry_id)
        .order_by(rows.version.desc())
    )
    return tuple(
        RevisionRow(**{**row, "current": bool(row["current"])})
        for row in connection.execute(statement).mappings()
    )


def get(connection: Connection, entry_id: str, version: int) -> Revision | None:
    """Return one revision, or None."""
    rows = memory_revisions.c
    statement = select(memory_revisions).where(rows.entry_id == entry_id, rows.version == version)
    row = connection.execute(statement).one_or_none()
    if row is None:
        return None
    copy = row.copy
    return Revision(
        entry_id=row.entry_id,
        version=row.version,
        title=copy["title"],
        summary=copy["summary"],
        body=copy["body"],
        tags=tuple(copy["tags"]),
        kind=Kind(copy["kind"]),
        author=row.author,
        created_at=row.created_at,
    )


def add(unit: UnitOfWork, author: str, versions: Iterable[dict[str, Any]]) -> None:
    """Write the revisions of entries given as rows of ``memory_entries`` with their ``tags`` and
    ``related`` ids."""
    rows = [
        {
            "entry_id": entry["id"],
            "version": entry["version"],
            "title": entry["title"],
            "author": author,
            "change_id": unit.change_id,
            "created_at": unit.now,
            "copy": {name: entry[name] for name in _COPIED},
        }
        for entry in versions
    ]
    if rows:
        unit.connection.execute(insert(memory_revisions), rows)


_COPIED = ("title", "summary", "body", "tags", "kind", "related")
