"""Code that is wider than its card: it is moved to the side within it."""

from collections.abc import Iterator

from PySide6.QtGui import QTextBlock, QTextCursor

from vela_desktop.gui.documents.dressing import Card, card


def overflow(block: QTextBlock, width: float, padding: float) -> float:
    """Return how many pixels of the card that *block* is in do not fit into *width*."""
    return max(0.0, max(map(_width, _lines(block)), default=0.0) + 2 * padding - width)


def slid(block: QTextBlock) -> float:
    """Return how far the card that *block* is in is moved."""
    return -block.blockFormat().textIndent()


def slide(block: QTextBlock, to: float) -> None:
    """Move the whole card that *block* is in, so that *to* pixels are out of sight."""
    cursor = QTextCursor(block)
    cursor.beginEditBlock()
    for line in _lines(block):
        shape = line.blockFormat()
        shape.setTextIndent(-to)
        QTextCursor(line).setBlockFormat(shape)
    cursor.endEditBlock()


def _width(line: QTextBlock) -> float:
    layout = line.layout()
    return max(
        (layout.lineAt(at).naturalTextWidth() for at in range(layout.lineCount())), default=0.0
    )


def _lines(block: QTextBlock) -> Iterator[QTextBlock]:
    """Yield every line of the card that *block* is in."""
    while Card.FIRST not in (card(block.blockFormat()) or Card.FIRST):
        block = block.previous()
    while flags := card(block.blockFormat()):
        yield block
        if Card.LAST in flags:
            return
        block = block.next()
