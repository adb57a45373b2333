"""A switch between a few views: one of them is on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QToolButton, QWidget

from vela_desktop.gui.theme import Theme


class Segmented(QFrame):
    """Two to four words in one frame; ``picked`` carries the key of the one a person chose."""

    picked = Signal(str)

    def __init__(self, theme: Theme, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("segmented")
        self.setAccessibleName(name)
        self.setFixedHeight(theme.size("control"))
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._row = QHBoxLayout(self)
        gap = theme.space("half")
        self._row.setContentsMargins(gap, gap, gap, gap)
        self._row.setSpacing(0)

    def add(self, key: str, text: str) -> None:
        """Add a choice; the first one added is on."""
        button = QToolButton(self)
        button.setText(text)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.picked.emit(key))
        button.setChecked(not self._buttons)
        self._group.addButton(button)
        self._buttons[key] = button
        self._row.addWidget(button)

    def set_text(self, key: str, text: str) -> None:
        """Change the words of a choice."""
        self._buttons[key].setText(text)

    def now(self) -> str:
        """Return the key of the choice that is on."""
        return next(key for key, button in self._buttons.items() if button.isChecked())

    def choose(self, key: str) -> None:
        """Turn a choice on without telling anyone."""
        self._buttons[key].setChecked(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between the choices by the arrow keys."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        keys = list(self._buttons)
        at = keys.index(self.now()) + step
        if not step or not 0 <= at < len(keys):
            super().keyPressEvent(event)
            return
        self.choose(keys[at])
        self._buttons[keys[at]].setFocus()
        self.picked.emit(keys[at])
