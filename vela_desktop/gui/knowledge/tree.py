"""The view of the knowledge tree: a click opens, the chevron folds, levels are read first."""

from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from vela_desktop.domain.entries import EntryRow
from vela_desktop.gui.kit.rows import RowState
from vela_desktop.gui.knowledge.model import KnowledgeModel
from vela_desktop.gui.knowledge.nodes import Node
from vela_desktop.gui.knowledge.painting import RowPainter
from vela_desktop.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_OPEN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_UNFOLD = (Qt.Key.Key_Right, Qt.Key.Key_Plus, Qt.Key.Key_Asterisk)


@dataclass(frozen=True, slots=True)
class Stand:
    """What a person sees of the tree, by keys: it outlives the rows."""

    current: tuple[str, ...] | None
    expanded: frozenset[tuple[str, ...]]
    lines: tuple[tuple[tuple[str, ...], int], ...]
    """The rows in view with their distance from the top edge; empty at the very top."""


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
        self._painter = RowPainter(theme)
        self._hovered = QPersistentModelIndex()
        self._pressed: Node | None = None
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setItemDelegate(RowHeight(theme.size("row.tree"), self))
        self.setIndentation(theme.size("indent.tree"))
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setAnimated(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(theme.size("row.tree"))
        self.expanded.connect(self._read_first)
        theme.changed.connect(self.viewport().update)

    def current_node(self) -> Node | None:
        """Return the node the keyboard is on."""
        return self._nodes.node(self.currentIndex())

    def stand(self) -> Stand:
        """Return what is seen now, for ``stand_again`` after rows have changed."""
        current = self.current_node()
        return Stand(
            None if current is None else current.path,
            frozenset(node.path for node in self._open_nodes(self._nodes.root)),
            self._lines() if self.verticalScrollBar().value() else (),
        )

    def stand_again(self, stand: Stand) -> None:
        """Open what was open, select what was selected, and scroll to where it was, as far as
        these rows are still there."""
        for path in sorted(stand.expanded, key=len):
            node = self._nodes.find(*path)
            if node is not None and node.children is not None:
                self.setExpanded(self._nodes.index_of(node), True)
        found = None if stand.current is None else self._nodes.find(*stand.current)
        if found is not None and found is not self.current_node():
            self.setAutoScroll(False)
            self.setCurrentIndex(self._nodes.index_of(found))
            self.setAutoScroll(True)
        for path, top in stand.lines:
            node = self._nodes.find(*path)
            rect = QRect() if node is None else self.visualRect(self._nodes.index_of(node))
            if rect.isValid():
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() + rect.top() - top)
                return

    def _open_nodes(self, node: Node) -> list[Node]:
        if not self.isExpanded(self._nodes.index_of(node)):
            return []
        return [node, *(one for child in node.children or () for one in self._open_nodes(child))]

    def _lines(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        height, lines = self._theme.size("row.tree"), []
        for y in range(0, self.viewport().height(), height):
            index = self.indexAt(QPoint(self._theme.space(2), y))
            node = self._nodes.node(index)
            if node is not None:
                lines.append((node.path, self.visualRect(index).top()))
        return tuple(lines)

    def _read_first(self, index: QModelIndex) -> None:
        """Whoever opened a level that was not read (a screen reader may): read it, then open."""
        node = self._nodes.node(index)
        if node is not None and node.children is None and node.expandable:
            self.collapse(index)
            self.opening.emit(node)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Nothing: a row paints itself."""

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row over the full width."""
        node = self._nodes.node(index)
        if node is None:
            return
        focused = self.hasFocus()
        state = RowState(
            selected=self.selectionModel().isSelected(index),
            active=focused,
            ringed=focused and index == self.currentIndex(),
            hovered=self._hovered == index,
        )
        painter.save()
        row = QRect(0, option.rect.top(), self.viewport().width(), option.rect.height())
        self._painter.paint(painter, row, node, state, expanded=self.isExpanded(index))
        painter.restore()

    def toggle(self, node: Node) -> None:
        """Open a node, asking for its children first, or close it."""
        index = self._nodes.index_of(node)
        if self.isExpanded(index):
            self.collapse(index)
        elif node.expandable:
            self.opening.emit(node)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open or close where the chevron is pressed; select elsewhere."""
        node = self._nodes.node(self.indexAt(event.position().toPoint()))
        self._pressed = node
        left = event.button() is Qt.MouseButton.LeftButton
        if node is not None and left and self._on_sign(node, event):
            self.toggle(node)
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open what the clicked row stands for."""
        super().mouseReleaseEvent(event)
        node = self._nodes.node(self.indexAt(event.position().toPoint()))
        pressed, self._pressed = self._pressed, None
        if node is None or node is not pressed or event.button() is not Qt.MouseButton.LeftButton:
            return
        if not self._on_sign(node, event):
            self.activated_node.emit(node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On a chevron the second press counts like the first; a row was opened already."""
        node = self._nodes.node(self.indexAt(event.position().toPoint()))
        if node is not None and self._on_sign(node, event):
            self.mousePressEvent(event)

    def _on_sign(self, node: Node, event: QMouseEvent) -> bool:
        return node.expandable and event.position().x() <= self._painter.chevron_right(node)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the row under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Light up nothing when the pointer leaves."""
        if event.type() is QEvent.Type.Leave:
            self._hover(QModelIndex())
        return super().viewportEvent(event)

    def _hover(self, index: QModelIndex) -> None:
        if self._hovered != index:
            self._hovered = QPersistentModelIndex(index)
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; the arrows open and close levels, reading them first."""
        node = self.current_node()
        closed = node is not None and not self.isExpanded(self.currentIndex())
        if node is not None and event.key() in _OPEN:
            self.activated_node.emit(node)
        elif node is not None and event.key() == Qt.Key.Key_Space and node.expandable:
            self.toggle(node)
        elif node is not None and event.key() in _UNFOLD and node.expandable and closed:
            self.opening.emit(node)
        elif event.key() != Qt.Key.Key_Asterisk:
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
