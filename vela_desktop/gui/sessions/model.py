"""The lines of the session list; changes are applied by difference, never by reset."""

from itertools import groupby
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from vela_desktop.gui.difference import steps
from vela_desktop.gui.sessions.arrange import GroupLine, Line
from vela_desktop.gui.sessions.words import hint, spoken

LINE_ROLE = Qt.ItemDataRole.UserRole
MOST_STEPS, LONGEST = 64, 1_000
"""With more steps, or lines to compare, the stretch that differs is exchanged as a whole: each step
costs a signal, and a filter can leave every second line out."""

Index = QModelIndex | QPersistentModelIndex


class SessionModel(QAbstractListModel):
    """Holds the arranged lines. ``applied``: all steps of a change were made."""

    applied = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Line] = []
        self._keys: list[str] = []

    @property
    def lines(self) -> list[Line]:
        """The lines as they stand; not to be changed."""
        return self._lines

    def line(self, row: int) -> Line:
        """Return one line."""
        return self._lines[row]

    def row_of(self, key: str) -> int | None:
        """Return where the line called *key* is: of a session, by its id."""
        try:
            return self._keys.index(key)
        except ValueError:
            return None

    def first_session(self) -> int | None:
        """Return where the first session is."""
        rows = (row for row, line in enumerate(self._lines) if not isinstance(line, GroupLine))
        return next(rows, None)

    def apply(self, wanted: list[Line]) -> None:
        """Become *wanted* by removing, inserting and changing lines."""
        keys = [line.key if isinstance(line, GroupLine) else line.id for line in wanted]
        plan = steps(self._keys, keys, MOST_STEPS, LONGEST)
        for start, stop in plan.removed:
            self.beginRemoveRows(QModelIndex(), start, stop - 1)
            del self._lines[start:stop]
            self.endRemoveRows()
        for start, stop in plan.inserted:
            self.beginInsertRows(QModelIndex(), start, stop - 1)
            self._lines[start:start] = wanted[start:stop]
            self.endInsertRows()
        before, self._lines, self._keys = self._lines, list(wanted), keys
        self._tell_changes(before)
        self.applied.emit()

    def _tell_changes(self, before: list[Line]) -> None:
        """Tell which lines are others than *before*, runs of them at once."""
        rows = [
            row
            for row, (old, new) in enumerate(zip(before, self._lines, strict=True))
            if old is not new and old != new
        ]
        for _, run in groupby(enumerate(rows), lambda pair: pair[1] - pair[0]):
            told = [row for _, row in run]
            self.dataChanged.emit(self.index(told[0]), self.index(told[-1]))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a line, or its words."""
        line = self._lines[index.row()]
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line.name if isinstance(line, GroupLine) else line.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(line)
        if role == Qt.ItemDataRole.ToolTipRole:
            return None if isinstance(line, GroupLine) else hint(line)
        return None
