"""Reading and editing entries."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeVar

from vela_desktop.domain import rules
from vela_desktop.domain.entries import (
    Draft,
    Entry,
    EntryChanges,
    EntryQuery,
    EntryRow,
    Group,
    Revision,
    RevisionRow,
    Snapshot,
    SnapshotRow,
)
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import ActorKind, Initiator, Via
from vela_desktop.domain.text import title_key
from vela_desktop.domain.values import Page
from vela_desktop.rendering.body import BodyPiece
from vela_desktop.rendering.door import body_pieces
from vela_desktop.services.prefixes import only
from vela_desktop.storage import drafts, entries, groups, links, names, revisions, snapshots
from vela_desktop.storage.database import Database
from vela_desktop.storage.names import FrozenName
from vela_desktop.storage.work_unit import UnitOfWork
from vela_desktop.work.pool import Work

T = TypeVar("T")

PATIENCE_SECONDS = 1.0
"""A save that takes longer waits for another program, and that is said."""


class EntryService:
    """Entries for one kind of user: the window or the command line."""

    def __init__(self, database: Database, work: Work, via: Via) -> None:
        self._database = database
        self._work = work
        self._via = via

    async def projects(self) -> tuple[Group, ...]:
        """Return the tree's first level: projects with entries, then the special groups."""
        return await self._database.read(groups.projects)

    async def sessions(self, project_id: str) -> tuple[Group, ...]:
        """Return the sessions of a project that have entries."""
        return await self._database.read(groups.sessions, project_id)

    async def names(self, session_ids: Collection[str]) -> dict[str, FrozenName]:
        """Return what the knowledge base calls those of the sessions that it knows, by id."""
        return await self._database.read(names.of_sessions, session_ids)

    async def tags(self, query: EntryQuery) -> tuple[str, ...]:
        """Return the tags to choose from in the list of *query*, by alphabet."""
        return await self._database.read(entries.tags, query)

    async def rows(self, query: EntryQuery) -> Page[EntryRow]:
        """Return one page of the entries that match *query*."""
        return await self._database.read(entries.rows, query)

    async def all_rows(self, query: EntryQuery) -> tuple[EntryRow, ...]:
        """Return every entry that matches *query*, whatever page it names."""
        page = await self.rows(replace(query, page=1))
        rows = list(page.items)
        while len(rows) < page.total and page.items:
            page = await self.rows(replace(query, page=page.page + 1))
            rows += page.items
        return tuple(rows)

    async def get(self, entry_id: str) -> Entry:
        """Return an entry; raises ``memory_not_found``."""
        return _there(await self._database.read(entries.get, entry_id), "entry", entry_id)

    async def id_of(self, prefix: str) -> str:
        """Return the id of the one entry whose id is or begins with *prefix*.

        Raises ``memory_not_found``, or ``memory_ambiguous`` with the ids in ``ids``.
        """
        return only("entry", prefix, await self._database.read(entries.by_prefix, prefix))

    async def save(
        self,
        entry_id: str,
        version: int,
        changes: EntryChanges,
        token: str = "",
        *,
        on_wait: Callable[[], None] | None = None,
    ) -> Entry:
        """Save *changes* to the entry that is still at *version*.

        *token* names the editor: it comes back in the event, so that an editor knows its own save,
        and with a body the draft goes in the same transaction. *on_wait* is called once where
        another program keeps the database for longer than a moment. Raises
        ``memory_invalid:<field>``, ``memory_conflict``, ``memory_duplicate_title``,
        ``memory_not_found`` or ``data_busy``; nothing is saved then, and a draft stays.
        """
        checked = rules.check_changes(changes)
        person = Initiator(kind=ActorKind.PERSON, via=self._via, token=token)
        saving = self._database.write(
            _save, entry_id, version, checked, initiator=person, operation="entry.save"
        )
        if on_wait is None:
            return await saving
        impatience = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, on_wait)
        try:
            return await saving
        finally:
            impatience.cancel()

    async def history(self, entry_id: str) -> tuple[RevisionRow, ...]:
        """Return the revisions of an entry, newest first."""
        return await self._database.read(revisions.history, entry_id)

    async def revision(self, entry_id: str, version: int) -> Revision:
        """Return one revision; raises ``memory_not_found``."""
        found = await self._database.read(revisions.get, entry_id, version)
        return _there(found, "revision", f"{entry_id}/{version}")

    async def related(self, entry_id: str) -> tuple[EntryRow, ...]:
        """Return the entries that this one names as related."""
        return await self._database.read(entries.related, entry_id)

    async def backlinks(self, entry_id: str) -> tuple[EntryRow, ...]:
        """Return the entries that link to this one."""
        return await self._database.read(entries.backlinks, entry_id)

    async def snapshots_of(self, entry_id: str) -> tuple[SnapshotRow, ...]:
        """Return the source snapshots an entry was made from."""
        return await self._database.read(entries.snapshots_of, entry_id)

    async def snapshot(self, source_id: str) -> Snapshot:
        """Return a source snapshot with its text; raises ``memory_not_found``."""
        found = await self._database.read(snapshots.get, source_id)
        return _there(found, "snapshot", source_id)

    async def newest_snapshot(self, session_id: str) -> SnapshotRow | None:
        """Return the row of what a curation read last of a session, if one ever did."""
        return await self._database.read(snapshots.newest, session_id)

    async def linked(self, entry_id: str, title: str) -> str | None:
        """Return the entry that ``[[title]]`` in the body of *entry_id* leads to, if any."""
        targets = await self._database.read(links.wiki_targets, entry_id)
        found = targets.get(title_key(title))
        return None if found is None else found.entry_id

    async def pieces(self, text: str) -> tuple[BodyPiece, ...]:
        """Return *text* (Markdown) as HTML that can be laid out piece by piece, out of a worker."""
        return await self._work.run(body_pieces, text)

    async def draft(self, entry_id: str) -> Draft | None:
        """Return the unsaved input that an earlier window left, if any."""
        return await self._database.read(drafts.get, entry_id)

    async def keep_draft(self, draft: Draft) -> None:
        """Keep unsaved input so that a crash loses nothing."""
        await self._database.write(drafts.keep, draft, initiator=Initiator(via=self._via))

    async def drop_draft(self, entry_id: str) -> None:
        """Forget the unsaved input of an entry."""
        if await self.draft(entry_id) is not None:
            await self._database.write(drafts.drop, entry_id, initiator=Initiator(via=self._via))


def _save(unit: UnitOfWork, entry_id: str, version: int, changes: EntryChanges) -> Entry:
    """Save, and forget the draft of the editor whose text this was."""
    entry = entries.save(unit, entry_id, version, changes)
    if changes.body is not None and unit.initiator.token:
        drafts.drop(unit, entry_id)
    return entry


def _there(found: T | None, kind: str, key: str) -> T:
    if found is None:
        raise VelaError(Code.NOT_FOUND, kind=kind, id=key)
    return found
