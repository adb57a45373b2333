"""A session tab: bar, conversation, find bar, and the outline of prompts beside it."""

from PySide6.QtGui import QIcon, QKeySequence, QResizeEvent, QShortcut, QTextCursor, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QTextEdit, QVBoxLayout, QWidget

from vela_desktop.domain.entries import Citation
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.routes import Route, SessionRoute, format_citation
from vela_desktop.domain.sessions import SessionRow, TranscriptMap
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import BY_ID, Desk
from vela_desktop.gui.conversation.findbar import FindBar
from vela_desktop.gui.conversation.hits import Hits
from vela_desktop.gui.conversation.labels import labels, turn_facts
from vela_desktop.gui.conversation.outline import Outline
from vela_desktop.gui.conversation.view import ConversationView
from vela_desktop.gui.conversation.window import Extent, around, earlier, later
from vela_desktop.gui.i18n import error_texts, plural, translate
from vela_desktop.gui.kit import (
    Button,
    ElidedLabel,
    EmptyState,
    IconButton,
    PageBar,
)
from vela_desktop.gui.links import open_link
from vela_desktop.gui.pages import Go, Page
from vela_desktop.gui.subjects import SessionSubject, Subject
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.conversation import Piece
from vela_desktop.services.conversations import ConversationService
from vela_desktop.services.sessions import SessionService


