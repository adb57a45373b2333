"""A browser for rendered text: a column of reading width, decorated, links told on."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QMimeData, QPointF, QRect, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QRegion,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from vela_desktop.gui.documents import anchors, sliding
from vela_desktop.gui.documents.blocks import Seen, visible
from vela_desktop.gui.documents.copying import selected_text
from vela_desktop.gui.documents.decor import Decor
from vela_desktop.gui.documents.dressing import dress
from vela_desktop.gui.documents.sheet import document_sheet
from vela_desktop.gui.theme import Theme

Selection = QAbstractTextDocumentLayout.Selection


class DocumentBrowser(QTextBrowser):
    """Shows HTML from ``rendering`` and fetches nothing; ``link_clicked`` carries a target."""

    link_clicked = Signal(str)

    def __init__(
        self,
        theme: Theme,
        *,
        margins: tuple[int, int] | None = None,
        gutter: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        """*margins* are the least left and right of the column; *gutter* is room within it."""
        super().__init__(parent)
        self._theme, self._gutter = theme, gutter
        self._margins = margins or (theme.space(4), theme.space(4))
        self._decor = Decor(theme)
        self._on_link = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().valueChanged.connect(self._stay)
        self.verticalScrollBar().setSingleStep(theme.space(5))
        self.anchorClicked.connect(lambda url: self.link_clicked.emit(url.toString()))
        self.document().setDocumentMargin(theme.space(2))
        self.document().setIndentWidth(theme.size("indent.list"))
        theme.changed.connect(self.dress)
        self.dress()

    def dress(self) -> None:
        """Take the colours and sizes of the present theme; the caller renders anew."""
        self.setFont(self._theme.font("read"))
        self.document().setDefaultFont(self._theme.font("read"))
        self.document().setDefaultStyleSheet(document_sheet(self._theme))

    def setHtml(self, text: str) -> None:
        """Show *text*, HTML from ``rendering``, alone."""
        super().setHtml(text)
        self.document().setIndentWidth(self._theme.size("indent.list"))
        dress(self.document(), 0, self.document().characterCount(), self._theme)

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

    def paint_under(self, painter: QPainter, clip: QRectF) -> None:
        """Paint beneath everything; *painter* has the document's coordinates."""

    def paint_over(self, painter: QPainter, clip: QRectF) -> None:
        """Paint above everything; *painter* has the document's coordinates."""

    def unreadable(self, clip: QRectF) -> Sequence[QRect]:
        """Return where text may not show, within *clip*."""
        del clip
        return ()

    def marks(self, blocks: Sequence[Seen]) -> list[Selection]:
        """Return what to mark in *blocks*."""
        del blocks
        return []

    def _text_region(self, clip: QRectF, cards: Sequence[tuple[QRectF, list[Seen]]]) -> QRegion:
        """Return where text may show: code that is wider than its card ends with it."""
        region = QRegion(clip.toAlignedRect())
        for rect, lines in cards:
            if sliding.hidden(rect, lines, self._theme.space(3)):
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
        if self.textCursor().hasSelection():
            selections.append(self._selected())
        context.selections = selections
        return context

    def _selected(self) -> Selection:
        palette, group = self.palette(), QPalette.ColorGroup.Active
        if not self.hasFocus():
            group = QPalette.ColorGroup.Inactive
        shape = QTextCharFormat()
        shape.setBackground(palette.brush(group, QPalette.ColorRole.Highlight))
        shape.setForeground(palette.brush(group, QPalette.ColorRole.HighlightedText))
        return selection(self.textCursor(), shape)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy plain text: colours of the theme have no place elsewhere."""
        data = QMimeData()
        data.setText(selected_text(self.textCursor()))
        return data

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the next link, from where the reader is; after the last one leave."""
        cursor = self.textCursor()
        if self._on_link and cursor.hasSelection():
            at = cursor.selectionEnd() if forward else cursor.selectionStart()
        else:
            corner = self.on_screen().topLeft() if forward else self.on_screen().bottomLeft()
            at = self.document().documentLayout().hitTest(corner, Qt.HitTestAccuracy.FuzzyHit)
        link = anchors.next_link(self.document(), at, forward=forward)
        self._on_link = link is not None
        if link is None:
            cursor.clearSelection()
            self.setTextCursor(cursor)
            return QFrame.focusNextPrevChild(self, forward)
        self.setTextCursor(link)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select, or follow a link."""
        self._on_link = False
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll code to the side with Left and Right, else as usual."""
        side = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if side is None or not self._slide_under_cursor(side * self._theme.space(12)):
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move code to the side where the wheel is turned that way or with Shift."""
        delta = event.angleDelta()
        across = delta.x() or (
            delta.y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0
        )
        if across and abs(across) >= abs(delta.y() if not delta.x() else 0):
            at = event.position() + QPointF(0, self.verticalScrollBar().value())
            self._slide_at(at, -across)
            event.accept()
        else:
            super().wheelEvent(event)

    def _slide_under_cursor(self, by: int) -> bool:
        place = self.cursorRect().center()
        return self._slide_at(QPointF(place) + QPointF(0, self.verticalScrollBar().value()), by)

    def _slide_at(self, at: QPointF, by: int) -> bool:
        blocks = list(visible(self.document(), self.on_screen()))
        for rect, lines in self._decor.cards(blocks, self.right):
            if rect.top() <= at.y() <= rect.bottom():
                return self._slide(rect, lines, sliding.slid(lines) + by)
        return False

    def _slide(self, rect: QRectF, lines: list[Seen], to: float) -> bool:
        """Move a card; False where all of it is in sight."""
        most = sliding.hidden(rect, lines, self._theme.space(3))
        if not most:
            return False
        sliding.slide(lines[0].block, min(max(0.0, to), most))
        return True

    def reveal(self, cursor: QTextCursor) -> None:
        """Bring what *cursor* selects into view, also sideways, about a third from the top."""
        block = self.document().findBlock(cursor.selectionStart())
        self._reveal_across(cursor)
        rect = self.document().documentLayout().blockBoundingRect(block)
        line = block.layout().lineForTextPosition(cursor.selectionStart() - block.position())
        top = rect.top() + (line.y() if line.isValid() else 0)
        shown = self.on_screen()
        if not shown.top() <= top <= shown.bottom() - self._theme.space(12):
            self.verticalScrollBar().setValue(int(top - shown.height() / 3))

    def _reveal_across(self, cursor: QTextCursor) -> None:
        block = self.document().findBlock(cursor.selectionStart())
        rect = self.document().documentLayout().blockBoundingRect(block)
        around = rect.adjusted(0, -self.on_screen().height(), 0, self.on_screen().height())
        for card, lines in self._decor.cards(list(visible(self.document(), around)), self.right):
            if not any(line.block == block for line in lines):
                continue
            line = block.layout().lineAt(0)
            start = line.cursorToX(cursor.selectionStart() - block.position())[0] + rect.left()
            end = line.cursorToX(cursor.selectionEnd() - block.position())[0] + rect.left()
            if start < card.left() or end > card.right() - self._theme.space(3):
                middle = (start + end) / 2 - card.left() + sliding.slid(lines)
                self._slide(card, lines, middle - card.width() / 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column at reading width, in the middle."""
        super().resizeEvent(event)
        self._fit()

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
