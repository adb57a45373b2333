"""Puts the pieces of a rendered body into a document, one after another, as if they were one."""

from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCursor, QTextDocument

from vela_desktop.gui.documents.dressing import CARD, Card, card, dress
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.body import BodyPiece

_SEAM = '<p style="-qt-paragraph-type:empty;"></p>'
"""Goes into the end of the text that is there; without it the first block of a piece would."""


def append(document: QTextDocument, piece: BodyPiece, theme: Theme, *, first: bool) -> int:
    """Put *piece* at the end of *document* and return the position where it begins."""
    cursor = QTextCursor(document)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    before = cursor.block()
    start = cursor.position() + (not first)
    cursor.insertHtml(piece.html.strip() if first else _SEAM + piece.html.strip())
    begun, ended = document.findBlock(start), document.lastBlock()
    above, below = begun.blockFormat().topMargin(), ended.blockFormat().bottomMargin()
    dress(document, start, ended.position(), theme)
    _space(begun, theme, above=0 if first else above)
    _space(ended, theme, below=below)
    if piece.goes_on:
        _join(before, begun, theme)
    return start


def _space(
    block: QTextBlock, theme: Theme, *, above: float | None = None, below: float | None = None
) -> None:
    """Give back the room around a piece that ``dress`` takes from both ends of a document."""
    shape, flags = block.blockFormat(), card(block.blockFormat()) or Card(0)
    room = theme.space(3) + theme.space(2)
    if above is not None:
        shape.setTopMargin(
            room if Card.FIRST in flags and above else max(above, _inner(flags, theme))
        )
    if below is not None:
        shape.setBottomMargin(room if Card.LAST in flags else below)
    QTextCursor(block).setBlockFormat(shape)


def _inner(flags: Card, theme: Theme) -> int:
    return theme.space(3) if Card.FIRST in flags else 0


def _join(before: QTextBlock, begun: QTextBlock, theme: Theme) -> None:
    """Close the gap between two pieces of one block; a card goes on through both."""
    upper, lower = before.blockFormat(), begun.blockFormat()
    upper.setBottomMargin(0)
    lower.setTopMargin(theme.space(1) if begun.textList() is not None else 0)
    _unflag(upper, Card.LAST)
    _unflag(lower, Card.FIRST)
    QTextCursor(before).setBlockFormat(upper)
    QTextCursor(begun).setBlockFormat(lower)


def _unflag(shape: QTextBlockFormat, flag: Card) -> None:
    flags = card(shape)
    if flags is not None:
        shape.setProperty(CARD, int(flags & ~flag))
