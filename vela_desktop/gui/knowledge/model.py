"""The tree as Qt sees it: levels are read when they are opened and kept up by difference."""

from collections.abc import Sequence
from typing import Any, overload

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vela_desktop.domain.entries import EntryRow, Group
from vela_desktop.gui.difference import steps
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.knowledge.nodes import Content, More, Node, Root, content_key, name

NODE_ROLE = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex


class KnowledgeModel(QAbstractItemModel):
    """Holds nodes by number: indexes carry the number, never a pointer."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.root = Node(Root(0), None)
        self._nodes: dict[int, Node] = {self.root.number: self.root}

    def node(self, index: Index) -> Node | None:
        """Return the node of an index; None for the invisible top."""
        return self._nodes.get(index.internalId()) if index.isValid() else None

    def index_of(self, node: Node) -> QModelIndex:
        """Return the index of a node."""
        return self.createIndex(node.row, 0, node.number)

    def find(self, *keys: str) -> Node | None:
        """Return the node that *keys* lead to from the root, if its levels were read."""
        node: Node | None = self.root
        for key in keys:
            children = node.children or [] if node else []
            node = next((child for child in children if child.key == key), None)
        return node

    def set_count(self, count: int) -> None:
        """Show how many entries there are in all."""
        self._change(self.root, Root(count))

    def set_children(self, node: Node, contents: Sequence[Content]) -> None:
        """Make *contents* the rows below *node*; rows that stay or move keep their own children.

        A node that has gone meanwhile is left alone: its level was read for nothing.
        """
        if node.number not in self._nodes:
            return
        before = [child.key for child in node.children or ()]
        after = [content_key(content) for content in contents]
        plan = steps(before, after)
        moving: dict[str, Node] = {}
        for start, stop in plan.removed:
            moving |= {child.key: child for child in self._remove(node, start, stop)}
        if node.children is None:
            node.children = []
        for start, stop in plan.inserted:
            self._insert(node, start, contents[start:stop], moving)
        for child, content in zip(node.children, contents, strict=True):
            self._change(child, content)

    def _remove(self, node: Node, start: int, stop: int) -> list[Node]:
        assert node.children is not None
        self.beginRemoveRows(self.index_of(node), start, stop - 1)
        removed = node.children[start:stop]
        for child in removed:
            self._forget(child)
        del node.children[start:stop]
        self._number(node)
        self.endRemoveRows()
        return removed

    def _insert(
        self, node: Node, start: int, contents: Sequence[Content], moving: dict[str, Node]
    ) -> None:
        assert node.children is not None
        self.beginInsertRows(self.index_of(node), start, start + len(contents) - 1)
        made = [moving.get(content_key(one)) or Node(one, node) for one in contents]
        for child in made:
            self._learn(child)
        node.children[start:start] = made
        self._number(node)
        self.endInsertRows()

    def _number(self, node: Node) -> None:
        for row, child in enumerate(node.children or ()):
            child.row = row

    def _learn(self, node: Node) -> None:
        self._nodes[node.number] = node
        for child in node.children or ():
            self._learn(child)

    def _forget(self, node: Node) -> None:
        del self._nodes[node.number]
        for child in node.children or ():
            self._forget(child)

    def _change(self, node: Node, content: Content) -> None:
        if node.content != content:
            node.content = content
            index = self.index_of(node)
            self.dataChanged.emit(index, index)

    def retell(self) -> None:
        """Say every name again, in another language."""
        for node in self._nodes.values():
            index = self.index_of(node)
            self.dataChanged.emit(index, index)

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """Return the index of a row."""
        if column != 0 or row < 0:
            return QModelIndex()
        node = self.node(parent)
        if node is None:
            return self.index_of(self.root) if row == 0 else QModelIndex()
        children = node.children or []
        return self.index_of(children[row]) if row < len(children) else QModelIndex()

    @overload
    def parent(self) -> QObject | None: ...
    @overload
    def parent(self, child: Index) -> QModelIndex: ...
    def parent(self, child: Index | None = None) -> QObject | QModelIndex | None:
        """Return the index above *child*."""
        if child is None:
            return super().parent()
        node = self.node(child)
        return QModelIndex() if node is None or node.parent is None else self.index_of(node.parent)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows that were read."""
        node = self.node(parent)
        return 1 if node is None else len(node.children or ())

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """There is one column."""
        del parent
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        """Tell whether a row can be opened, whether or not it was read."""
        node = self.node(parent)
        return True if node is None else node.expandable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a node, or its words."""
        node = self.node(index)
        if node is None:
            return None
        if role == NODE_ROLE:
            return node
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return name(node.content)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _spoken(node.content)
        return None


def _spoken(content: Content) -> str:
    said = name(content)
    if isinstance(content, Root | Group):
        return f"{said}, {plural('KnowledgeTree', '%n entries')(content.count)}"
    if isinstance(content, EntryRow) and content.edited_by_hand:
        return f"{said}, {translate('KnowledgeTree', 'edited by hand')}"
    return said


def entry_contents(rows: Sequence[EntryRow], total: int) -> list[Content]:
    """Return the rows of an opened session: its entries, and a last one where more are left."""
    left = total - len(rows)
    return [*rows, More(left)] if left > 0 else list(rows)
