"""How tall the messages of a whole conversation are about, so that a scroll bar can stand for it.

Heights are guessed from the map, without reading a message: what counts is that they do not change
while a person scrolls. No Qt.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from vela_desktop.domain.sessions import MapEntry, Role

LINE_CHARS = 44
"""Characters on a line of reading width, about."""

CARD_LINES = 3
"""A prompt's card, in lines of text, without its words."""


class Scale:
    """Turns messages into positions on a scroll bar and back. *line* is the height of a line."""

    def __init__(self, entries: Sequence[MapEntry], line: int) -> None:
        heights = (_lines(entry) * line for entry in entries)
        self._tops = list(accumulate(heights, initial=0))

    @property
    def total(self) -> int:
        """The height of all messages."""
        return self._tops[-1]

    @property
    def count(self) -> int:
        """The number of messages."""
        return len(self._tops) - 1

    def ends_with(self, stop: int) -> bool:
        """Tell whether messages up to before *stop* are all there are."""
        return stop >= self.count

    def position(self, index: int, part: float) -> int:
        """Return where message *index* is, *part* of the way down it (from 0 to 1)."""
        if index + 1 >= len(self._tops):
            return self.total
        top, bottom = self._tops[index], self._tops[index + 1]
        return top + round((bottom - top) * part)

    def message(self, position: int) -> tuple[int, float]:
        """Return the message at *position*, and how far down it that is."""
        index = bisect_right(self._tops, position) - 1
        last = self.count - 1
        if index > last:
            return max(0, last), 1.0
        height = self._tops[index + 1] - self._tops[index]
        return index, (position - self._tops[index]) / height if height else 0.0


def _lines(entry: MapEntry) -> int:
    words = -(-entry.chars // LINE_CHARS)
    match entry.role:
        case Role.USER:
            return CARD_LINES + words
        case Role.ASSISTANT | Role.SCREEN:
            return 1 + words
        case Role.TOOL:
            return 0
        case _:
            return 1
