"""The lines of a terminal's screen, and how a person reads them."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from pyte.screens import Char, StaticDefaultDict
from wcwidth import wcwidth

from vela_desktop.sources.terminal_standing import Row

_BLANK = Char(" ")


class _Cells(dict[str, Char]):
    """The one cell for every character."""

    def __missing__(self, char: str) -> Char:
        cell = self[char] = Char(char)
        return cell


CELLS = _Cells()
"""The cells of all characters that were written."""


class Line(StaticDefaultDict[int, Char]):
    """A line of the screen, by column."""

    at: int | None = None
    """When it was last written to."""
    goes_on = False
    """Whether it continues the line before it, which was full."""
    before_cut: tuple[str, str] | None = None
    """What a narrower screen left of it, and what it was."""

    def __init__(self, default: Char) -> None:
        super().__init__(default)
        self.earlier: list[Row] = []
        """What was to be read here before it was written over."""
        self._looked: int | None = None
        self._seen = ""

    def whole(self) -> str:
        """Return its text up to its last cell; what a narrower screen cut off is there again."""
        if not self:
            return ""
        cells = [self[x].data for x in range(max(self) + 1)]
        text = "".join(cells)
        if not text.isascii() or len(text) < len(cells):
            text = "".join(_joined(cells))
        return self.before_cut[1] if self.before_cut and self.before_cut[0] == text else text

    def seen(self, now: int) -> str:
        """Return its text *now*; what was seen before is told again until it is written to."""
        if self._looked is None or self.at is None or self.at >= self._looked:
            self._looked, self._seen = now, self.whole()
        return self._seen

    def cut(self, columns: int) -> None:
        """Take away what is right of *columns* cells."""
        if not self or max(self) < columns:
            return
        text, self.before_cut = self.whole(), None
        for x in [x for x in self if x >= columns]:
            del self[x]
        self.before_cut = self.whole(), text


NOTHING = Line(_BLANK)
"""What stands on a line that was never written to."""


def _joined(cells: list[str]) -> Iterator[str]:
    """Yield *cells*; a wide character takes two, of which the other may have been overwritten."""
    x, count = 0, len(cells)
    while x < count:
        cell = cells[x]
        if not cell or unicodedata.combining(cell[0]):
            yield " "
        elif wcwidth(cell[0]) < 2 or x + 1 == count:
            yield cell
        elif not cells[x + 1] or unicodedata.combining(cells[x + 1][0]):
            yield cell + cells[x + 1]
            x += 1
        else:
            yield " "
        x += 1


def rows_of(lines: Iterable[Any]) -> Iterator[Row]:
    """Yield *lines* as a person reads them: one that was too long for the screen is one."""
    text, at = "", None
    first = True
    for line in lines:
        if not first and not line.goes_on:
            yield Row(text.rstrip(), at)
            text, at = "", None
        first = False
        yield from line.earlier
        text += line.whole()
        at = line.at if at is None else at
    if not first:
        yield Row(text.rstrip(), at)


def empty() -> dict[int, StaticDefaultDict[int, Char]]:
    """Return the lines of an empty screen, by place."""
    return defaultdict(lambda: Line(_BLANK))
