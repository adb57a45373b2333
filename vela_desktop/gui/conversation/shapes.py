"""How each kind of part is framed: its space, and the room its decoration takes."""

from PySide6.QtGui import QTextBlock, QTextCursor, QTextFormat, QTextFrame, QTextFrameFormat

from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.pieces import Part, PartKind

UNSEARCHED = QTextFormat.Property.UserProperty.value + 4
"""On paragraphs that are not the conversation's own words."""


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
        self._padding = {PartKind.PROMPT: space(3), PartKind.OUTPUT: space(3), PartKind.CALL: space(1)}
        self._left = {
            PartKind.PROMPT: theme.size("bar.prompt"),
            PartKind.CALL: self.call_text - space(1),
            PartKind.FOLD: self.fold_text,
        }

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


def is_searched(block: QTextBlock) -> bool:
    """Tell whether words are looked for in *block*."""
    return not block.blockFormat().hasProperty(UNSEARCHED)
