"""Entries: reading, listing, and saving what a person changed."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    Select,
    delete,
    false,
    func,
    insert,
    literal_column,
    select,
    update,
)

from vela_desktop.domain import bodies, rules
from vela_desktop.domain.entries import (
    Entry,
    EntryChanges,
    EntryQuery,
    EntryRow,
    Kind,
    Origin,
    SnapshotRow,
    State,
)
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import EntrySaved
from vela_desktop.domain.limits import PAGE_SIZE
from vela_desktop.domain.text import title_key
from vela_desktop.domain.values import Page
from vela_desktop.storage import changes as undo
from vela_desktop.storage import citations, links, revisions
from vela_desktop.storage.places import ENTRIES_IN_PLACES, PROJECT_ID
from vela_desktop.storage.prefixes import beginning
from vela_desktop.storage.tables import (
    ACTIVE_ENTRY,
    memory_entries,
    memory_entry_sources,
    memory_links,
    memory_revisions,
    memory_sessions,
    memory_sources,
    memory_tags,
)
from vela_desktop.storage.work_unit import UnitOfWork

_columns = memory_entries.c


def get(connection: Connection, entry_id: str) -> Entry | None:
    """Return an entry with all its fields, or None."""
    author = (
        select(memory_revisions.c.author)
        .where(
            memory_revisions.c.entry_id == _columns.id,
            memory_revisions.c.version == _columns.version,
        )
        .scalar_subquery()
        .label("author")
    )
    statement = select(memory_entries, PROJECT_ID, author).select_from(ENTRIES_IN_PLACES)
    row = connection.execute(statement.where(_columns.id == entry_id)).one_or_none()
    if row is None:
        return None
    return Entry(
        **_shared(row, tags_of(connection, [entry_id])[entry_id]),
        body=row.body,
        curated_session_id=row.curated_session_id,
        protected=row.protected,
        pinned=row.pinned,
        related=links.related_ids(connection, [entry_id])[entry_id],
        citations=citations.of(connection, entry_id),
        not_found=tuple(row.checks.get("not_found", ())),
        author=row.author or "",
    )


def by_prefix(connection: Connection, prefix: str) -> tuple[str, ...]:
    """Return the ids of entries that begin with *prefix*, a few of them where there are many."""
    return beginning(connection, _columns.id, prefix)


def rows(connection: Connection, query: EntryQuery) -> Page[EntryRow]:
    """Return one page of the active entries that match *query*."""
    matching = _matching(query)
    counted = select(func.count()).select_from(matching.subquery())
    total = connection.execute(counted).scalar_one()
    start = (query.page - 1) * PAGE_SIZE
    page = matching.order_by(*_order(query)).limit(PAGE_SIZE).offset(start)
    numbers = list(connection.execute(page).scalars())
    return Page(total=total, page=query.page, items=_rows(connection, _columns.n, numbers))


def tags(connection: Connection, query: EntryQuery) -> tuple[str, ...]:
    """Return the tags that occur in what *query* lists under any tag, by alphabet."""
    table = memory_tags.c
    inside = _matching(replace(query, tag=None)).join(memory_tags, table.entry_id == _columns.id)
    found = connection.execute(inside.with_only_columns(table.tag).distinct()).scalars()
    return tuple(sorted(found, key=lambda tag: (tag.casefold(), tag)))


def replaceable(connection: Connection, session_id: str) -> tuple[EntryRow, ...]:
    """Return the entries that curating the session again replaces, edited ones included."""
    statement = select(_columns.n).where(is_replaceable(session_id)).order_by(_columns.n)
    return _rows(connection, _columns.n, list(connection.execute(statement).scalars()))


def is_replaceable(session_id: str) -> ColumnElement[bool]:
    """Return the condition for entries curated from the session and still filed under it."""
    return (
        (_columns.curated_session_id == session_id)
        & (_columns.session_id == session_id)
        & (_columns.origin == Origin.CURATED)
        & (_columns.protected == false())
        & ACTIVE_ENTRY
    )


def related(connection: Connection, entry_id: str) -> tuple[EntryRow, ...]:
    """Return the entries that this one names as related, in its order."""
    return _rows(connection, _columns.id, links.related_ids(connection, [entry_id])[entry_id])


def backlinks(connection: Connection, entry_id: str) -> tuple[EntryRow, ...]:
    """Return the entries that link to this one, by title."""
    table = memory_links.c
    sources = select(table.from_id).where(table.to_id == entry_id, table.from_id != entry_id)
    statement = select(_columns.n).where(_columns.id.in_(sources)).order_by(_columns.title_key)
    return _rows(connection, _columns.n, list(connection.execute(statement).scalars()))


def snapshots_of(connection: Connection, entry_id: str) -> tuple[SnapshotRow, ...]:
    """Return the source snapshots an entry was made from, the newest first."""
    sources, made_from = memory_sources.c, memory_entry_sources.c
    shown = [sources[field.name] for field in fields(SnapshotRow)]
    statement = (
        select(*shown)
        .join(memory_entry_sources, made_from.source_id == sources.id)
        .where(made_from.entry_id == entry_id)
        .order_by(sources.created_at.desc(), sources.id)
    )
    return tuple(SnapshotRow(**row) for row in connection.execute(statement).mappings())


def save(unit: UnitOfWork, entry_id: str, expected_version: int, changes: EntryChanges) -> Entry:
    """Save what a person changed as a new version, and return the entry as it is now.

    A save that changes nothing makes no version. Raises ``memory_not_found``, ``memory_conflict``
    (with the present ``version``), ``memory_duplicate_title`` (with the other's ``id``) or
    ``memory_invalid:<field>``.
    """
    before = get(unit.connection, entry_id)
    if before is None:
        raise VelaError(Code.NOT_FOUND, kind="entry", id=entry_id)
    if before.version != expected_version:
        raise VelaError(
            Code.CONFLICT, id=entry_id, version=before.version, expected=expected_version
        )
    changed = _changed(before, rules.check_changes(changes))
    if not changed:
        return before
    if "title" in changed:
        _check_title_free(unit.connection, before, changed["title"])
    _write(unit, before, changed)
    after = get(unit.connection, entry_id)
    assert after is not None
    _tell(unit, after)
    return after


def _changed(before: Entry, changes: EntryChanges) -> dict[str, Any]:
    wanted = {field.name: getattr(changes, field.name) for field in fields(changes)}
    return {
        name: value
        for name, value in wanted.items()
        if value is not None and value != getattr(before, name)
    }


def _check_title_free(connection: Connection, entry: Entry, title: str) -> None:
    taken = select(_columns.id).where(
        ACTIVE_ENTRY,
        _columns.session_id == entry.session_id,
        _columns.title_key == title_key(title),
        _columns.id != entry.id,
    )
    other = connection.execute(taken).scalar()
    if other is not None:
        raise VelaError(Code.DUPLICATE_TITLE, title=title, id=other)


def _write(unit: UnitOfWork, before: Entry, changed: dict[str, Any]) -> None:
    kept = undo.payloads(unit.connection, [before.id])[before.id]
    values = {name: value for name, value in changed.items() if name != "tags"}
    if "title" in changed:
        values["title_key"] = title_key(changed["title"])
    values |= {"version": before.version + 1, "updated_at": unit.now, "edited_by_hand": True}
    unit.connection.execute(
        update(memory_entries)
        .where(_columns.id == before.id, _columns.version == before.version)
        .values(values)
    )
    if "tags" in changed:
        write_tags(unit, {before.id: changed["tags"]})
    if "body" in changed:
        _derive(unit, before, changed["body"])
    version = {**kept["entry"], **values, "tags": changed.get("tags", before.tags)}
    revisions.add(unit, revisions.MANUAL, [{**version, "related": before.related}])
    unit.record(undo.ENTRY, before.id, kept, {"version": before.version + 1})


def _derive(unit: UnitOfWork, entry: Entry, body: str) -> None:
    """Store what the body says: the links and citations in it are the truth."""
    named = bodies.mentions(body)
    linked = links.LinkedBody(
        entry_id=entry.id,
        session_id=entry.session_id,
        project_id=entry.project_id,
        titles=named.titles,
    )
    links.write_wiki(unit, [linked], keep_known=True)
    citations.write(unit, {entry.id: named.citations})


def _tell(unit: UnitOfWork, entry: Entry) -> None:
    unit.emit(
        EntrySaved(
            entry_id=entry.id,
            session_id=entry.session_id,
            project_id=entry.project_id,
            version=entry.version,
            token=unit.initiator.token,
        )
    )


def tags_of(connection: Connection, entry_ids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return, by entry, its tags in order."""
    table = memory_tags.c
    statement = (
        select(table.entry_id, table.tag).where(table.entry_id.in_(entry_ids)).order_by(table.n)
    )
    found: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for row in connection.execute(statement):
        found[row.entry_id] += (row.tag,)
    return found


def write_tags(unit: UnitOfWork, tags: dict[str, tuple[str, ...]]) -> None:
    """Replace the tags of entries, by id."""
    table = memory_tags
    unit.connection.execute(delete(table).where(table.c.entry_id.in_(tags)))
    added = [{"entry_id": key, "tag": tag} for key, listed in tags.items() for tag in listed]
    if added:
        unit.connection.execute(insert(table), added)


def _matching(query: EntryQuery) -> Select[tuple[int]]:
    """Return the numbers of the entries that match: indexes hold them, so no row is read."""
    found = select(_columns.n)
    state: ColumnElement[Any] = _columns.state
    place: ColumnElement[Any] = _columns.session_id
    if query.tag is not None:
        tags, state, place = memory_tags.c, _plain(state), _plain(place)
        found = found.join(memory_tags, tags.entry_id == _columns.id).where(tags.tag == query.tag)
    found = found.where(state == State.ACTIVE)
    if query.session_id is not None:
        found = found.where(place == query.session_id)
    if query.project_id is not None:
        inside = memory_sessions.c.project_id == query.project_id
        found = found.where(place.in_(select(memory_sessions.c.id).where(inside)))
    return found


def _order(query: EntryQuery) -> tuple[ColumnElement[Any], ...]:
    by_title = query.sort == "title"
    first: ColumnElement[Any] = _columns.title_key if by_title else _columns.updated_at
    if query.project_id is not None or query.tag is not None:
        first = _plain(first)
    return (first, _columns.n) if by_title else (first.desc(), _columns.n.desc())


def _plain(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Return *column* hidden from SQLite's planner, which would rather walk through all entries in
    order than find the few of a project or tag and sort them."""
    return literal_column(f"+{column}")


def _rows(
    connection: Connection, key: Column[Any], wanted: Sequence[object]
) -> tuple[EntryRow, ...]:
    """Return the rows of entries in the order of *wanted*; those that are gone are left out."""
    if not wanted:
        return ()
    listed = connection.execute(_row_columns().where(key.in_(wanted))).all()
    tags = tags_of(connection, [row.id for row in listed])
    found = {getattr(row, key.name): EntryRow(**_shared(row, tags[row.id])) for row in listed}
    return tuple(found[value] for value in wanted if value in found)


def _row_columns() -> Select[Any]:
    names = [field.name for field in fields(EntryRow) if field.name not in ("tags", "project_id")]
    wanted = [_columns[name] for name in names]
    return select(_columns.n, *wanted, PROJECT_ID).select_from(ENTRIES_IN_PLACES)


def _shared(row: Row[Any], tags: tuple[str, ...]) -> dict[str, Any]:
    """Return the fields that entries and rows of lists share."""
    return {
        "id": row.id,
        "session_id": row.session_id,
        "project_id": row.in_project,
        "title": row.title,
        "summary": row.summary,
        "tags": tags,
        "kind": Kind(row.kind),
        "state": State(row.state),
        "origin": Origin(row.origin),
        "edited_by_hand": row.edited_by_hand,
        "version": row.version,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }
