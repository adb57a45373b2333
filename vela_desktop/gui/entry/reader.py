"""A body as rendered text under the head of its entry: both scroll as one page.

A long body is put in a few pieces a frame, so that the window goes on answering.
"""

import time
from bisect import bisect_right
from collections.abc import Callable

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QRect,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from vela_desktop.gui.documents import DocumentBrowser
from vela_desktop.gui.entry.pouring import append
from vela_desktop.gui.entry.spots import Spot
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.body import BodyPiece

FRAME_SECONDS, FRAME_CHARS = 0.006, 8_000
"""How long, or how much of them, pieces are put in before the window may answer again; laying them
out takes as long once more."""

_KEYBOARD = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}
_TYPING = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
Wish = Callable[[], int | None]


class Reader(DocumentBrowser):
    """``edit_asked``: a person wants to write here, and has typed this much already.
    ``link_opened``: a link's target, and whether it goes aside, into another tab."""

    edit_asked = Signal(str)
    link_opened = Signal(str, bool)

    def __init__(self, theme: Theme, head: QWidget, parent: QWidget | None = None) -> None:
        self._head = head
        margin = theme.space(6)
        super().__init__(theme, margins=(margin, margin), parent=parent)
        self.edge = _Edge(theme, self)
        self._pieces: tuple[BodyPiece, ...] = ()
        self._starts: list[int] = []
        self._wish: Wish | None = None
        self._aside = False
        head.setParent(self.viewport())
        head.installEventFilter(self)
        self._pump = QTimer(self, interval=0)
        self._pump.timeout.connect(self._pour)
        self.link_clicked.connect(self._link)

    # What is shown.

    def show_pieces(self, pieces: tuple[BodyPiece, ...], *, anew: bool = False) -> None:
        """Show *pieces*, staying where the reader is; *anew* also where they are the same."""
        if pieces == self._pieces and self._starts and not anew:
            return
        at = self.verticalScrollBar().value()
        self._pieces, self._starts = pieces, []
        self.clear()
        self.dress()
        self._place_head()
        if at:
            self._wish_for(lambda: at if self.verticalScrollBar().maximum() >= at else None)
        self._pour()
        if self.filling:
            self._pump.start()

    def again(self) -> None:
        """Show the same in the colours of the present theme."""
        self.show_pieces(self._pieces, anew=True)

    @property
    def filling(self) -> bool:
        """Tell whether pieces still wait to be put in."""
        return len(self._starts) < len(self._pieces)

    def to_top(self) -> None:
        """Show the beginning."""
        self._wish = None
        self.setTextCursor(QTextCursor(self.document()))
        self.verticalScrollBar().setValue(0)

    def show_line(self, line: int) -> None:
        """Bring what stands in *line* of the source into view, as soon as it is there."""
        self._wish_for(lambda: self._value_of(line))
        self._grant()

    def spot(self) -> Spot:
        """Return what a person looks at: where they clicked if that is visible, else the top."""
        cursor = self.textCursor()
        box = self.cursorRect(cursor)
        if not cursor.position() or not self.viewport().rect().contains(box.center()):
            top = max(0, self._head.geometry().bottom())
            cursor = self.cursorForPosition(QPoint(0, top + self._theme.space(6)))
        return self._spot(cursor)

    # Inside.

    def _pour(self) -> None:
        until, chars, begins = time.perf_counter() + FRAME_SECONDS, 0, not self._starts
        editing = QTextCursor(self.document())
        editing.beginEditBlock()
        while self.filling:
            piece, first = self._pieces[len(self._starts)], not self._starts
            self._starts.append(append(self.document(), piece, self._theme, first=first))
            chars += len(piece.html)
            if chars > FRAME_CHARS or time.perf_counter() > until:
                break
        editing.endEditBlock()
        if begins:  # the cursor of an empty document goes along with what is put in
            self.setTextCursor(QTextCursor(self.document()))
        self._grant()
        if not self.filling:
            self._pump.stop()
            self._give_up_wish()

    def _spot(self, cursor: QTextCursor) -> Spot:
        if not self._starts:
            return Spot(0, 0)
        at = max(0, bisect_right(self._starts, cursor.position()) - 1)
        first = self._pieces[at].line
        later = (piece.line for piece in self._pieces[at + 1 :] if piece.line > first)
        word = QTextCursor(cursor)
        word.select(QTextCursor.SelectionType.WordUnderCursor)
        shown = QTextCursor(cursor)
        shown.setPosition(self._starts[at])
        shown.setPosition(word.selectionStart(), QTextCursor.MoveMode.KeepAnchor)
        after = next(later, first + self._pieces[at].html.count("\n") + 1)
        return Spot(first, after, shown.selectedText(), word.selectedText().strip())

    def _value_of(self, line: int) -> int | None:
        """Return where the scroll bar is when *line* of the source is in view."""
        at = bisect_right(self._pieces, line, key=lambda piece: piece.line) - 1
        if at < 0:
            return 0
        if at >= len(self._starts):
            return None
        block = self.document().findBlock(self._starts[at])
        top = int(self.document().documentLayout().blockBoundingRect(block).top())
        now, height = self.verticalScrollBar().value(), self.viewport().height()
        if now <= top < now + height - self._theme.space(12):
            return now
        return max(0, top - self._theme.space(12))

    def _wish_for(self, wish: Wish) -> None:
        self._wish = wish
        self.viewport().setUpdatesEnabled(False)

    def _grant(self) -> None:
        value = self._wish() if self._wish is not None else None
        if value is not None:
            self.verticalScrollBar().setValue(value)
            self._give_up_wish()

    def _give_up_wish(self) -> None:
        self._wish = None
        self.viewport().setUpdatesEnabled(True)

    def _place_head(self) -> None:
        left = int(self.document().documentMargin())
        width = self.viewport().width() - 2 * left
        height = self._head.heightForWidth(width)
        if height < 0:
            height = self._head.sizeHint().height()
        self._head.setGeometry(QRect(left, -self.verticalScrollBar().value(), width, height))
        frame = self.document().rootFrame()
        shape, top = frame.frameFormat(), height + self._theme.space(2)
        if shape.topMargin() != top:
            shape.setTopMargin(top)
            frame.setFrameFormat(shape)

    def _link(self, target: str) -> None:
        self.link_opened.emit(target, self._aside)

    # What Qt tells.

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the height of the head."""
        if watched is self._head and event.type() is QEvent.Type.LayoutRequest:
            self._place_head()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the head as wide as the text."""
        super().resizeEvent(event)
        self.edge.setGeometry(self.rect())
        self._place_head()

    def event(self, event: QEvent) -> bool:
        """Scroll also where the wheel turns beside the column."""
        if event.type() is QEvent.Type.Wheel:
            return QCoreApplication.sendEvent(self.viewport(), event)
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let go of a place: a person scrolls away from it."""
        self._give_up_wish()
        super().wheelEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow a link, aside with the middle button or Ctrl."""
        target = self.anchorAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.MiddleButton and target:
            self.link_opened.emit(target, True)
            return
        self._aside = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        super().mouseReleaseEvent(event)
        self._aside = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Write at this place."""
        self.setTextCursor(self.cursorForPosition(event.position().toPoint()))
        self.edit_asked.emit("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Write here with Enter or by typing; follow the link that has the keyboard."""
        self._aside = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        typed = event.text() if event.text().isprintable() and event.text() != " " else ""
        if event.modifiers() & ~_TYPING:
            typed = ""
        if enter and not self._on_link:
            self.edit_asked.emit("")
        elif typed:
            self.edit_asked.emit(typed)
        else:
            super().keyPressEvent(event)
        self._aside = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a ring to those who came by the keyboard."""
        super().focusInEvent(event)
        self.edge.setVisible(event.reason() in _KEYBOARD)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.edge.hide()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the next link; the ring is around that then."""
        stays = super().focusNextPrevChild(forward)
        self.edge.setVisible(self.hasFocus() and not self._on_link)
        return stays


class _Edge(QWidget):
    """The ring inside the reader, over everything in it."""

    def __init__(self, theme: Theme, reader: QWidget) -> None:
        super().__init__(reader)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring."""
        del event
        width = self._theme.tokens.line("ring")
        painter = QPainter(self)
        painter.setPen(QPen(self._theme.color("focus"), width))
        half = width / 2
        painter.drawRect(QRectF(self.rect()).adjusted(half, half, -half, -half))
