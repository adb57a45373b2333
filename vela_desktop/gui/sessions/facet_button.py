"""A facet's button: words and a chevron close beside them."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionToolButton, QStylePainter, QToolButton

from vela_desktop.gui.theme import Theme


class FacetButton(QToolButton):
    """As narrow as its words allow: four of them have to fit into a narrow pane."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("look", "small")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(QMenu(self))
        self.setFixedHeight(theme.size("hit.min"))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room for the words, the chevron, and the edges."""
        self.ensurePolished()
        words = self.fontMetrics().horizontalAdvance(self.text())
        gap, side = self._theme.space(1), self._theme.size("icon.small")
        return QSize(gap + words + self._theme.space("half") + side + gap, self.height())

    def minimumSizeHint(self) -> QSize:
        """Ask for the whole width: the button is shown whole or not at all."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of the style sheet, then words and chevron."""
        del event
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        option.features = QStyleOptionToolButton.ToolButtonFeature.None_
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        self._words(painter)

    def _words(self, painter: QPainter) -> None:
        theme = self._theme
        gap, side = theme.space(1), theme.size("icon.small")
        inner = self.rect().adjusted(gap, 0, -gap, 0)
        painter.setPen(theme.color("text.secondary"))
        where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, where, self.text())
        top = inner.center().y() - side // 2 + 1
        box = QRect(inner.left() + inner.width() - side, top, side, side)
        painter.drawPixmap(box, theme.pixmap("chevron-down", "text.secondary", side, self))
