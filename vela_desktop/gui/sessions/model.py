"""The lines of the session list; changes are applied by difference, never by reset."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vela_desktop.gui.difference import insertions, kept, removals
from vela_desktop.gui.sessions.arrange import GroupLine, Line, SessionLine, line_key
from vela_desktop.gui.sessions.painting import spoken

LINE_ROLE = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex


class SessionModel(QAbstractListModel):
    """Holds the arranged lines."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Line] = []

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines as they stand."""
        return tuple(self._lines)

    def line(self, row: int) -> Line:
        """Return one line."""
        return self._lines[row]

    def row_of(self, key: str) -> int | None:
        """Return where the line called *key* is."""
        return next((i for i, line in enumerate(self._lines) if line_key(line) == key), None)

    def apply(self, wanted: list[Line]) -> None:
        """Become *wanted* by removing, inserting and changing lines."""
        before = [line_key(line) for line in self._lines]
        after = [line_key(line) for line in wanted]
        staying = kept(before, after)
        for start, stop in removals(before, staying):
            self.beginRemoveRows(QModelIndex(), start, stop - 1)
            del self._lines[start:stop]
            self.endRemoveRows()
        for start, stop in insertions(after, staying):
            self.beginInsertRows(QModelIndex(), start, stop - 1)
            self._lines[start:start] = wanted[start:stop]
            self.endInsertRows()
        for row, line in enumerate(wanted):
            if self._lines[row] != line:
                self._lines[row] = line
                self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a line, or its words."""
        line = self._lines[index.row()]
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line.name if isinstance(line, GroupLine) else line.row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{line.name}, {line.count}" if isinstance(line, GroupLine) else spoken(line.row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(line, SessionLine):
            return line.row.title
        return None
