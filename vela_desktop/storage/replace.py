"""The commit of a job: what it found replaces what its session had, in one transaction."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from vela_desktop.domain import bodies, rules
from vela_desktop.domain.entries import EntryChanges, NewEntry, Origin, State
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import EntriesReplaced
from vela_desktop.domain.ids import UNKNOWN_PROJECT, new_id
from vela_desktop.domain.jobs import ConflictEntry, Job, JobNote, Lease
from vela_desktop.domain.limits import ENTRIES_PER_JOB, RELATED, TITLE_CHARS
from vela_desktop.domain.text import title_key
from vela_desktop.storage import changes, citations, jobs, links, revisions, steps
from vela_desktop.storage.entries import is_replaceable, write_tags
from vela_desktop.storage.tables import (
    ACTIVE_ENTRY,
    memory_entries,
    memory_entry_sources,
    memory_revisions,
    memory_sessions,
    memory_sources,
)
from vela_desktop.storage.unlink import delete_entries
from vela_desktop.storage.work_unit import UnitOfWork

_columns = memory_entries.c
_CONFLICT = ("id", "title", "version")


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """What a commit did: ids of the entries it saved, deleted, and took a related link from."""

    saved: tuple[str, ...]
    deleted: tuple[str, ...]
    unlinked: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """A new entry with the id and title it gets. ``before`` is the row it replaces."""

    new: NewEntry
    id: str
    title: str
    before: Mapping[str, Any] | None

    @property
    def version(self) -> int:
        return 1 if self.before is None else int(self.before["version"]) + 1


def replace_generated(
    unit: UnitOfWork, job_id: str, lease: Lease, entries: Sequence[NewEntry]
) -> Replaced:
    """Save what a job found, delete what it found no longer, and complete it: all or nothing.

    Raises ``memory_cancelled`` or ``memory_interrupted`` where the job does not run under *lease*
    (any more), ``memory_conflict`` where a person changed entries that it may replace, and
    ``memory_invalid:<field>``, ``memory_output_too_large`` or ``memory_duplicate_title`` for what
    the checks of curation let through.
    """
    jobs.running(unit.connection, job_id, lease)
    job = jobs.get(unit.connection, job_id)
    assert job is not None
    checked = _checked(entries)
    _check_source(unit.connection, job)
    old = _replaceable(unit.connection, job.session_id)
    _check_unchanged(unit.connection, job, old)
    placed = _place(checked, old, _taken(unit.connection, job.session_id, old))
    return _write(unit, job, old, placed)


def _checked(entries: Sequence[NewEntry]) -> list[NewEntry]:
    if len(entries) > ENTRIES_PER_JOB:
        size, limit = len(entries), ENTRIES_PER_JOB
        raise VelaError(Code.OUTPUT_TOO_LARGE, field="entries", size=size, limit=limit)
    checked = [_checked_entry(entry) for entry in entries]
    titles = Counter(title_key(entry.title) for entry in checked)
    for entry in checked:
        if titles[title_key(entry.title)] > 1:
            raise VelaError(Code.DUPLICATE_TITLE, title=entry.title)
    return checked


def _checked_entry(entry: NewEntry) -> NewEntry:
    if len(entry.related) > RELATED:
        raise VelaError(Code.INVALID, what="related", size=len(entry.related), limit=RELATED)
    fields = rules.check_changes(
        EntryChanges(title=entry.title, summary=entry.summary, body=entry.body, tags=entry.tags)
    )
    return replace(entry, title=fields.title or "", tags=fields.tags or ())


def _check_source(connection: Connection, job: Job) -> None:
    wanted = select(memory_sources.c.id).where(
        memory_sources.c.id == job.source_id, memory_sources.c.session_id == job.session_id
    )
    if connection.execute(wanted).first() is None:
        raise VelaError(Code.NOT_FOUND, kind="snapshot", id=job.source_id)


def _replaceable(connection: Connection, session_id: str) -> dict[str, Mapping[str, Any]]:
    shown = (_columns.id, _columns.title, _columns.title_key, _columns.version)
    rows = connection.execute(
        select(*shown).where(is_replaceable(session_id)).order_by(_columns.n)
    ).mappings()
    return {row["id"]: dict(row) for row in rows}


def _check_unchanged(
    connection: Connection, job: Job, old: Mapping[str, Mapping[str, Any]]
) -> None:
    """Raise ``memory_conflict`` where a person changed what the job may replace since its claim.

    That is an entry with another version, deleted, moved or protected, and one that came back.
    The program's own unlinking does not count.
    """
    newer = [key for key, row in old.items() if row["version"] != job.baseline.get(key)]
    edited = [key for key in newer if not _only_unlinked(connection, key, job.baseline.get(key))]
    missing = [key for key in job.baseline if key not in old]
    if edited or missing:
        titles = _titles_of_missing(connection, missing)
        found = [
            *(ConflictEntry(**{name: old[key][name] for name in _CONFLICT}) for key in edited),
            *(ConflictEntry(id=key, title=titles.get(key, ""), version=None) for key in missing),
        ]
        entries = tuple(map(asdict, found))
        raise VelaError(Code.CONFLICT, entries=entries, edited=len(edited), missing=len(missing))


def _titles_of_missing(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Return, by id, the titles of entries: their present ones, or what undoes their deletion."""
    there = select(_columns.id, _columns.title).where(_columns.id.in_(ids))
    titles = {row.id: row.title for row in connection.execute(there)}
    gone = [key for key in ids if key not in titles]
    return titles | changes.titles_of_deleted(connection, gone)


