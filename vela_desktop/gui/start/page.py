"""The first page, from top to bottom: welcome, found, one button, who can curate, privacy."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.events import ScanProgressed
from vela_desktop.domain.routes import Route, StartRoute
from vela_desktop.domain.sessions import SessionQuery, SessionRow
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import BY_ID, Desk
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import (
    Button,
    ElidedLabel,
    EmptyState,
    IconLabel,
    Label,
    Separator,
    WrappedLabel,
)
from vela_desktop.gui.pages import Go, Page
from vela_desktop.gui.start.curators import CuratorsSection
from vela_desktop.gui.start.found import Found, FoundSection, newest_line
from vela_desktop.gui.subjects import subject_of
from vela_desktop.gui.theme import Theme
from vela_desktop.services.agents import AgentService
from vela_desktop.services.sessions import SessionService

GATHER_MILLISECONDS = 250
"""A scan tells of its finds many times a second; the page follows a few times."""


class StartPage(Page):
    """Shows what was found and offers to curate the newest session."""

    def __init__(
        self,
        route: StartRoute,
        sessions: SessionService,
        agents: AgentService,
        bridge: Bridge,
        desk: Desk,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, parent)
        self._route, self._sessions, self._agents, self._desk = route, sessions, agents, desk
        self._found = Found()
        self._newest: SessionRow | None = None
        self._later = QTimer(self, singleShot=True, interval=GATHER_MILLISECONDS)
        self._later.timeout.connect(self._look)
        self._build()
        self._connect(bridge)
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.heading, self.subtitle = Label("", "title"), WrappedLabel("", "secondary")
        self.found, self.curators = FoundSection(theme), CuratorsSection(theme)
        self.curate = Button(theme, look="primary", size="big")
        self.curate.setObjectName("start_curate")
        self.newest, self.newest_facts = ElidedLabel("", "strong"), ElidedLabel("", "caption")
        self.empty = EmptyState(theme, "session")
        self.private, self.private_text = Label("", "strong"), WrappedLabel("", "secondary")
        self.action = self._action()
        inner = QWidget()
        inner.setMaximumWidth(theme.size("start.width"))
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, theme.space(8), 0, theme.space(8))
        column.setSpacing(theme.space(6))
        column.addStretch(2)
        column.addLayout(self._welcome())
        for widget in (self.found, self.action, self.empty, self.curators, Separator(theme)):
            column.addWidget(widget)
        column.addLayout(self._privacy())
        column.addStretch(3)
        self._area = QScrollArea(widgetResizable=True)
        self.column.addWidget(self._scrolled(inner), 1)
        self.action.hide()
        self.empty.hide()

    def _scrolled(self, inner: QWidget) -> QScrollArea:
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(self.theme.space(8), 0, self.theme.space(8), 0)
        row.addStretch(1)
        row.addWidget(inner, self.theme.size("start.width"))
        row.addStretch(1)
        area = self._area
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(middle)
        return area

    def _welcome(self) -> QHBoxLayout:
        theme = self.theme
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.heading)
        words.addWidget(self.subtitle)
        row = QHBoxLayout()
        row.setSpacing(theme.space(4))
        row.addWidget(IconLabel(theme, "vela", size=theme.size("icon.app")))
        row.addLayout(words, 1)
        return row

    def _action(self) -> QWidget:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.newest)
        words.addWidget(self.newest_facts)
        action = QWidget()
        row = QHBoxLayout(action)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self.theme.space(4))
        row.addWidget(self.curate)
        row.addLayout(words, 1)
        return action

    def _privacy(self) -> QHBoxLayout:
        theme = self.theme
        words = QVBoxLayout()
        words.setSpacing(theme.space("half"))
        words.addWidget(self.private)
        words.addWidget(self.private_text)
        row = QHBoxLayout()
        row.setSpacing(theme.space(3))
        sign = IconLabel(theme, "shield", "success", theme.size("icon.large"))
        row.addWidget(sign, alignment=Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        return row

    def _connect(self, bridge: Bridge) -> None:
        self.curate.clicked.connect(self._curate)
        self.found.again.clicked.connect(self._look_again)
        bridge.sessions_changed.connect(self._changed)
        bridge.scan_progressed.connect(self._progressed)
        bridge.agents_changed.connect(self._ask_agents)

    def route(self) -> Route:
        """Return the page's link."""
        return self._route

    def title(self) -> str:
        """Return the tab's words."""
        return translate("Start", "Start")

    def icon(self) -> QIcon:
        """Return the tab's icon."""
        return self.theme.icon("home")

    def retranslate(self) -> None:
        """Speak the present language."""
        self._area.setAccessibleName(self.title())
        self.heading.setText(translate("Start", "Welcome to Vela"))
        self.subtitle.setText(
            translate("Start", "Turn your sessions with coding agents into knowledge you keep.")
        )
        self.curate.setText(translate("Start", "Curate the newest session…"))
        self.private.setText(translate("Start", "Everything stays on this computer."))
        self.private_text.setText(
            translate(
                "Start",
                "A session’s text goes out only when you have it curated, and only to the agent "
                "you pick; the built-in extractor sends nothing. Vela reads the agents’ files and "
                "never changes them.",
            )
        )
        self._show_newest()
        self._say_empty()
        self.title_changed.emit(self.title())

    async def load(self) -> None:
        """Read what was found; the agents' programs are asked meanwhile."""
        self._ask_agents()
        await self._read()

    async def _read(self) -> None:
        roots = await self._sessions.roots()
        newest = await self._sessions.list(SessionQuery(page=1))
        projects = await self._sessions.projects()
        readable = (row for row in newest.items if row.scan_error is None)
        self._newest = next(readable, None)
        self._found = Found(roots=roots, projects=len(projects))
        self.found.show_found(self._found)
        self._show_newest()
        self._say_empty()

    def _show_newest(self) -> None:
        row = self._newest
        self.action.setVisible(row is not None)
        if row is not None:
            self.newest.setText(row.title)
            self.newest_facts.setText(newest_line(row, now_ms()))

    def _say_empty(self) -> None:
        self.empty.setVisible(bool(self._found.roots) and self._newest is None)
        title = translate("Start", "No sessions yet")
        if self._found.unreadable:
            title = translate("Start", "No session can be read yet")
        teaching = translate(
            "Start",
            "Work with a coding agent on this computer. Its sessions are listed here by "
            "themselves.",
        )
        self.empty.say(title, teaching)

    def _changed(self) -> None:
        if not self._later.isActive():
            self._later.start()

    def _progressed(self, progress: ScanProgressed) -> None:
        self.found.show_scanning(scanning=not progress.finished)
        if progress.finished:
            self._changed()

    def _look(self) -> None:
        tasks.start_latest("found", self._read(), self)

    def _look_again(self) -> None:
        self._desk.refresh_sessions()
        self._ask_agents()

    def _ask_agents(self) -> None:
        tasks.start_latest("agents", self._read_agents(), self)

    async def _read_agents(self) -> None:
        self.curators.show_statuses(await self._agents.statuses())

    def _curate(self) -> None:
        row = self._newest
        if row is not None:
            BY_ID["session.curate"].handler(self._desk, subject_of(row))
