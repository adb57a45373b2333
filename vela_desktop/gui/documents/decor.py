"""Paints what stands around rendered text: cards under code, bars beside quotes, list markers."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextBlock, QTextCursor, QTextFormat, QTextListFormat

from vela_desktop.gui.documents import sliding
from vela_desktop.gui.documents.blocks import Seen
from vela_desktop.gui.documents.dressing import MARKER, QUOTE, Card, card, card_top
from vela_desktop.gui.theme import Theme

BOXES = ("☐", "☑")
"""What a task begins with, in place of a marker."""

DOT = "•"

CardRect = tuple[QRectF, list[Seen]]
"""The card of a block of code, and which of its lines are in sight."""


class Decor:
    """Paints in the document's coordinates."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._room = theme.space(3)
        """Between a card's edge and its code."""

    def cards(self, blocks: Sequence[Seen], right: float) -> list[CardRect]:
        """Return the cards that *blocks* are lines of, up to *right*, where the column ends.

        A card that begins or ends out of sight reaches beyond it.
        """
        return [(self._card(lines, right), lines) for lines in _runs(blocks)]

    def _card(self, lines: list[Seen], right: float) -> QRectF:
        first, last = lines[0], lines[-1]
        left = first.left + sliding.slid(first.block) - self._room
        corner = QPointF(left, first.top - card_top(self._theme))
        inset = QTextCursor(first.block).currentFrame().frameFormat().padding()
        return QRectF(corner, QPointF(right - inset, last.bottom + self._room))

    def hidden(self, rect: QRectF, line: Seen) -> float:
        """Return how much of the code that *line* belongs to does not fit into its card."""
        return sliding.overflow(line.block, rect.width(), self._room)

    def paint_card(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the card of a block of code."""
        radius = self._theme.radius("control")
        self._fill(painter, "bg.code")
        painter.drawRoundedRect(rect, radius, radius)

    def paint_slider(self, painter: QPainter, rect: QRectF, line: Seen) -> None:
        """Paint, at the foot of a card, which part of its width is in sight, where not all is."""
        hidden = self.hidden(rect, line)
        if not hidden:
            return
        height, inset = self._theme.space("half"), self._theme.space(1)
        track = rect.width() - 2 * inset
        width = track * rect.width() / (rect.width() + hidden)
        left = rect.left() + inset + (track - width) * sliding.slid(line.block) / hidden
        handle = QRectF(left, rect.bottom() - inset - height, width, height)
        self._fill(painter, "border.control")
        painter.drawRoundedRect(handle, height / 2, height / 2)

    def paint_ring(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the ring of the keyboard's focus around *rect*."""
        width = self._theme.tokens.line("ring")
        painter.setPen(QPen(self._theme.color("focus"), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = self._theme.radius("chip")
        painter.drawRoundedRect(rect.adjusted(-width, 0, width, 0), radius, radius)

    def paint_quotes(self, painter: QPainter, blocks: Sequence[Seen]) -> None:
        """Paint a bar beside each quote, one for each level."""
        self._fill(painter, "border.card")
        for bar in self._bars(blocks):
            radius = bar.width() / 2
            painter.drawRoundedRect(bar, radius, radius)

    def _bars(self, blocks: Sequence[Seen]) -> list[QRectF]:
        step, width = self._theme.space(4), self._theme.size("bar.quote")
        done: list[QRectF] = []
        growing: list[QRectF] = []
        for one in blocks:
            depth = one.block.blockFormat().intProperty(QUOTE)
            same = max(0, depth - 1) if _begins_quote(one.block) else depth
            done += growing[same:]
            del growing[same:]
            left = self._quoted_left(one)
            for level in range(depth):
                at = left - (depth - level) * step
                bar = QRectF(at, one.top, width, one.bottom - one.top)
                if level < len(growing):
                    growing[level] = growing[level].united(bar)
                else:
                    growing.append(bar)
        return done + growing

    def _quoted_left(self, one: Seen) -> float:
        """Return where a quoted paragraph begins, without a list's indent or a card's room."""
        listed = one.block.textList()
        indent = self._theme.size("indent.list") * listed.format().indent() if listed else 0
        return self._text_left(one) - indent

    def _text_left(self, one: Seen) -> float:
        shape = one.block.blockFormat()
        return one.left + sliding.slid(one.block) - (self._room if card(shape) else 0)

    def paint_markers(self, painter: QPainter, blocks: Sequence[Seen]) -> None:
        """Paint the markers of list items, grey, on the baseline of their first line."""
        painter.setFont(self._theme.font("read"))
        for one in blocks:
            text = marker(one.block)
            if text == DOT:
                self._paint_dot(painter, one)
            elif text:
                painter.setPen(self._theme.color("text.secondary"))
                width = painter.fontMetrics().horizontalAdvance(text)
                gap = self._theme.space(1) + self._theme.space("half")
                painter.drawText(QPointF(self._text_left(one) - gap - width, one.baseline), text)

    def _paint_dot(self, painter: QPainter, one: Seen) -> None:
        side = self._theme.size("tick.dot")
        middle = one.baseline - painter.fontMetrics().xHeight() / 2
        left = self._text_left(one) - self._theme.space(3)
        self._fill(painter, "text.secondary")
        painter.drawEllipse(QRectF(left - side / 2, middle - side / 2, side, side))

    def _fill(self, painter: QPainter, role: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(role))


def _runs(blocks: Sequence[Seen]) -> Iterator[list[Seen]]:
    """Yield the lines of each block of code."""
    run: list[Seen] = []
    for one in blocks:
        flags = card(one.block.blockFormat())
        if run and (flags is None or Card.FIRST in flags):
            yield run
            run = []
        if flags is not None:
            run.append(one)
    if run:
        yield run


def _begins_quote(block: QTextBlock) -> bool:
    return block.blockFormat().hasProperty(QTextFormat.Property.BlockQuoteLevel)


def marker(block: QTextBlock) -> str:
    """Return what stands before a list item, nothing for other paragraphs and for tasks."""
    listed = block.textList()
    if listed is None or block.text().startswith(BOXES):
        return ""
    shape = listed.format()
    style = shape.intProperty(MARKER) or shape.style().value
    if style != QTextListFormat.Style.ListDecimal.value:
        return DOT
    return f"{listed.itemNumber(block) + shape.start()}."