def _only_unlinked(connection: Connection, entry_id: str, version: int | None) -> bool:
    if version is None:
        return False
    rows = memory_revisions.c
    by_others = select(rows.version).where(
        rows.entry_id == entry_id, rows.version > version, rows.author != revisions.UNLINK
    )
    return connection.execute(by_others.limit(1)).first() is None


def _taken(connection: Connection, session_id: str, old: Collection[str]) -> set[str]:
    """Return the titles of the session's entries that the job may not touch."""
    others = select(_columns.id, _columns.title_key).where(
        ACTIVE_ENTRY, _columns.session_id == session_id
    )
    return {row.title_key for row in connection.execute(others) if row.id not in old}


def _place(
    entries: Sequence[NewEntry], old: Mapping[str, Mapping[str, Any]], taken: Collection[str]
) -> list[_Placed]:
    """Give each entry its title, and the id of the old entry that has that title."""
    by_title = {row["title_key"]: row for row in old.values()}
    used = {*taken, *(title_key(entry.title) for entry in entries)}
    placed = []
    for entry in entries:
        title = entry.title
        if title_key(title) in taken:
            title = _suffixed(title, used)
            used.add(title_key(title))
        before = by_title.get(title_key(title))
        key = new_id() if before is None else str(before["id"])
        placed.append(_Placed(new=entry, id=key, title=title, before=before))
    return placed


def _suffixed(title: str, used: Collection[str]) -> str:
    number = 2
    while True:
        suffix = f" ({number})"
        found = title[: TITLE_CHARS - len(suffix)].rstrip() + suffix
        if title_key(found) not in used:
            return found
        number += 1


def _write(
    unit: UnitOfWork, job: Job, old: Mapping[str, Mapping[str, Any]], placed: Sequence[_Placed]
) -> Replaced:
    saved = [entry.id for entry in placed]
    deleted = [key for key in old if key not in set(saved)]
    before = changes.payloads(unit.connection, [key for key in saved if key in old])
    unlinked = delete_entries(unit, deleted, rewritten=saved)
    _write_rows(unit, job, placed)
    project_id = _project_of(unit.connection, job.session_id)
    _write_parts(unit, job, project_id, placed)
    for entry in placed:
        unit.record(changes.ENTRY, entry.id, before.get(entry.id), {"version": entry.version})
    jobs.complete(unit, job.id, _notes(placed), len(saved))
    steps.drop_outputs(unit, job.lineage)
    done = Replaced(saved=tuple(saved), deleted=tuple(deleted), unlinked=unlinked)
    _tell(unit, job, project_id, done)
    return done


