"""A list whose lines have two heights known beforehand, so that any length lays out at once."""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QWidget

from vela_desktop.domain.sessions import SessionRow
from vela_desktop.gui.kit.rows import RowState
from vela_desktop.gui.sessions.arrange import GroupLine, Line, line_key
from vela_desktop.gui.sessions.model import SessionModel
from vela_desktop.gui.sessions.painting import LinePainter
from vela_desktop.gui.sessions.words import spoken
from vela_desktop.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
Move = QAbstractItemView.CursorAction


@dataclass(frozen=True, slots=True)
class Place:
    """Where a list stands: the lines in view with their distance from the top edge."""

    lines: tuple[tuple[str, int], ...]
    """Empty at the very top, where new lines are to be seen."""


class SessionView(QAbstractItemView):
    """Paints the visible lines only.

    ``opened`` carries a session id (Enter, double click); ``menu_asked`` an id and a point on
    screen; ``folded`` the key of a group to open or close.
    """

    opened = Signal(str)
    menu_asked = Signal(str, QPoint)
    folded = Signal(str)

    def __init__(self, theme: Theme, model: SessionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines = model
        self._painter = LinePainter(theme)
        self._tops: list[int] = [0]
        self._hovered = self._pressed = -1
        self._name = ""
        self.setObjectName("sessions")
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setModel(model)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(theme.size("row.session"))
        model.applied.connect(self._relayout)
        theme.changed.connect(self.viewport().update)

    def spin(self) -> None:
        """Move the rings of running jobs on by one step."""
        self._painter.turn()
        for row in self._rows_in(self.viewport().rect()):
            line = self._lines.line(row)
            if isinstance(line, SessionRow) and line.curating:
                self.viewport().update(self._rect(row))

    def name(self, text: str) -> None:
        """Call the list *text*; a screen reader also hears the line the keyboard is on."""
        self._name = text
        self._tell()

    def selected_session(self) -> SessionRow | None:
        """Return the session the keyboard is on."""
        line = self.current_line()
        return line if isinstance(line, SessionRow) else None

    def current_line(self) -> Line | None:
        """Return the line the keyboard is on."""
        index = self.currentIndex()
        return self._lines.line(index.row()) if index.isValid() else None

    def set_current(self, row: int, *, scroll: bool = True) -> None:
        """Put the keyboard on a line, and the line into view unless *scroll* is off."""
        self.setAutoScroll(scroll)
        self.setCurrentIndex(self._lines.index(row))
        self.setAutoScroll(True)

    def place(self) -> Place:
        """Return where the list stands, for ``return_to`` after the lines have changed."""
        if self.verticalOffset() == 0:
            return Place(())
        lines = self._lines.lines
        rows = self._rows_in(self.viewport().rect())
        return Place(tuple((line_key(lines[row]), self._rect(row).top()) for row in rows))

    def return_to(self, place: Place) -> None:
        """Have the first line of *place* that is still there stand where it stood."""
        bar = self.verticalScrollBar()
        for key, top in place.lines:
            row = self._lines.row_of(key)
            if row is not None:
                bar.setValue(self._tops[row] - top)
                return
        if not place.lines:
            bar.setValue(0)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Say which line the keyboard is on now."""
        super().currentChanged(current, previous)
        self._tell()

    def _tell(self) -> None:
        line = self.current_line()
        self.setAccessibleName(self._name if line is None else f"{self._name}, {spoken(line)}")

    def _relayout(self) -> None:
        group, session = self._theme.size("row.group"), self._theme.size("row.session")
        heights = [group if type(line) is GroupLine else session for line in self._lines.lines]
        self._tops = list(accumulate(heights, initial=0))
        self.updateGeometries()
        self._hovered = self._row_under_pointer()
        self.viewport().update()

    def _row_under_pointer(self) -> int:
        if not self.viewport().underMouse():
            return -1
        return self._row_at(self.viewport().mapFromGlobal(QCursor.pos()).y())

    def _rows_in(self, rect: QRect) -> range:
        """Return the rows that are seen in *rect*."""
        top = rect.top() + self.verticalOffset()
        first = max(0, bisect_right(self._tops, top) - 1)
        last = bisect_right(self._tops, top + rect.height())
        return range(first, min(last, len(self._tops) - 1))

    def updateGeometries(self) -> None:
        """Fit the scroll bar to the lines."""
        bar, page = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, self._tops[-1] - page))
        bar.setPageStep(page)
        super().updateGeometries()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the scroll bar to the new size."""
        super().resizeEvent(event)
        self.updateGeometries()

    def _row_at(self, y: int) -> int:
        at = y + self.verticalOffset()
        return bisect_right(self._tops, at) - 1 if 0 <= at < self._tops[-1] else -1

    def _rect(self, row: int) -> QRect:
        top = self._tops[row]
        return QRect(
            0, top - self.verticalOffset(), self.viewport().width(), self._tops[row + 1] - top
        )

    def visualRect(self, index: Index) -> QRect:
        """Return where a line is painted."""
        known = index.isValid() and index.row() + 1 < len(self._tops)
        return self._rect(index.row()) if known else QRect()

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the line under *point*."""
        row = self._row_at(point.y())
        return self._lines.index(row) if row >= 0 else QModelIndex()

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a line into view."""
        del hint
        rect, bar = self.visualRect(index), self.verticalScrollBar()
        if rect.top() < 0:
            bar.setValue(bar.value() + rect.top())
        elif rect.bottom() > self.viewport().height():
            bar.setValue(bar.value() + rect.bottom() - self.viewport().height() + 1)

    def horizontalOffset(self) -> int:
        """Stay at the left: lines are as wide as the view."""
        return 0

    def verticalOffset(self) -> int:
        """Return how far the view is scrolled."""
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index) -> bool:
        """No line is hidden."""
        del index
        return False

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select the line at *rect*."""
        index = self.indexAt(rect.center())
        self.selectionModel().select(QItemSelection(index, index), command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        """Return the area of the selected lines."""
        region = QRegion()
        for index in selection.indexes():
            region += self.visualRect(index)
        return region

    def moveCursor(self, action: Move, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Return the line a key leads to."""
        del modifiers
        last, row = self._lines.rowCount() - 1, self.currentIndex().row()
        if last < 0:
            return QModelIndex()
        page = max(1, self.viewport().height() // self._theme.size("row.session"))
        steps = {
            Move.MoveUp: row - 1,
            Move.MovePrevious: row - 1,
            Move.MoveDown: row + 1,
            Move.MoveNext: row + 1,
            Move.MovePageUp: row - page,
            Move.MovePageDown: row + page,
            Move.MoveHome: 0,
            Move.MoveEnd: last,
        }
        return self._lines.index(min(max(steps.get(action, row), 0), last))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines that are seen."""
        painter = QPainter(self.viewport())
        current, focused = self.currentIndex().row(), self.hasFocus()
        for row in self._rows_in(event.rect()):
            state = RowState(
                selected=self.selectionModel().isRowSelected(row),
                active=focused,
                ringed=focused and row == current,
                hovered=row == self._hovered,
            )
            self._painter.paint(painter, self._rect(row), self._lines.line(row), state)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the line under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self._row_at(event.position().toPoint().y()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Light up nothing when the pointer leaves."""
        if event.type() is QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def _hover(self, row: int) -> None:
        if row != self._hovered:
            for changed in (self._hovered, row):
                if 0 <= changed < len(self._tops) - 1:
                    self.viewport().update(self._rect(changed))
            self._hovered = row

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select a line."""
        super().mousePressEvent(event)
        self._pressed = self._row_at(event.position().toPoint().y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open a session, or fold its group, where the button went down on it too."""
        super().mouseReleaseEvent(event)
        row = self._row_at(event.position().toPoint().y())
        if event.button() is Qt.MouseButton.LeftButton and row == self._pressed:
            self._activate(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter; fold and unfold groups with the arrows."""
        row = self.currentIndex().row()
        if row >= 0 and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._activate(row)
        elif row >= 0 and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._fold(row, close=event.key() == Qt.Key.Key_Left)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the line under the pointer, or of the current one by key."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        row = self.currentIndex().row() if by_key else self._row_at(event.pos().y())
        line = self._lines.line(row) if row >= 0 else None
        if isinstance(line, SessionRow):
            self.setCurrentIndex(self._lines.index(row))
            at = self._rect(row).center() if by_key else event.pos()
            self.menu_asked.emit(line.id, self.viewport().mapToGlobal(at))

    def _activate(self, row: int) -> None:
        line = self._lines.line(row) if row >= 0 else None
        if isinstance(line, SessionRow):
            self.opened.emit(line.id)
        elif line is not None:
            self.folded.emit(line.key)

    def _fold(self, row: int, *, close: bool) -> None:
        """Close or open the group of a line; from a session the arrow left leads to its group."""
        line = self._lines.line(row)
        if isinstance(line, GroupLine):
            if line.closed != close:
                self.folded.emit(line.key)
            elif not close:
                self.set_current(row + 1)
        elif close:
            lines = self._lines.lines
            self.set_current(next(at for at in range(row, -1, -1) if type(lines[at]) is GroupLine))
