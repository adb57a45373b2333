"""The right pane: the tree and what keeps it up."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.domain import limits
from vela_desktop.domain.entries import EntryQuery, EntryRow, Group, GroupKind
from vela_desktop.domain.routes import EntriesRoute, EntryRoute, JobsRoute
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import Desk, of_subject, popup
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.gathering import Gatherer
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import EmptyState, Label, WordButton
from vela_desktop.gui.knowledge.model import KnowledgeModel, entry_contents
from vela_desktop.gui.knowledge.nodes import Content, More, Node, Root, content_key, path_to
from vela_desktop.gui.knowledge.tree import KnowledgeTree
from vela_desktop.gui.subjects import EntrySubject, Subject
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService


class KnowledgePane(Surface):
    """Shows 会话知识库 → project → session → entry, and reads again what changed."""

    def __init__(
        self,
        entries: EntryService,
        bridge: Bridge,
        desk: Desk,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._entries, self._desk, self._theme = entries, desk, theme
        self._changes = Gatherer(self.refresh, self)
        self._turn = asyncio.Lock()
        self.model = KnowledgeModel(self)
        self.tree = KnowledgeTree(theme, self.model)
        self.empty = EmptyState(theme, "library")
        self.head = Label("", "pane")
        self.jobs = WordButton(theme, icon="jobs")
        self.jobs.clicked.connect(lambda: desk.go(JobsRoute()))
        bar = QWidget()
        bar.setFixedHeight(theme.size("bar.pane"))
        head = QHBoxLayout(bar)
        head.setContentsMargins(theme.space(4), 0, theme.space(2), 0)
        head.addWidget(self.head, 1)
        head.addWidget(self.jobs)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.tree)
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.stack, 1)
        self.tree.opening.connect(lambda node: tasks.start(self.open_node(node), self))
        self.tree.activated_node.connect(self._activate)
        self.tree.menu_asked.connect(self._menu)
        bridge.entries_changed.connect(self._changes.add)
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.head.setText(translate("KnowledgeTree", "Knowledge"))
        self.jobs.setText(translate("KnowledgeTree", "Jobs"))
        self.tree.setAccessibleName(translate("KnowledgeTree", "Knowledge tree"))
        self.empty.say(
            translate("KnowledgeTree", "Nothing curated yet"),
            translate(
                "KnowledgeTree",
                "Right-click a session and choose “Curate to knowledge base…”. "
                "Entries appear here as project → session → entry.",
            ),
        )
        self.model.retell()

    def subject(self) -> Subject | None:
        """Return the entry the keyboard is on."""
        node = self.tree.current_node()
        if node is None or not isinstance(node.content, EntryRow):
            return None
        return _subject(node.content)

    async def load(self) -> None:
        """Read the first level and open it."""
        async with self._turn:
            await self._read_projects()
        self.tree.expand(self.model.index_of(self.model.root))

    async def open_node(self, node: Node) -> None:
        """Read a level while it is closed, then open it."""
        async with self._turn:
            if node.children is None:
                await self._read(node)
        if node.children is not None:
            self.tree.expand(self.model.index_of(node))

    async def reveal(self, entry: EntryRow) -> None:
        """Open the levels above an entry, reading as many pages as it takes, and select it."""
        path = path_to(entry)
        for length in range(len(path)):
            above = self.model.find(*path[:length])
            if above is None:
                return
            await self.open_node(above)
        session = self.model.find(*path)
        if session is None:
            return
        await self.open_node(session)
        key = content_key(entry)
        if session.more and self.model.find(*path, key) is None:
            async with self._turn:
                await self._read(session, session.loaded, until=entry.id)
        node = self.model.find(*path, key)
        if node is not None:
            index = self.model.index_of(node)
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)

    async def _read(
        self, node: Node, entries: int = limits.PAGE_SIZE, until: str | None = None
    ) -> None:
        """Read the level below *node*; of a session that many entries, or on to entry *until*."""
        match node.content:
            case Root():
                await self._read_projects()
            case Group(kind=GroupKind.PROJECT):
                self._put(node, await self._entries.sessions(node.content.project_id))
            case Group():
                rows, total = await self._read_entries(node.content, entries, until)
                self._put(node, entry_contents(rows, total))
            case _:
                return

    async def _read_projects(self) -> None:
        groups = await self._entries.projects()
        self.model.set_count(sum(group.count for group in groups))
        self._put(self.model.root, groups)
        self.stack.setCurrentWidget(self.tree if groups else self.empty)

    def _put(self, node: Node, contents: Sequence[Content]) -> None:
        """Show *contents* below a node; what is open, selected and in view stays so."""
        stand = self.tree.stand()
        self.model.set_children(node, contents)
        self.tree.stand_again(stand)

    async def _read_entries(
        self, group: Group, wanted: int, until: str | None
    ) -> tuple[list[EntryRow], int]:
        rows: list[EntryRow] = []
        total, page, looking = 1, 0, until is not None
        while len(rows) < (total if looking else min(wanted, total)):
            page += 1
            query = EntryQuery(session_id=group.id, sort="title", page=page)
            found = await self._entries.rows(query)
            rows += found.items
            total = found.total
            looking = looking and all(row.id != until for row in found.items)
            if not found.items:
                break
        return rows, total

    async def refresh(self, touched: frozenset[str]) -> None:
        """Read again the levels that show the sessions *touched*; what is open, selected and in
        view stays so."""
        async with self._turn:
            await self._read_projects()
            for group in tuple(self.model.root.children or ()):
                await self._refresh_group(group, touched)

    async def _refresh_group(self, node: Node, touched: frozenset[str]) -> None:
        if node.children is None or not isinstance(node.content, Group):
            return
        if node.content.kind is GroupKind.SESSION:
            if node.content.id in touched:
                await self._read(node, max(node.loaded, limits.PAGE_SIZE))
            return
        await self._read(node)
        for session in tuple(node.children):
            await self._refresh_group(session, touched)

    def _activate(self, node: Node) -> None:
        match node.content:
            case EntryRow():
                self._desk.go(EntryRoute(entry_id=node.content.id))
            case More():
                tasks.start(self._load_more(node), self)
            case Group(kind=GroupKind.PROJECT):
                self._desk.go(EntriesRoute(project_id=node.content.project_id))
            case Group():
                self._desk.go(EntriesRoute(session_id=node.content.id))
            case Root():
                self.tree.toggle(node)

    async def _load_more(self, more: Node) -> None:
        session = more.parent
        assert session is not None
        first = session.loaded
        async with self._turn:
            await self._read(session, first + limits.PAGE_SIZE)
        children = session.children or []
        if first < len(children):
            self.tree.setCurrentIndex(self.model.index_of(children[first]))

    def _menu(self, node: Node, at: QPoint) -> None:
        assert isinstance(node.content, EntryRow)
        subject = _subject(node.content)
        popup(of_subject(subject), subject, self._desk, self._theme, self, at)


def _subject(row: EntryRow) -> EntrySubject:
    return EntrySubject(id=row.id, title=row.title, session_id=row.session_id)
