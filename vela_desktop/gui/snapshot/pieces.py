"""Cuts a long text into lines for a text document, piece by piece, and keeps count of characters.

A document counts UTF-16 units and takes seconds to lay out one very long line. So long lines are
broken, and every line remembers at which character of the text it begins.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

PIECE_CHARS = 32_000
"""Characters put into the document at once: a few milliseconds."""

LINE_CHARS = 4_000
"""Longer lines are broken for display."""

_ENDS = re.compile("\r\n|[\n\r\u2029\ufdd0\ufdd1]")
"""What begins a new block in a text document."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One line as it is displayed: ``goes_on`` where the next one belongs to the same line."""

    text: str
    goes_on: bool


class Lines:
    """The displayed lines of *text*, as far as they were cut."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = array("L")
        self._at = 0
        self._done = False

    @property
    def done(self) -> bool:
        """Tell whether every line was cut."""
        return self._done

    def __len__(self) -> int:
        return len(self._starts)

    def more(self) -> list[ShownLine]:
        """Cut and return the next lines: about ``PIECE_CHARS`` characters of them."""
        lines: list[ShownLine] = []
        stop = self._at + PIECE_CHARS
        for line in self._cut():
            lines.append(line)
            if self._at >= stop:
                break
        return lines

    def _cut(self) -> Iterator[ShownLine]:
        text = self.text
        while not self._done:
            start, limit = self._at, self._at + LINE_CHARS
            self._starts.append(start)
            end = _ENDS.search(text, start, limit + 1)
            if end is not None:
                self._at = end.end()
                if end[0] == "\r" and text.startswith("\n", self._at):
                    self._at += 1
                yield ShownLine(text[start : end.start()], goes_on=False)
            else:
                self._done = len(text) <= limit
                self._at = min(limit, len(text))
                yield ShownLine(text[start : self._at], goes_on=not self._done)

    def start(self, line: int) -> int:
        """Return the character that *line* begins at; after the last line, where that one ends."""
        return self._starts[line] if line < len(self._starts) else self._at

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line that holds character *offset*, and the UTF-16 units before it there."""
        line = bisect_right(self._starts, offset) - 1
        return line, units(self.text[self._starts[line] : offset])

    def offset(self, line: int, before: int) -> int:
        """Return the character that has *before* UTF-16 units before it in a line."""
        start = self.start(line)
        return start + characters(self.text[start : self.start(line + 1)], before)


def units(text: str) -> int:
    """Return how many UTF-16 units *text* has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def characters(text: str, count: int) -> int:
    """Return how many characters of *text* its first *count* UTF-16 units make up."""
    if text.isascii():
        return min(count, len(text))
    return len(text.encode("utf-16-le")[: count * 2].decode("utf-16-le", "ignore"))
