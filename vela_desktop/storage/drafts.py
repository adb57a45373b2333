"""Unsaved input, kept so that a crash loses nothing. A draft outlives its entry."""

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from vela_desktop.domain.entries import Draft
from vela_desktop.storage.tables import memory_drafts
from vela_desktop.storage.work_unit import UnitOfWork


def keep(unit: UnitOfWork, draft: Draft) -> None:
    """Store *draft* in place of an earlier one of the same entry."""
    row = {
        "entry_id": draft.entry_id,
        "base_version": draft.base_version,
        "saved_at": draft.saved_at,
        "fields": {"body": draft.body},
    }
    statement = insert(memory_drafts).values(row)
    changed = {name: statement.excluded[name] for name in row if name != "entry_id"}
    unit.connection.execute(
        statement.on_conflict_do_update(index_elements=["entry_id"], set_=changed)
    )


def get(connection: Connection, entry_id: str) -> Draft | None:
    """Return the draft of an entry, or None."""
    statement = select(memory_drafts).where(memory_drafts.c.entry_id == entry_id)
    row = connection.execute(statement).one_or_none()
    if row is None:
        return None
    return Draft(
        entry_id=row.entry_id,
        base_version=row.base_version,
        body=row.fields["body"],
        saved_at=row.saved_at,
    )


def drop(unit: UnitOfWork, entry_id: str) -> None:
    """Forget the draft of an entry."""
    unit.connection.execute(delete(memory_drafts).where(memory_drafts.c.entry_id == entry_id))
