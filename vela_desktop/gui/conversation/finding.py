"""Finds words in the whole conversation, in the window over it and out of it."""

from PySide6.QtCore import QObject

from vela_desktop.domain.finding import Needle
from vela_desktop.gui import tasks
from vela_desktop.gui.conversation.feed import Feed
from vela_desktop.gui.conversation.findbar import FindBar
from vela_desktop.gui.conversation.hits import Hits, Spot
from vela_desktop.gui.conversation.look import look_of
from vela_desktop.gui.conversation.scrolling import Place
from vela_desktop.gui.conversation.view import ConversationView
from vela_desktop.rendering.pieces import with_outer


class Finder(QObject):
    """Counts hits in a worker, and shows one after the other."""

    def __init__(self, bar: FindBar, view: ConversationView, feed: Feed, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._view, self._feed = bar, view, feed
        self._needle = Needle("")
        self._hits = Hits()
        self._searching = False
        bar.asked.connect(self._look_for)
        bar.stepped.connect(self.step)
        bar.closed.connect(self.close)

    def open(self) -> None:
        """Show the bar, with the words that are selected, and take the keyboard."""
        chosen = self._view.textCursor().selectedText()
        self._bar.open(chosen if "\N{PARAGRAPH SEPARATOR}" not in chosen else "")

    def close(self) -> None:
        """Put the bar away; the marks go with it."""
        if self._bar.isVisible():
            self._bar.hide()
            self._look_for(Needle(""))
            self._view.setFocus()

    def step(self, by: int) -> None:
        """Show the next hit, or the one *by* further; opens the bar where it was closed."""
        if not self._bar.isVisible():
            self._bar.open("")
        self._hits.step(by)
        self._say()
        tasks.start_latest("hit", self._show(), self)

    def again(self) -> None:
        """Search once more: the conversation or its words have changed."""
        if self._needle:
            tasks.start_latest("find", self._find(self._needle, self._hits.at), self)

    def _look_for(self, needle: Needle) -> None:
        self._needle, self._hits = needle, Hits()
        self._view.mark(needle, None)
        self._searching = bool(needle)
        self._say()
        tasks.start_latest("find", self._find(needle, 0), self)

    def _say(self) -> None:
        self._bar.say(self._hits.at, self._hits.total, searching=self._searching)

    async def _find(self, needle: Needle, at: int) -> None:
        """Count hits; from hit *at* where one is shown, else from what is on screen."""
        if not needle or self._feed.map is None:
            return
        hits, first, shown = Hits(), self._view.read_message(), at > 0
        opened, service = self._feed.map, self._feed.service
        async for searched, found in service.find(opened, needle, look_of(opened)):
            hits.add(found)
            self._hits, hits.at = hits, min(at, hits.total) or hits.at
            last = searched.stop >= len(self._feed.entries)
            if not shown and ((found and found[-1].index >= first) or last):
                shown = True
                hits.start_from(first)
                await self._show()
            self._searching = not last
            self._say()

    async def _show(self) -> None:
        """Bring the present hit into view: load what is around it, open the fold it is in."""
        spot = self._hits.spot()
        if spot is None:
            self._view.mark(self._needle, None)
            return
        keys = with_outer(spot.fold) if spot.fold else frozenset()
        if spot.index not in self._view.extent:
            self._feed.unfolded |= keys
            await self._feed.show(Place(spot.index))
        elif not keys <= self._feed.unfolded:
            await self._feed.unfold(keys)
        self._view.mark(self._needle, (spot.index, self._rank(spot)))
        self._view.release()
        if self._view.hit is not None:
            self._view.reveal(self._view.hit)

    def _rank(self, spot: Spot) -> int:
        """Return which of the hits that the message shows now *spot* is."""
        unfolded = self._feed.unfolded
        before = spot.folds[: spot.nth]
        return sum(not fold or with_outer(fold) <= unfolded for fold in before)
