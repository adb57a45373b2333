"""A session tab: bar, conversation, find bar, and the outline of prompts beside it."""

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.entries import SnapshotRow
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import SessionsFound
from vela_desktop.domain.routes import Route, SessionRoute, SnapshotRoute
from vela_desktop.domain.sessions import SessionRow, TranscriptMap
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import BY_ID, Desk
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.conversation.caution import Caution
from vela_desktop.gui.conversation.feed import Feed
from vela_desktop.gui.conversation.finding import Finder
from vela_desktop.gui.conversation.heading import Heading
from vela_desktop.gui.conversation.menu import copy_citation, text_menu
from vela_desktop.gui.conversation.scrolling import Place
from vela_desktop.gui.conversation.stage import Stage
from vela_desktop.gui.conversation.trouble import nothing_yet, trouble
from vela_desktop.gui.conversation.window import message_at
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Button, IconButton, PageBar
from vela_desktop.gui.links import open_link
from vela_desktop.gui.pages import Go, Page
from vela_desktop.gui.subjects import Subject, subject_of
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.schemes import FOLD
from vela_desktop.services.conversations import ConversationService
from vela_desktop.services.entries import EntryService
from vela_desktop.services.sessions import SessionService


class ConversationPage(Page):
    """Shows the conversation of one session at a turn, and what is added to it."""

    def __init__(
        self,
        route: SessionRoute,
        sessions: SessionService,
        conversations: ConversationService,
        entries: EntryService,
        bridge: Bridge,
        desk: Desk,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, parent)
        self._route, self._sessions, self._entries, self._desk = route, sessions, entries, desk
        self._row: SessionRow | None = None
        self._build()
        self.view = self.stage.view
        self.feed = Feed(conversations, self.view, self)
        self.finder = Finder(self.stage.find_bar, self.view, self.feed, self)
        self._connect(bridge)
        self._shortcuts()
        self.setFocusProxy(self.view)
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.bar = PageBar(theme)
        self.bar.crumbs.hide()
        self.heading = Heading(theme)
        self.curate = Button(theme, icon="curate")
        self.find_button = IconButton(theme, "search", shortcut="Ctrl+F")
        self.bar.left.addWidget(self.heading)
        self.bar.right.addWidget(self.curate)
        self.bar.right.addWidget(self.find_button)
        self.stage, self.caution = Stage(theme), Caution(theme)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.caution)
        self.column.addWidget(self.stage, 1)

    def _connect(self, bridge: Bridge) -> None:
        feed, view, stage = self.feed, self.view, self.stage
        self.curate.clicked.connect(self._curate)
        self.find_button.clicked.connect(self.finder.open)
        view.moved.connect(self._moved)
        view.jump_asked.connect(feed.jump_to)
        view.fold_asked.connect(self._fold)
        view.turn_clicked.connect(self._copy_citation)
        view.menu_asked.connect(self._menu)
        view.link_clicked.connect(self._clicked)
        stage.track.dragged.connect(feed.jump)
        stage.track.edge_asked.connect(feed.jump_to)
        stage.outline.chosen.connect(lambda index: feed.jump(Place(index)))
        feed.opened.connect(self._show_map)
        feed.ready.connect(stage.show_text)
        bridge.sessions_changed.connect(self._sessions_changed)
        self.theme.changed.connect(feed.render_again)

    def _shortcuts(self) -> None:
        finder, keys = self.finder, QKeySequence.StandardKey
        for key, slot in (
            (QKeySequence(keys.Find), finder.open),
            (QKeySequence(keys.FindNext), lambda: finder.step(1)),
            (QKeySequence(keys.FindPrevious), lambda: finder.step(-1)),
            (QKeySequence(Qt.Key.Key_Escape), finder.close),
        ):
            shortcut = QShortcut(key, self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        shortcut.setEnabled(False)
        self.stage.find_bar.shown.connect(shortcut.setEnabled)

    def route(self) -> Route:
        """Return the link to the turn in view."""
        return self._route

    def title(self) -> str:
        """Return the session's title."""
        return self._row.title if self._row else translate("Conversation", "Conversation")

    def icon(self) -> QIcon:
        """Return the agent's sign."""
        if self._row is None:
            return self.theme.icon("session")
        return self.theme.monogram(self._row.agent)

    def subject(self) -> Subject | None:
        """Return the session, for the tab's menu."""
        row = self._row
        if row is None:
            return None
        return subject_of(row)

    def retranslate(self) -> None:
        """Speak the present language; rendered words follow."""
        self.curate.setText(translate("Conversation", "Curate to knowledge base…"))
        self.find_button.set_name(translate("Conversation", "Find in this conversation"))
        self.stage.retranslate()
        self._show_map()
        self.feed.render_again()
        self.finder.again()

    async def load(self) -> None:
        """Open the conversation at the turn of the route, or say why that is not possible."""
        route = self._route
        try:
            await self._read_row()
            opened = await self.feed.service.open(self._route.session_id)
        except VelaError as error:
            kept = await self._entries.newest_snapshot(self._route.session_id)
            say = partial(trouble, error, kept, now_ms())
            show = partial(self._show_kept, kept) if kept is not None else None
            self.stage.show_nothing(say, self._look_again, show)
            return
        await self.feed.open(opened, Place(message_at(opened.entries, route)))
        if opened.entries:
            self._mark_target(route)
            self._take_focus()
        else:
            self.stage.show_nothing(nothing_yet, self._look_again)

    def _take_focus(self) -> None:
        """Have the text take the keyboard, where Qt gave it to the first button of a new page."""
        focused = self.window().focusWidget()
        if focused is not None and self.isAncestorOf(focused):
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    async def _read_row(self) -> None:
        self._row = await self._sessions.get(self._route.session_id)
        self.heading.show_session(self._row)
        self.title_changed.emit(self.title())
        self.state_changed.emit()

    def _show_kept(self, kept: SnapshotRow) -> None:
        self.go(SnapshotRoute(source_id=kept.id))

    def _look_again(self) -> None:
        tasks.start_latest("load", self.load(), self)

    def _show_map(self) -> None:
        """Show what the map says of the whole conversation."""
        if self._row is None or self.feed.map is None:
            return
        self.heading.show_facts(self._row, self.feed.map, now_ms())
        self._say_source(self._row, self.feed.map)
        self.stage.outline.show_entries(self.feed.entries)
        self.stage.track.show_entries(self.feed.entries)

    def _say_source(self, row: SessionRow, shown: TranscriptMap) -> None:
        recording = shown.location.agent is Agent.TERMINAL
        self.caution.show_source(
            recording=recording, instead=recording and row.agent is not Agent.TERMINAL
        )

    async def show_route(self, route: Route) -> None:
        """Go to another turn of the same conversation."""
        assert isinstance(route, SessionRoute)
        self._route = route
        if self.feed.entries:
            await self.feed.show(Place(message_at(self.feed.entries, route)))
            self._mark_target(route)

    def _mark_target(self, route: SessionRoute) -> None:
        """Mark the step that *route* names, until another place is asked for."""
        named = route.step is not None
        self.view.mark_target(message_at(self.feed.entries, route) if named else None)

    def _moved(self) -> None:
        index = self.view.read_message()
        self.stage.outline.follow(index)
        if index < len(self.feed.entries):
            turn = self.feed.entries[index].turn
            self.view.show_turn(turn)
            if turn != self._route.turn:
                self._route = SessionRoute(session_id=self._route.session_id, turn=turn)

    def _clicked(self, target: str) -> None:
        if target.startswith(FOLD):
            self._fold(target.removeprefix(FOLD))
            return
        try:
            open_link(target, self.go)
        except VelaError as error:
            self.show_error(error)

    def _fold(self, key: str) -> None:
        tasks.start(self.feed.toggle(key), self.feed)

    def _copy_citation(self, turn: int) -> None:
        copy_citation(self._desk, self._route.session_id, turn)

    def _menu(self, where: QPoint, index: int, link: str) -> None:
        turn = self.feed.entries[index].turn if index < len(self.feed.entries) else 0
        session = self._route.session_id
        text_menu(self.view, self._desk, self.theme, session, turn, link).popup(where)

    def _curate(self) -> None:
        BY_ID["session.curate"].handler(self._desk, self.subject())

    def _sessions_changed(self, found: SessionsFound) -> None:
        session = self._route.session_id
        if session in found.gone and self.stage.shows_content:
            tasks.start_latest("gone", self._tell_gone(), self)
        elif session in found.changed and self._row is not None:
            tasks.start_latest("load", self._grow(), self)

    async def _tell_gone(self) -> None:
        """Say that what is on screen is no longer on disk, and offer what is kept of it."""
        kept = await self._entries.newest_snapshot(self._route.session_id)
        path = self._row.path if self._row else ""
        self.show_error(VelaError(Code.SOURCE_GONE, path=path))
        if kept is not None and self.problems.notice is not None:
            text = translate("Conversation", "View newest source snapshot")
            self.problems.notice.add_button(text, partial(self._show_kept, kept))

    async def _grow(self) -> None:
        """Show what was added since; a conversation that could not be read is opened."""
        if not self.stage.shows_content:
            await self.load()
            return
        await self._read_row()
        await self.feed.grow(await self.feed.service.open(self._route.session_id))
        self.finder.again()
