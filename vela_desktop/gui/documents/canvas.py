"""A column of rendered text of reading width, painted with what stands around it."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QRegion,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from vela_desktop.gui.documents.blocks import Seen, seen, visible
from vela_desktop.gui.documents.decor import CardRect, Decor
from vela_desktop.gui.documents.sheet import document_sheet
from vela_desktop.gui.theme import Theme

TAB_CHARS = 8
"""Tab stops of code and of what programs write."""

Selection = QAbstractTextDocumentLayout.Selection


class Canvas(QTextBrowser):
    """Shows HTML from ``rendering`` and fetches nothing."""

    def __init__(
        self, theme: Theme, margins: tuple[int, int], gutter: int, parent: QWidget | None
    ) -> None:
        """*margins* are the least left and right of the column; *gutter* is room within it."""
        super().__init__(parent)
        self._theme, self._gutter, self._margins = theme, gutter, margins
        self._decor = Decor(theme)
        self._on_link = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().valueChanged.connect(self._stay)
        self.verticalScrollBar().setSingleStep(theme.space(5))
        self.document().setDocumentMargin(theme.space(2))
        theme.changed.connect(self.dress)
        self.dress()

    def dress(self) -> None:
        """Take the colours and sizes of the present theme; the caller renders anew."""
        self.setFont(self._theme.font("read"))
        self.document().setDefaultFont(self._theme.font("read"))
        self.document().setDefaultStyleSheet(document_sheet(self._theme))
        self.document().setIndentWidth(self._theme.size("indent.list"))
        code = QFontMetricsF(self._theme.font("code", "mono"))
        self.setTabStopDistance(code.horizontalAdvance(" " * TAB_CHARS))

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return nothing: nothing is ever loaded."""
        del kind, name
        return QPixmap()

    def _stay(self, value: int) -> None:
        """Wide code makes the document wide; only its card may move."""
        if value:
            self.horizontalScrollBar().setValue(0)

    @property
    def right(self) -> float:
        """Where the column ends, in the document's coordinates."""
        return self.viewport().width() - self.document().documentMargin()

    def on_screen(self) -> QRectF:
        """Return the part of the document that is on screen."""
        return QRectF(self.viewport().rect()).translated(0, self.verticalScrollBar().value())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what stands around the text, the text, and what stands over it."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, -self.verticalScrollBar().value())
        clip = QRectF(event.rect()).translated(0, self.verticalScrollBar().value())
        blocks = list(visible(self.document(), clip))
        cards = self._decor.cards(blocks, self.right)
        self.paint_under(painter, clip)
        for rect, _ in cards:
            self._decor.paint_card(painter, rect)
        self._decor.paint_quotes(painter, blocks)
        self._decor.paint_markers(painter, blocks)
        painter.save()
        painter.setClipRegion(self._text_region(clip, cards))
        self.document().documentLayout().draw(painter, self._context(clip, blocks))
        painter.restore()
        self.paint_over(painter, clip)
        for rect, lines in cards:
            self._decor.paint_slider(painter, rect, lines[0])
        if self._on_link and self.hasFocus():
            self.paint_focus(painter, self.textCursor())
        painter.end()

    def paint_under(self, painter: QPainter, clip: QRectF) -> None:
        """Paint beneath everything; *painter* has the document's coordinates."""

    def paint_over(self, painter: QPainter, clip: QRectF) -> None:
        """Paint above everything; *painter* has the document's coordinates."""

    def paint_focus(self, painter: QPainter, link: QTextCursor) -> None:
        """Paint the keyboard's focus around *link*."""
        block = self.document().findBlock(link.selectionStart())
        place = seen(self.document(), block)
        if place is not None:
            start = link.selectionStart() - block.position()
            for rect in place.rects(start, link.selectionEnd() - block.position()):
                self._decor.paint_ring(painter, rect)

    def unreadable(self, clip: QRectF) -> Sequence[QRect]:
        """Return where text may not show, within *clip*."""
        del clip
        return ()

    def marks(self, blocks: Sequence[Seen]) -> list[Selection]:
        """Return what to mark in *blocks*."""
        del blocks
        return []

    def _text_region(self, clip: QRectF, cards: Sequence[CardRect]) -> QRegion:
        """Return where text may show: code that is wider than its card ends with it."""
        region = QRegion(clip.toAlignedRect())
        for rect, lines in cards:
            if self._decor.hidden(rect, lines[0]):
                region -= QRegion(_left_of(rect, clip))
                region -= QRegion(_right_of(rect, clip))
        for hole in self.unreadable(clip):
            region -= QRegion(hole)
        return region

    def _context(
        self, clip: QRectF, blocks: Sequence[Seen]
    ) -> QAbstractTextDocumentLayout.PaintContext:
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self.palette()
        context.clip = clip
        context.cursorPosition = -1
        selections = self.marks(blocks)
        if self.textCursor().hasSelection() and not self._on_link:
            selections.append(self._selected())
        context.selections = selections
        return context

    def _selected(self) -> Selection:
        active = self.hasFocus()
        group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
        shape = QTextCharFormat()
        shape.setBackground(self.palette().brush(group, QPalette.ColorRole.Highlight))
        shape.setForeground(self.palette().brush(group, QPalette.ColorRole.HighlightedText))
        return selection(self.textCursor(), shape)

    def event(self, event: QEvent) -> bool:
        """Keep the column at reading width, in the middle: before the text is laid out."""
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        wanted = self._theme.size("measure.max") + self._gutter
        least_left, least_right = self._margins
        free = max(0, self.width() - wanted - least_left - least_right)
        left, right = least_left + free // 2, least_right + free - free // 2
        margins = self.viewportMargins()
        if (margins.left(), margins.right()) != (left, right):
            self.setViewportMargins(left, 0, right, 0)

    def sizeHint(self) -> QSize:
        """Ask for the reading width."""
        return QSize(self._theme.size("measure.max"), super().sizeHint().height())


def selection(cursor: QTextCursor, shape: QTextCharFormat) -> Selection:
    """Return what paints *cursor*'s text in *shape*."""
    made = Selection()
    made.cursor = cursor
    made.format = shape
    return made


def _left_of(rect: QRectF, clip: QRectF) -> QRect:
    return QRectF(QPointF(clip.left(), rect.top()), rect.bottomLeft()).toAlignedRect()


def _right_of(rect: QRectF, clip: QRectF) -> QRect:
    return QRectF(rect.topRight(), QPointF(clip.right(), rect.bottom())).toAlignedRect()
