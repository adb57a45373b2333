"""A session tab: bar, conversation, find bar, and the outline of prompts beside it."""

import time

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QIcon, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import SessionsFound
from vela_desktop.domain.routes import Route, SessionRoute
from vela_desktop.domain.sessions import MapEntry, SessionRow
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import BY_ID, Desk
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.conversation.feed import Feed
from vela_desktop.gui.conversation.findbar import FindBar
from vela_desktop.gui.conversation.finding import Finder
from vela_desktop.gui.conversation.heading import Heading
from vela_desktop.gui.conversation.menu import copy_citation, text_menu
from vela_desktop.gui.conversation.outline import Outline
from vela_desktop.gui.conversation.scrolling import Place
from vela_desktop.gui.conversation.track import Track
from vela_desktop.gui.conversation.view import ConversationView
from vela_desktop.gui.i18n import error_texts, translate
from vela_desktop.gui.kit import Button, EmptyState, IconButton, PageBar
from vela_desktop.gui.links import open_link
from vela_desktop.gui.pages import Go, Page
from vela_desktop.gui.subjects import SessionSubject, Subject
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.schemes import FOLD
from vela_desktop.services.conversations import ConversationService
from vela_desktop.services.sessions import SessionService

_ICONS = {Code.SOURCE_UNREADABLE: "warning"}


