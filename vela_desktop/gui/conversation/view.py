"""The conversation as a document over a window of its messages.

Each message is a frame of the document, so that messages can be put in at both ends, cut off at the
other, and exchanged when a fold opens, without laying out the rest anew. The scroll bar beside the
document counts messages of the whole conversation.
"""

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QTextCursor, QTextFrame, QTextFrameFormat, QWheelEvent
from PySide6.QtWidgets import QWidget

from vela_desktop.gui.conversation.window import SIZE, Extent
from vela_desktop.gui.documents import DocumentBrowser
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.conversation import Piece

PER_FRAME = 2
"""Messages put into the document in one frame of the screen: more would be felt."""

FRAME_MILLISECONDS = 16


class ConversationView(DocumentBrowser):
    """``edge_reached`` asks for messages at the ``start`` or ``end``; ``moved`` carries the index
    of the message at the top."""

    edge_reached = Signal(str)
    moved = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._gutter_width = theme.space(8)
        super().__init__(theme, gutter=self._gutter_width, parent=parent)
        self.extent = Extent(0, 0)
        self._frames: dict[int, QTextFrame] = {}
        self._late: deque[Piece] = deque()
        self._early: deque[Piece] = deque()
        self._pump = QTimer(self, interval=FRAME_MILLISECONDS)
        self._pump.timeout.connect(self._insert_some)
        self._target: int | None = None
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    def start(self, extent: Extent, pieces: Sequence[Piece], target: int) -> None:
        """Show *pieces* alone, with message *target* at the top."""
        self._pump.stop()
        self._late.clear()
        self._early.clear()
        self._frames.clear()
        self.clear()
        self.dress()
        self.extent = Extent(extent.start, extent.start)
        self._target = target
        self._late.extend(pieces)
        while self._late and self.extent.stop <= target:
            self._append(self._late.popleft())
        self._insert_some()
        self._pump.start()

    def add(self, pieces: Sequence[Piece], *, at_end: bool) -> None:
        """Put more messages at one end, a few a frame; as many go at the other end."""
        if at_end:
            self._late.extend(pieces)
        else:
            self._early.extend(reversed(pieces))
        self._pump.start()

    def replace(self, piece: Piece) -> None:
        """Show a message anew, as when a fold of it opens."""
        frame = self._frames.get(piece.index)
        if frame is None:
            return
        cursor = frame.firstCursorPosition()
        cursor.setPosition(frame.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        cursor.insertHtml(piece.html)

    @property
    def busy(self) -> bool:
        """Tell whether messages still wait to be put in."""
        return bool(self._late or self._early)

    def show_message(self, index: int) -> None:
        """Bring a message of the window to the top."""
        frame = self._frames.get(index)
        if frame is not None:
            box = self.document().documentLayout().frameBoundingRect(frame)
            self.verticalScrollBar().setValue(int(box.top()))

    def frame(self, index: int) -> QTextFrame | None:
        """Return the frame of a message in the window."""
        return self._frames.get(index)

    def top_message(self) -> int:
        """Return the index of the message at the top of the view."""
        layout, at = self.document().documentLayout(), self.verticalScrollBar().value()
        low, high = self.extent.start, max(self.extent.start, self.extent.stop - 1)
        while low < high:
            middle = (low + high + 1) // 2
            frame = self._frames.get(middle)
            if frame is not None and layout.frameBoundingRect(frame).top() <= at + 1:
                low = middle
            else:
                high = middle - 1
        return low

    def _insert_some(self) -> None:
        for _ in range(PER_FRAME):
            if self._late:
                self._append(self._late.popleft())
                self._cut_start()
            elif self._early:
                self._prepend(self._early.popleft())
                self._cut_end()
        if self._target is not None and self._target in self.extent:
            self.show_message(self._target)
            if not self.busy:
                self._target = None
        if not self.busy:
            self._pump.stop()
            self._scrolled()

    def _append(self, piece: Piece) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._frames[piece.index] = self._insert(cursor, piece)
        self.extent = Extent(self.extent.start, piece.index + 1)

    def _prepend(self, piece: Piece) -> None:
        bar, layout = self.verticalScrollBar(), self.document().documentLayout()
        before, value = layout.documentSize().height(), bar.value()
        cursor = QTextCursor(self.document())
        self._frames[piece.index] = self._insert(cursor, piece)
        self.extent = Extent(piece.index, self.extent.stop)
        bar.setValue(value + int(layout.documentSize().height() - before))

    def _insert(self, cursor: QTextCursor, piece: Piece) -> QTextFrame:
        shape = QTextFrameFormat()
        prompt = 'class="promptrow"' in piece.html
        shape.setLeftMargin(0 if prompt else self._gutter_width)
        frame = cursor.insertFrame(shape)
        frame.firstCursorPosition().insertHtml(piece.html)
        return frame

    def _cut_start(self) -> None:
        if self.extent.stop - self.extent.start > SIZE:
            bar, layout = self.verticalScrollBar(), self.document().documentLayout()
            before, value = layout.documentSize().height(), bar.value()
            self._remove(self.extent.start)
            self.extent = Extent(self.extent.start + 1, self.extent.stop)
            bar.setValue(value - int(before - layout.documentSize().height()))

    def _cut_end(self) -> None:
        if self.extent.stop - self.extent.start > SIZE:
            self._remove(self.extent.stop - 1)
            self.extent = Extent(self.extent.start, self.extent.stop - 1)

    def _remove(self, index: int) -> None:
        frame = self._frames.pop(index, None)
        if frame is None:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(frame.firstPosition() - 1)
        cursor.setPosition(frame.lastPosition() + 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()

    def _scrolled(self) -> None:
        bar = self.verticalScrollBar()
        if not self.busy and self._target is None:
            page = bar.pageStep()
            if bar.maximum() - bar.value() < page:
                self.edge_reached.emit("end")
            if bar.value() < page:
                self.edge_reached.emit("start")
        self.moved.emit(self.top_message())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A person who scrolls no longer wants to be kept at a target."""
        self._target = None
        super().wheelEvent(event)
