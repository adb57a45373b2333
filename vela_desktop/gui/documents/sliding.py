"""Code that is wider than its card: it is moved to the side within it."""

from collections.abc import Iterator
from itertools import islice

from PySide6.QtGui import QTextBlock, QTextCursor

from vela_desktop.gui.documents.dressing import Card, card

MEASURED_LINES = 200
"""Lines before and after one on screen that say how wide a card's code is: more would be felt."""


def overflow(block: QTextBlock, width: float, padding: float) -> float:
    """Return how many pixels of the code around *block* do not fit into a card of *width*."""
    widest = max(map(_width, _around(block)), default=0.0)
    return max(0.0, widest + 2 * padding - width)


def slid(block: QTextBlock) -> float:
    """Return how far the card that *block* is in is moved."""
    return -block.blockFormat().textIndent()


def slide(block: QTextBlock, to: float) -> None:
    """Move the whole card that *block* is in, so that *to* pixels are out of sight."""
    cursor = QTextCursor(block)
    cursor.beginEditBlock()
    for line in _from(_first(block)):
        shape = line.blockFormat()
        shape.setTextIndent(-to)
        QTextCursor(line).setBlockFormat(shape)
    cursor.endEditBlock()


def _width(line: QTextBlock) -> float:
    layout = line.layout()
    return max(
        (layout.lineAt(at).naturalTextWidth() for at in range(layout.lineCount())), default=0.0
    )


def _first(block: QTextBlock, most: int | None = None) -> QTextBlock:
    """Return the first line of the card, or the one *most* lines before *block*."""
    steps = 0
    while steps != most and Card.FIRST not in (card(block.blockFormat()) or Card.FIRST):
        block = block.previous()
        steps += 1
    return block


def _from(block: QTextBlock) -> Iterator[QTextBlock]:
    """Yield *block* and the lines of its card after it."""
    while flags := card(block.blockFormat()):
        yield block
        if Card.LAST in flags:
            return
        block = block.next()


def _around(block: QTextBlock) -> Iterator[QTextBlock]:
    return islice(_from(_first(block, MEASURED_LINES)), 2 * MEASURED_LINES)
