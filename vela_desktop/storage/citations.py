"""Citations of entries: the turns that claims come from."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from vela_desktop.domain.entries import Citation
from vela_desktop.storage.tables import memory_citations
from vela_desktop.storage.work_unit import UnitOfWork


def of(connection: Connection, entry_id: str) -> tuple[Citation, ...]:
    """Return the citations of an entry, in order."""
    return tuple(_citation(row) for row in _rows(connection, [entry_id]))


def write(
    unit: UnitOfWork,
    citations: Mapping[str, Sequence[Citation]],
    source_id: str | None = None,
    source_session: str | None = None,
) -> None:
    """Replace the citations of entries, by id.

    A citation that was there keeps what is known of its place. New ones of *source_session* are
    said to be found in the snapshot *source_id*.
    """
    known: dict[str, dict[Citation, dict[str, Any]]] = defaultdict(dict)
    if source_id is None:
        for row in _rows(unit.connection, citations.keys()):
            known[row["entry_id"]][_citation(row)] = {name: row[name] for name in _ANCHORS}
    rows = [
        {
            "entry_id": entry_id,
            **{name: getattr(citation, name) for name in _FIELDS},
            "anchor": None,
            "turn_hash": None,
            "source_id": source_id if citation.session_id == source_session else None,
            **known[entry_id].get(citation, {}),
        }
        for entry_id, listed in citations.items()
        for citation in dict.fromkeys(listed)
    ]
    table = memory_citations
    unit.connection.execute(delete(table).where(table.c.entry_id.in_(citations.keys())))
    if rows:
        unit.connection.execute(insert(table), rows)


_FIELDS = ("session_id", "turn", "step_from", "step_to")
_ANCHORS = ("anchor", "turn_hash", "source_id")


def _rows(connection: Connection, entry_ids: Collection[str]) -> Sequence[Mapping[str, Any]]:
    table = memory_citations
    statement = select(table).where(table.c.entry_id.in_(entry_ids)).order_by(table.c.n)
    return connection.execute(statement).mappings().all()  # type: ignore[return-value]


def _citation(row: Mapping[str, Any]) -> Citation:
    return Citation(**{name: row[name] for name in _FIELDS})
