"""The list itself: Enter or a click opens, the menu key or a right click asks for the menu."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from vela_desktop.gui.entries.lines import LINE_ROLE, EntryModel, Line
from vela_desktop.gui.entries.painting import EntryPainter
from vela_desktop.gui.subjects import EntrySubject
from vela_desktop.gui.theme import Theme


class EntryList(QListView):
    """``opened`` carries the entry a person chose; ``menu_asked`` one, and a point on screen."""

    opened = Signal(object)
    menu_asked = Signal(object, QPoint)

    def __init__(self, theme: Theme, model: EntryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entry_list")
        self.setModel(model)
        self.setItemDelegate(EntryPainter(theme, model, self))
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.clicked.connect(self._open_current)
        model.dataChanged.connect(self.scheduleDelayedItemsLayout)
        theme.changed.connect(self.viewport().update)

    def subject(self) -> EntrySubject | None:
        """Return the entry the keyboard is on."""
        index = self.currentIndex()
        if not index.isValid():
            return None
        line: Line = index.data(LINE_ROLE)
        return line.subject

    def _open_current(self) -> None:
        subject = self.subject()
        if subject is not None:
            self.opened.emit(subject)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_current()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the line under the pointer, or of the current one by key."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
            at = self.visualRect(index).center() if by_key else event.pos()
            self.menu_asked.emit(self.subject(), self.viewport().mapToGlobal(at))
