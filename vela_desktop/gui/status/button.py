"""The words of the running job: a quiet button that leads to its record."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from vela_desktop.domain.text import squeeze
from vela_desktop.gui.theme import Theme


class StatusText(QPushButton):
    """Cut at its end where room is short; the whole text is then its tooltip."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statustext")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._theme = theme
        self._whole = ""

    @property
    def whole(self) -> str:
        """The text as it would be with room enough."""
        return self._whole

    def say(self, text: str) -> None:
        """Show *text* on one line."""
        self._whole = squeeze(text)
        self.setAccessibleName(self._whole)
        self.updateGeometry()
        self._cut()

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        self.ensurePolished()
        return QSize(self._width(self._whole), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few letters."""
        few = min(self._width(self._whole), self._theme.size("tab.min"))
        return QSize(few, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text anew."""
        super().resizeEvent(event)
        self._cut()

    def _width(self, text: str) -> int:
        sides = 2 * (self._theme.space(1) + round(self._theme.tokens.line("ring")))
        return self.fontMetrics().horizontalAdvance(text) + sides + 1

    def _cut(self) -> None:
        room = self.width() - self._width("")
        cut = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room)
        self.setText(cut.replace("&", "&&"))
        self.setToolTip(self._whole if cut != self._whole else "")
