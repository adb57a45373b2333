"""Links between entries: the related list, and ``[[Title]]`` in bodies."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from vela_desktop.domain.entries import LinkKind
from vela_desktop.domain.text import title_key
from vela_desktop.storage.places import ENTRIES_IN_PLACES, PROJECT_ID
from vela_desktop.storage.tables import ACTIVE_ENTRY, memory_entries, memory_links
from vela_desktop.storage.work_unit import UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedBody:
    """The titles that a body names, and where its entry is filed."""

    entry_id: str
    session_id: str
    project_id: str
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WikiTarget:
    """What a ``[[Title]]`` points to: an entry, and the title it has now."""

    entry_id: str
    title: str


class _Named(NamedTuple):
    id: str
    session_id: str
    project_id: str
    updated_at: int


def related_ids(connection: Connection, entry_ids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return, by entry, the ids it names as related, in order."""
    links = memory_links.c
    statement = (
        select(links.from_id, links.to_id)
        .where(links.from_id.in_(entry_ids), links.relation == LinkKind.RELATED)
        .order_by(links.n)
    )
    found: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for row in connection.execute(statement):
        found[row.from_id] += (row.to_id,)
    return found


def wiki_targets(connection: Connection, entry_id: str) -> dict[str, WikiTarget]:
    """Return where the ``[[Title]]`` links of an entry point, by ``title_key`` of the words between
    the brackets; those that are missing point nowhere."""
    links, entries = memory_links.c, memory_entries.c
    statement = (
        select(links.title_key, entries.id, entries.title)
        .join(memory_entries, entries.id == links.to_id)
        .where(links.from_id == entry_id, links.relation == LinkKind.WIKI)
    )
    return {row.title_key: WikiTarget(row.id, row.title) for row in connection.execute(statement)}


def write_related(unit: UnitOfWork, related: Mapping[str, Sequence[str]]) -> None:
    """Replace the related lists of entries: ids of entries by id of entry."""
    _replace(
        unit,
        LinkKind.RELATED,
        related.keys(),
        ((source, target, "") for source, targets in related.items() for target in targets),
    )


def write_wiki(unit: UnitOfWork, bodies: Sequence[LinkedBody], *, keep_known: bool) -> None:
    """Resolve the ``[[Title]]`` links of bodies and store the ids they point to.

    With *keep_known* a title that pointed somewhere already still points there: a link never moves
    to another entry by itself, even when titles change.
    """
    wishes = {body.entry_id: [title_key(title) for title in body.titles] for body in bodies}
    known = _known(unit.connection, wishes.keys()) if keep_known else {}
    named = _named(unit.connection, {key for keys in wishes.values() for key in keys})
    links = []
    for body in bodies:
        for key in dict.fromkeys(wishes[body.entry_id]):
            target = known.get((body.entry_id, key)) or _nearest(named.get(key, ()), body)
            if target is not None:
                links.append((body.entry_id, target, key))
    _replace(unit, LinkKind.WIKI, wishes.keys(), links)


def _replace(
    unit: UnitOfWork,
    relation: LinkKind,
    sources: Collection[str],
    triples: Iterable[tuple[str, str, str]],
) -> None:
    links = memory_links.c
    unit.connection.execute(
        delete(memory_links).where(links.from_id.in_(sources), links.relation == relation)
    )
    rows = [
        {"from_id": source, "to_id": target, "relation": relation, "title_key": key}
        for source, target, key in triples
    ]
    if rows:
        unit.connection.execute(insert(memory_links), rows)


def _known(connection: Connection, sources: Collection[str]) -> dict[tuple[str, str], str]:
    links = memory_links.c
    statement = select(links.from_id, links.title_key, links.to_id).where(
        links.from_id.in_(sources), links.relation == LinkKind.WIKI
    )
    return {(row.from_id, row.title_key): row.to_id for row in connection.execute(statement)}


def _named(connection: Connection, keys: Collection[str]) -> dict[str, list[_Named]]:
    """Return the active entries that bear one of the titles."""
    if not keys:
        return {}
    entries = memory_entries.c
    shown = (entries.id, entries.session_id, entries.title_key, entries.updated_at, PROJECT_ID)
    statement = (
        select(*shown)
        .select_from(ENTRIES_IN_PLACES)
        .where(ACTIVE_ENTRY, entries.title_key.in_(keys))
    )
    found: dict[str, list[_Named]] = defaultdict(list)
    for row in connection.execute(statement):
        found[row.title_key].append(_Named(row.id, row.session_id, row.in_project, row.updated_at))
    return found


def _nearest(named: Sequence[_Named], body: LinkedBody) -> str | None:
    """Return the entry a title means in *body*: of the same session, else of the same project, else
    the latest updated."""
    best = max(named, key=lambda row: _nearness(row, body), default=None)
    return None if best is None else best.id


def _nearness(row: _Named, body: LinkedBody) -> tuple[bool, bool, int, str]:
    same_project = bool(body.project_id) and row.project_id == body.project_id
    return row.session_id == body.session_id, same_project, row.updated_at, row.id
