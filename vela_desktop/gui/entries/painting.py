"""How an entry of the list looks: title with its kind, summary, tags, and when it was saved."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vela_desktop.domain.entries import Kind
from vela_desktop.domain.text import squeeze
from vela_desktop.gui import words
from vela_desktop.gui.entries.lines import LINE_ROLE, EntryModel, Line, tags, when
from vela_desktop.gui.kit.rows import RowState, paint_row
from vela_desktop.gui.theme import Theme

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class EntryPainter(QStyledItemDelegate):
    """Paints lines in a column of the list's width, in the middle of the view."""

    def __init__(self, theme: Theme, model: EntryModel, view: QWidget) -> None:
        super().__init__(view)
        self._theme, self._model, self._view = theme, model, view

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Make a line as high as what it has to say."""
        del option
        line: Line = index.data(LINE_ROLE)
        heights = [height for height, text in self._parts(line) if text]
        inner = sum(heights) + self._theme.space("half") * (len(heights) - 1)
        return QSize(0, inner + 2 * self._theme.space(3))

    def _parts(self, line: Line) -> tuple[tuple[int, str], ...]:
        style = self._theme.tokens.style
        return (
            (style("h3").line, line.row.title),
            (style("ui").line, line.row.summary),
            (style("ui").line, tags(line.row) + line.place),
        )

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint one line."""
        line: Line = index.data(LINE_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = self._row(option.rect)
        paint_row(painter, row, self._theme, _state(option.state), corner="card")
        gap = self._theme.space(4)
        self._content(painter, row.adjusted(gap, self._theme.space(3), -gap, 0), line)
        painter.restore()

    def _row(self, rect: QRect) -> QRect:
        gap, whole = self._theme.space(4), self._view.width()
        width = min(self._theme.size("list.width"), whole - 2 * self._theme.space(8)) + 2 * gap
        return QRect((whole - width) // 2, rect.top(), width, rect.height())

    def _content(self, painter: QPainter, box: QRect, line: Line) -> None:
        theme, gap = self._theme, self._theme.space("half")
        side = theme.size("icon")
        (first, _), (second, summary), (third, last) = self._parts(line)
        top = QRect(box.left(), box.top(), box.width(), first)
        self._icon(painter, QRect(top.left(), top.top(), side, first), line)
        inner = top.adjusted(side + theme.space(2), 0, 0, 0)
        self._title(painter, inner, line)
        if summary:
            inner = QRect(inner.left(), inner.bottom() + 1 + gap, inner.width(), second)
            self._text(painter, inner, squeeze(summary), "ui", "text.secondary")
        if last:
            inner = QRect(inner.left(), inner.bottom() + 1 + gap, inner.width(), third)
            self._last(painter, inner, line)

    def _icon(self, painter: QPainter, box: QRect, line: Line) -> None:
        name = "entry-edited" if line.row.edited_by_hand else "entry"
        self._pixmap(painter, box, name, self._theme.size("icon"))

    def _title(self, painter: QPainter, box: QRect, line: Line) -> None:
        """Title and kind at the left, the time at the right; the title gives way."""
        gap = self._theme.space(3)
        said = when(line.row, self._model.now)
        taken = self._text(painter, box, said, "caption", "text.secondary", _RIGHT) + gap
        chip = self._chip_width(line.row.kind)
        room = box.adjusted(0, 0, -taken - chip - gap, 0)
        width = self._text(painter, room, squeeze(line.row.title), "h3", "text")
        self._chip(painter, box.left() + width + gap, box.center().y(), line.row.kind)

    def _last(self, painter: QPainter, box: QRect, line: Line) -> None:
        """Paint the tags at the left, and at the right, in at most half of the room, where the
        entry is filed."""
        half = box.adjusted(box.width() // 2, 0, 0, 0) if line.row.tags else box
        taken = self._text(painter, half, squeeze(line.place), "caption", "text.secondary", _RIGHT)
        room = box.adjusted(0, 0, -taken - self._theme.space(3), 0)
        self._text(painter, room, tags(line.row), "caption", "text.secondary")

    def _chip_width(self, kind: Kind) -> int:
        theme = self._theme
        text = QFontMetrics(theme.font("caption")).horizontalAdvance(words.kind(kind))
        return theme.space(1) + theme.size("icon.caption") + theme.space(1) + text + theme.space(2)

    def _chip(self, painter: QPainter, left: int, middle: int, kind: Kind) -> None:
        theme, hair = self._theme, self._theme.tokens.line("hair")
        height = theme.size("hit.min") - theme.space("half")
        box = QRect(left, middle - height // 2, self._chip_width(kind), height)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("border.control"), hair))
        radius, inset = theme.radius("chip"), hair / 2
        painter.drawRoundedRect(QRectF(box).adjusted(inset, inset, -inset, -inset), radius, radius)
        side, gap = theme.size("icon.caption"), theme.space(1)
        self._pixmap(painter, box.adjusted(gap, 0, 0, 0), words.kind_icon(kind), side, "text")
        inner = box.adjusted(gap + side + gap, 0, 0, 0)
        self._text(painter, inner, words.kind(kind), "caption", "text")

    def _pixmap(
        self, painter: QPainter, box: QRect, name: str, side: int, role: str = "text.secondary"
    ) -> None:
        """Paint an icon at the left of *box*, in the middle of its height."""
        place = QRect(box.left(), box.top() + (box.height() - side) // 2, side, side)
        painter.drawPixmap(place, self._theme.pixmap(name, role, side, self._view))

    def _text(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        style: str,
        role: str,
        where: Qt.AlignmentFlag = _LEFT,
    ) -> int:
        """Paint *text* on one line, cut at its end where room is short; return the width used."""
        painter.setFont(self._theme.font(style))
        painter.setPen(self._theme.color(role))
        metrics = QFontMetrics(painter.font())
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, where, cut)
        return metrics.horizontalAdvance(cut)


def _state(state: QStyle.StateFlag) -> RowState:
    flags = QStyle.StateFlag
    focused = bool(state & flags.State_HasFocus)
    return RowState(
        selected=bool(state & flags.State_Selected),
        active=focused,
        ringed=focused,
        hovered=bool(state & flags.State_MouseOver),
    )
