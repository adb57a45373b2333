"""A document over a window of a conversation's messages: how it is filled, cut and scrolled."""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from vela_desktop.gui.conversation.flow import Flow, Placed
from vela_desktop.gui.conversation.window import SIZE, Extent
from vela_desktop.gui.documents import DocumentBrowser
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.pieces import Piece

PER_FRAME = 2
"""Messages put into the document in one frame of the screen: more would be felt."""

FRAME_MILLISECONDS = 16
FRAME_SECONDS = 0.008
"""How often messages are put in, and how long they may take before the rest waits."""

AHEAD = 2
"""Screens of text that are to lie beyond each edge of what is on screen."""

END = 1.0


@dataclass(frozen=True, slots=True)
class Place:
    """A message, and how far down it (from 0 to 1) the top of the screen is."""

    index: int
    part: float = 0.0


class ScrollingView(DocumentBrowser):
    """``edge_reached`` asks for messages at the ``start`` or ``end``; ``moved`` says that another
    place is on screen; ``jump_asked`` carries ``start`` or ``end`` of the conversation."""

    edge_reached = Signal(str)
    moved = Signal()
    jump_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        margins = (theme.space(3), theme.space(8))
        gutter = theme.size("gutter.turn")
        super().__init__(theme, margins=margins, gutter=gutter, parent=parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.flow = Flow(self.document(), theme)
        self.extent = Extent(0, 0)
        self._late: deque[Piece] = deque()
        self._early: deque[Piece] = deque()
        self._pump = QTimer(self, interval=FRAME_MILLISECONDS)
        self._pump.timeout.connect(self._insert_some)
        self._pinned: Place | None = None
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    def start(self, pieces: Sequence[Piece], target: Place) -> None:
        """Show *pieces* alone, with *target* at the top; its message is put in first."""
        self._pump.stop()
        self.flow.clear()
        self.dress()
        at = next((n for n, piece in enumerate(pieces) if piece.index >= target.index), 0)
        first = pieces[at].index if pieces else 0
        self.extent = Extent(first, first)
        self._late, self._early = deque(pieces[at:]), deque(reversed(pieces[:at]))
        self._pinned = target
        while self._late and self._height() < self.viewport().height():
            self._append()
        self._insert_some()
        self._pump.start()

    def add(self, pieces: Sequence[Piece], *, at_end: bool, follow: bool = False) -> None:
        """Put more messages at one end, a few a frame; as many go at the other end.

        With *follow* the end stays on screen.
        """
        if follow and pieces:
            self._pinned = Place(pieces[-1].index, END)
        if at_end:
            self._late.extend(pieces)
        else:
            self._early.extend(reversed(pieces))
        self._pump.start()

    def replace(self, piece: Piece, key: str = "") -> None:
        """Show a message anew; what is on screen stays, best of all the line of fold *key*."""
        for waiting in (self._late, self._early):
            for at, queued in enumerate(waiting):
                if queued.index == piece.index:
                    waiting[at] = piece
        if piece.index in self.extent:
            with self._held(piece.index, key):
                self.flow.replace(piece)

    def cut_from(self, index: int) -> None:
        """Take out the messages from *index* on."""
        self._late = deque(piece for piece in self._late if piece.index < index)
        if index < self.extent.stop:
            self.flow.cut(index, self.extent.stop)
            self.extent = Extent(min(self.extent.start, index), index)

    @property
    def busy(self) -> bool:
        """Tell whether messages still wait to be put in."""
        return bool(self._late or self._early)

    @property
    def at_bottom(self) -> bool:
        """Tell whether the end of the document is on screen."""
        bar = self.verticalScrollBar()
        return not self.busy and bar.value() >= bar.maximum()

    def place(self) -> Place:
        """Return what is at the top of the screen."""
        if not self.flow.placed:
            return Place(self.extent.start)
        y = self.verticalScrollBar().value()
        index = self.flow.placed[self.flow.at(y)].index
        rect = self.message_rect(index)
        part = (y - rect.top()) / rect.height() if rect.height() else 0.0
        return Place(index, min(END, max(0.0, part)))

    def show_place(self, place: Place) -> None:
        """Bring a place of the window to the top."""
        rect = self.message_rect(place.index)
        bar = self.verticalScrollBar()
        end = place.part >= END and place.index + 1 >= self.extent.stop
        bar.setValue(bar.maximum() if end else round(rect.top() + rect.height() * place.part))

    def go(self, place: Place) -> None:
        """Bring a place of the window to the top and keep it there while messages come in."""
        self._pinned = place if self.busy else None
        self.show_place(place)

    def release(self) -> None:
        """Let go of the place that was to stay at the top."""
        self._pinned = None

    def message_rect(self, index: int) -> QRectF:
        """Return where a message of the window is; one that shows nothing has no height."""
        parts = self.flow.of(index)
        if parts:
            return self.flow.rect(parts[0]).united(self.flow.rect(parts[-1]))
        after = next((placed for placed in self.flow.placed if placed.index > index), None)
        top = self.flow.rect(after).top() if after else self._height()
        return QRectF(0, top, self.viewport().width(), 0)

    def _height(self) -> float:
        return self.document().documentLayout().documentSize().height()

    def _insert_some(self) -> None:
        with self._held():
            end = time.perf_counter() + FRAME_SECONDS
            for _ in range(PER_FRAME):
                if self._late:
                    self._add_late()
                elif self._early:
                    self._add_early()
                if time.perf_counter() > end:
                    break
        if self._pinned is not None:
            self.show_place(self._pinned)
        if not self.busy:
            self._pump.stop()
            self._pinned = None
            self._scrolled()

    def _append(self) -> None:
        piece = self._late.popleft()
        self.flow.put(piece)
        self.extent = Extent(self.extent.start, piece.index + 1)

    def _add_late(self) -> None:
        self._append()
        spare = len(self.extent) - SIZE
        if spare > 0 and self._pinned is None:
            start = min(self.extent.start + spare, self._first_on_screen())
            self.flow.cut(self.extent.start, start)
            self.extent = Extent(start, self.extent.stop)

    def _add_early(self) -> None:
        piece = self._early.popleft()
        self.flow.put(piece)
        self.extent = Extent(piece.index, self.extent.stop)
        spare = len(self.extent) - SIZE
        if spare > 0 and self._pinned is None:
            stop = max(self.extent.stop - spare, self._last_on_screen() + 1)
            self.flow.cut(stop, self.extent.stop)
            self.extent = Extent(self.extent.start, stop)

    def _first_on_screen(self) -> int:
        return self.flow.placed[self.flow.at(self.on_screen().top())].index

    def _last_on_screen(self) -> int:
        return self.flow.placed[self.flow.at(self.on_screen().bottom())].index

    @contextmanager
    def _held(self, index: int = -1, key: str = "") -> Iterator[None]:
        """Keep what is on screen where it is, whatever changes around it."""
        bar = self.verticalScrollBar()
        anchor = self.line_of(index, key) or self._top()
        offset = self.flow.rect(anchor).top() - bar.value() if anchor else 0.0
        yield
        if anchor is not None:
            still = self.line_of(index, key) or self._again(anchor)
            if still is not None:
                bar.setValue(round(self.flow.rect(still).top() - offset))

    def _top(self) -> Placed | None:
        placed = self.flow.placed
        return placed[self.flow.at(self.verticalScrollBar().value())] if placed else None

    def line_of(self, index: int, key: str) -> Placed | None:
        """Return the line that opens fold *key*."""
        parts = self.flow.of(index) if key else ()
        return next((placed for placed in parts if placed.part.key == key), None)

    def _again(self, anchor: Placed) -> Placed | None:
        """Return *anchor*, or what stands for it where it was exchanged."""
        if anchor in self.flow.placed:
            return anchor
        return next((placed for placed in self.flow.placed if placed.index >= anchor.index), None)

    def _scrolled(self) -> None:
        bar = self.verticalScrollBar()
        if not self.busy and self._pinned is None:
            ahead = AHEAD * bar.pageStep()
            if bar.maximum() - bar.value() < ahead:
                self.edge_reached.emit("end")
            if bar.value() < ahead:
                self.edge_reached.emit("start")
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the place at the top when lines break elsewhere."""
        place = self._pinned or (self.place() if self.flow.placed else None)
        super().resizeEvent(event)
        if place is not None:
            self.show_place(place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let go of a target: a person scrolls away from it."""
        self._pinned = None
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End lead to the ends of the conversation, not of the window over it."""
        self._pinned = None
        jump = {Qt.Key.Key_Home: "start", Qt.Key.Key_End: "end"}.get(Qt.Key(event.key()))
        if jump is not None:
            self.jump_asked.emit(jump)
        else:
            super().keyPressEvent(event)
