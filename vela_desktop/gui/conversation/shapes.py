"""How each kind of part is framed: its space, and the room its decoration takes."""

from PySide6.QtGui import QTextBlock, QTextCursor, QTextFormat, QTextFrame, QTextFrameFormat

from vela_desktop.gui.documents.dressing import Card, card, card_top
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.pieces import Part, PartKind

UNSEARCHED = QTextFormat.Property.UserProperty.value + 4
"""On paragraphs that are not the conversation's own words."""
HEAD = QTextFormat.Property.UserProperty.value + 6
FOOT = QTextFormat.Property.UserProperty.value + 7
"""On frames: how much of the space above and below them is their own."""


class Shapes:
    """The frames of one theme; its measures do not change with the scheme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        space = theme.space
        small, caption = theme.size("icon.small"), theme.size("icon.caption")
        self.gutter = theme.size("gutter.turn")
        self.call_text = space(2) + small + space(1) + caption + space(1) + space("half")
        """Where a call's words begin, after chevron and state."""
        self.fold_text = small + space(1)
        self._above = {PartKind.PROMPT: space(5), PartKind.CALL: space(1), PartKind.FACTS: space(2)}
        self._below = {PartKind.PROMPT: space(1), PartKind.FACTS: space("half")}
        snug = space(2) + space("half")
        call = space(1) + round(theme.tokens.line("hair"))
        self._padding = {PartKind.PROMPT: snug, PartKind.OUTPUT: snug, PartKind.CALL: call}
        self._left = {
            PartKind.PROMPT: theme.size("bar.prompt") + space("half"),
            PartKind.OUTPUT: space("half"),
            PartKind.CALL: self.call_text - call,
            PartKind.FOLD: self.fold_text,
        }
        self._foot = {PartKind.PROMPT: space(1), PartKind.OUTPUT: space("half")}

    def frame(self, part: Part) -> QTextFrameFormat:
        """Return the frame for *part*."""
        shape, kind = QTextFrameFormat(), part.kind
        shape.setLeftMargin(self.gutter)
        shape.setTopMargin(self._above.get(kind, self._theme.space(1)))
        shape.setBottomMargin(self._below.get(kind, self._theme.space(1)))
        shape.setPadding(self._padding.get(kind, 0))
        return shape

    def finish(self, part: Part, frame: QTextFrame) -> None:
        """Make room for what is painted beside the words of *part*, and say what they are."""
        self._give_room(part, frame)
        room = self._left.get(part.kind, 0)
        if not room and part.kind is not PartKind.FACTS:
            return
        block = frame.firstCursorPosition().block()
        while block.isValid() and block.position() <= frame.lastPosition():
            shape = block.blockFormat()
            shape.setLeftMargin(shape.leftMargin() + room)
            shape.setNonBreakableLines(part.kind is PartKind.CALL or shape.nonBreakableLines())
            if part.kind is PartKind.FACTS:
                shape.setProperty(UNSEARCHED, 1)
            QTextCursor(block).setBlockFormat(shape)
            block = block.next()

    def _give_room(self, part: Part, frame: QTextFrame) -> None:
        """Give a frame the room that Qt does not: it drops the space around its paragraphs.

        Code begins and ends in its card's room; and since letters stand low in lines of fixed
        height, what holds them has more room at its foot.
        """
        head, foot = 0, self._foot.get(part.kind, 0)
        if Card.FIRST in _card(frame.firstCursorPosition()):
            head += card_top(self._theme)
        if Card.LAST in _card(frame.lastCursorPosition()):
            foot += self._theme.space(3)
        if head or foot:
            shape = frame.frameFormat()
            shape.setProperty(HEAD, head)
            shape.setProperty(FOOT, foot)
            shape.setTopMargin(shape.topMargin() + head)
            shape.setBottomMargin(shape.bottomMargin() + foot)
            frame.setFrameFormat(shape)


def _card(cursor: QTextCursor) -> Card:
    return card(cursor.blockFormat()) or Card(0)


def room_of(frame: QTextFrame) -> tuple[float, float]:
    """Return how much of the space above and below *frame* is the part's own."""
    shape = frame.frameFormat()
    return float(shape.intProperty(HEAD)), float(shape.intProperty(FOOT))


def is_searched(block: QTextBlock) -> bool:
    """Tell whether words are looked for in *block*."""
    return not block.blockFormat().hasProperty(UNSEARCHED)
