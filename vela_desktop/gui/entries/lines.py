"""The lines of the list, and how they become other lines without losing selection and scroll."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vela_desktop.domain.entries import EntryRow
from vela_desktop.gui import format, words
from vela_desktop.gui.difference import insertions, kept, removals
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.subjects import EntrySubject

LINE_ROLE = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Line:
    """An entry, and where it is filed as far as the list itself does not say it."""

    row: EntryRow
    place: str = ""

    @property
    def subject(self) -> EntrySubject:
        """The entry, for actions."""
        row = self.row
        return EntrySubject(id=row.id, title=row.title, session_id=row.session_id)


def when(row: EntryRow, now: int) -> str:
    """Return when an entry was saved last, and whether by hand."""
    moment = format.moment(row.updated_at, now)
    if not row.edited_by_hand:
        return moment
    return translate("Entries", "edited by hand · {when}").format(when=moment)


def tags(row: EntryRow) -> str:
    """Return the tags as they are written."""
    return "  ".join(f"#{tag}" for tag in row.tags)


def spoken(line: Line, now: int) -> str:
    """Return what a screen reader says of a line."""
    row = line.row
    parts = [row.title, words.kind(row.kind), row.summary, tags(row), line.place, when(row, now)]
    return ", ".join(part for part in parts if part)


def hint(row: EntryRow) -> str:
    """Return the whole title and summary as a tooltip that breaks its lines."""
    parts = [f"<b>{escape(row.title)}</b>", escape(row.summary)]
    return "".join(f"<p>{part}</p>" for part in parts if part)


class EntryModel(QAbstractListModel):
    """Holds the lines of one page of the list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Line] = []
        self._now = 0

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines as they stand."""
        return tuple(self._lines)

    @property
    def now(self) -> int:
        """When the lines were read, in UTC milliseconds: their times are told as of then."""
        return self._now

    def apply(self, wanted: Sequence[Line], now: int) -> None:
        """Become *wanted* by removing, inserting and changing lines."""
        self._now = now
        after = [line.row.id for line in wanted]
        before = [line.row.id for line in self._lines]
        staying = kept(before, after)
        for start, stop in removals(before, staying):
            self.beginRemoveRows(QModelIndex(), start, stop - 1)
            del self._lines[start:stop]
            self.endRemoveRows()
        for start, stop in insertions(after, staying):
            self.beginInsertRows(QModelIndex(), start, stop - 1)
            self._lines[start:start] = wanted[start:stop]
            self.endInsertRows()
        self._lines = list(wanted)
        self.retell()

    def retell(self) -> None:
        """Say every line anew: in another language, or at another time."""
        if self._lines:
            self.dataChanged.emit(self.index(0), self.index(len(self._lines) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a line, or its words."""
        line = self._lines[index.row()]
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line.row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(line, self._now)
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(line.row)
        return None
