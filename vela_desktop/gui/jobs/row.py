"""One job of the records: a line, and what opens below it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.jobs import (
    ACTIVE,
    DELETABLE,
    Job,
    JobRow,
    JobStatus,
    RunningProcess,
)
from vela_desktop.gui import words
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.jobs.columns import Columns
from vela_desktop.gui.jobs.details import Details
from vela_desktop.gui.jobs.face import Face
from vela_desktop.gui.jobs.failure import FailureBox
from vela_desktop.gui.jobs.stages import Stages
from vela_desktop.gui.jobs.step_rows import StepRow
from vela_desktop.gui.jobs.wish import JobWish
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

_TOGGLES = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class JobLine(Surface):
    """``asked`` carries a wish and the job; ``toggled`` whether a person opened or closed the line;
    ``menu_asked`` a point of the screen; ``copied`` the steps as text."""

    asked = Signal(object, object)
    copied = Signal(str)
    toggled = Signal(bool)
    menu_asked = Signal(QPoint)

    def __init__(self, row: JobRow, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme, self.row = theme, row
        self._columns = Columns(agent=0, time=0)
        self._open: bool | None = None
        self._leads = self._over = False
        self.face = Face(row.job.agent, theme, self)
        self.button, self.more = self.face.button, self.face.more
        self.stages: Stages | None = None
        self.failure: FailureBox | None = None
        self.details: Details | None = None
        self._output = False
        self._steps_of: Job | None = None
        self._under = QVBoxLayout()
        self._under.setSpacing(theme.space(2))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, round(theme.tokens.line("hair")))
        whole.setSpacing(0)
        whole.addWidget(self.face)
        whole.addLayout(self._under)
        self.button.clicked.connect(self._press)
        self.more.clicked.connect(self._ask_menu)
        theme.changed.connect(self.update)
        self.show_row(row)

    @property
    def leads(self) -> bool:
        """Tell whether this is the failure to look at first."""
        return self._leads

    @property
    def opened(self) -> bool:
        """Tell whether the details are shown. Running jobs, and a failed one that leads, open by
        themselves."""
        if self._open is not None:
            return self._open
        status = self.row.job.status
        return status is JobStatus.RUNNING or (status is JobStatus.FAILED and self._leads)

    @property
    def steps_wanted(self) -> bool:
        """Tell whether the job has moved on since its steps were read."""
        return self._steps_of != self.row.job

    def toggle(self) -> None:
        """Open or close the details, as a person wants it."""
        self._open = not self.opened
        self._refresh()
        self.toggled.emit(self._open)

    def open(self) -> None:
        """Open the details."""
        if not self.opened:
            self._open = True
            self._refresh()

    def set_columns(self, columns: Columns) -> None:
        """Follow another width of the table."""
        self._columns = columns
        self.face.set_columns(columns)
        self._say()

    def show_row(self, row: JobRow, *, leads: bool = False) -> None:
        """Show the job as it is now; *leads*: it is the failure to look at first."""
        self.row, self._leads = row, leads
        self._refresh()

    def show_steps(self, job: Job, rows: tuple[StepRow, ...]) -> None:
        """Show the finished steps, read when the job was *job*."""
        self._steps_of = job
        if self.details is not None:
            self.details.steps.show_rows(rows)

    def show_processes(self, processes: Sequence[RunningProcess]) -> None:
        """Show the agent's processes, where the job still runs."""
        if self.details is not None and self.row.job.status in ACTIVE:
            self.details.processes.show_processes(processes, self.row.job)

    def retranslate(self) -> None:
        """Speak the present language."""
        self._drop_failure()
        self._refresh()

    def _refresh(self) -> None:
        self.more.set_name(translate("Jobs", "More"))
        self._say_button()
        self._say()
        told = self.face.told
        self.setAccessibleName(", ".join((told.title, told.status, told.second, told.settings)))
        self.setAccessibleDescription(
            translate("Jobs", "Details are shown")
            if self.opened
            else translate("Jobs", "Details are hidden")
        )
        self._show_details()

    def tick(self) -> None:
        """Say the time anew, where it still runs."""
        if self.row.job.ended_at is None:
            self._say()

    def _say(self) -> None:
        told = texts.told(self.row, now_ms(), with_time=not self._columns.time)
        self.face.show_job(told, words.status_sign(self.row.job.status), opened=self.opened)

    def _wish(self) -> JobWish | None:
        """Return what the line's own button does: an open failure has its buttons in its box."""
        job = self.row.job
        match job.status:
            case JobStatus.QUEUED | JobStatus.RUNNING:
                return JobWish.CANCEL
            case JobStatus.COMPLETED:
                return JobWish.ENTRIES if job.entries else None
            case JobStatus.FAILED:
                return None if self.opened else JobWish.RETRY
            case JobStatus.CANCELLED:
                return JobWish.RETRY
            case JobStatus.CANCELLING:
                return None

    def _say_button(self) -> None:
        wish = self._wish()
        said = {
            JobWish.CANCEL: translate("Jobs", "Cancel"),
            JobWish.ENTRIES: translate("Jobs", "Open entries"),
            JobWish.RETRY: translate("Jobs", "Retry"),
        }
        self.button.setVisible(wish is not None)
        self.button.setText(said[wish] if wish else "")
        self.button.setAccessibleName(f"{self.button.text()}, {self.row.session_title}")

    def _press(self) -> None:
        wish = self._wish()
        if wish is not None:
            self.asked.emit(wish, self.row)

    def _show_details(self) -> None:
        opened, theme = self.opened, self._theme
        left = theme.space(2) * 2 + theme.size("control")
        self._under.setContentsMargins(left, 0, theme.space(4), theme.space(3) if opened else 0)
        self._show_stages(opened and self.row.job.status is JobStatus.RUNNING)
        self._show_failure(opened and self.row.job.status is JobStatus.FAILED)
        if opened and self.details is None:
            self.details = Details(theme)
            self.details.asked.connect(lambda wish: self.asked.emit(wish, self.row))
            self.details.copied.connect(self.copied)
            self._under.addWidget(self.details)
        if self.details is not None:
            self.details.show_job(self.row)
            self.details.setVisible(opened)

    def _show_failure(self, shown: bool) -> None:
        box = self.failure
        if box is not None and not (shown and box.row == self.row and box.leads == self._leads):
            self._drop_failure()
        if shown and self.failure is None:
            self.failure = FailureBox(self.row, self._theme, leads=self._leads, output=self._output)
            self.failure.asked.connect(lambda wish: self.asked.emit(wish, self.row))
            self.failure.output_shown.connect(self._keep_output)
            self._under.insertWidget(0, self.failure)

    def _drop_failure(self) -> None:
        if self.failure is not None:
            self._under.removeWidget(self.failure)
            self.failure.hide()
            self.failure.deleteLater()
            self.failure = None

    def _keep_output(self, shown: bool) -> None:
        self._output = shown

    def _show_stages(self, shown: bool) -> None:
        if shown and self.stages is None:
            self.stages = Stages(self._theme)
            self._under.insertWidget(0, self.stages)
        if self.stages is not None:
            self.stages.setVisible(shown)
            self.stages.show_job(self.row)

    def _ask_menu(self) -> None:
        self.menu_asked.emit(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the line opens or closes it."""
        at = event.position().toPoint()
        if event.button() is Qt.MouseButton.LeftButton and self.face.geometry().contains(at):
            self.toggle()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """A right click or the menu key asks for the menu."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self._ask_menu()
        else:
            self.menu_asked.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space open or close the line; Right opens it, Left closes it. Delete deletes
        the record of a job that has ended."""
        other = Qt.Key.Key_Left if self.opened else Qt.Key.Key_Right
        if event.key() in {*_TOGGLES, other}:
            self.toggle()
        elif event.key() == Qt.Key.Key_Delete and self.row.job.status in DELETABLE:
            self.asked.emit(JobWish.DELETE, self.row)
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that the line can be clicked."""
        super().enterEvent(event)
        self._over = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Show the line as it was."""
        super().leaveEvent(event)
        self._over = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tint under the pointer, the rule below, and the ring of the keyboard."""
        del event
        theme, painter = self._theme, QPainter(self)
        hair, ring = theme.tokens.line("hair"), theme.tokens.line("ring")
        if self._over:
            painter.fillRect(self.face.geometry(), theme.color("bg.hover"))
        rule = QRectF(0, self.height() - hair, self.width(), hair)
        painter.fillRect(rule, theme.color("separator"))
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("focus"), ring))
            half, radius = ring / 2, theme.radius("row")
            box = QRectF(self.face.geometry()).adjusted(half, half, -half, -half)
            painter.drawRoundedRect(box, radius, radius)
