"""What a style sheet cannot say of rendered text: cards around code, and markers of our own.

Qt draws list markers off the baseline of lines of fixed height, and gives padding to table cells
only. So lists lose Qt's marker and code gets room on its sides, and ``decor`` paints both.
"""

from collections.abc import Iterator
from enum import IntFlag

from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextListFormat,
)

from vela_desktop.gui.theme import Theme

_USER = QTextFormat.Property.UserProperty.value
CARD = _USER + 1
"""On the lines of code: ``Card`` flags."""
MARKER = _USER + 3
"""On lists: the style that they had."""
QUOTE = _USER + 5
"""On paragraphs: how many quotes they are inside of."""

_SINGLE = QTextBlockFormat.LineHeightTypes.SingleHeight.value
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value
_UNDEFINED = QTextListFormat.Style.ListStyleUndefined


class Card(IntFlag):
    """A line of code, and whether its card begins or ends with it."""

    LINE = 1
    FIRST = 2
    LAST = 4


def card(shape: QTextBlockFormat) -> Card | None:
    """Return the flags of a line of code, None for other paragraphs."""
    flags = shape.intProperty(CARD)
    return Card(flags) if flags else None


def card_top(theme: Theme) -> int:
    """Return the room above code in its card: less than below, since letters stand low."""
    return theme.space(2) + theme.space("half")


def dress(document: QTextDocument, start: int, end: int, theme: Theme) -> None:
    """Give the paragraphs between two positions what ``decor`` relies on.

    The first one loses its space above and the last one its space below: what holds them has them.
    """
    blocks = list(_between(document, start, end))
    padding, gap = theme.space(3), theme.space(2)
    above = card_top(theme)
    for at, block in enumerate(blocks):
        shape = block.blockFormat()
        flags = _flags(blocks, at)
        if depth := int(shape.leftMargin() // theme.space(4)):
            shape.setProperty(QUOTE, depth)
        if flags:
            shape.setProperty(CARD, int(flags))
            shape.setLeftMargin(shape.leftMargin() + padding)
        if shape.lineHeightType() == _SINGLE and block.length() > 1:
            shape.setLineHeight(theme.tokens.style("read").line, _FIXED)
        first, last = at == 0, at == len(blocks) - 1
        if Card.FIRST in flags:
            shape.setTopMargin(above + (0 if first else gap))
        elif first:
            shape.setTopMargin(0)
        if Card.LAST in flags:
            shape.setBottomMargin(padding + (0 if last else gap))
        elif last:
            shape.setBottomMargin(0)
        if shape != block.blockFormat():
            QTextCursor(block).setBlockFormat(shape)
        _unmark(block)


def _between(document: QTextDocument, start: int, end: int) -> Iterator[QTextBlock]:
    block = document.findBlock(start)
    while block.isValid() and block.position() <= end:
        yield block
        block = block.next()


def _flags(blocks: list[QTextBlock], at: int) -> Card:
    if not _is_code(blocks[at]):
        return Card(0)
    first = at == 0 or not _is_code(blocks[at - 1]) or _begins(blocks[at])
    end = at + 1
    last = end == len(blocks) or not _is_code(blocks[end]) or _begins(blocks[end])
    return Card.LINE | (Card.FIRST if first else Card(0)) | (Card.LAST if last else Card(0))


def _is_code(block: QTextBlock) -> bool:
    return block.blockFormat().nonBreakableLines()


def _begins(block: QTextBlock) -> bool:
    """Tell whether a block of code begins here: only its first line has space above."""
    return block.blockFormat().hasProperty(QTextFormat.Property.BlockTopMargin)


def _unmark(block: QTextBlock) -> None:
    """Take Qt's marker from the list that *block* is in."""
    found = block.textList()
    if found is not None and found.format().style() != _UNDEFINED:
        shape = found.format()
        shape.setProperty(MARKER, shape.style().value)
        shape.setStyle(_UNDEFINED)
        found.setFormat(shape)
