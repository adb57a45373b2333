"""Reads what hangs together with an entry and lays it out as rows of the inspector."""

import time
from collections.abc import Callable, Sequence

from vela_desktop.domain.entries import Entry, EntryRow, RevisionRow, SnapshotRow
from vela_desktop.domain.ids import LEGACY_GROUP, MANUAL_GROUP
from vela_desktop.domain.routes import EntriesRoute, EntryRoute, RevisionRoute, Route, SnapshotRoute
from vela_desktop.gui import format
from vela_desktop.gui.entry.header import author_text
from vela_desktop.gui.entry.inspector import Fact, Inspector
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Crumb
from vela_desktop.gui.pages import Go
from vela_desktop.services.entries import EntryService


class Facts:
    """Fills an inspector and the breadcrumb for one entry after another."""

    def __init__(self, entries: EntryService, go: Go) -> None:
        self._entries, self._go = entries, go

    async def show(self, entry: Entry, side: Inspector) -> None:
        """Read and show related entries, backlinks, sources and revisions."""
        related = await self._entries.related(entry.id)
        backlinks = await self._entries.backlinks(entry.id)
        sources = await self._entries.snapshots_of(entry.id)
        history = await self._entries.history(entry.id)
        side.related.show_facts(self._links(related, "entry"))
        side.backlinks.show_facts(self._links(backlinks, "backlink"))
        side.sources.show_facts([self._source(source) for source in sources])
        side.history.show_facts([self._revision(row) for row in history])

    async def crumbs(self, entry: Entry) -> tuple[Crumb, ...]:
        """Return the way to the entry: knowledge base, project, session."""
        places = [
            Crumb(translate("KnowledgeTree", "Session knowledge base"), self._to(EntriesRoute()))
        ]
        if entry.session_id in (MANUAL_GROUP, LEGACY_GROUP):
            return tuple(places)
        for project in await self._entries.projects():
            if project.project_id == entry.project_id and project.name:
                route = EntriesRoute(project_id=project.project_id)
                places.append(Crumb(project.name, self._to(route)))
        for session in await self._entries.sessions(entry.project_id):
            if session.id == entry.session_id:
                places.append(Crumb(session.name, self._to(EntriesRoute(session_id=session.id))))
        return tuple(places)

    def _to(self, route: Route) -> Callable[[], None]:
        return lambda: self._go(route)

    def _links(self, rows: Sequence[EntryRow], icon: str) -> list[Fact]:
        return [
            Fact(icon, row.title, row.summary, self._to(EntryRoute(entry_id=row.id)))
            for row in rows
        ]

    def _source(self, source: SnapshotRow) -> Fact:
        when = format.moment(source.created_at, _now())
        text = translate("Entry", "Source snapshot · {when}").format(when=when)
        chars = translate("Entry", "{chars} characters").format(chars=format.number(source.chars))
        return Fact("snapshot", text, chars, self._to(SnapshotRoute(source_id=source.id)))

    def _revision(self, row: RevisionRow) -> Fact:
        text = f"v{row.version} · {author_text(row.author)}"
        when = format.moment(row.created_at, _now())
        if row.current:
            when = translate("Entry", "{when} · current").format(when=when)
        route = RevisionRoute(entry_id=row.entry_id, version=row.version)
        return Fact("history", text, when, self._to(route))


def _now() -> int:
    return int(time.time() * 1000)
