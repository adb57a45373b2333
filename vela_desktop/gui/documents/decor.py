"""Paints what stands around rendered text: cards under code, bars beside quotes, list markers."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextBlock, QTextFormat, QTextListFormat

from vela_desktop.gui.documents import sliding
from vela_desktop.gui.documents.blocks import Seen
from vela_desktop.gui.documents.dressing import MARKER, SLID, Card, card
from vela_desktop.gui.theme import Theme

_BOXES = ("☐", "☑")


class Decor:
    """Paints for one document; ``right`` is where its column ends."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def cards(self, blocks: Sequence[Seen], right: float) -> list[tuple[QRectF, list[Seen]]]:
        """Return the cards under *blocks* and the lines in each. Cards that begin or end out of
        sight reach beyond it."""
        padding, found = self._theme.space(3), []
        lines: list[Seen] = []
        for at, one in enumerate(blocks):
            flags = card(one.block.blockFormat())
            if flags is None:
                continue
            lines.append(one)
            following = card(blocks[at + 1].block.blockFormat()) if at + 1 < len(blocks) else None
            if Card.LAST in flags or following is None or Card.FIRST in following:
                first = lines[0]
                left = first.left + first.block.blockFormat().doubleProperty(SLID) - padding
                rect = QRectF(QPointF(left, first.top - padding), QPointF(right, one.bottom + padding))
                found.append((rect, lines))
                lines = []
        return found

    def paint_card(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the card of a block of code."""
        radius = self._theme.radius("control")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("bg.code"))
        painter.drawRoundedRect(rect, radius, radius)

    def paint_slider(self, painter: QPainter, rect: QRectF, lines: Sequence[Seen]) -> None:
        """Paint, at the foot of a card, which part of its width is in sight, where not all is."""
        block = lines[0].block
        hidden = sliding.overflow(block, rect.width(), self._theme.space(3))
        if not hidden:
            return
        height, inset = self._theme.space("half"), self._theme.space(1)
        track = rect.width() - 2 * inset
        width = track * rect.width() / (rect.width() + hidden)
        left = rect.left() + inset + (track - width) * sliding.slid(block) / hidden
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("border.control"))
        handle = QRectF(left, rect.bottom() - inset - height, width, height)
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
        step, width = self._theme.space(4), self._theme.size("bar.quote")
        open_: dict[int, QRectF] = {}
        for one in blocks:
            shape = one.block.blockFormat()
            depth = self._depth(one.block)
            new = shape.hasProperty(QTextFormat.Property.BlockQuoteLevel)
            for level in [level for level in open_ if level >= depth or (new and level == depth - 1)]:
                self._paint_bar(painter, open_.pop(level))
            for level in range(depth):
                left = self._text_left(one) - (depth - level) * step
                bar = QRectF(left, one.top, width, one.bottom - one.top)
                open_[level] = open_[level].united(bar) if level in open_ else bar
        for bar in open_.values():
            self._paint_bar(painter, bar)

    def _depth(self, block: QTextBlock) -> int:
        shape = block.blockFormat()
        inner = self._theme.space(3) if card(shape) else 0
        margin = shape.leftMargin() + shape.doubleProperty(SLID) - inner
        return max(0, int(margin // self._theme.space(4)))

    def _text_left(self, one: Seen) -> float:
        """Return where the text begins, leaving out a list's indent and a card's room."""
        shape = one.block.blockFormat()
        left = one.left + shape.doubleProperty(SLID)
        left -= self._theme.space(3) if card(shape) else 0
        listed = one.block.textList()
        return left - (self._theme.size("indent.list") * listed.format().indent() if listed else 0)

    def _paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("border.card"))
        radius = bar.width() / 2
        painter.drawRoundedRect(bar, radius, radius)

    def paint_markers(self, painter: QPainter, blocks: Sequence[Seen]) -> None:
        """Paint the markers of list items, grey, on the baseline of their first line."""
        for one in blocks:
            text = marker(one.block)
            if text == "•":
                self._paint_dot(painter, one)
            elif text:
                painter.setPen(self._theme.color("text.secondary"))
                painter.setFont(self._theme.font("read"))
                width = painter.fontMetrics().horizontalAdvance(text)
                at = self._marker_left(one) - self._theme.space(1) - self._theme.space("half")
                painter.drawText(QPointF(at - width, one.baseline), text)

    def _paint_dot(self, painter: QPainter, one: Seen) -> None:
        side = self._theme.size("tick.dot")
        middle = one.baseline - painter.fontMetrics().xHeight() / 2
        left = self._marker_left(one) - self._theme.space(3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("text.secondary"))
        painter.drawEllipse(QRectF(left - side / 2, middle - side / 2, side, side))

    def _marker_left(self, one: Seen) -> float:
        shape = one.block.blockFormat()
        room = self._theme.space(3) if card(shape) else 0
        return one.left + shape.doubleProperty(SLID) - room


def marker(block: QTextBlock) -> str:
    """Return what stands before a list item, nothing for other paragraphs and for tasks."""
    listed = block.textList()
    if listed is None or block.text().startswith(_BOXES):
        return ""
    style = QTextListFormat.Style(listed.format().intProperty(MARKER) or listed.format().style().value)
    if style is not QTextListFormat.Style.ListDecimal:
        return "•"
    return f"{listed.itemNumber(block) + listed.format().start()}."
