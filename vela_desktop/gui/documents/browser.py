"""A browser for rendered text: links for mouse and keyboard, code that moves, plain copies."""

from PySide6.QtCore import QMimeData, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QFrame, QWidget

from vela_desktop.gui.documents import anchors, sliding
from vela_desktop.gui.documents.blocks import Seen, visible, x_of
from vela_desktop.gui.documents.canvas import Canvas
from vela_desktop.gui.documents.copying import selected_text
from vela_desktop.gui.documents.decor import CardRect
from vela_desktop.gui.theme import Theme

_SIDES = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Grip:
    """A handle that is held: it moves code as far as the pointer moves over the whole card."""

    def __init__(self, card: QRectF, line: Seen, x: float, hidden: float) -> None:
        self.card, self.line = card, line
        self._x, self._slid = x, sliding.slid(line.block)
        self._per_pixel = 1 + hidden / card.width()

    def moved(self, x: float) -> float:
        """Return how far the code is to be moved when the pointer is at *x*."""
        return self._slid + (x - self._x) * self._per_pixel


class DocumentBrowser(Canvas):
    """``link_clicked`` carries a link's target; nothing is opened here."""

    link_clicked = Signal(str)

    def __init__(
        self,
        theme: Theme,
        *,
        margins: tuple[int, int] | None = None,
        gutter: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        margin = theme.space(4)
        super().__init__(theme, margins or (margin, margin), gutter, parent)
        self._grip: Grip | None = None
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.anchorClicked.connect(lambda url: self.link_clicked.emit(url.toString()))

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy plain text: colours of the theme have no place elsewhere.

        Qt's own object is emptied: the clipboard keeps it beyond the end of the program, and one
        made here would then need a Python that is gone.
        """
        data = super().createMimeDataFromSelection()
        data.html()  # only then is it no longer filled when it is asked for
        data.clear()
        data.setText(selected_text(self.textCursor()))
        return data

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the next link, from where the reader is; after the last one leave."""
        if self.step_link(forward=forward):
            return True
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)
        return QFrame.focusNextPrevChild(self, forward)

    def step_link(self, *, forward: bool) -> bool:
        """Have the keyboard stand on the next link; False where there is none."""
        cursor = self.textCursor()
        if self._on_link and cursor.hasSelection():
            at = cursor.selectionEnd() if forward else cursor.selectionStart()
        else:
            corner = self.on_screen().topLeft() if forward else self.on_screen().bottomRight()
            at = self.document().documentLayout().hitTest(corner, Qt.HitTestAccuracy.FuzzyHit)
        link = anchors.next_link(self.document(), at, forward=forward)
        self._on_link = link is not None
        if link is not None:
            self.setTextCursor(link)
            self.viewport().update()
        return link is not None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select, follow a link, or take the handle under code that is wider than its card."""
        self._on_link = False
        self._grip = self._grip_at(event.position())
        if self._grip is None:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select, or move code by its handle."""
        if self._grip is None:
            super().mouseMoveEvent(event)
        else:
            self._slide(self._grip.card, self._grip.line, self._grip.moved(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End what the button began."""
        if self._grip is None:
            super().mouseReleaseEvent(event)
        self._grip = None

    def _grip_at(self, point: QPointF) -> Grip | None:
        """Return the handle at *point* of the viewport."""
        y = point.y() + self.verticalScrollBar().value()
        for card, lines in self._cards():
            near = card.bottom() - self._theme.space(3) <= y <= card.bottom()
            if near and card.left() <= point.x() <= card.right():
                hidden = self._decor.hidden(card, lines[0])
                return Grip(card, lines[0], point.x(), hidden) if hidden else None
        return None

    def _cards(self) -> list[CardRect]:
        """Return the cards of code that are on screen."""
        return self._decor.cards(list(visible(self.document(), self.on_screen())), self.right)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move code to the side with Left and Right, else as usual."""
        side = _SIDES.get(Qt.Key(event.key()))
        middle = QPointF(self.cursorRect().center())
        if side is None or not self._slide_at(middle, side * self._theme.space(12)):
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move code to the side where the wheel is turned that way, or with Shift."""
        delta, shift = event.angleDelta(), Qt.KeyboardModifier.ShiftModifier
        across = delta.y() if event.modifiers() & shift and not delta.x() else delta.x()
        if across and (event.modifiers() & shift or abs(delta.x()) > abs(delta.y())):
            self._slide_at(event.position(), -across)
            event.accept()
        else:
            super().wheelEvent(event)

    def _slide_at(self, point: QPointF, by: int) -> bool:
        """Move the code at *point* of the viewport; False where there is none to move."""
        y = point.y() + self.verticalScrollBar().value()
        for rect, lines in self._cards():
            if rect.top() <= y <= rect.bottom():
                return self._slide(rect, lines[0], sliding.slid(lines[0].block) + by)
        return False

    def _slide(self, card: QRectF, line: Seen, to: float) -> bool:
        most = self._decor.hidden(card, line)
        if most:
            sliding.slide(line.block, min(max(0.0, to), most))
        return bool(most)

    def reveal(self, cursor: QTextCursor) -> None:
        """Bring what *cursor* selects into view, about a third from the top, also sideways."""
        block = self.document().findBlock(cursor.selectionStart())
        start = cursor.selectionStart() - block.position()
        origin = self.document().documentLayout().blockBoundingRect(block).topLeft()
        line = block.layout().lineForTextPosition(start)
        top = origin.y() + (line.y() if line.isValid() else 0)
        shown = self.on_screen()
        margin = self._theme.space(12) + self._theme.space(2)  # a bar may float over the text
        if not shown.top() + margin <= top <= shown.bottom() - margin:
            self.verticalScrollBar().setValue(int(top - shown.height() / 3))
        if line.isValid():
            ends = (start, cursor.selectionEnd() - block.position())
            left, right = (origin.x() + x_of(line, at) for at in ends)
            self._reveal_across(cursor, left, right)

    def _reveal_across(self, cursor: QTextCursor, left: float, right: float) -> None:
        block = self.document().findBlock(cursor.selectionStart())
        for card, lines in self._cards():
            inside = any(line.block == block for line in lines)
            if inside and (left < card.left() or right > card.right()):
                middle = (left + right) / 2 - card.left() + sliding.slid(block)
                self._slide(card, lines[0], middle - card.width() / 2)
                return
