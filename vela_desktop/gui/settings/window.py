"""The settings window: not modal, one of its kind, as large as it was left."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QModelIndex
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.events import ScanProgressed
from vela_desktop.domain.routes import SettingsRoute
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.keeping import keep
from vela_desktop.gui.kit import Label, WordButton
from vela_desktop.gui.settings.agents import AgentList
from vela_desktop.gui.settings.jobs import JobsSettings
from vela_desktop.gui.settings.page import AgentPage
from vela_desktop.gui.shell.state import from_settings, to_settings
from vela_desktop.gui.theme import Theme
from vela_desktop.services.agents import AgentService
from vela_desktop.services.sessions import SessionService


class SettingsWindow(QDialog):
    """The agents and the jobs at the left, the settings of one of them at the right.

    Open it with ``show_route``. Changes are stored at once, so closing it is all that ends it.
    """

    def __init__(
        self,
        agents: AgentService,
        sessions: SessionService,
        settings: SettingsStore,
        bridge: Bridge,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("settings")
        self._agents, self._sessions = agents, sessions
        self._settings, self._theme, self._parent = settings, theme, parent
        self._pages: dict[Agent, AgentPage] = {}
        self.heading = Label("", "pane")
        self.list = AgentList(theme, tuple(ADAPTERS))
        self.stack = QStackedWidget()
        self.jobs_button = WordButton(theme, icon="jobs")
        self.jobs_button.setObjectName("settings_jobs")
        self.jobs_button.setCheckable(True)
        self.jobs = JobsSettings(theme, settings)
        self.stack.addWidget(self.jobs)
        self._build()
        self.jobs_button.clicked.connect(self._show_jobs)
        self.list.chosen.connect(self._show_agent)
        bridge.agents_changed.connect(self.reload)
        bridge.scan_progressed.connect(self._scanned)
        QShortcut(QKeySequence("Ctrl+W"), self, self.close)
        self.retranslate()

    def _build(self) -> None:
        theme, state = self._theme, from_settings(self._settings.now.window)
        side = QFrame()
        side.setObjectName("settingsside")
        side.setFixedWidth(theme.size("settings.list"))
        column = QVBoxLayout(side)
        column.setContentsMargins(0, theme.space(3), 0, theme.space(2))
        column.setSpacing(theme.space(2))
        top = QHBoxLayout()
        top.setContentsMargins(theme.space(3), 0, theme.space(3), 0)
        top.addWidget(self.jobs_button)
        top.addStretch(1)
        column.addLayout(top)
        head = QHBoxLayout()
        head.setContentsMargins(theme.space(4), 0, theme.space(4), 0)
        head.addWidget(self.heading)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(self.stack, 1)
        self.setTabOrder(self.jobs_button, self.list)
        least = theme.size("settings.min.width"), theme.size("settings.min.height")
        self.setMinimumSize(*least)
        self.resize(
            state.settings_width or theme.size("settings.width"),
            state.settings_height or theme.size("settings.height"),
        )

    def show_route(self, route: SettingsRoute) -> None:
        """Come to the front, at the agent that *route* names, or at the jobs."""
        if route.page == "jobs":
            self._show_jobs()
        elif route.agent is not None or not self.list.currentIndex().isValid():
            self.list.choose(route.agent or next(iter(ADAPTERS)))
        if not self.isVisible():
            self.list.setFocus()
            self.show()
            self.reload()
        self.raise_()
        self.activateWindow()

    @property
    def shows_agent(self) -> bool:
        """Tell whether the page in front is an agent's."""
        return self.list.currentIndex().isValid()

    @property
    def page(self) -> AgentPage:
        """The page of the agent in front."""
        return self._pages[self.list.now()]

    def reload(self) -> None:
        """While it is open, look again for the programs and what the page in front shows."""
        if not self.isVisible():
            return
        tasks.start_latest("statuses", self._load_statuses(), self)
        if self.shows_agent:
            self.page.start()

    async def _load_statuses(self) -> None:
        self.list.agents.show_statuses(await self._agents.statuses())

    def _show_agent(self, agent: Agent) -> None:
        page = self._pages.get(agent)
        if page is None:
            page = AgentPage(self._theme, agent, self._agents, self._sessions, self._settings)
            self._pages[agent] = page
            self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)
        self.jobs_button.setChecked(False)
        page.start()

    def _show_jobs(self) -> None:
        self.list.setCurrentIndex(QModelIndex())
        self.jobs_button.setChecked(True)
        self.jobs.show_stored()
        self.stack.setCurrentWidget(self.jobs)
        tasks.start_latest("stored", self._load_stored(), self)

    async def _load_stored(self) -> None:
        """Show what other processes have stored meanwhile."""
        await self._settings.refreshed()
        self.jobs.show_stored()

    def _scanned(self, progress: ScanProgressed) -> None:
        if progress.finished and self.isVisible() and self.shows_agent:
            tasks.start_latest("roots", self.page.load_roots(), self)

    def done(self, result: int) -> None:
        """Have what was typed stored, and remember the size."""
        for page in self._pages.values():
            page.finish()
        state, size = from_settings(self._settings.now.window), self.size()
        after = replace(state, settings_width=size.width(), settings_height=size.height())
        keep(self._settings, self._parent, window=to_settings(after))
        super().done(result)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.setWindowTitle(translate("Settings", "Settings"))
        self.heading.setText(translate("Settings", "Agents"))
        self.list.setAccessibleName(translate("Settings", "Agents"))
        self.jobs_button.setText(translate("Settings", "Jobs"))
        self.list.agents.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
