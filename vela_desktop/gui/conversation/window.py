"""Which messages of a conversation are in the document, and how that range moves. No Qt."""

from dataclasses import dataclass

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
