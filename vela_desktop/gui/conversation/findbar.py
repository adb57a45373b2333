"""The bar that looks for words in the conversation. It floats over the text, top right."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from vela_desktop.domain.finding import Needle
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import IconButton, Label
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class FindBar(Surface):
    """``asked`` carries a Needle; ``stepped`` +1 or -1; ``closed`` that it is no longer wanted;
    ``shown`` whether it is visible."""

    asked = Signal(object)
    stepped = Signal(int)
    closed = Signal()
    shown = Signal(bool)

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(host)
        self._theme, self._host = theme, host
        self.setObjectName("popup")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.box = QLineEdit()
        self.box.setObjectName("find_box")
        self.box.setFixedWidth(theme.size("find.box"))
        sign = QAction(self.box)
        theme.dress(sign, "search")
        self.box.addAction(sign, QLineEdit.ActionPosition.LeadingPosition)
        self.box.textChanged.connect(self._ask)
        self.box.installEventFilter(self)
        self.place = Label("", "secondary")
        self.place.setMinimumWidth(theme.size("find.place"))
        self.back = IconButton(theme, "chevron-up", shortcut="Shift+F3")
        self.on = IconButton(theme, "chevron-down", shortcut="F3")
        self.case = QToolButton()
        self.case.setText("Aa")
        self.case.setCheckable(True)
        self.case.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.case.toggled.connect(self._ask)
        self.close_button = IconButton(theme, "close", shortcut="Esc")
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.on.clicked.connect(lambda: self.stepped.emit(1))
        self.close_button.clicked.connect(self.closed)
        self._lay_out()
        host.installEventFilter(self)
        self.hide()
        self.retranslate()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        margin = self._theme.space(2)
        row.setContentsMargins(margin, margin, margin, margin)
        row.setSpacing(margin)
        row.addWidget(self.box)
        for widget in (self.place, self.back, self.on, self.case, self.close_button):
            row.addWidget(widget)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.box.setPlaceholderText(translate("FindBar", "Find in this conversation"))
        self.box.setAccessibleName(translate("FindBar", "Find in this conversation"))
        self.back.set_name(translate("FindBar", "Previous hit"))
        self.on.set_name(translate("FindBar", "Next hit"))
        self.case.setToolTip(translate("FindBar", "Match case"))
        self.case.setAccessibleName(translate("FindBar", "Match case"))
        self.close_button.set_name(translate("FindBar", "Close"))
        self._stand()

    def say(self, at: int, total: int, *, searching: bool) -> None:
        """Show which hit of how many is in view."""
        if not self.box.text().strip():
            text = ""
        elif total:
            text = translate("FindBar", "{at} of {total}").format(at=at, total=total)
        elif searching:
            text = translate("FindBar", "Searching…")
        else:
            text = translate("FindBar", "No hit")
        self.place.setText(text)
        self._stand()

    def open(self, words: str) -> None:
        """Show the bar, looking for *words* where some are given, and take the keyboard."""
        self.show()
        self.raise_()
        self._stand()
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if words:
            self.box.setText(words)
        else:
            self._ask()
        self.box.selectAll()

    def showEvent(self, event: QShowEvent) -> None:
        """Say that the bar is there."""
        super().showEvent(event)
        self.shown.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Say that the bar is gone."""
        super().hideEvent(event)
        self.shown.emit(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes on, Shift+Enter back, Esc closes; the bar follows the text it lies over."""
        if watched is self._host:
            if event.type() is QEvent.Type.Resize:
                self._stand()
        elif isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            return self._key(event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.stepped.emit(-1 if back else 1)
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return True
        return False

    def _ask(self) -> None:
        self.asked.emit(Needle(self.box.text(), self.case.isChecked()))

    def _stand(self) -> None:
        """Stand at the top right, within the host."""
        self.adjustSize()
        gap = self._theme.space(3)
        self.move(max(0, self._host.width() - self.width() - gap), gap)
