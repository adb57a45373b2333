"""The bar that looks for words in the conversation."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import IconButton, Label
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class FindBar(Surface):
    """``asked`` carries new words; ``stepped`` +1 or -1; ``closed`` that it is no longer wanted."""

    asked = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("popup")
        self.box = QLineEdit()
        self.box.setObjectName("find_box")
        sign = QAction(self.box)
        theme.dress(sign, "search")
        self.box.addAction(sign, QLineEdit.ActionPosition.LeadingPosition)
        self.box.textChanged.connect(self.asked)
        self.box.installEventFilter(self)
        self.place = Label("", "secondary")
        self.back = IconButton(theme, "chevron-up", shortcut="Shift+Return")
        self.on = IconButton(theme, "chevron-down", shortcut="Return")
        self.close_button = IconButton(theme, "close", shortcut="Esc")
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.on.clicked.connect(lambda: self.stepped.emit(1))
        self.close_button.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        margin = theme.space(1)
        row.setContentsMargins(theme.space(2), margin, margin, margin)
        row.setSpacing(theme.space(2))
        row.addWidget(self.box, 1)
        for widget in (self.place, self.back, self.on, self.close_button):
            row.addWidget(widget)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.box.setPlaceholderText(translate("FindBar", "Find in this conversation"))
        self.box.setAccessibleName(translate("FindBar", "Find in this conversation"))
        self.back.set_name(translate("FindBar", "Previous hit"))
        self.on.set_name(translate("FindBar", "Next hit"))
        self.close_button.set_name(translate("FindBar", "Close"))

    def say(self, at: int, total: int, *, searching: bool) -> None:
        """Show which hit of how many is in view."""
        if not self.box.text():
            self.place.setText("")
        elif not total:
            self.place.setText(
                translate("FindBar", "Searching…") if searching else translate("FindBar", "No hit")
            )
        else:
            said = translate("FindBar", "{at} of {total}")
            self.place.setText(said.format(at=at, total=total))

    def open(self) -> None:
        """Show the bar and take the keyboard."""
        self.show()
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes on, Shift+Enter back, Esc closes."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                self.stepped.emit(-1 if back else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.closed.emit()
                return True
        return super().eventFilter(watched, event)
