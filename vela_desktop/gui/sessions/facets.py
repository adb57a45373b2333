"""The small menus over the session list: agent, project, time, and "not yet curated"."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QMenu, QWidget

from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.domain.entries import Group
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.gui import words
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate
from vela_desktop.gui.kit import WordButton
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

_DAY = 24 * 60 * 60 * 1000
_TIMES = (
    (None, QT_TRANSLATE_NOOP("SessionFacets", "Any time")),
    (1, QT_TRANSLATE_NOOP("SessionFacets", "Last 24 hours")),
    (7, QT_TRANSLATE_NOOP("SessionFacets", "Last 7 days")),
    (30, QT_TRANSLATE_NOOP("SessionFacets", "Last 30 days")),
)
_NAME_SHOWN = 12


class Facets(Surface):
    """Holds the part of the query that is not typed; ``changed`` says that it is another one."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = SessionQuery()
        self._days: int | None = None
        self._projects: tuple[Group, ...] = ()
        self.agent = WordButton(theme, small=True, arrow=True)
        self.project = WordButton(theme, small=True, arrow=True)
        self.time = WordButton(theme, small=True, arrow=True)
        self.uncurated = QCheckBox()
        self.uncurated.setProperty("extent", "small")
        self.uncurated.toggled.connect(lambda on: self._set(uncurated=on))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(2), 0, theme.space(3), theme.space(1))
        row.setSpacing(theme.space(1))
        for button in (self.agent, self.project, self.time):
            button.setMenu(QMenu(button))
            row.addWidget(button)
        self.agent.menu().aboutToShow.connect(self._fill_agents)
        self.project.menu().aboutToShow.connect(self._fill_projects)
        self.time.menu().aboutToShow.connect(self._fill_times)
        row.addStretch(1)
        row.addWidget(self.uncurated)
        self.retranslate()

    def query(self, text: str) -> SessionQuery:
        """Return what the list is filtered by, with the words that were typed."""
        since = None if self._days is None else int(time.time() * 1000) - self._days * _DAY
        return replace(self._query, text=text, since=since)

    @property
    def filters(self) -> bool:
        """Tell whether anything is left out."""
        return self._query != SessionQuery() or self._days is not None

    def clear(self) -> None:
        """Leave nothing out."""
        self._days = None
        self.uncurated.setChecked(False)
        self._set(agent=None, project_id=None, uncurated=False)

    def offer_projects(self, projects: tuple[Group, ...]) -> None:
        """Offer these projects from now on."""
        self._projects = projects
        self.retranslate()

    def retranslate(self) -> None:
        """Name each facet, or what it is set to."""
        agent, project = self._query.agent, self._query.project_id
        names = {group.project_id: group.name for group in self._projects}
        chosen = names.get(project or "", "") if project is not None else ""
        self.agent.setText(words.agent(agent) if agent else translate("SessionFacets", "Agent"))
        shown = chosen if len(chosen) <= _NAME_SHOWN else chosen[:_NAME_SHOWN] + "…"
        self.project.setText(shown or translate("SessionFacets", "Project"))
        time_text = next(text for days, text in _TIMES if days == self._days)
        self.time.setText(
            translate("SessionFacets", "Time")
            if self._days is None
            else translate("SessionFacets", time_text)
        )
        self.uncurated.setText(translate("SessionFacets", "Not curated"))
        self.uncurated.setToolTip(
            translate("SessionFacets", "Only sessions without entries in the knowledge base")
        )

    def _set(self, **changes: object) -> None:
        self._query = replace(self._query, **changes)  # type: ignore[arg-type]
        self.retranslate()
        self.changed.emit()

    def _fill_agents(self) -> None:
        rows: list[tuple[str, Agent | None]] = [(translate("SessionFacets", "All agents"), None)]
        rows += [
            (words.agent(info.agent), info.agent) for info in AGENTS.values() if info.has_sessions
        ]
        _fill(self.agent.menu(), rows, self._query.agent, lambda value: self._set(agent=value))

    def _fill_projects(self) -> None:
        rows: list[tuple[str, str | None]] = [(translate("SessionFacets", "All projects"), None)]
        rows += [
            (
                f"{group.name or translate('SessionList', 'Unknown project')}  {group.count}",
                group.id,
            )
            for group in self._projects
        ]
        now = self._query.project_id
        _fill(self.project.menu(), rows, now, lambda value: self._set(project_id=value))

    def _fill_times(self) -> None:
        rows = [(translate("SessionFacets", text), days) for days, text in _TIMES]
        _fill(self.time.menu(), rows, self._days, self._choose_days)

    def _choose_days(self, days: object) -> None:
        self._days = days if isinstance(days, int) else None
        self._set()


def _fill(
    menu: QMenu,
    rows: Sequence[tuple[str, object]],
    now: object,
    choose: Callable[[object], None],
) -> None:
    menu.clear()
    group = QActionGroup(menu)
    for text, value in rows:
        action = QAction(text.replace("&", "&&"), menu)
        action.setCheckable(True)
        action.setChecked(value == now)
        action.triggered.connect(lambda _=False, value=value: choose(value))
        group.addAction(action)
        menu.addAction(action)