def _write_rows(unit: UnitOfWork, job: Job, placed: Sequence[_Placed]) -> None:
    added = [_values(unit, entry) for entry in placed if entry.before is None]
    if added:
        filed = {
            "session_id": job.session_id,
            "project_id": UNKNOWN_PROJECT,
            "curated_session_id": job.session_id,
            "state": State.ACTIVE,
            "origin": Origin.CURATED,
            "created_at": unit.now,
        }
        unit.connection.execute(insert(memory_entries), [{**row, **filed} for row in added])
    kept = [_values(unit, entry) for entry in placed if entry.before is not None]
    if kept:
        names = [name for name in kept[0] if name != "id"]
        statement = (
            update(memory_entries)
            .where(_columns.id == bindparam("key"))
            .values({name: bindparam(name) for name in names})
        )
        # a parameter "id" would be set too, and have SQLite check every foreign key to it
        keyed = [{"key": row["id"], **{name: row[name] for name in names}} for row in kept]
        unit.connection.execute(statement, keyed)


def _values(unit: UnitOfWork, entry: _Placed) -> dict[str, Any]:
    return {
        "id": entry.id,
        "title": entry.title,
        "title_key": title_key(entry.title),
        "summary": entry.new.summary,
        "body": entry.new.body,
        "kind": entry.new.kind,
        "edited_by_hand": False,
        "checks": {"not_found": entry.new.not_found},
        "version": entry.version,
        "updated_at": unit.now,
    }


def _write_parts(unit: UnitOfWork, job: Job, project_id: str, placed: Sequence[_Placed]) -> None:
    ids = [entry.id for entry in placed]
    related = _related(placed)
    write_tags(unit, {entry.id: entry.new.tags for entry in placed})
    links.write_related(unit, related)
    named = {entry.id: bodies.mentions(entry.new.body) for entry in placed}
    linked = [
        links.LinkedBody(
            entry_id=key, session_id=job.session_id, project_id=project_id, titles=said.titles
        )
        for key, said in named.items()
    ]
    links.write_wiki(unit, linked, keep_known=False)
    cited = {e.id: (*named[e.id].citations, *e.new.citations) for e in placed}
    citations.write(unit, cited, job.source_id, job.session_id)
    _write_sources(unit, ids, job.source_id)
    copies = [
        {**_values(unit, entry), "tags": entry.new.tags, "related": related[entry.id]}
        for entry in placed
    ]
    revisions.add(unit, f"{job.agent}:{job.id}", copies)


def _related(placed: Sequence[_Placed]) -> dict[str, tuple[str, ...]]:
    """Return, by id, the ids that related titles mean: entries of the same job only."""
    by_title = {title_key(entry.new.title): entry.id for entry in placed}
    found = {}
    for entry in placed:
        named = [by_title.get(title_key(title)) for title in entry.new.related]
        targets = (target for target in named if target is not None and target != entry.id)
        found[entry.id] = tuple(dict.fromkeys(targets))
    return found


def _write_sources(unit: UnitOfWork, ids: Sequence[str], source_id: str) -> None:
    table = memory_entry_sources
    unit.connection.execute(delete(table).where(table.c.entry_id.in_(ids)))
    if ids:
        rows = [{"entry_id": key, "source_id": source_id} for key in ids]
        unit.connection.execute(insert(table), rows)


def _project_of(connection: Connection, session_id: str) -> str:
    sessions = memory_sessions.c
    found = connection.execute(select(sessions.project_id).where(sessions.id == session_id))
    return found.scalar() or UNKNOWN_PROJECT


def _notes(placed: Sequence[_Placed]) -> list[JobNote]:
    if not placed:
        return [JobNote.NOTHING_FOUND]
    suffixed = any(entry.title != entry.new.title for entry in placed)
    return [JobNote.TITLE_SUFFIXED] if suffixed else []


def _tell(unit: UnitOfWork, job: Job, project_id: str, done: Replaced) -> None:
    unit.emit(
        EntriesReplaced(
            session_id=job.session_id,
            project_id=project_id,
            job_id=job.id,
            saved=done.saved,
            deleted=done.deleted,
            unlinked=done.unlinked,
        )
    )