class ConversationPage(Page):
    """Shows the conversation of one session at a turn."""

    def __init__(
        self,
        route: SessionRoute,
        sessions: SessionService,
        conversations: ConversationService,
        desk: Desk,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, parent)
        self._route, self._sessions, self._conversations = route, sessions, conversations
        self._desk = desk
        self._row: SessionRow | None = None
        self._map: TranscriptMap | None = None
        self._unfolded: frozenset[str] = frozenset()
        self._hits = Hits()
        self._build()
        self._connect()
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.bar = PageBar(theme)
        self.bar.crumbs.hide()
        self.heading, self.facts = ElidedLabel("", "strong"), ElidedLabel("", "caption")
        self.curate = Button(theme, icon="curate")
        self.find_button = IconButton(theme, "search", shortcut="Ctrl+F")
        self.view = ConversationView(theme)
        self.scroll_bar = QScrollBar()
        self.find_bar = FindBar(theme)
        self.find_bar.hide()
        self.outline = Outline(theme)
        self.empty = EmptyState(theme, "session-missing")
        self.empty.hide()
        self.bar.left.addWidget(self.heading, 1)
        self.bar.left.addWidget(self.facts, 1)
        self.bar.right.addWidget(self.curate)
        self.bar.right.addWidget(self.find_button)
        self.column.addWidget(self.bar)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(self.find_bar)
        text.addWidget(self.view, 1)
        text.addWidget(self.empty, 1)
        middle.addLayout(text, 1)
        middle.addWidget(self.scroll_bar)
        middle.addWidget(self.outline)
        self.column.addLayout(middle, 1)

    def _connect(self) -> None:
        self.curate.clicked.connect(self._curate)
        self.find_button.clicked.connect(self.find_bar.open)
        shortcut = QShortcut(QKeySequence.StandardKey.Find, self)
        shortcut.activated.connect(self.find_bar.open)
        self.view.edge_reached.connect(self._extend)
        self.view.moved.connect(self._moved)
        self.view.link_clicked.connect(self._clicked)
        self.scroll_bar.sliderMoved.connect(self._jump)
        self.outline.chosen.connect(self._jump)
        self.find_bar.asked.connect(self._look_for)
        self.find_bar.stepped.connect(self._step)
        self.find_bar.closed.connect(self._close_find)
        self.theme.changed.connect(self._render_again)

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
        self._say_facts()
        self._render_again()

    def _say_facts(self) -> None:
        row = self._row
        if row is None or self._map is None:
            return
        self.heading.setText(row.title)
        turns = plural("Conversation", "%n turns")(self._map.counts.turns)
        parts = [row.project, row.branch or "", turns]
        broken = self._map.counts.bad_lines
        if broken:
            parts.append(plural("Conversation", "%n unreadable lines")(broken))
        self.facts.setText(" · ".join(part for part in parts if part))

    async def load(self) -> None:
        """Open the conversation at the turn of the route."""
        self._row = await self._sessions.get(self._route.session_id)
        self.title_changed.emit(self.title())
        self.state_changed.emit()
        try:
            self._map = await self._conversations.open(self._route.session_id)
        except VelaError as error:
            self._show_nothing(*error_texts(error))
            return
        self._say_facts()
        self.outline.show_prompts(self._map.entries)
        self.scroll_bar.setRange(0, max(0, len(self._map.entries) - 1))
        if not self._map.entries:
            self._show_nothing(translate("Conversation", "This session has no messages yet."), "")
            return
        await self._open_at(self._index_of(self._route))

    def _show_nothing(self, text: str, action: str) -> None:
        self.empty.say(text, action)
        self.empty.show()
        for widget in (self.view, self.scroll_bar, self.outline):
            widget.hide()

    async def show_route(self, route: Route) -> None:
        """Go to another turn of the same conversation."""
        assert isinstance(route, SessionRoute)
        self._route = route
        if self._map is not None and self._map.entries:
            await self._open_at(self._index_of(route))

    def _index_of(self, route: SessionRoute) -> int:
        """Return the message a route leads to: its step, else its turn, else the beginning."""
        assert self._map is not None
        best = 0
        for entry in self._map.entries:
            if route.turn is None or entry.turn > route.turn:
                break
            if entry.turn == route.turn and entry.step <= (route.step or 0):
                best = entry.index
                if entry.step == (route.step or 0):
                    break
        return best

    async def _open_at(self, index: int) -> None:
        assert self._map is not None
        extent = around(index, len(self._map.entries))
        self.view.start(extent, await self._render(extent), index)

    async def _render(self, extent: Extent) -> list[Piece]:
        assert self._map is not None
        agent = self._map.location.agent
        facts = turn_facts(self._map.entries, extent.range, agent)
        return await self._conversations.html(
            self._map, extent.range, self._unfolded, labels(agent), facts
        )

    def _render_again(self) -> None:
        if self._map is not None and self._map.entries:
            tasks.start_latest("open", self._open_at(self.view.top_message()), self)

    def _extend(self, edge: str) -> None:
        if self._map is None or self.view.busy:
            return
        now = self.view.extent
        more = later(now, len(self._map.entries)) if edge == "end" else earlier(now)
        if more is not None:
            tasks.start_latest(edge, self._add(more, at_end=edge == "end"), self)

    async def _add(self, more: Extent, *, at_end: bool) -> None:
        pieces = await self._render(more)
        edge = self.view.extent.stop if at_end else self.view.extent.start
        if not self.view.busy and edge == (more.start if at_end else more.stop):
            self.view.add(pieces, at_end=at_end)

    def _moved(self, index: int) -> None:
        self.outline.follow(index)
        if not self.scroll_bar.isSliderDown():
            self.scroll_bar.setValue(index)
        if self._map is not None and index < len(self._map.entries):
            turn = self._map.entries[index].turn
            self._route = SessionRoute(session_id=self._route.session_id, turn=turn)

    def _jump(self, index: int) -> None:
        if index in self.view.extent:
            self.view.show_message(index)
        elif self._map is not None:
            tasks.start_latest("open", self._open_at(index), self)

    def _clicked(self, target: str) -> None:
        scheme, _, rest = target.partition(":")
        if scheme == "fold":
            self._unfolded ^= {rest}
            index = int(rest.partition(".")[0])
            tasks.start(self._fold(index), self)
        elif scheme == "turn":
            citation = Citation(session_id=self._route.session_id, turn=int(rest))
            words = translate("Conversation", "Turn {number}").format(number=rest)
            text = f"[{words}]({format_citation(citation)})"
            self._desk.copy(text, translate("Conversation", "Citation copied"))
        else:
            open_link(target, self.go)

    async def _fold(self, index: int) -> None:
        for piece in await self._render(Extent(index, index + 1)):
            self.view.replace(piece)

    def _curate(self) -> None:
        BY_ID["session.curate"].handler(self._desk, self.subject())

    def _look_for(self, words: str) -> None:
        self._hits = Hits()
        self._mark()
        self.find_bar.say(0, 0, searching=True)
        if words.strip():
            tasks.start_latest("find", self._find(words), self)

    async def _find(self, words: str) -> None:
        if self._map is None:
            return
        first = self.view.top_message()
        async for found in self._conversations.find(self._map, words):
            self._hits.add(found)
            if not self._hits.at and self._hits.total:
                self._hits.start_from(first)
                await self._show_hit()
            self.find_bar.say(self._hits.at, self._hits.total, searching=True)
        self.find_bar.say(self._hits.at, self._hits.total, searching=False)

    def _step(self, by: int) -> None:
        self._hits.step(by)
        self.find_bar.say(self._hits.at, self._hits.total, searching=False)
        tasks.start_latest("hit", self._show_hit(), self)

    async def _show_hit(self) -> None:
        place = self._hits.place()
        if place is None:
            return
        if place[0] not in self.view.extent:
            await self._open_at(place[0])
        self._mark()

    def _mark(self) -> None:
        """Mark every hit in the document, and the present one apart."""
        words, place = self.find_bar.box.text().strip(), self._hits.place()
        marks: list[QTextEdit.ExtraSelection] = []
        here: QTextCursor | None = None
        frame = self.view.frame(place[0]) if place else None
        cursor = self.view.document().find(words) if words else QTextCursor()
        nth = 0
        while not cursor.isNull():
            inside = frame is not None and (
                frame.firstPosition() <= cursor.selectionStart() <= frame.lastPosition()
            )
            current = inside and place is not None and nth == place[1]
            nth += inside
            here = cursor if current else here
            marks.append(self._selection(cursor, current=current))
            cursor = self.view.document().find(words, cursor, QTextDocument.FindFlag(0))
        self.view.setExtraSelections(marks)
        if here is not None:
            still = QTextCursor(here)
            still.clearSelection()
            self.view.setTextCursor(still)
        elif place is not None:
            self.view.show_message(place[0])

    def _selection(self, cursor: QTextCursor, *, current: bool) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = cursor
        mark.format.setBackground(self.theme.color("bg.hit.current" if current else "bg.hit"))
        mark.format.setFontUnderline(current)
        return mark

    def _close_find(self) -> None:
        self.find_bar.hide()
        self.find_bar.box.clear()
        self.view.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the outline out where room is short."""
        super().resizeEvent(event)
        narrow = self.width() < self.theme.size("measure.max") + self.theme.size("inspector")
        self.outline.setVisible(not narrow and self.view.isVisibleTo(self))
