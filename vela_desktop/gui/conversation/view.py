"""The conversation as it is seen and touched: painted parts, folds, turn numbers, hits."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from vela_desktop.domain.finding import Needle
from vela_desktop.gui.conversation.flow import Placed
from vela_desktop.gui.conversation.painting import PartPainter
from vela_desktop.gui.conversation.scrolling import ScrollingView
from vela_desktop.gui.conversation.shapes import is_searched
from vela_desktop.gui.documents.anchors import next_link
from vela_desktop.gui.documents.blocks import Seen
from vela_desktop.gui.documents.canvas import Selection, selection
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.pieces import PartKind, Piece

_FOLDS = {PartKind.CALL, PartKind.FOLD}
_KEYBOARD = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}


class ConversationView(ScrollingView):
    """``fold_asked`` carries the key of a fold, ``turn_clicked`` the number of a turn, and
    ``menu_asked`` a place on the screen, the message and the link there."""

    fold_asked = Signal(str)
    turn_clicked = Signal(int)
    menu_asked = Signal(QPoint, int, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._painter = PartPainter(theme, self)
        self.turn = 0
        self.marked: int | None = None
        self.needle = Needle("")
        self._hit: tuple[int, int] | None = None
        self._found: tuple[int, QTextCursor | None] | None = None
        """The present hit as it was found at a revision of the document."""
        self._ringed = False
        self._hovered: Placed | None = None
        self._pressed: QPoint | None = None
        self.moved.connect(self._follow)

    def read_message(self) -> int:
        """Return the index of the message that a person reads: the one a little below the top."""
        y = self.verticalScrollBar().value() + self._theme.space(12)
        placed = self.flow.placed
        return placed[self.flow.at(y)].index if placed else self.extent.start

    def show_turn(self, turn: int) -> None:
        """Set the number of *turn* apart from the others."""
        if turn != self.turn:
            self.turn = turn
            self.viewport().update()

    def replace(self, piece: Piece, key: str = "") -> None:
        """Show a message anew; the keyboard stays on the line of fold *key*."""
        on_link = self._on_link
        super().replace(piece, key)
        line = self.line_of(piece.index, key)
        if on_link and line is not None:
            link = next_link(self.document(), line.frame.firstPosition(), forward=True)
            self.setTextCursor(link or self.textCursor())

    def mark_target(self, index: int | None) -> None:
        """Set message *index* apart as what a link led to."""
        self.marked = index
        self.viewport().update()

    def mark(self, needle: Needle, hit: tuple[int, int] | None) -> None:
        """Mark every place of *needle*, and apart from the others *hit*: a message, and which of
        the places that it shows, from 0."""
        self.needle, self._hit = needle, hit
        self._found = None
        self.viewport().update()

    @property
    def hit(self) -> QTextCursor | None:
        """The present hit, selected; None where there is none or its message is not here."""
        known, revision = self._found, self.document().revision()
        if self._hit is None:
            return None
        if known is None or known[0] != revision:
            known = self._found = (revision, self._place(*self._hit))
        return known[1]

    def count(self, index: int) -> int:
        """Return how many places of the needle message *index* shows."""
        return sum(len(self._spans(block)) for block in self._blocks(index))

    def _place(self, index: int, nth: int) -> QTextCursor | None:
        for block in self._blocks(index):
            spans = self._spans(block)
            if nth < len(spans):
                return _cursor(block, *spans[nth])
            nth -= len(spans)
        return None

    def _blocks(self, index: int) -> Iterator[QTextBlock]:
        for placed in self.flow.of(index):
            block = placed.frame.firstCursorPosition().block()
            while block.isValid() and block.position() <= placed.frame.lastPosition():
                yield block
                block = block.next()

    def _spans(self, block: QTextBlock) -> list[tuple[int, int]]:
        return self.needle.spans(block.text()) if is_searched(block) else []

    def marks(self, blocks: Sequence[Seen]) -> list[Selection]:
        """Return the hits in *blocks*."""
        if not self.needle:
            return []
        hit = self.hit
        present = hit.selectionStart() if hit else -1
        return [
            selection(cursor, self._hit_shape(current=cursor.selectionStart() == present))
            for one in blocks
            for span in self._spans(one.block)
            for cursor in [_cursor(one.block, *span)]
        ]

    def _hit_shape(self, *, current: bool) -> QTextCharFormat:
        shape = QTextCharFormat()
        shape.setBackground(self._theme.color("bg.hit.current" if current else "bg.hit"))
        shape.setForeground(self._theme.color("text"))
        if current:
            shape.setFontUnderline(True)
        return shape

    def paint_under(self, painter: QPainter, clip: QRectF) -> None:
        """Paint cards, call boxes, and turn numbers."""
        for placed in self.flow.within(clip):
            box = self.flow.box(placed, self.right)
            self._painter.under(painter, placed, box, hovered=placed is self._hovered)
            self._painter.number(painter, placed, box, current=placed.part.turn == self.turn)
            if placed.index == self.marked:
                self._painter.target(painter, box)

    def paint_over(self, painter: QPainter, clip: QRectF) -> None:
        """Paint how calls ended, and the ring of the keyboard's focus."""
        for placed in self.flow.within(clip):
            self._painter.over(painter, placed, self.flow.box(placed, self.right))
        if self._ringed and not self._on_link:
            self._painter.focus(painter, self.on_screen())

    def paint_focus(self, painter: QPainter, link: QTextCursor) -> None:
        """Paint the focus around a whole line where the link opens a fold."""
        at = link.selectionStart()
        for placed in self.flow.within(self.on_screen()):
            within = placed.frame.firstPosition() <= at <= placed.frame.lastPosition()
            if within and placed.part.kind in _FOLDS:
                self._painter.focus(painter, self.flow.box(placed, self.right))
                return
        super().paint_focus(painter, link)

    def unreadable(self, clip: QRectF) -> list[QRect]:
        """Return where the words of calls would run into how they ended."""
        holes: list[QRect] = []
        for placed in self.flow.within(clip):
            if placed.part.ending is not None:
                box = self.flow.box(placed, self.right)
                left = self._painter.text_right(placed.part.ending, box)
                corner = QPointF(self.viewport().width(), box.bottom())
                holes.append(QRectF(QPointF(left, box.top()), corner).toAlignedRect())
        return holes

    def _follow(self) -> None:
        self._hovered = None

    def _at(self, point: QPoint) -> tuple[Placed | None, QRectF]:
        """Return the part at *point* of the viewport, and its box."""
        y = point.y() + self.verticalScrollBar().value()
        if not self.flow.placed:
            return None, QRectF()
        placed = self.flow.placed[self.flow.at(y)]
        box = self.flow.box(placed, self.right)
        return (placed, box) if box.top() <= y <= box.bottom() else (None, QRectF())

    def _fold_at(self, point: QPoint) -> Placed | None:
        placed, box = self._at(point)
        inside = placed is not None and point.x() >= box.left() and point.x() <= box.right()
        return placed if placed and inside and placed.part.kind in _FOLDS else None

    def _number_at(self, point: QPoint) -> int | None:
        placed, box = self._at(point)
        return placed.part.turn if placed and point.x() < box.left() else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show what a click would do."""
        super().mouseMoveEvent(event)
        point = event.position().toPoint()
        hovered = self._fold_at(point)
        if hovered is not self._hovered:
            self._hovered = hovered
            self.viewport().update()
        if hovered is not None or self._number_at(point) is not None:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Stand on a link at once where Tab led here; without one the ring is around all."""
        super().focusInEvent(event)
        self._ringed = event.reason() in _KEYBOARD
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.step_link(forward=event.reason() is Qt.FocusReason.TabFocusReason)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show no ring any more."""
        super().focusOutEvent(event)
        self._ringed = False
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        """Forget what the pointer was over."""
        super().leaveEvent(event)
        self._hovered = None
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click began."""
        self.release()
        self._ringed = False
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open a fold, or copy a turn's citation, where a click ends where it began."""
        point, pressed = event.position().toPoint(), self._pressed
        self._pressed = None
        super().mouseReleaseEvent(event)
        left = event.button() is Qt.MouseButton.LeftButton
        if not left or pressed is None or self.textCursor().hasSelection():
            return
        if (point - pressed).manhattanLength() >= QApplication.startDragDistance():
            return
        fold, turn = self._fold_at(point), self._number_at(point)
        if fold is not None and not self.anchorAt(point):
            self.fold_asked.emit(fold.part.key)
        elif turn is not None:
            self.turn_clicked.emit(turn)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say what a click on a turn's number does."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            turn = self._number_at(event.pos())
            if turn is not None:
                said = translate("Conversation", "Copy the citation of turn {number}")
                QToolTip.showText(event.globalPos(), said.format(number=turn), self)
                return True
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the turn at the pointer, or of the one on screen."""
        placed, _ = self._at(event.pos())
        index = placed.index if placed else self.read_message()
        self.menu_asked.emit(event.globalPos(), index, self.anchorAt(event.pos()))


def _cursor(block: QTextBlock, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + start)
    cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
    return cursor
