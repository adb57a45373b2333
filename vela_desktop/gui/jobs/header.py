"""Over the records: their name and number, the filters, and the names of the columns."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from vela_desktop.domain.entries import Group
from vela_desktop.domain.jobs import JobStatus
from vela_desktop.domain.routes import JobsRoute
from vela_desktop.gui import words
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.jobs.columns import Columns, cells
from vela_desktop.gui.kit import ElidedLabel, Label, WordButton
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

_NAME_LETTERS = 10
"""Letters of a project that the closed box has room for; the open one shows it whole."""


class JobsHead(Surface):
    """``status_chosen`` carries a JobStatus or None, ``project_chosen`` a project's id or None."""

    status_chosen = Signal(object)
    project_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pagebar")
        self._route, self._total = JobsRoute(), 0
        self._projects: Sequence[Group] = ()
        self.heading, self.count = Label("", "page"), ElidedLabel("", "secondary")
        self.status, self.project = QComboBox(), QComboBox()
        self.refresh = WordButton(theme, icon="refresh")
        self.project.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.project.setMinimumContentsLength(_NAME_LETTERS)
        self.status.activated.connect(self._choose_status)
        self.project.activated.connect(lambda: self.project_chosen.emit(self.project.currentData()))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(5), theme.space(2), theme.space(4), theme.space(2))
        row.setSpacing(theme.space(2))
        for widget in self._parts():
            row.addWidget(widget, 1 if widget is self.count else 0)
        self.retranslate()

    def _parts(self) -> tuple[QWidget, ...]:
        return self.heading, self.count, self.status, self.project, self.refresh

    def show_list(self, route: JobsRoute, total: int, projects: Sequence[Group]) -> None:
        """Show that *total* jobs match *route*, and offer *projects*."""
        self._route, self._total, self._projects = route, total, projects
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Jobs", "Jobs"))
        self.count.setText(plural("Jobs", "%n jobs")(self._total))
        self.refresh.setText(translate("Jobs", "Refresh"))
        self.refresh.setToolTip(translate("Jobs", "Refresh"))
        self.status.setAccessibleName(translate("Jobs", "Filter by status"))
        self.project.setAccessibleName(translate("Jobs", "Filter by project"))
        self._fill_statuses()
        self._fill_projects()
        self._fit()

    def _fit(self) -> None:
        """Show the way to look again as an icon alone where room is short."""
        style = Qt.ToolButtonStyle
        self.refresh.setToolButtonStyle(style.ToolButtonTextBesideIcon)
        needed = sum(part.sizeHint().width() + self._row.spacing() for part in self._parts())
        margins = self._row.contentsMargins()
        if needed + margins.left() + margins.right() > self.width():
            self.refresh.setToolButtonStyle(style.ToolButtonIconOnly)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many words as fit."""
        super().resizeEvent(event)
        self._fit()

    def _fill_statuses(self) -> None:
        self.status.clear()
        self.status.addItem(translate("Jobs", "All statuses"), None)
        for status in JobStatus:
            self.status.addItem(words.status(status), str(status))
        self.status.setCurrentIndex(max(0, self.status.findData(self._route.status)))

    def _fill_projects(self) -> None:
        self.project.clear()
        self.project.addItem(translate("Jobs", "All projects"), None)
        for group in self._projects:
            name = group.name or translate("Jobs", "Source project unknown")
            self.project.addItem(name, group.id)
        self.project.setCurrentIndex(max(0, self.project.findData(self._route.project_id)))
        self.project.setEnabled(bool(self._projects))

    def _choose_status(self) -> None:
        data = self.status.currentData()
        self.status_chosen.emit(JobStatus(data) if data else None)


class ColumnNames(Surface):
    """The line that names the columns, aligned with the lines below it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tablehead")
        self.setFixedHeight(theme.size("control.dialog"))
        self._theme = theme
        names = [Label("", "caption", self) for _ in range(4)]
        self.status, self.session, self.agent, self.time = names
        self.retranslate()

    def set_columns(self, columns: Columns, width: int) -> None:
        """Follow the columns of a table that is *width* pixels wide."""
        height = self.height() - round(self._theme.tokens.line("hair"))
        found = cells(columns, width, height, self._theme)
        for label, cell in (
            (self.status, found.status),
            (self.session, found.title),
            (self.agent, found.agent),
            (self.time, found.time),
        ):
            label.setGeometry(cell)
            label.setVisible(not cell.isEmpty())

    def retranslate(self) -> None:
        """Speak the present language."""
        self.status.setText(translate("Jobs", "Status"))
        self.session.setText(translate("Jobs", "Session"))
        self.agent.setText(translate("Jobs", "Agent · model · effort"))
        self.time.setText(translate("Jobs", "Time"))
