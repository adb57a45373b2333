"""One job of the records: a line, and what opens below it."""

import time

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
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.jobs import JobRow, JobStatus
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.jobs.columns import Cells, Columns
from vela_desktop.gui.jobs.details import Details
from vela_desktop.gui.jobs.failure import FailureBox
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

_TOGGLES = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class JobLine(Surface):
    """``asked`` carries a wish (cancel, retry, entries, snapshot, session, curate) and the job;
    ``toggled`` whether a person opened or closed the line; ``menu_asked`` a point of the screen."""

    asked = Signal(str, object)
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
        self.fold = IconButton(theme, "chevron-right", size=theme.size("icon.small"))
        self.fold.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sign, self.ring, self.status = IconLabel(theme, "clock"), Spinner(theme), Label()
        self.title, self.second = ElidedLabel("", "strong"), ElidedLabel("", "caption")
        self.third = ElidedLabel("", "caption")
        self.agent = Monogram(theme, row.job.agent, theme.size("monogram.small"))
        self.settings = ElidedLabel("", "secondary")
        self.took, self.when = ElidedLabel(""), ElidedLabel("", "caption")
        self.button, self.more = Button(theme), IconButton(theme, "more")
        self.stages: Stages | None = None
        self.details: FailureBox | Details | None = None
        self._build()
        self._connect()
        self.show_row(row)

    def _build(self) -> None:
        theme, gap = self._theme, self._theme.space(2)
        self.main = QWidget()
        self._cells = Cells(
            theme,
            self.fold,
            _beside(gap, self.sign, self.ring, self.status),
            _below(theme.space(1), self.title, self.second, self.third),
            _beside(gap, self.agent, self.settings, stretches=self.settings),
            _below(theme.space(1), self.took, self.when),
            _beside(0, None, self.button),
            self.more,
        )
        self.main.setLayout(self._cells)
        self._under = QVBoxLayout()
        self._show_margins(0)
        whole = QVBoxLayout(self)
        hair = round(theme.tokens.line("hair"))
        whole.setContentsMargins(0, 0, 0, hair)
        whole.setSpacing(0)
        whole.addWidget(self.main)
        whole.addLayout(self._under)

    def _show_margins(self, below: int) -> None:
        theme = self._theme
        left = theme.space(2) * 2 + theme.size("control")
        self._under.setContentsMargins(left, 0, theme.space(4), below)

    def _connect(self) -> None:
        self.fold.clicked.connect(self.toggle)
        self.button.clicked.connect(self._press)
        self.more.clicked.connect(self._ask_menu)
        self._theme.changed.connect(self.update)

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

    def toggle(self) -> None:
        """Open or close the details, as a person wants it."""
        self._open = not self.opened
        self._show_details()
        self.toggled.emit(self._open)

    def open(self) -> None:
        """Open the details."""
        if not self.opened:
            self._open = True
            self._show_details()

    def set_columns(self, columns: Columns) -> None:
        """Follow another width of the table."""
        self._columns = columns
        self._cells.set_columns(columns)
        self.third.setVisible(columns.folded)
        theme = self._theme
        height = theme.size("row.job") - round(theme.tokens.line("hair"))
        if columns.folded:
            height += theme.tokens.style("caption").line + theme.space(1)
        self.main.setFixedHeight(height)
        self._say_time()

    def show_row(self, row: JobRow, *, leads: bool = False) -> None:
        """Show the job as it is now; *leads*: it is the failure to look at first."""
        self.row, self._leads = row, leads
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

    def retranslate(self) -> None:
        """Speak the present language."""
        row, job = self.row, self.row.job
        self.status.setText(words.status(job.status))
        self.title.setText(row.session_title)
        self.second.setText(texts.second_line(row))
        self.settings.setText(texts.settings(job))
        self.more.set_name(translate("Jobs", "More"))
        told = (row.session_title, self.status.text(), self.second.text(), texts.settings(job))
        self.setAccessibleName(", ".join(told))
        self._say_time()
        self._show_details()

    def tick(self) -> None:
        """Say the time anew, where it still runs."""
        if self.row.job.ended_at is None:
            self._say_time()

    def _say_time(self) -> None:
        job, now = self.row.job, int(time.time() * 1000)
        self.took.setText(texts.took(job, now))
        self.when.setText(texts.when(job, now))
        if self._columns.folded:
            self.third.setText(texts.folded(job, now, with_time=not self._columns.time))
        self.when.setToolTip(format.exact(job.ended_at or job.started_at or job.created_at))

    def _wish(self) -> str | None:
        """Return what the line's own button does: an open failure has its buttons in its box."""
        job = self.row.job
        match job.status:
            case JobStatus.QUEUED | JobStatus.RUNNING:
                return "cancel"
            case JobStatus.COMPLETED:
                return "entries" if job.entries else None
            case JobStatus.FAILED:
                return None if self.opened else "retry"
            case JobStatus.CANCELLED:
                return "retry"
            case JobStatus.CANCELLING:
                return None

    def _say_button(self) -> None:
        wish = self._wish()
        self.button.setVisible(wish is not None)
        said = {
            "cancel": translate("Jobs", "Cancel"),
            "entries": translate("Jobs", "Open entries"),
            "retry": translate("Jobs", "Retry"),
        }
        self.button.setText(said.get(wish or "", ""))
        self.button.setAccessibleName(f"{self.button.text()}, {self.row.session_title}")

    def _press(self) -> None:
        wish = self._wish()
        if wish is not None:
            self.asked.emit(wish, self.row)

    def _show_details(self) -> None:
        opened, running = self.opened, self.row.job.status is JobStatus.RUNNING
        self.fold.set_icon("chevron-down" if opened else "chevron-right")
        self.fold.set_name(
            translate("Jobs", "Hide details") if opened else translate("Jobs", "Show details")
        )
        self._show_margins(self._theme.space(3) if opened else 0)
        self._show_stages(opened and running)
        if self.details is not None:
            self._under.removeWidget(self.details)
            self.details.deleteLater()
            self.details = None
        if opened and not running:
            self.details = self._made_details()
            self.details.asked.connect(lambda wish: self.asked.emit(wish, self.row))
            self._under.addWidget(self.details)
        self._say_button()

    def _made_details(self) -> FailureBox | Details:
        if self.row.job.status is JobStatus.FAILED:
            return FailureBox(self.row, self._theme, leads=self._leads)
        return Details(self.row, self._theme)

    def _show_stages(self, shown: bool) -> None:
        if shown and self.stages is None:
            self.stages = Stages(self._theme)
            self._under.addWidget(self.stages)
        if self.stages is not None:
            self.stages.setVisible(shown)
            self.stages.show_job(self.row)

    def _ask_menu(self) -> None:
        self.menu_asked.emit(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the line opens or closes it."""
        at = event.position().toPoint()
        if event.button() is Qt.MouseButton.LeftButton and self.main.geometry().contains(at):
            self.toggle()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """A right click or the menu key asks for the menu."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self._ask_menu()
        else:
            self.menu_asked.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space open or close the line; Right opens it, Left closes it."""
        other = Qt.Key.Key_Left if self.opened else Qt.Key.Key_Right
        if event.key() in {*_TOGGLES, other}:
            self.toggle()
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
        box = QRectF(self.rect())
        if self._over:
            painter.fillRect(self.main.geometry(), theme.color("bg.hover"))
        box.setHeight(box.height() - hair)
        painter.fillRect(
            QRectF(box.left(), box.bottom(), box.width(), hair), theme.color("separator")
        )
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("focus"), ring))
            half, radius = ring / 2, theme.radius("row")
            painter.drawRoundedRect(box.adjusted(half, half, -half, -half), radius, radius)


def _beside(gap: int, *widgets: QWidget | None, stretches: QWidget | None = None) -> QWidget:
    """Return *widgets* side by side, from the left unless None comes first."""
    cell = QWidget()
    row = QHBoxLayout(cell)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(gap)
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget, 1 if widget is stretches else 0)
    if stretches is None and widgets[0] is not None:
        row.addStretch(1)
    return cell


def _below(gap: int, *widgets: QWidget) -> QWidget:
    """Return *widgets* one under the other, in the middle."""
    cell = QWidget()
    column = QVBoxLayout(cell)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(gap)
    column.addStretch(1)
    for widget in widgets:
        column.addWidget(widget)
    column.addStretch(1)
    return cell
