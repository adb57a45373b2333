"""Text and inspector side by side; where room is short, the inspector lies over the text."""

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from vela_desktop.gui.theme import Theme


class Content(QWidget):
    """Places *text* and *side*; ``side_changed`` says whether the side is shown.

    In a wide page the side has its own room and is shown unless a person hid it. In a narrow one it
    is hidden until it is asked for, and then covers the end of the text.
    """

    side_changed = Signal(bool)

    def __init__(
        self, theme: Theme, text: QWidget, side: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text, self._side = text, side
        self._wanted, self._called = True, False
        for widget in (text, side):
            widget.setParent(self)
        side.raise_()

    @property
    def narrow(self) -> bool:
        """Tell whether the side has no room of its own."""
        wanted = self._theme.size("pane.centre.min") + self._side.width()
        return self.width() < wanted

    @property
    def side_shown(self) -> bool:
        """Tell whether the side is shown."""
        return self._called if self.narrow else self._wanted

    def toggle(self) -> None:
        """Show or hide the side."""
        if self.narrow:
            self._called = not self._called
        else:
            self._wanted = not self._wanted
        self._place()

    def put_away(self) -> None:
        """Hide the side where it covers the text."""
        if self.narrow and self._called:
            self.toggle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give both their room; what lay over the text does so no longer in a wide page."""
        super().resizeEvent(event)
        self._called = self._called and self.narrow
        self._place()

    def _place(self) -> None:
        width, height, side = self.width(), self.height(), self._side.width()
        shown = self.side_shown
        beside = side if shown and not self.narrow else 0
        self._text.setGeometry(QRect(0, 0, width - beside, height))
        self._side.setGeometry(QRect(width - side, 0, side, height))
        self._side.setVisible(shown)
        self.side_changed.emit(shown)
