"""The messages that are in the document, part by part, in reading order.

Each part is a frame of the document: it can be put in, taken out and exchanged without laying out
the rest anew, and its frame says where it stands.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument, QTextFrame

from vela_desktop.gui.conversation.shapes import Shapes, room_of
from vela_desktop.gui.documents.dressing import dress
from vela_desktop.gui.documents.insertion import fill_frame, remove_frame
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.pieces import Part, Piece


@dataclass(slots=True, eq=False)
class Placed:
    """A part in the document."""

    index: int
    """Its message."""
    part: Part
    frame: QTextFrame


class Flow:
    """Puts pieces into a document that holds nothing else."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        self._document, self._theme = document, theme
        self._shapes = Shapes(theme)
        self._nothing = QTextBlockFormat()
        self._nothing.setLineHeight(0, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        self.placed: list[Placed] = []

    def clear(self) -> None:
        """Empty the document."""
        self.placed.clear()
        self._document.clear()
        self._document.setIndentWidth(self._theme.size("indent.list"))
        root = self._document.rootFrame()
        shape = root.frameFormat()
        shape.setBottomMargin(self._theme.space(8))
        root.setFrameFormat(shape)

    def put(self, piece: Piece) -> None:
        """Put in a message that is not there yet, where it belongs."""
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        at = bisect_left(self.placed, piece.index, key=_index)
        self._insert(at, piece.index, piece.parts)
        cursor.endEditBlock()

    def replace(self, piece: Piece) -> None:
        """Show a message anew: parts that did not change stay as they are."""
        first, last = self._range(piece.index)
        old = [placed.part for placed in self.placed[first:last]]
        new = list(piece.parts)
        head = _common(old, new)
        tail = _common(old[head:][::-1], new[head:][::-1])
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        self._remove(first + head, last - tail)
        self._insert(first + head, piece.index, new[head : len(new) - tail])
        cursor.endEditBlock()

    def cut(self, start: int, stop: int) -> None:
        """Take out the messages from *start* to before *stop*."""
        first = bisect_left(self.placed, start, key=_index)
        last = bisect_left(self.placed, stop, key=_index)
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        self._remove(first, last)
        cursor.endEditBlock()

    def of(self, index: int) -> list[Placed]:
        """Return the parts of a message, none where it shows nothing or is not here."""
        first, last = self._range(index)
        return self.placed[first:last]

    def rect(self, placed: Placed) -> QRectF:
        """Return where a part stands, with the space around it."""
        return self._document.documentLayout().frameBoundingRect(placed.frame)

    def box(self, placed: Placed, right: float) -> QRectF:
        """Return the part's own box, up to *right*, where the column ends."""
        rect, shape = self.rect(placed), placed.frame.frameFormat()
        head, foot = room_of(placed.frame)
        above, below = shape.topMargin() - head, shape.bottomMargin() - foot
        rect = rect.adjusted(shape.leftMargin(), above, 0, -below)
        rect.setRight(right)
        return rect

    def at(self, y: float) -> int:
        """Return the position among ``placed`` of the part at height *y*, the nearest one."""
        after = bisect_right(self.placed, y, key=lambda placed: self.rect(placed).top())
        return max(0, after - 1)

    def within(self, clip: QRectF) -> Iterator[Placed]:
        """Yield the parts that *clip* meets."""
        for placed in self.placed[self.at(clip.top()) :]:
            if self.rect(placed).top() > clip.bottom():
                return
            yield placed

    def _range(self, index: int) -> tuple[int, int]:
        first = bisect_left(self.placed, index, key=_index)
        return first, bisect_right(self.placed, index, lo=first, key=_index)

    def _insert(self, at: int, index: int, parts: Sequence[Part]) -> None:
        for offset, part in enumerate(parts):
            frame = self._frame(at + offset, part)
            self.placed.insert(at + offset, Placed(index, part, frame))

    def _frame(self, at: int, part: Part) -> QTextFrame:
        cursor = QTextCursor(self._document)
        if at < len(self.placed):
            cursor.setPosition(self.placed[at].frame.firstPosition() - 1)
        else:
            cursor.movePosition(QTextCursor.MoveOperation.End)
        frame = cursor.insertFrame(self._shapes.frame(part))
        fill_frame(frame, part.html)
        dress(self._document, frame.firstPosition(), frame.lastPosition(), self._theme)
        self._shapes.finish(part, frame)
        for position in (frame.firstPosition() - 1, frame.lastPosition() + 1):
            cursor.setPosition(position)
            cursor.setBlockFormat(self._nothing)
        return frame

    def _remove(self, first: int, last: int) -> None:
        for placed in self.placed[first:last]:
            remove_frame(self._document, placed.frame)
        del self.placed[first:last]


def _index(placed: Placed) -> int:
    return placed.index


def _common(old: Sequence[Part], new: Sequence[Part]) -> int:
    """Return how many parts are the same at the beginning."""
    shorter = min(len(old), len(new))
    return next((at for at in range(shorter) if old[at] != new[at]), shorter)
