"""The finished steps of a job: their totals, and a table that opens below."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs.fold import FoldButton
from vela_desktop.gui.jobs.step_rows import StepRow, as_text, cells, headings, totals
from vela_desktop.gui.kit import IconButton
from vela_desktop.gui.theme import Theme

SHOWN = 8
"""Rows in view at once; more are scrolled to."""

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_FIGURES = range(1, 7)


class StepModel(QAbstractTableModel):
    """The rows; new ones are put below, and only where others changed all are read anew."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[StepRow, ...] = ()

    def apply(self, rows: tuple[StepRow, ...]) -> None:
        """Show *rows*."""
        known = len(self.rows)
        if rows == self.rows:
            return
        if rows[:known] == self.rows:
            self.beginInsertRows(_NOWHERE, known, len(rows) - 1)
            self.rows = rows
            self.endInsertRows()
        else:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return how many steps there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(headings())

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell says, and to which side it stands."""
        if role == Qt.ItemDataRole.DisplayRole:
            return cells(self.rows[index.row()])[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = cells(self.rows[index.row()])
            return ", ".join(f"{name} {text}" for name, text in zip(headings(), said, strict=True))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the name of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return headings()[section]
        return _side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def retell(self) -> None:
        """Say everything in the present language."""
        last = self.index(len(self.rows) - 1, len(headings()) - 1)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(headings()) - 1)
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), last)


def _side(column: int) -> Qt.AlignmentFlag:
    return _RIGHT if column in _FIGURES else _LEFT


class StepTable(QTableView):
    """As high as its rows, up to eight; ``copy_asked`` when Ctrl+C is pressed."""

    copy_asked = Signal()

    def __init__(self, theme: Theme, model: StepModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("steps")
        self._row = theme.size("hit.min")
        self.setModel(model)
        self.setFont(theme.font("caption"))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self._row)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setHighlightSections(False)
        header.setFixedHeight(self._row)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        model.rowsInserted.connect(self.updateGeometry)
        model.modelReset.connect(self.updateGeometry)

    def chosen(self) -> list[int]:
        """Return the numbers of the selected rows, in their order."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def choose(self, rows: Sequence[int]) -> None:
        """Select *rows*."""
        flags = QItemSelectionModel.SelectionFlag
        for row in rows:
            where = self.model().index(row, 0)
            self.selectionModel().select(where, flags.Select | flags.Rows)

    def sizeHint(self) -> QSize:
        """Return the room of the rows that are in view at once."""
        shown = min(SHOWN, max(1, self.model().rowCount()))
        frame = 2 * self.frameWidth()
        return QSize(super().sizeHint().width(), (shown + 1) * self._row + frame)

    def minimumSizeHint(self) -> QSize:
        """Return the same height."""
        return QSize(0, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy with Ctrl+C; leave Left and Right, which would scroll nothing, to the line."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
        elif event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            event.ignore()
        else:
            super().keyPressEvent(event)


class Steps(QFrame):
    """``copied`` carries the table as text; ``folded`` says that it was opened or closed."""

    copied = Signal(str)
    folded = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self.fold = FoldButton(theme)
        self.fold.setObjectName("steps_fold")
        self.copy = IconButton(theme, "copy")
        self.copy.setObjectName("steps_copy")
        self.model = StepModel(self)
        self.table = StepTable(theme, self.model)
        head = QHBoxLayout()
        head.setSpacing(theme.space(1))
        head.addWidget(self.fold)
        head.addWidget(self.copy)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.table)
        self.table.hide()
        self.hide()
        self.fold.clicked.connect(lambda: self.show_table(self.table.isHidden()))
        self.copy.clicked.connect(lambda: self._copy([]))
        self.table.copy_asked.connect(lambda: self._copy(self.table.chosen()))
        self.retranslate()

    def show_rows(self, rows: tuple[StepRow, ...]) -> None:
        """Show *rows*; what is selected and in view stays."""
        chosen = {self.model.rows[at].key for at in self.table.chosen()}
        at = self.table.verticalScrollBar().value()
        self.model.apply(rows)
        if chosen and not self.table.chosen():
            self.table.choose([n for n, row in enumerate(rows) if row.key in chosen])
        self.table.verticalScrollBar().setValue(at)
        self.setVisible(bool(rows))
        self._say()

    def show_table(self, shown: bool) -> None:
        """Open or close the table."""
        self.table.setVisible(shown)
        self._say()
        self.folded.emit(shown)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.copy.set_name(translate("Jobs", "Copy the steps as a table"))
        self.table.setAccessibleName(translate("Jobs", "Finished steps"))
        self.model.retell()
        self._say()

    def _say(self) -> None:
        opened = not self.table.isHidden()
        self.fold.tell(totals(self.model.rows), opened=opened)
        self.copy.setVisible(opened)

    def _copy(self, chosen: Sequence[int]) -> None:
        rows = self.model.rows
        self.copied.emit(as_text([rows[at] for at in chosen] if chosen else rows))
