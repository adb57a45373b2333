"""Paints the tree: a row is one shape over the full width, its chevron and count inside."""

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from vela_desktop.domain.entries import EntryRow, Group
from vela_desktop.gui.knowledge.model import KnowledgeModel
from vela_desktop.gui.knowledge.nodes import More, Node, Root, icon, name
from vela_desktop.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RowHeight(QStyledItemDelegate):
    """Gives every row the height of the tokens; the tree paints rows itself."""

    def __init__(self, height: int, parent: QObject) -> None:
        super().__init__(parent)
        self._height = height

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(super().sizeHint(option, index).width(), self._height)


class KnowledgeTree(QTreeView):
    """``opening`` asks for a node's children before it is expanded; ``activated_node`` carries a
    node a person chose; ``menu_asked`` a node and a point on screen."""

    opening = Signal(object)
    activated_node = Signal(object)
    menu_asked = Signal(object, QPoint)

    def __init__(self, theme: Theme, model: KnowledgeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._nodes = theme, model
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setItemDelegate(RowHeight(theme.size("row.tree"), self))
        self.setIndentation(theme.size("indent.tree"))
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setAnimated(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        theme.changed.connect(self.viewport().update)

    def current_node(self) -> Node | None:
        """Return the node the keyboard is on."""
        return self._nodes.node(self.currentIndex())

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Nothing: a row paints itself."""

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row over the full width."""
        node = self._nodes.node(index)
        if node is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        gap = self._theme.space(2)
        row = QRect(0, option.rect.top(), self.viewport().width(), option.rect.height())
        row = row.adjusted(gap, 0, -gap, 0)
        self._ground(painter, row, index)
        self._content(painter, row, index, node)
        painter.restore()

    def _ground(self, painter: QPainter, row: QRect, index: Index) -> None:
        theme = self._theme
        selected = self.selectionModel().isSelected(index)
        role = None
        if selected:
            role = "bg.selected" if self.hasFocus() else "bg.selected.inactive"
        elif self.viewport().underMouse() and self._hovered() == index:
            role = "bg.hover"
        radius = theme.radius("row")
        if role is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(role))
            painter.drawRoundedRect(QRectF(row), radius, radius)
        if self.hasFocus() and index == self.currentIndex():
            width = theme.size("focus.width")
            inset = width / 2
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("focus"), width))
            painter.drawRoundedRect(
                QRectF(row).adjusted(inset, inset, -inset, -inset), radius, radius
            )

    def _hovered(self) -> QModelIndex:
        return self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos()))

    def _content(self, painter: QPainter, row: QRect, index: Index, node: Node) -> None:
        theme, gap, small = self._theme, self._theme.space(1), self._theme.size("icon.small")
        left = row.left() + gap + self._depth(node) * self.indentation()
        if node.expandable:
            sign = "chevron-down" if self.isExpanded(index) else "chevron-right"
            self._icon(painter, left, row, sign, small)
        left += small + gap + gap
        side = theme.size("icon")
        if not isinstance(node.content, More):
            self._icon(painter, left, row, icon(node.content), side)
            left += side + gap + gap
        right = row.right() - gap - gap
        right -= self._count(painter, row, right, node)
        strong = isinstance(node.content, Root) or self.selectionModel().isSelected(index)
        painter.setFont(theme.font("ui.strong" if strong else "ui"))
        painter.setPen(theme.color("accent" if isinstance(node.content, More) else "text"))
        inner = QRect(left, row.top(), max(0, right - left), row.height())
        metrics = QFontMetrics(painter.font())
        elided = metrics.elidedText(name(node.content), Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, _LEFT, elided)

    def _icon(self, painter: QPainter, left: int, row: QRect, sign: str, side: int) -> None:
        box = QRect(left, row.center().y() - side // 2 + 1, side, side)
        painter.drawPixmap(box, self._theme.pixmap(sign, "text.secondary", side, painter.device()))

    def _count(self, painter: QPainter, row: QRect, right: int, node: Node) -> int:
        """Paint a group's count; return the width it took."""
        if not isinstance(node.content, Root | Group):
            return 0
        painter.setFont(self._theme.font("caption"))
        painter.setPen(self._theme.color("text.secondary"))
        text = str(node.content.count)
        painter.drawText(
            QRect(row.left(), row.top(), right - row.left(), row.height()), _RIGHT, text
        )
        return QFontMetrics(painter.font()).horizontalAdvance(text) + self._theme.space(2)

    def _depth(self, node: Node) -> int:
        depth, above = 0, node.parent
        while above is not None:
            depth, above = depth + 1, above.parent
        return depth

    def toggle(self, node: Node) -> None:
        """Open a node, asking for its children first, or close it."""
        index = self._nodes.index_of(node)
        if self.isExpanded(index):
            self.collapse(index)
        elif node.expandable:
            self.opening.emit(node)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the chevron opens or closes; anywhere else selects."""
        node = self._nodes.node(self.indexAt(event.position().toPoint()))
        if (
            node is not None
            and event.button() is Qt.MouseButton.LeftButton
            and self._on_sign(node, event)
        ):
            self.toggle(node)
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a row opens what it stands for."""
        super().mouseReleaseEvent(event)
        node = self._nodes.node(self.indexAt(event.position().toPoint()))
        if node is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        if not self._on_sign(node, event):
            self.activated_node.emit(node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second press of a double click is a press like the first."""
        self.mousePressEvent(event)

    def _on_sign(self, node: Node, event: QMouseEvent) -> bool:
        theme = self._theme
        left = theme.space(2) + self._depth(node) * self.indentation()
        reach = theme.size("icon.small") + theme.space(3)
        return node.expandable and left <= event.position().x() <= left + reach

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the row under the pointer."""
        super().mouseMoveEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; the arrows open and close levels, reading them first."""
        node = self.current_node()
        if node is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated_node.emit(node)
        elif (
            node is not None
            and event.key() == Qt.Key.Key_Right
            and node.expandable
            and not self.isExpanded(self.currentIndex())
        ):
            self.opening.emit(node)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of an entry."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        node = self._nodes.node(index)
        if node is not None and isinstance(node.content, EntryRow):
            self.setCurrentIndex(index)
            at = self.visualRect(index).center() if by_key else event.pos()
            self.menu_asked.emit(node, self.viewport().mapToGlobal(at))
