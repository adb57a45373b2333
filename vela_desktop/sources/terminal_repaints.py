"""Tells what is new on a screen from what was only painted again.

Programs clear the screen and write all of it anew, at another width too. So after a clearing the
text is compared with what was there before, word by word and without regard to lines: a line is
new where its words do not stand in the same order in what was written before. What does not come
again is kept, unless the same line was painted with little changed, as counters and spinners are.

A person who clears the screen and runs a command again gets much of the same text, too. Where the
recording has times, they tell the two apart: a repaint comes at once after the clearing, and what
stood for seconds and is not painted again was read.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import Enum

from vela_desktop.sources.terminal_standing import STOOD, Row
from vela_desktop.sources.terminal_words import (
    Memory,
    Words,
    goes_on,
    grows,
    is_nearly,
    is_said,
    shape,
    words_of,
)

_ROWS_KEPT = 3_000
_ROWS_AT_ONCE = 500
_FRESH = 100
"""A repaint is over after so many new lines."""
_UNREAD = 500
"""Milliseconds for which nobody reads what stands on a screen that is painted again and again."""
_COUNTERS = 3
"""So many lines may change a little on a screen that has little else."""
_GOES_ON = 500
"""Milliseconds between two lines of one repaint."""
_MOST_PAIRS = 100_000
"""Screenfuls of which more lines would have to be compared are taken as they stand."""
_CHANGED = 4
"""A screenful of which one line in so many does not come again was not painted again."""


@dataclass(slots=True)
class _Screenful:
    """Lines on a screen, and how they came there."""

    rows: list[Row] = field(default_factory=list)
    anew: bool = True
    """Whether they are new even where the same was there before."""
    cleared: int | None = None
    """When the screen was cleared before. What is older was there before the other screen."""
    painting: list[list[int]] = field(default_factory=list)
    """From when to when it was painted, as far as known."""
    first: dict[str, int] = field(default_factory=dict)
    """Since when lines are there that were painted again."""

    def first_at(self, row: Row) -> int | None:
        """Return since when *row* is there."""
        return self.first.get(row.text, row.at)

    def painted(self, at: int | None) -> None:
        """Note that it is painted again from *at* on."""
        self.anew = False
        if at is not None:
            self.painting.append([at, at + STOOD])

    def is_painted(self, row: Row) -> bool:
        """Tell whether *row*, which was there before, is there because it was painted again."""
        if row.at is None:
            return not self.anew
        if self.cleared is not None and row.at < self.cleared:
            return True
        for span in () if self.anew else self.painting:
            if span[0] <= row.at < span[1]:
                span[1] = max(span[1], row.at + _GOES_ON)
                return True
        return False


class Repaints:
    """Takes the lines of one recording in order, and gives those on that are new to *write*."""

    def __init__(self, write: Callable[[Iterable[Row]], None]) -> None:
        self._write = write
        self._memory = Memory()
        self._unread: deque[Row] = deque(maxlen=_ROWS_KEPT)
        """Lines written that the memory has not got yet: it is needed for repaints only."""
        self._repainting = False
        self._before = _Screenful()
        """The screenful before, until it is known whether it is painted again."""
        self._now = _Screenful()
        """What scrolled out of the present one, while that may be a repaint."""

    def scrolled(self, rows: list[Row]) -> None:
        """Take lines that left the screen at its top."""
        if not self._repainting:
            self._unread.extend(rows)
            self._write(rows)
            return
        self._now.rows += rows
        if len(self._now.rows) >= _ROWS_AT_ONCE:
            self._repainting = any(self._settle([])[-_FRESH:])
            self._now.anew = not self._repainting

    def cleared(self, picture: list[Row], at: int | None = None) -> None:
        """Take a screenful that goes away, at *at* (milliseconds)."""
        if self._repainting:
            self._settle(picture)
        self._repainting = True
        self._before, self._now = self._now, _Screenful(cleared=at)
        self._before.rows = picture
        self._now.painted(at)

    def resized(self, at: int | None = None) -> None:
        """Note that the screen may be painted again without being cleared, from *at* on."""
        self._repainting = True
        self._now.painted(at)

    def finish(self, picture: list[Row]) -> None:
        """Take the last screenful."""
        if self._repainting:
            self._settle(picture, is_last=True)
            self._fresh(picture, self._now)
        else:
            self._write(picture)

    def _settle(self, picture: list[Row], *, is_last: bool = False) -> list[bool]:
        """Write what is new of the screenful before and of the lines since; *picture* follows.

        Returns which of those lines were there before.
        """
        before, self._before = self._before, _Screenful()
        rows, self._now.rows = self._now.rows, []
        change = _Change(before, rows + picture, self._now.cleared)
        self._now.first = change.first()
        if not rows and change.is_other_screen(is_last=is_last):
            before.anew = self._now.anew = True
            self._fresh(before.rows, before)
        else:
            self._fresh(change.kept(), before)
        return self._fresh(rows, self._now)

    def _fresh(self, rows: list[Row], of: _Screenful) -> list[bool]:
        """Write those of *rows* that are new; return which are not."""
        self._memory.take(words_of(row.text for row in self._unread))
        self._unread.clear()
        words = words_of(row.text for row in rows)
        known = self._memory.known(words)
        self._memory.take(words)
        again = [was and of.is_painted(row) for row, was in zip(rows, known, strict=True)]
        self._write([row for row, was in zip(rows, again, strict=True) if not was])
        return again


class _Changed(Enum):
    """What became of a line that does not come again."""

    GONE = "gone"
    LITTLE = "little"
    """It was painted at the same place with little changed, as counters and spinners are."""
    GROWN = "grown"
    """It was painted with more behind it: it is still there."""


class _Change:
    """What became of the lines of a screenful, *before*, that was cleared at *at* and followed by
    the lines *after*."""

    def __init__(self, before: _Screenful, after: list[Row], at: int | None) -> None:
        self._before, self._after, self._at = before, after, at
        rows = before.rows
        words, follow = [words_of(row.text for row in each) for each in (rows, after)]
        self._again = list(_again(words, follow))
        self._said = [is_said(line) and not row.past for line, row in zip(words, rows, strict=True)]
        self._top = next((i for i, said in enumerate(self._said) if said and self._again[i]), None)
        """The first line that comes again. What stood above it may have scrolled out."""
        again = sum(map(all, zip(self._said, self._again, strict=True)))
        self._is_like = again * 2 >= sum(self._said)
        """Whether most of it comes again."""
        self._kept = self._find_kept() if not all(self._again) else []

    def _find_kept(self) -> list[int]:
        """Return which lines do not come again and were there to be read; one of signs goes with
        the one before it."""
        kept, last = [], self._top is None
        changed = self._find_changed()
        for index, row in enumerate(self._before.rows):
            if self._said[index]:
                last = not self._again[index] and self._could_be_read(index, changed[index])
            if (last or row.past) and not self._again[index]:
                kept.append(index)
        return kept

    def _could_be_read(self, index: int, changed: _Changed) -> bool:
        stood = self._stood(index)
        if changed is not _Changed.GONE:
            return changed is _Changed.LITTLE and stood is not None and stood >= STOOD
        flashed = stood is not None and stood < _UNREAD
        return not (flashed and self._is_like and self._top is not None and index > self._top)

    def _stood(self, index: int) -> int | None:
        first = self._before.first_at(self._before.rows[index])
        return None if first is None or self._at is None else self._at - first

    def kept(self) -> list[Row]:
        """Return the lines that do not come again, and those that stand above one of them."""
        above = self._kept[-1] + 1 if self._kept else 0
        kept = set(self._kept)
        return [
            row
            for index, row in enumerate(self._before.rows[:above])
            if self._again[index] or index in kept
        ]

    def is_other_screen(self, *, is_last: bool) -> bool:
        """Tell whether what follows is another screenful, not this one painted again: much of it
        stood long enough to be read and does not come again. What *is_last* stays for ever."""
        lost = [index for index in self._kept if self._said[index]]
        if not lost or len(lost) * _CHANGED < sum(self._said):
            return False
        stood = [self._stood(index) or 0 for index in lost]
        return min(stood) >= STOOD or (is_last and self._top is not None)

    def first(self) -> dict[str, int]:
        """Return since when the lines that come again are there."""
        after = {row.text for row in self._after}
        rows = (row for row in self._before.rows if row.text in after)
        return {row.text: at for row in rows if (at := self._before.first_at(row)) is not None}

    def _find_changed(self) -> list[_Changed]:
        """Tell what became of each line that does not come again."""
        before, after = [
            [shape(row.text) for row in rows] for rows in (self._before.rows, self._after)
        ]
        changed = [_Changed.GONE] * len(before)
        for same, old, new in _parts(before, after):
            for index in old:
                if self._said[index] and not self._again[index]:
                    opposite = [after[place] for place in _opposite(index, old, new)]
                    changed[index] = _Changed.LITTLE if same else _change(before[index], opposite)
        if changed.count(_Changed.LITTLE) > _COUNTERS and not self._is_like:
            changed = [_Changed.GONE] * len(before)
        return [
            _Changed.GROWN if goes_on(what, after) else change
            for what, change in zip(before, changed, strict=True)
        ]


def _change(before: str, opposite: list[str]) -> _Changed:
    if any(grows(before, each) for each in opposite):
        return _Changed.GROWN
    return _Changed.LITTLE if any(is_nearly(before, each) for each in opposite) else _Changed.GONE


def _opposite(index: int, old: range, new: range) -> set[int]:
    """Return which of the lines *new*, that took the place of *old*, are about where *index* was,
    counted from the first and from the last one."""
    places = (new.start + index - old.start, new.stop - old.stop + index)
    return {place + by for place in places for by in (-1, 0, 1)} & set(new)


def _again(words: list[Words], after: list[Words]) -> Iterator[bool]:
    """Tell of each of the lines *words* whether it comes again in those *after*."""
    memory = Memory()
    memory.take(after)
    lines = set(after)
    for line, known in zip(words, memory.known(words), strict=True):
        yield known or (is_said(line) and line in lines)


def _parts(before: list[str], after: list[str]) -> Iterator[tuple[bool, range, range]]:
    """Yield which parts of the lines *before* are the same as which *after*, and what is between
    those."""
    old, new = 0, 0
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    is_large = len(before) * len(after) > _MOST_PAIRS
    for first, other, count in () if is_large else matcher.get_matching_blocks():
        yield False, range(old, first), range(new, other)
        old, new = first + count, other + count
        yield True, range(first, old), range(other, new)
    yield False, range(old, len(before)), range(new, len(after))
