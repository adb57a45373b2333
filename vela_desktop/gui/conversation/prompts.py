"""The prompts of a conversation as a list: number and first line; of a recording: times."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vela_desktop.domain.sessions import MapEntry, Role
from vela_desktop.gui import format
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit.rows import RowState, paint_row
from vela_desktop.gui.theme import Theme

TURN_ROLE = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex


class PromptModel(QAbstractListModel):
    """Holds the prompts of one conversation."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._prompts: list[MapEntry] = []
        self.indexes: list[int] = []

    def show(self, prompts: Sequence[MapEntry]) -> None:
        """Hold *prompts*; where they go on from what was held, only the new ones come in."""
        same = len(self._prompts)
        if list(prompts[:same]) != self._prompts:
            self.beginResetModel()
            self._take(prompts)
            self.endResetModel()
        elif len(prompts) > same:
            self.beginInsertRows(QModelIndex(), same, len(prompts) - 1)
            self._take(prompts)
            self.endInsertRows()

    def _take(self, prompts: Sequence[MapEntry]) -> None:
        self._prompts = list(prompts)
        self.indexes = [prompt.index for prompt in prompts]

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of prompts."""
        return 0 if parent.isValid() else len(self._prompts)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a prompt's first line, or its turn."""
        prompt = self._prompts[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return _words(prompt)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_number(prompt)} {_words(prompt)}"
        return _number(prompt) if role == TURN_ROLE else None


def _number(entry: MapEntry) -> int:
    return entry.step if entry.role is Role.SCREEN else entry.turn


def _words(entry: MapEntry) -> str:
    if entry.role is not Role.SCREEN:
        return entry.preview
    if entry.at is None:
        return translate("Conversation", "Screen")
    return format.clock(entry.at, seconds=True)


class PromptDelegate(QStyledItemDelegate):
    """Paints a row: the number at the right of its column, the prompt cut at its end."""

    def __init__(self, theme: Theme, view: QWidget) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the height of a row."""
        del option, index
        return QSize(0, self._theme.size("row.tree"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one row."""
        theme, rect = self._theme, option.rect
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, rect, state)
        number = QRect(rect.left(), rect.top(), theme.size("outline.number"), rect.height())
        painter.setPen(theme.color("text.secondary"))
        painter.setFont(theme.font("ui"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, str(index.data(TURN_ROLE)))
        painter.setPen(theme.color("text"))
        painter.setFont(theme.font("ui.strong" if selected else "ui"))
        words = rect.adjusted(number.width() + theme.space(2), 0, -theme.space(2), 0)
        text = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, words.width()
        )
        painter.drawText(words, middle | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()

    def _ground(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
        flags = QStyle.StateFlag
        shown = RowState(
            selected=bool(state & flags.State_Selected),
            active=self._is_in_use(),
            ringed=self._view.hasFocus() and bool(state & flags.State_HasFocus),
            hovered=bool(state & flags.State_MouseOver),
        )
        paint_row(painter, rect, self._theme, shown)

    def _is_in_use(self) -> bool:
        """Tell whether the keyboard is in the page that the list belongs to."""
        focused = self._view.window().focusWidget()
        page = self._view.parentWidget()
        while page is not None and page.objectName() != "page":
            page = page.parentWidget()
        return focused is not None and page is not None and page.isAncestorOf(focused)
