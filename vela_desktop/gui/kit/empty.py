"""What stands where nothing is yet, and how it fills."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.gui.kit.buttons import Button, Look
from vela_desktop.gui.kit.labels import WrappedLabel
from vela_desktop.gui.kit.parts import IconLabel
from vela_desktop.gui.theme import Theme


class EmptyState(QWidget):
    """An icon, a bold line, one sentence, at most one button; where something went wrong, a second
    way out below it."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        title: str = "",
        text: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = IconLabel(theme, icon, size=theme.size("icon.empty"))
        self._title = WrappedLabel("", "strong")
        self._text = WrappedLabel("", "secondary")
        self._ways: list[Button] = []
        inner = QWidget()
        inner.setMaximumWidth(theme.size("empty.width"))
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.space(2))
        self._column.addStretch(1)
        self._column.addWidget(self._icon, alignment=Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._column.addWidget(label)
        self._column.addStretch(2)
        row = QHBoxLayout(self)
        margin = theme.space(4)
        row.setContentsMargins(margin, margin, margin, margin)
        row.addStretch(1)
        row.addWidget(inner, theme.size("empty.width"))
        row.addStretch(1)
        self.say(title, text)

    def say(self, title: str, text: str) -> None:
        """Show other words."""
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))
        self.setAccessibleName(f"{title} {text}".strip())

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        self._icon.set_icon(icon)

    def set_button(self, text: str, clicked: Callable[[], None], *, look: Look = "plain") -> Button:
        """Show one button under the words, in place of any other, and return it."""
        ways, self._ways = self._ways, []
        for way in ways:
            way.hide()
            way.deleteLater()
        return self._add(text, clicked, look)

    def add_other(self, text: str, clicked: Callable[[], None]) -> Button:
        """Show another way under the button that was set, and return it."""
        return self._add(text, clicked, "flat")

    def _add(self, text: str, clicked: Callable[[], None], look: Look) -> Button:
        button = Button(self._theme, text, look=look)
        button.clicked.connect(lambda: clicked())
        self._ways.append(button)
        at = self._column.count() - 1
        self._column.insertWidget(at, button, alignment=Qt.AlignmentFlag.AlignHCenter)
        return button
