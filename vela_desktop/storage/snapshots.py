"""Source snapshots: the text read at curation time. Written once, never changed, never deleted."""

from dataclasses import fields
from hashlib import sha256

from sqlalchemy import Connection, insert, select

from vela_desktop.domain.entries import Snapshot, SnapshotRow
from vela_desktop.domain.ids import new_id
from vela_desktop.storage.tables import memory_sources
from vela_desktop.storage.work_unit import UnitOfWork

SOURCE = "source"
"""The purpose of a snapshot that a curation read."""


def keep(
    unit: UnitOfWork, session_id: str, origin: str, text: str, masked: dict[str, int]
) -> Snapshot:
    """Store what was read of a session and return it; the same text again reuses what is stored.

    *masked* counts the secrets that were masked, by kind.
    """
    digest = sha256(text.encode("utf-8")).hexdigest()
    columns = memory_sources.c
    same = select(columns.id).where(
        columns.session_id == session_id, columns.purpose == SOURCE, columns.sha256 == digest
    )
    key = unit.connection.execute(same).scalar()
    if key is None:
        key = new_id()
        row = {
            "id": key,
            "session_id": session_id,
            "purpose": SOURCE,
            "origin": origin,
            "sha256": digest,
            "chars": len(text),
            "masked": masked,
            "created_at": unit.now,
            "text": text,
        }
        unit.connection.execute(insert(memory_sources), row)
    found = get(unit.connection, key)
    assert found is not None
    return found


def get(connection: Connection, source_id: str) -> Snapshot | None:
    """Return a snapshot with its text, or None."""
    columns = memory_sources.c
    shown = [column for column in columns if column is not columns.purpose]
    row = connection.execute(select(*shown).where(columns.id == source_id)).mappings().first()
    return None if row is None else Snapshot(**row)


def newest(connection: Connection, session_id: str) -> SnapshotRow | None:
    """Return the row of what a curation read last of a session, or None."""
    columns = memory_sources.c
    statement = (
        select(*(columns[field.name] for field in fields(SnapshotRow)))
        .where(columns.session_id == session_id, columns.purpose == SOURCE)
        .order_by(columns.created_at.desc(), columns.id)
        .limit(1)
    )
    row = connection.execute(statement).mappings().first()
    return None if row is None else SnapshotRow(**row)
