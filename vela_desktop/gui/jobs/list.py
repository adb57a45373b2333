"""The lines of the records in a scroll area: kept by job, moved and changed in place."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from vela_desktop.domain.jobs import JobRow, JobStatus
from vela_desktop.gui.jobs.columns import Columns, columns_for
from vela_desktop.gui.jobs.row import JobLine
from vela_desktop.gui.kit.taborder import follow, stops
from vela_desktop.gui.theme import Theme

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


class JobList(QScrollArea):
    """``asked`` carries a wish and the job; ``toggled`` the job's id and whether it was opened;
    ``menu_asked`` the job and a point of the screen; ``columns_changed`` the columns; ``copied``
    the steps of a job as text."""

    asked = Signal(object, object)
    toggled = Signal(str, bool)
    menu_asked = Signal(object, QPoint)
    columns_changed = Signal(object)
    copied = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines: dict[str, JobLine] = {}
        self.after: QWidget | None = None
        """Where Tab comes from to the first line."""
        self.columns = Columns(agent=0, time=0)
        self._inside = QWidget()
        self._rows = QVBoxLayout(self._inside)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self._rows.addStretch(1)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def ordered(self) -> list[JobLine]:
        """Return the lines from top to bottom."""
        return sorted(self.lines.values(), key=self._rows.indexOf)

    def apply(self, rows: Sequence[JobRow]) -> None:
        """Show *rows*. Lines that stay keep their place in view, the keyboard, and what is open."""
        anchor = self._anchor({row.job.id for row in rows})
        self._drop({row.job.id for row in rows})
        leading = _leading(rows)
        for at, row in enumerate(rows):
            line = self.lines.get(row.job.id) or self._add(row)
            if self._rows.indexOf(line) != at:
                self._rows.insertWidget(at, line)
                line.show()
            leads = row.job.id == leading
            if line.row != row or line.leads != leads:
                line.show_row(row, leads=leads)
        self._order()
        self._hold(anchor)

    def reveal(self, job_id: str) -> None:
        """Open a job and bring it into view."""
        line = self.lines.get(job_id)
        if line is not None:
            line.open()
            self._settle()
            self.ensureWidgetVisible(line, 0, 0)
            self.ensureWidgetVisible(line.face, 0, 0)

    def tick(self) -> None:
        """Say anew how long the unfinished jobs take."""
        for line in self.lines.values():
            line.tick()

    def to_top(self) -> None:
        """Go back to the newest job."""
        self.verticalScrollBar().setValue(0)

    def _add(self, row: JobRow) -> JobLine:
        job_id = row.job.id
        line = JobLine(row, self._theme)
        line.set_columns(self.columns)
        line.asked.connect(self.asked)
        line.copied.connect(self.copied)
        line.toggled.connect(lambda on: self.toggled.emit(job_id, on))
        line.toggled.connect(self._order)
        line.menu_asked.connect(lambda at: self.menu_asked.emit(line.row, at))
        self.lines[job_id] = line
        return line

    def _order(self) -> None:
        """Have Tab go through the lines from top to bottom, and through the parts of each."""
        if self.after is not None:
            follow(self.after, [stop for line in self.ordered() for stop in stops(line)])

    def _drop(self, wanted: set[str]) -> None:
        before = self.ordered()
        for at, line in enumerate(before):
            if line.row.job.id in wanted:
                continue
            focused = self.window().focusWidget()  # also while a question lies over the window
            if focused is line or line.isAncestorOf(focused):
                kept = [one for one in (*before[at:], *before[:at]) if one.row.job.id in wanted]
                if kept:
                    kept[0].setFocus()
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()
            del self.lines[line.row.job.id]

    def _anchor(self, wanted: set[str]) -> tuple[JobLine, int] | None:
        """Return the first line in view that stays, and where it is; None at the top."""
        top = self.verticalScrollBar().value()
        if not top:
            return None
        seen = (line for line in self.ordered() if line.geometry().bottom() >= top)
        kept = (line for line in seen if line.row.job.id in wanted)
        return next(((line, line.y() - top) for line in kept), None)

    def _hold(self, anchor: tuple[JobLine, int] | None) -> None:
        if anchor is not None:
            self._settle()
            line, before = anchor
            self.verticalScrollBar().setValue(line.y() - before)

    def _settle(self) -> None:
        """Lay everything out now."""
        width, rows = self.viewport().width(), self._rows
        wanted = rows.totalHeightForWidth(width)
        if not rows.hasHeightForWidth():
            wanted = rows.totalSizeHint().height()
        self._inside.resize(width, max(wanted, self.viewport().height()))
        self._rows.activate()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the keyboard from line to line."""
        lines, key = self.ordered(), Qt.Key(event.key())
        at = next((at for at, line in enumerate(lines) if line.hasFocus()), None)
        if at is None or key not in {*_STEPS, *_ENDS}:
            super().keyPressEvent(event)
            return
        to = lines[_ENDS[key]] if key in _ENDS else lines[_within(at + _STEPS[key], lines)]
        to.setFocus(Qt.FocusReason.TabFocusReason)
        self.ensureWidgetVisible(to.face, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the columns the room there is."""
        super().resizeEvent(event)
        columns = columns_for(self.viewport().width(), self._theme)
        if columns != self.columns:
            self.columns = columns
            for line in self.lines.values():
                line.set_columns(columns)
        self.columns_changed.emit(columns)


def _within(at: int, lines: Sequence[JobLine]) -> int:
    return min(max(at, 0), len(lines) - 1)


def _leading(rows: Sequence[JobRow]) -> str | None:
    """Return the newest failed job that no newer job of its session follows."""
    seen: set[str] = set()
    for row in rows:
        if row.job.status is JobStatus.FAILED and row.job.session_id not in seen:
            return row.job.id
        seen.add(row.job.session_id)
    return None
