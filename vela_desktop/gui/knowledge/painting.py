"""How a row of the knowledge tree looks: one shape over the full width, its chevron inside."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from vela_desktop.domain.entries import Group
from vela_desktop.domain.text import squeeze
from vela_desktop.gui.kit.rows import RowState, paint_row
from vela_desktop.gui.knowledge.nodes import More, Node, Root, icon, name
from vela_desktop.gui.theme import Theme

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RowPainter:
    """Paints nodes in the present theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._font, self._strong = theme.font("ui"), theme.font("ui.strong")
        self._caption = theme.font("caption")

    def chevron_right(self, node: Node) -> int:
        """Return where the chevron's part of a row ends, in pixels from the left edge."""
        theme = self._theme
        return self._chevron_left(node) + theme.size("icon.small") + theme.space(1)

    def _chevron_left(self, node: Node) -> int:
        depth = len(node.path)
        return self._theme.space(3) + depth * self._theme.size("indent.tree")

    def paint(
        self, painter: QPainter, rect: QRect, node: Node, state: RowState, *, expanded: bool
    ) -> None:
        """Paint *node* into *rect*, which is as wide as the tree."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = self._theme.space(2)
        row = rect.adjusted(edge, 0, -edge, 0)
        paint_row(painter, row, self._theme, state)
        theme, gap = self._theme, self._theme.space(1)
        small, side = theme.size("icon.small"), theme.size("icon")
        left = self._chevron_left(node)
        if node.expandable:
            sign = "chevron-down" if expanded else "chevron-right"
            self._icon(painter, left, row, sign, small)
        left += small + theme.space(2)
        if not isinstance(node.content, More):
            self._icon(painter, left, row, icon(node.content), side)
            left += side + theme.space(2)
        right = row.right() - gap
        right -= self._count(painter, row, right, node)
        strong = isinstance(node.content, Root) or state.selected
        painter.setFont(self._strong if strong else self._font)
        painter.setPen(theme.color("accent" if isinstance(node.content, More) else "text"))
        inner = QRect(left, row.top(), max(0, right - left), row.height())
        metrics = QFontMetrics(painter.font())
        said = squeeze(name(node.content))
        painter.drawText(
            inner, _LEFT, metrics.elidedText(said, Qt.TextElideMode.ElideRight, inner.width())
        )

    def _icon(self, painter: QPainter, left: int, row: QRect, sign: str, side: int) -> None:
        box = QRect(left, row.center().y() - side // 2 + 1, side, side)
        painter.drawPixmap(box, self._theme.pixmap(sign, "text.secondary", side, painter.device()))

    def _count(self, painter: QPainter, row: QRect, right: int, node: Node) -> int:
        """Paint a group's count; return the width it took. It is never cut."""
        if not isinstance(node.content, Root | Group):
            return 0
        painter.setFont(self._caption)
        painter.setPen(self._theme.color("text.secondary"))
        text = str(node.content.count)
        box = QRect(row.left(), row.top(), right - row.left(), row.height())
        painter.drawText(box, _RIGHT, text)
        return QFontMetrics(painter.font()).horizontalAdvance(text) + self._theme.space(2)
