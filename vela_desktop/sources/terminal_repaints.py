"""Tells what is new on a screen from what was only painted again.

Programs clear the screen and write all of it anew, at another width too. So after a clearing the
text is compared with what was there before, word by word and without regard to lines: a line is
new where its words do not stand in the same order in what was written before.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from vela_desktop.sources.terminal_screen import Row

_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_WIDE}]|[^\W_{_WIDE}]+")
_GRAM = 4
"""So many words in a row are taken for the same."""
_GRAMS_KEPT = 60_000
_ROWS_KEPT = 3_000
_ROWS_AT_ONCE = 500
_FRESH = 100
"""A repaint is over after so many new lines."""

_Words = tuple[str, ...]


class Repaints:
    """Takes the lines of one recording in order, and gives those on that are new to *write*."""

    def __init__(self, write: Callable[[Iterable[Row]], None]) -> None:
        self._write = write
        self._memory = _Memory()
        self._unread: deque[Row] = deque(maxlen=_ROWS_KEPT)
        """Lines written that the memory has not got yet: it is needed for repaints only."""
        self._repainting = False
        self._rows: list[Row] = []
        """Lines of the present repaint that scrolled out."""
        self._picture: list[Row] = []
        """The screenful before it, until it is known whether it is painted again."""

    def scrolled(self, rows: list[Row]) -> None:
        """Take lines that left the screen at its top."""
        if not self._repainting:
            self._unread.extend(rows)
            self._write(rows)
            return
        self._rows += rows
        if len(self._rows) >= _ROWS_AT_ONCE:
            self._repainting = any(self._settle([]))

    def cleared(self, picture: list[Row]) -> None:
        """Take a screenful that goes away."""
        if self._repainting:
            self._settle(picture)
        self._repainting = True
        self._picture = picture

    def resized(self) -> None:
        """Note that the screen may be painted again without being cleared."""
        self._repainting = True

    def finish(self, picture: list[Row]) -> None:
        """Take the last screenful."""
        if self._repainting:
            self._settle(picture)
            self._fresh(picture)
        else:
            self._write(picture)

    def _settle(self, picture: list[Row]) -> list[bool]:
        """Write what is new of the screenful before and of the lines since; *picture* follows.

        Returns which of the last lines were there before.
        """
        before, rows = self._picture, self._rows
        self._picture, self._rows = [], []
        now = _Memory()
        now.take(_words(rows + picture))
        words = _words(before)
        again = now.known(words)
        said = [known for known, line in zip(again, words, strict=True) if _is_said(line)]
        if said and sum(said) * 2 >= len(said):
            gone = words[: again.index(True)]
            before = before[: len(gone)] if any(map(_is_said, gone)) else []
        self._fresh(before)
        return self._fresh(rows)[-_FRESH:]

    def _fresh(self, rows: list[Row]) -> list[bool]:
        """Write those of *rows* that are new; return which are not."""
        self._memory.take(_words(self._unread))
        self._unread.clear()
        words = _words(rows)
        known = self._memory.known(words)
        self._memory.take(words)
        self._write([row for row, was in zip(rows, known, strict=True) if not was])
        return known


class _Memory:
    """Remembers which words followed each other, about the last 60,000."""

    def __init__(self) -> None:
        self._grams: set[_Words] = set()
        self._older: set[_Words] = set()

    def take(self, lines: Sequence[_Words]) -> None:
        """Remember *lines*."""
        if len(self._grams) > _GRAMS_KEPT:
            self._grams, self._older = set(), self._grams
        self._grams.update(lines)
        self._grams.update(_grams(_flat(lines)))

    def known(self, lines: Sequence[_Words]) -> list[bool]:
        """Tell of each of *lines* whether it stood there before.

        A blank line goes with the one before it; a short one has to follow one that did.
        """
        flat = _flat(lines)
        covered = bytearray(len(flat))
        for at, gram in enumerate(_grams(flat)):
            if gram in self._grams or gram in self._older:
                covered[at : at + _GRAM] = b"\1" * _GRAM
        known, at = [], 0
        last = bool(self._grams)
        for words in lines:
            whole = not words or words in self._grams or words in self._older
            if _is_said(words):
                last = all(covered[at : at + len(words)]) or (whole and last)
                at += len(words)
            known.append(last and (whole or _is_said(words)))
        return known


def _words(rows: Iterable[Row]) -> list[_Words]:
    """Return the words of each row; of one that has only signs, such as a rule, those."""
    return [tuple(_WORD.findall(row.text)) or _signs(row.text) for row in rows]


def _signs(text: str) -> _Words:
    """Return what stands for a line of signs however long it is, nothing for a blank one."""
    signs = "".join(sorted(set(text)))
    return ("", signs) if signs else ()


def _is_said(words: _Words) -> bool:
    return bool(words and words[0])


def _flat(lines: Iterable[_Words]) -> list[str]:
    return [word for words in lines if _is_said(words) for word in words]


def _grams(words: Sequence[str]) -> Iterable[_Words]:
    return zip(*(words[start:] for start in range(_GRAM)), strict=False)
