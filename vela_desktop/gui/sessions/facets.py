"""The small menus over the session list: agent, project, time, and "not yet curated"."""

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QMenu, QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.entries import Group
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.gui import words
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.sessions import choices
from vela_desktop.gui.sessions.facet_button import FacetButton
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

_DAY = 24 * 60 * 60 * 1000
_NAME_SHOWN = (14, 9, 6)
"""Characters of a chosen name, tried in this order until the row fits."""


class Facets(Surface):
    """Holds the part of the query that is not typed; ``changed`` says that it is another one.

    A row of its own for each facet; where that is too wide, one button for all of them.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = SessionQuery()
        self._days: int | None = None
        self._projects: tuple[Group, ...] = ()
        self.agent = FacetButton(theme)
        self.project = FacetButton(theme)
        self.time = FacetButton(theme)
        self.uncurated = QCheckBox()
        self.uncurated.setObjectName("uncurated")
        self.all = FacetButton(theme)
        self._row = QHBoxLayout(self)
        self._build(theme)
        self.retranslate()

    def _build(self, theme: Theme) -> None:
        self.setFixedHeight(theme.size("row.group"))
        self._row.setContentsMargins(theme.space(2), 0, theme.space(3), 0)
        self._row.setSpacing(0)
        self._row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        fills = {
            self.agent: self._fill_agents,
            self.project: self._fill_projects,
            self.time: self._fill_times,
            self.all: self._fill_all,
        }
        for button, fill in fills.items():
            menu = button.menu()
            menu.aboutToShow.connect(lambda menu=menu, fill=fill: fill(menu))
            self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addStretch(1)
        self._row.addWidget(self.uncurated)
        self.uncurated.toggled.connect(lambda on: self._set(uncurated=on))

    def query(self, text: str) -> SessionQuery:
        """Return what the list is filtered by, with the words that were typed."""
        since = None if self._days is None else now_ms() - self._days * _DAY
        return replace(self._query, text=text, since=since)

    @property
    def number(self) -> int:
        """How many facets leave something out."""
        query = self._query
        chosen = (query.agent, query.project_id, self._days, query.uncurated or None)
        return sum(value is not None for value in chosen)

    def clear(self) -> None:
        """Leave nothing out."""
        before, self._days, self._query = self.number, None, SessionQuery()
        self.uncurated.blockSignals(True)
        self.uncurated.setChecked(False)
        self.uncurated.blockSignals(False)
        self.retranslate()
        if before:
            self.changed.emit()

    def offer_projects(self, projects: tuple[Group, ...]) -> None:
        """Offer these projects from now on."""
        if projects != self._projects:
            self._projects = projects
            self.retranslate()

    def minimumSizeHint(self) -> QSize:
        """Ask for no width: the row folds where its pane is narrow."""
        return QSize(0, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show each facet, or one button for all, whichever fits."""
        super().resizeEvent(event)
        self._fit()

    def retranslate(self) -> None:
        """Name each facet, or what it is set to."""
        names = (
            (self.agent, translate("SessionFacets", "Agent"), self._agent_chosen()),
            (self.project, translate("SessionFacets", "Project"), self._project_chosen()),
            (self.time, translate("SessionFacets", "Time"), self._time_chosen()),
        )
        for button, facet, chosen in names:
            button.setAccessibleName(f"{facet}: {chosen}" if chosen else facet)
            button.setToolTip(chosen)
        self.uncurated.setText(translate("SessionFacets", "Uncurated"))
        self.uncurated.setToolTip(
            translate("SessionFacets", "Only sessions without entries in the knowledge base")
        )
        title = translate("SessionFacets", "Filter")
        self.all.setText(f"{title} · {self.number}" if self.number else title)
        self._fit()

    def _agent_chosen(self) -> str:
        return words.agent(self._query.agent) if self._query.agent else ""

    def _project_chosen(self) -> str:
        if self._query.project_id is None:
            return ""
        names = {group.project_id: group.name for group in self._projects}
        return names.get(self._query.project_id) or translate("SessionList", "Unknown project")

    def _time_chosen(self) -> str:
        return choices.time_name(self._days) if self._days is not None else ""

    def _name(self, limit: int) -> None:
        """Say on each button what it is set to, in at most *limit* characters."""
        project = self._project_chosen()
        if len(project) > limit:
            project = project[:limit].rstrip() + "…"
        self.agent.setText(self._agent_chosen() or translate("SessionFacets", "Agent"))
        self.project.setText(project or translate("SessionFacets", "Project"))
        self.time.setText(self._time_chosen() or translate("SessionFacets", "Time"))

    def _fit(self) -> None:
        apart = (self.agent, self.project, self.time, self.uncurated)
        margins = self._row.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        fits = False
        for limit in _NAME_SHOWN:
            self._name(limit)
            fits = sum(widget.sizeHint().width() for widget in apart) <= room
            if fits:
                break
        for widget in apart:
            widget.setVisible(fits)
        self.all.setVisible(not fits)

    def _set(self, **changes: object) -> None:
        self._query = replace(self._query, **changes)  # type: ignore[arg-type]
        self.retranslate()
        self.changed.emit()

    def _fill_agents(self, menu: QMenu) -> None:
        choices.fill(menu, choices.agents(), self._query.agent, lambda to: self._set(agent=to))

    def _fill_projects(self, menu: QMenu) -> None:
        rows, now = choices.projects(self._projects), self._query.project_id
        choices.fill(menu, rows, now, lambda to: self._set(project_id=to))

    def _fill_times(self, menu: QMenu) -> None:
        choices.fill(menu, choices.times(), self._days, self._choose_days)

    def _fill_all(self, menu: QMenu) -> None:
        menu.clear()
        facets = (
            (translate("SessionFacets", "Agent"), self._fill_agents),
            (translate("SessionFacets", "Project"), self._fill_projects),
            (translate("SessionFacets", "Time"), self._fill_times),
        )
        for title, fill in facets:
            fill(menu.addMenu(title))
        uncurated = menu.addAction(translate("SessionFacets", "Uncurated"))
        uncurated.setCheckable(True)
        uncurated.setChecked(self._query.uncurated)
        uncurated.toggled.connect(self.uncurated.setChecked)
        menu.addSeparator()
        clear = menu.addAction(translate("SessionList", "Clear filters"))
        clear.setEnabled(self.number > 0)
        clear.triggered.connect(self.clear)

    def _choose_days(self, days: object) -> None:
        self._days = days if isinstance(days, int) else None
        self._set()
