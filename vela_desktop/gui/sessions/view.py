"""A list whose lines have two heights known beforehand, so that any length lays out at once."""

from bisect import bisect_right
from itertools import accumulate

from PySide6.QtCore import (
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
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QWidget

from vela_desktop.gui.sessions.arrange import GroupLine, SessionLine
from vela_desktop.gui.sessions.model import SessionModel
from vela_desktop.gui.sessions.painting import LinePainter
from vela_desktop.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
Move = QAbstractItemView.CursorAction


class SessionView(QAbstractItemView):
    """Paints the visible lines only and keeps the scroll position over changes above it.

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
        self._hovered = -1
        self.setObjectName("sessions")
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setModel(model)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(theme.size("row.session"))
        for signal in (model.rowsInserted, model.rowsRemoved, model.dataChanged):
            signal.connect(self._relayout)
        theme.changed.connect(self.viewport().update)

    def spin(self) -> None:
        """Move the rings of running jobs on by one step."""
        self._painter.turn()
        self.viewport().update()

    def selected_session(self) -> SessionLine | None:
        """Return the session the keyboard is on."""
        index = self.currentIndex()
        line = self._lines.line(index.row()) if index.isValid() else None
        return line if isinstance(line, SessionLine) else None

    def _height(self, row: int) -> int:
        group = isinstance(self._lines.line(row), GroupLine)
        return self._theme.size("row.group" if group else "row.session")

    def _relayout(self) -> None:
        heights = (self._height(row) for row in range(self._lines.rowCount()))
        self._tops = list(accumulate(heights, initial=0))
        self.updateGeometries()
        self.viewport().update()

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
        """Lines are as wide as the view."""
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
        row = max(0, self._row_at(event.rect().top()))
        current, count = self.currentIndex().row(), self._lines.rowCount()
        while row < count:
            rect = self._rect(row)
            if rect.top() > event.rect().bottom():
                break
            self._painter.paint(
                painter,
                rect,
                self._lines.line(row),
                selected=self.selectionModel().isRowSelected(row),
                active=self.hasFocus(),
                ringed=self.hasFocus() and row == current,
                hovered=row == self._hovered,
            )
            row += 1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the line under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self._row_at(event.position().toPoint().y()))

    def leaveEvent(self, event: object) -> None:
        """Light up nothing."""
        del event
        self._hover(-1)

    def _hover(self, row: int) -> None:
        if row != self._hovered:
            self._hovered = row
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open a session, or fold its group."""
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._activate(self._row_at(event.position().toPoint().y()))

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
        if isinstance(line, SessionLine):
            self.setCurrentIndex(self._lines.index(row))
            at = self._rect(row).center() if by_key else event.pos()
            self.menu_asked.emit(line.row.id, self.viewport().mapToGlobal(at))

    def _activate(self, row: int) -> None:
        line = self._lines.line(row) if row >= 0 else None
        if isinstance(line, SessionLine):
            self.opened.emit(line.row.id)
        elif line is not None:
            self.folded.emit(line.key)

    def _fold(self, row: int, *, close: bool) -> None:
        line = self._lines.line(row)
        if isinstance(line, GroupLine) and line.closed != close:
            self.folded.emit(line.key)
