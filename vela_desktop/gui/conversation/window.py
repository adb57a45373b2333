"""Which messages of a conversation are in the document, and how that range moves. No Qt."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from vela_desktop.domain.routes import SessionRoute
from vela_desktop.domain.sessions import MapEntry

SIZE = 200
"""Messages in the document at most, about."""

CHUNK = 40
"""Messages rendered at a time when the window is extended."""

BEFORE = 8
"""Messages rendered before the one a window is opened on."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A range of messages."""

    start: int
    stop: int

    def __contains__(self, index: int) -> bool:
        return self.start <= index < self.stop

    def __len__(self) -> int:
        return max(0, self.stop - self.start)

    @property
    def range(self) -> range:
        """The same as a range."""
        return range(self.start, self.stop)


def around(index: int, total: int) -> Extent:
    """Return the window to open on message *index* of *total*: a little before it, more after."""
    start = max(0, min(index - BEFORE, total - CHUNK))
    return Extent(start, min(total, start + CHUNK))


def later(now: Extent, total: int) -> Extent | None:
    """Return the range to add at the end, None at the conversation's end."""
    stop = min(total, now.stop + CHUNK)
    return Extent(now.stop, stop) if stop > now.stop else None


def earlier(now: Extent) -> Extent | None:
    """Return the range to add at the beginning, None at the conversation's beginning."""
    start = max(0, now.start - CHUNK)
    return Extent(start, now.start) if start < now.start else None


def message_at(entries: Sequence[MapEntry], route: SessionRoute) -> int:
    """Return the message a route leads to: its step or the last one before it, else its turn.

    A turn that is not there leads to the next one or to the end, no turn to the beginning.
    """
    if route.turn is None or not entries:
        return 0
    start = bisect_left(entries, route.turn, key=lambda entry: entry.turn)
    start = min(start, len(entries) - 1)
    best = start
    for at in range(start, len(entries)):
        entry = entries[at]
        if entry.turn != route.turn or entry.step > (route.step or 0):
            break
        if entry.step > entries[best].step:
            best = at
    return best