class ConversationPage(Page):
    """Shows the conversation of one session at a turn."""

    def __init__(
        self,
        route: SessionRoute,
        sessions: SessionService,
        conversations: ConversationService,
        bridge: Bridge,
        desk: Desk,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, parent)
        self._route, self._sessions, self._desk = route, sessions, desk
        self._row: SessionRow | None = None
        self._build()
        self.feed = Feed(conversations, self.view, self)
        self.finder = Finder(self.find_bar, self.view, self.feed, self)
        self._connect(bridge)
        self._shortcuts()
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
        self.view = ConversationView(theme)
        self.track = Track(self.view, theme.tokens.style("read").line)
        self.outline = Outline(theme)
        self.empty = EmptyState(theme, "session")
        self.empty.hide()
        self._text = QWidget()
        text = QVBoxLayout(self._text)
        text.setContentsMargins(0, 0, 0, 0)
        text.addWidget(self.view, 1)
        self.find_bar = FindBar(theme, self._text)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        for widget, stretch in (
            (self._text, 1),
            (self.track, 0),
            (self.outline, 0),
            (self.empty, 1),
        ):
            middle.addWidget(widget, stretch)
        self.column.addWidget(self.bar)
        self.column.addLayout(middle, 1)

    def _connect(self, bridge: Bridge) -> None:
        feed, view = self.feed, self.view
        self.curate.clicked.connect(self._curate)
        self.find_button.clicked.connect(self.finder.open)
        view.moved.connect(self._moved)
        view.jump_asked.connect(feed.jump_to)
        view.fold_asked.connect(lambda key: tasks.start(feed.toggle(key), feed))
        view.turn_clicked.connect(self._copy_citation)
        view.menu_asked.connect(self._menu)
        view.link_clicked.connect(self._clicked)
        self.track.dragged.connect(feed.jump)
        self.track.edge_asked.connect(feed.jump_to)
        self.outline.chosen.connect(lambda index: feed.jump(Place(index)))
        feed.opened.connect(self._show_map)
        bridge.sessions_changed.connect(self._sessions_changed)
        self.theme.changed.connect(feed.render_again)

    def _shortcuts(self) -> None:
        keys = QKeySequence.StandardKey
        for key, slot in (
            (keys.Find, self.finder.open),
            (keys.FindNext, lambda: self.finder.step(1)),
            (keys.FindPrevious, lambda: self.finder.step(-1)),
        ):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

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
        return SessionSubject(id=row.id, native_id=row.native_id, title=row.title, path=row.path)

    def retranslate(self) -> None:
        """Speak the present language; rendered words follow."""
        self.curate.setText(translate("Conversation", "Curate to knowledge base…"))
        self.find_button.set_name(translate("Conversation", "Find in this conversation"))
        self.view.setAccessibleName(translate("Conversation", "Conversation"))
        self.track.retranslate()
        self._show_map()
        self.feed.render_again()
        self.finder.again()

    async def load(self) -> None:
        """Open the conversation at the turn of the route."""
        self._row = await self._sessions.get(self._route.session_id)
        self.heading.show_session(self._row)
        self.title_changed.emit(self.title())
        self.state_changed.emit()
        try:
            opened = await self.feed.service.open(self._route.session_id)
        except VelaError as error:
            self._show_nothing(_ICONS.get(error.code, "session-missing"), *error_texts(error))
            self.empty.set_button(translate("Conversation", "Look again"), self._look_again)
            return
        if not opened.entries:
            self._show_nothing("session", *_nothing_yet())
        else:
            self._show_conversation()
        await self.feed.open(opened, Place(index_of(opened.entries, self._route)))
        self._mark_target()

    def _show_nothing(self, icon: str, text: str, action: str) -> None:
        self.empty.set_icon(icon)
        self.empty.say(text, action)
        self._show_conversation(shown=False)

    def _show_conversation(self, *, shown: bool = True) -> None:
        self.empty.setVisible(not shown)
        self._text.setVisible(shown)
        self.track.setVisible(shown)
        self._fit()

    def _look_again(self) -> None:
        tasks.start_latest("load", self.load(), self)

    def _show_map(self) -> None:
        """Show what the map says of the whole conversation."""
        if self._row is None or self.feed.map is None:
            return
        self.heading.show_facts(self._row, self.feed.map, int(time.time() * 1000))
        self.outline.show_prompts(self.feed.entries)
        self.track.show_entries(self.feed.entries)

    async def show_route(self, route: Route) -> None:
        """Go to another turn of the same conversation."""
        assert isinstance(route, SessionRoute)
        self._route = route
        if self.feed.entries:
            await self.feed.show(Place(index_of(self.feed.entries, route)))
            self._mark_target()

    def _mark_target(self) -> None:
        """Mark the step that the route names, until another place is asked for."""
        named = self._route.step is not None and self.feed.entries
        self.view.target = index_of(self.feed.entries, self._route) if named else None
        self.view.viewport().update()

    def _moved(self) -> None:
        index = self.view.read_message()
        self.outline.follow(index)
        if index < len(self.feed.entries):
            turn = self.feed.entries[index].turn
            self.view.show_turn(turn)
            if turn != self._route.turn:
                self._route = SessionRoute(session_id=self._route.session_id, turn=turn)

    def _clicked(self, target: str) -> None:
        if target.startswith(FOLD):
            tasks.start(self.feed.toggle(target.removeprefix(FOLD)), self.feed)
        else:
            open_link(target, self.go)

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
        if session in found.gone and self.feed.entries:
            self.show_error(VelaError(Code.SOURCE_GONE, path=self._row.path if self._row else ""))
        elif session in found.changed:
            tasks.start_latest("grow", self._grow(), self)

    async def _grow(self) -> None:
        """Show what was added since; a conversation that could not be read is opened."""
        if self.empty.isVisibleTo(self) or not self.feed.entries:
            await self.load()
            return
        self._row = await self._sessions.get(self._route.session_id)
        self.heading.show_session(self._row)
        self.title_changed.emit(self.title())
        await self.feed.grow(await self.feed.service.open(self._route.session_id))
        self.finder.again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the outline out where room is short."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        least = self.theme.size("pane.centre.min") + self.theme.size("inspector")
        self.outline.setVisible(self.width() >= least and not self._text.isHidden())


def index_of(entries: tuple[MapEntry, ...], route: SessionRoute) -> int:
    """Return the message a route leads to: its step, else its turn, else the beginning."""
    best, step = 0, route.step or 0
    for entry in entries:
        if route.turn is None or entry.turn > route.turn:
            break
        if entry.turn == route.turn and entry.step <= step:
            if not best or entries[best].turn != entry.turn or entry.step != entries[best].step:
                best = entry.index
            if entry.step == step:
                break
    return best


def _nothing_yet() -> tuple[str, str]:
    return (
        translate("Conversation", "This session has no messages yet."),
        translate("Conversation", "Messages appear here as soon as the agent writes them."),
    )
