"""Over the records: where the page has been, their name and number, the filters, the pause, and the
names of the columns."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from vela_desktop.domain.entries import Group
from vela_desktop.domain.jobs import JobStatus
from vela_desktop.domain.routes import JobsRoute
from vela_desktop.domain.text import squeeze
from vela_desktop.gui import words
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.jobs.columns import Columns, cells
from vela_desktop.gui.kit import ElidedLabel, IconButton, Label, Notice, WordButton
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

BACK, FORWARD = "Alt+Left", "Alt+Right"
_NAME_LETTERS = 10
"""Letters of a project that the closed box has room for; the open one shows it whole."""


class JobsHead(Surface):
    """``status_chosen`` carries a JobStatus or None, ``project_chosen`` a project's id or None,
    ``pause_asked`` whether all jobs shall be paused."""

    status_chosen = Signal(object)
    project_chosen = Signal(object)
    pause_asked = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pagebar")
        self._theme = theme
        self._route, self._total = JobsRoute(), 0
        self._projects: Sequence[Group] = ()
        self._session, self._paused = "", False
        self.back = IconButton(theme, "arrow-left", shortcut=BACK)
        self.forward = IconButton(theme, "arrow-right", shortcut=FORWARD)
        self.heading, self.count = Label("", "page"), ElidedLabel("", "secondary")
        self.session = WordButton(theme, icon="close")
        self.session.setObjectName("jobs_session")
        self.session.setMaximumWidth(theme.size("entry.link.max"))
        self.pause = WordButton(theme, icon="pause")
        self.pause.setObjectName("jobs_pause")
        self.status, self.project = QComboBox(), QComboBox()
        self.refresh = WordButton(theme, icon="refresh")
        self.project.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.project.setMinimumContentsLength(_NAME_LETTERS)
        self.status.activated.connect(self._choose_status)
        self.project.activated.connect(lambda: self.project_chosen.emit(self.project.currentData()))
        self.pause.clicked.connect(lambda: self.pause_asked.emit(not self._paused))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(5), theme.space(2), theme.space(4), theme.space(2))
        row.setSpacing(theme.space(2))
        for widget in self._parts():
            row.addWidget(widget, 1 if widget is self.count else 0)
        self.retranslate()

    def _parts(self) -> tuple[QWidget, ...]:
        return (
            self.back, self.forward, self.heading, self.count, self.session, self.status,
            self.project, self.pause, self.refresh,
        )  # fmt: skip

    def show_list(
        self, route: JobsRoute, total: int, projects: Sequence[Group], session: str
    ) -> None:
        """Show that *total* jobs match *route*, offer *projects*, and name the *session* whose jobs
        alone are shown."""
        self._route, self._total, self._projects = route, total, projects
        self._session = session
        self.retranslate()

    def show_ways(self, *, back: bool, forward: bool) -> None:
        """Say whether there is a page to go back or forward to."""
        self.back.setEnabled(back)
        self.forward.setEnabled(forward)

    def show_paused(self, paused: bool) -> None:
        """Offer to pause all jobs, or to have them go on."""
        self._paused = paused
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Jobs", "Jobs"))
        self.count.setText(plural("Jobs", "%n jobs")(self._total))
        self.back.set_name(translate("Jobs", "Back"))
        self.forward.set_name(translate("Jobs", "Forward"))
        self._say_session()
        self._say_pause()
        self.refresh.setText(translate("Jobs", "Refresh"))
        self.refresh.setToolTip(translate("Jobs", "Refresh"))
        self.status.setAccessibleName(translate("Jobs", "Filter by status"))
        self.project.setAccessibleName(translate("Jobs", "Filter by project"))
        self._fill_statuses()
        self._fill_projects()
        self._fit()

    def _say_session(self) -> None:
        title = self._session or translate("Jobs", "One session")
        self.session.setText(squeeze(title).replace("&", "&&"))
        self.session.setToolTip(translate("Jobs", "Show the jobs of all sessions"))
        self.session.setAccessibleName(f"{title}, {self.session.toolTip()}")
        self.session.setVisible(self._route.session_id is not None)

    def _say_pause(self) -> None:
        said, hint = (
            (
                translate("Jobs", "Resume"),
                translate("Jobs", "Waiting jobs start again"),
            )
            if self._paused
            else (
                translate("Jobs", "Pause all"),
                translate("Jobs", "Start no waiting job until you resume"),
            )
        )
        self.pause.setText(said)
        self.pause.setToolTip(hint)
        self.pause.setAccessibleName(f"{said}, {hint}")
        self._theme.dress(self.pause, "play" if self._paused else "pause")

    def _fit(self) -> None:
        """Show the ways to look again and to pause as icons alone where room is short."""
        style = Qt.ToolButtonStyle
        for button in (self.refresh, self.pause):
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon)
        for button in (self.refresh, self.pause):
            if self._needed() > self.width():
                button.setToolButtonStyle(style.ToolButtonIconOnly)

    def _needed(self) -> int:
        shown = [part for part in self._parts() if not part.isHidden()]
        widths = (min(part.sizeHint().width(), part.maximumWidth()) for part in shown)
        needed = sum(width + self._row.spacing() for width in widths)
        margins = self._row.contentsMargins()
        return needed + margins.left() + margins.right()

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


class PausedBar(Surface):
    """Says that no waiting job starts, while that is so."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self.notice = Notice(theme, "warn")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(5), theme.space(2), theme.space(4), 0)
        row.addWidget(self.notice)
        self.hide()
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.notice.say(
            translate("Jobs", "Jobs are paused"),
            translate(
                "Jobs", "Running jobs go on to their end. Waiting ones start when you resume."
            ),
        )


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
