"""Code that is wider than its card: it is moved to the side within it."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QTextBlock, QTextCursor

from vela_desktop.gui.documents.blocks import Seen
from vela_desktop.gui.documents.dressing import SLID, Card, card


def overflow(width: float, lines: Sequence[Seen], padding: float) -> float:
    """Return how many pixels of the widest of *lines* do not fit into a card of *width*."""
    return max(0.0, max(map(_width, lines)) + 2 * padding - width)


def slid(lines: Sequence[Seen]) -> float:
    """Return how far a card is moved."""
    return lines[0].block.blockFormat().doubleProperty(SLID)


def slide(block: QTextBlock, to: float) -> None:
    """Move the whole card that *block* is a line of, so that *to* pixels are out of sight."""
    first = block
    while not Card.FIRST & (card(first.blockFormat()) or Card.FIRST):
        first = first.previous()
    cursor = QTextCursor(first)
    cursor.beginEditBlock()
    for line in _lines(first):
        shape = line.blockFormat()
        shape.setLeftMargin(shape.leftMargin() + shape.doubleProperty(SLID) - to)
        shape.setProperty(SLID, to)
        QTextCursor(line).setBlockFormat(shape)
    cursor.endEditBlock()


def _width(line: Seen) -> float:
    layout = line.block.layout()
    return max(layout.lineAt(at).naturalTextWidth() for at in range(layout.lineCount()))


def _lines(first: QTextBlock) -> Iterator[QTextBlock]:
    block = first
    while block.isValid() and (flags := card(block.blockFormat())):
        yield block
        if Card.LAST in flags:
            return
        block = block.next()
