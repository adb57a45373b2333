"""One job of the records: a line, and what opens below it."""

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.jobs import RETRYABLE, JobRow, JobStatus
from vela_desktop.gui import words
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.jobs.details import Details
from vela_desktop.gui.jobs.stages import Stages
from vela_desktop.gui.kit import (
    Button,
    ElidedLabel,
    IconButton,
    IconLabel,
    Label,
    Monogram,
    Spinner,
    restyle,
)
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class JobLine(Surface):
    """``asked`` carries what a person wants of the job: cancel, retry, entries, snapshot, session,
    curate."""

    asked = Signal(str, object)

    def __init__(self, row: JobRow, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("jobrow")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme, self.row = theme, row
        self._open: bool | None = None
        self.fold = IconButton(theme, "chevron-right", size=theme.size("icon.small"))
        self.fold.clicked.connect(self.toggle)
        self.sign, self.ring = IconLabel(theme, "clock"), Spinner(theme)
        self.status = Label()
        self.title, self.second = ElidedLabel("", "strong"), ElidedLabel("", "caption")
        self.agent = Monogram(theme, row.job.agent, theme.size("monogram.small"))
        self.settings = ElidedLabel("", "secondary")
        self.took, self.when = Label(), Label("", "caption")
        self.button = Button(theme)
        self.button.clicked.connect(self._press)
        self.stages = Stages(theme)
        self.details: Details | None = None
        self._build()
        self.show_row(row)

    def _build(self) -> None:
        theme = self._theme
        status = QHBoxLayout()
        status.setSpacing(theme.space(2))
        for widget in (self.sign, self.ring, self.status):
            status.addWidget(widget)
        status.addStretch(1)
        agent = QHBoxLayout()
        agent.setSpacing(theme.space(2))
        agent.addWidget(self.agent)
        agent.addWidget(self.settings, 1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.space(3))
        grid.setVerticalSpacing(0)
        grid.addWidget(self.fold, 0, 0, 2, 1)
        grid.addLayout(status, 0, 1, 2, 1)
        grid.addWidget(self.title, 0, 2)
        grid.addWidget(self.second, 1, 2)
        grid.addLayout(agent, 0, 3, 2, 1)
        grid.addWidget(self.took, 0, 4)
        grid.addWidget(self.when, 1, 4)
        grid.addWidget(self.button, 0, 5, 2, 1, Qt.AlignmentFlag.AlignRight)
        for column, name in (
            (1, "column.status"),
            (3, "column.agent"),
            (4, "column.time"),
            (5, "column.button"),
        ):
            grid.setColumnMinimumWidth(column, theme.size(name))
        grid.setColumnStretch(2, 3)
        grid.setColumnStretch(3, 1)
        self._under = QVBoxLayout()
        self._under.setContentsMargins(theme.space(8), 0, 0, 0)
        self._under.addWidget(self.stages)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(1))
        whole.setSpacing(theme.space(1))
        whole.addLayout(grid)
        whole.addLayout(self._under)

    @property
    def opened(self) -> bool:
        """Tell whether the job's details are shown: running and failed ones open by themselves."""
        if self._open is not None:
            return self._open
        return self.row.job.status in {JobStatus.RUNNING, JobStatus.FAILED}

    def toggle(self) -> None:
        """Open or close the details."""
        self._open = not self.opened
        self._show_details()

    def open(self) -> None:
        """Open the details."""
        self._open = True
        self._show_details()

    def show_row(self, row: JobRow) -> None:
        """Show the job as it is now."""
        self.row = row
        sign = words.status_sign(row.job.status)
        self.sign.setVisible(not sign.spins)
        self.ring.setVisible(sign.spins)
        if sign.spins:
            self.ring.set_role(sign.role)
        else:
            self.sign.set_icon(sign.icon, sign.role)
        restyle(self.status, "state", sign.state)
        self.agent.set_agent(row.job.agent)
        self.retranslate()
        self._show_details()

    def retranslate(self) -> None:
        """Speak the present language."""
        row, job = self.row, self.row.job
        self.status.setText(words.status(job.status))
        self.title.setText(row.session_title)
        self.second.setText(texts.second_line(row))
        self.settings.setText(texts.settings(job))
        self.fold.set_name(translate("Jobs", "Show details"))
        self.setAccessibleName(f"{row.session_title}, {self.status.text()}, {self.second.text()}")
        self._say_button()
        self.tick()

    def tick(self) -> None:
        """Say the time anew."""
        now = int(time.time() * 1000)
        self.took.setText(texts.took(self.row.job, now))
        self.when.setText(texts.when(self.row.job, now))

    def _say_button(self) -> None:
        job = self.row.job
        self.button.setVisible(self._wish() is not None)
        if job.status in RETRYABLE:
            self.button.setText(translate("Jobs", "Retry"))
        elif job.status is JobStatus.COMPLETED:
            self.button.setText(translate("Jobs", "Open entries"))
        else:
            self.button.setText(translate("Jobs", "Cancel"))

    def _wish(self) -> str | None:
        job = self.row.job
        if job.status is JobStatus.CANCELLING:
            return None
        if job.status is JobStatus.COMPLETED:
            return "entries" if job.entries else None
        if job.status is JobStatus.FAILED:
            return None if self.opened else "retry"
        return "retry" if job.status in RETRYABLE else "cancel"

    def _press(self) -> None:
        wish = self._wish()
        if wish is not None:
            self.asked.emit(wish, self.row)

    def _show_details(self) -> None:
        opened, job = self.opened, self.row.job
        self.fold.set_icon("chevron-down" if opened else "chevron-right")
        self.stages.setVisible(opened and job.status is JobStatus.RUNNING)
        self.stages.show_job(job)
        if self.details is not None:
            self.details.deleteLater()
            self.details = None
        if opened:
            self.details = Details(self.row, self._theme)
            self.details.asked.connect(lambda wish: self.asked.emit(wish, self.row))
            self._under.addWidget(self.details)
        self._say_button()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the line opens or closes it."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.toggle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space open or close the line."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.toggle()
        else:
            super().keyPressEvent(event)
