"""The box that filters the list as a person types."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

TYPING_MILLISECONDS = 120
"""A pause in typing after which the list is filtered."""


class FilterBox(Surface):
    """``typed``: other words are wanted; ``entered``: open the first match; ``left_down``: the
    keyboard wants to go on into the list."""

    typed = Signal()
    entered = Signal()
    left_down = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(clearButtonEnabled=True)
        self.sign = QAction(self.field)
        theme.dress(self.sign, "filter")
        self.field.addAction(self.sign, QLineEdit.ActionPosition.LeadingPosition)
        self.field.setTextMargins(-theme.space(1), 0, 0, 0)  # as near to the sign as in a button
        self.field.setAcceptDrops(False)  # files are for the pane
        self.field.installEventFilter(self)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MILLISECONDS)
        self._typing.timeout.connect(self.typed)
        self.field.textChanged.connect(lambda: self._typing.start())
        self.field.returnPressed.connect(self._enter)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(3), 0, theme.space(3), theme.space(1))
        row.addWidget(self.field)
        self.setFocusProxy(self.field)
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.field.setPlaceholderText(translate("SessionList", "Filter sessions…"))
        self.field.setAccessibleName(
            translate("SessionList", "Filter sessions by title, id, prompt")
        )

    def text(self) -> str:
        """Return what was typed."""
        return self.field.text()

    def clear(self) -> None:
        """Want every session again, at once."""
        if self.field.text():
            self.field.clear()
            self._typing.stop()
            self.typed.emit()

    def _enter(self) -> None:
        self._typing.stop()
        self.entered.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go into the list with the arrow down, and clear the box with Esc."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Down:
                self.left_down.emit()
                return True
            if event.key() == Qt.Key.Key_Escape and self.field.text():
                self.clear()
                return True
        return super().eventFilter(watched, event)
