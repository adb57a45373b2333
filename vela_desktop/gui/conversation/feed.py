"""Brings messages out of the transcript into the view, and keeps what is there true."""

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from vela_desktop.domain.sessions import MapEntry, Role, TranscriptMap
from vela_desktop.gui import tasks
from vela_desktop.gui.conversation.look import look_of
from vela_desktop.gui.conversation.scrolling import END, Place
from vela_desktop.gui.conversation.view import ConversationView
from vela_desktop.gui.conversation.window import CHUNK, Extent, around, earlier, later
from vela_desktop.rendering.pieces import Piece, message_of
from vela_desktop.services.conversations import ConversationService


class Feed(QObject):
    """Renders in a worker what the view asks for. ``opened`` says that the map is another one,
    ``ready`` that text is about to be shown."""

    opened = Signal()
    ready = Signal()

    def __init__(
        self, service: ConversationService, view: ConversationView, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.service, self._view = service, view
        self.map: TranscriptMap | None = None
        self.unfolded: frozenset[str] = frozenset()
        self._asked: set[str] = set()
        view.edge_reached.connect(self._extend)

    @property
    def entries(self) -> tuple[MapEntry, ...]:
        """The messages of the whole conversation, as the map has them."""
        return self.map.entries if self.map else ()

    async def open(self, opened: TranscriptMap, place: Place) -> None:
        """Show *opened* at *place*."""
        self.map = opened
        self.opened.emit()
        if opened.entries:
            await self.show(place)

    async def show(self, place: Place) -> None:
        """Show *place* with what is around it, in place of what is in the view."""
        extent = around(place.index, len(self.entries))
        pieces = await self._render(extent)
        self.ready.emit()
        self._view.start(pieces, place)

    def jump(self, place: Place) -> None:
        """Bring *place* to the top, from the window where it is in it."""
        if place.index in self._view.extent:
            self._view.go(place)
        elif self.entries:
            tasks.start_latest("show", self.show(place), self)

    def jump_to(self, edge: str) -> None:
        """Go to the ``start`` or ``end`` of the conversation."""
        self.jump(Place(0) if edge == "start" else Place(len(self.entries) - 1, END))

    def render_again(self) -> None:
        """Render what is in view in the present language and theme."""
        if self.entries and self._view.extent:
            tasks.start_latest("show", self.show(self._view.place()), self)

    async def toggle(self, key: str) -> None:
        """Open or close a fold."""
        self.unfolded ^= {key}
        await self._again(key)

    async def unfold(self, keys: frozenset[str]) -> None:
        """Open folds of one message, the last one within the others."""
        self.unfolded |= keys
        await self._again(max(keys))

    async def grow(self, opened: TranscriptMap) -> None:
        """Show what was added to the conversation, or what replaced its end.

        A person who reads the end stays at the end.
        """
        before, view = self.entries, self._view
        same = _common(before, opened.entries)
        reading_end = view.at_bottom and view.extent.stop >= len(before)
        self.map = opened
        self.opened.emit()
        if same == len(before) == len(opened.entries):
            return
        changed = range(max(view.extent.start, _prompt(opened.entries, same)), same)
        for piece in await self._render(Extent(changed.start, changed.stop)):
            view.replace(piece)
        view.cut_from(same)
        if view.extent.stop < same:
            return
        if reading_end and len(self.entries) - same > CHUNK:
            await self.show(Place(len(self.entries) - 1, END))
        elif more := later(view.extent, len(self.entries)):
            view.add(await self._render(more), at_end=True, follow=reading_end)

    async def _render(self, extent: Extent) -> list[Piece]:
        assert self.map is not None
        if not extent:
            return []
        look = look_of(self.map, extent.range, self.unfolded)
        return await self.service.html(self.map, extent.range, look)

    async def _again(self, key: str) -> None:
        index = message_of(key)
        for piece in await self._render(Extent(index, index + 1)):
            self._view.replace(piece, key)

    def _extend(self, edge: str) -> None:
        now = self._view.extent
        more = later(now, len(self.entries)) if edge == "end" else earlier(now)
        if more is not None and edge not in self._asked:
            self._asked.add(edge)
            tasks.start(self._add(more, edge), self)

    async def _add(self, more: Extent, edge: str) -> None:
        try:
            pieces = await self._render(more)
        finally:
            self._asked.discard(edge)
        view, at_end = self._view, edge == "end"
        now = view.extent.stop if at_end else view.extent.start
        if not view.busy and now == (more.start if at_end else more.stop):
            view.add(pieces, at_end=at_end)


def _common(before: Sequence[MapEntry], now: Sequence[MapEntry]) -> int:
    """Return how many messages at the beginning are the same.

    Where a message is the same, so are those before it: both are paths from one root.
    """
    shorter = range(min(len(before), len(now)))
    return bisect_left(shorter, True, key=lambda at: not _is_same(before[at], now[at]))


def _is_same(one: MapEntry, other: MapEntry) -> bool:
    return one.uid == other.uid and one.spans == other.spans


def _prompt(entries: Sequence[MapEntry], index: int) -> int:
    """Return the last prompt before message *index*: calls since then may have got results."""
    at = max(0, index - 1)
    while at > 0 and entries[at].role is not Role.USER:
        at -= 1
    return at
