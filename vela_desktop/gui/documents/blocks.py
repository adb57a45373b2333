"""The paragraphs of a document that are on screen, and where each stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextDocument, QTextLine

_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value


@dataclass(frozen=True, slots=True)
class Seen:
    """A paragraph and the place of its lines, in the document's coordinates."""

    block: QTextBlock
    origin: QPointF
    bottom: float

    @property
    def top(self) -> float:
        """Where the first line begins."""
        return self.origin.y()

    @property
    def left(self) -> float:
        """Where the text begins, after all indents."""
        return self.origin.x() + self.block.layout().lineAt(0).x()

    @property
    def baseline(self) -> float:
        """The baseline of the first line."""
        line = self.block.layout().lineAt(0)
        return self.origin.y() + line.y() + line.ascent()

    def rects(self, start: int, end: int) -> Iterator[QRectF]:
        """Yield where the characters from *start* to *end* stand, line by line."""
        layout, height = self.block.layout(), self.block.blockFormat().lineHeight()
        for at in range(layout.lineCount()):
            line = layout.lineAt(at)
            first = max(start, line.textStart())
            last = min(end, line.textStart() + line.textLength())
            if first < last:
                left, right = x_of(line, first), x_of(line, last)
                top = self.origin.y() + at * height
                yield QRectF(self.origin.x() + left, top, right - left, height)


def x_of(line: QTextLine, position: int) -> float:
    """Return where the character at *position* of a paragraph begins, in the paragraph's layout."""
    return cast("tuple[float, int]", line.cursorToX(position))[0]


def seen(document: QTextDocument, block: QTextBlock) -> Seen | None:
    """Return where *block* stands; None where it shows no line."""
    layout, shape = block.layout(), block.blockFormat()
    if not layout.lineCount():
        return None
    rect = document.documentLayout().blockBoundingRect(block)
    height = rect.height()
    if shape.lineHeightType() == _FIXED:
        height = layout.lineCount() * shape.lineHeight()
    return Seen(block, rect.topLeft(), rect.top() + height)


def visible(document: QTextDocument, clip: QRectF) -> Iterator[Seen]:
    """Yield the paragraphs that *clip* meets, in reading order."""
    at = QPointF(clip.left(), clip.top())
    position = document.documentLayout().hitTest(at, Qt.HitTestAccuracy.FuzzyHit)
    block = document.findBlock(max(0, position))
    if block.previous().isValid():
        block = block.previous()
    while block.isValid():
        found = seen(document, block)
        if found is not None:
            if found.top > clip.bottom():
                return
            if found.bottom >= clip.top():
                yield found
        block = block.next()
