"""The line that opens and closes something below it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.theme import Theme


class FoldButton(QPushButton):
    """Its chevron shows, and its accessible name says, whether what it stands over is open."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "fold")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self._theme, self._side = theme, theme.size("icon.small")
        self.setIconSize(QSize(self._side, self._side))
        self._whole = ""

    @property
    def whole(self) -> str:
        """The text as it would be with room enough."""
        return self._whole

    def tell(self, text: str, *, opened: bool) -> None:
        """Say *text*, and whether what is below is open."""
        self._whole = text
        self._cut()
        icon = "chevron-down" if opened else "chevron-right"
        self._theme.dress(self, icon, size=self._side)
        state = (
            translate("Jobs", "Details are shown")
            if opened
            else translate("Jobs", "Details are hidden")
        )
        self.setAccessibleName(f"{text}, {state}")

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        self.ensurePolished()
        return QSize(self._width(self._whole) + self._theme.space(2), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size of the chevron and a few letters."""
        return QSize(self._width("Text…"), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text anew; the whole is then the hint."""
        super().resizeEvent(event)
        self._cut()

    def _width(self, text: str) -> int:
        edges = self._side + 2 * self._theme.space(2)
        return self.fontMetrics().horizontalAdvance(text) + edges

    def _cut(self) -> None:
        room = self.width() - self._width("")
        cut = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room)
        self.setText(cut.replace("&", "&&"))
        self.setToolTip(self._whole if cut != self._whole else "")
        self.updateGeometry()
