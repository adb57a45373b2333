"""Compares lines of a screen by what they say: word by word, without regard to signs."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_WIDE}]|[^\W_{_WIDE}]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")
_GRAM = 4
"""So many words in a row are taken for the same."""
_GRAMS_KEPT = 60_000
_LONG = 10
"""Letters that no two lines begin with by chance."""
_ALIKE = 0.5
"""Part of the words of two lines that have to be the same before their letters are compared."""
_NEARLY = 0.9
"""Part of two lines that is the same where one is the other with little changed."""

Words = tuple[str, ...]


class Memory:
    """Remembers which words followed each other, about the last 60,000."""

    def __init__(self) -> None:
        self._grams: set[Words] = set()
        self._older: set[Words] = set()

    def take(self, lines: Sequence[Words]) -> None:
        """Remember *lines*."""
        if len(self._grams) > _GRAMS_KEPT:
            self._grams, self._older = set(), self._grams
        self._grams.update(lines)
        self._grams.update(_grams(_flat(lines)))

    def known(self, lines: Sequence[Words]) -> list[bool]:
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
            if is_said(words):
                last = all(covered[at : at + len(words)]) or (whole and last)
                at += len(words)
            known.append(last and (whole or is_said(words)))
        return known


def words_of(lines: Iterable[str]) -> list[Words]:
    """Return the words of each line; of one that has only signs, such as a rule, those."""
    return [tuple(_WORD.findall(line)) or _signs(line) for line in lines]


def is_said(words: Words) -> bool:
    """Tell whether a line has words, and not signs only."""
    return bool(words and words[0])


def shape(text: str) -> str:
    """Return what stays of a line in which only numbers and signs change: counters, spinners."""
    return " ".join(_LETTERS.findall(text)) or _NUMBER.sub("0", " ".join(text.split()))


def grows(before: str, after: str) -> bool:
    """Tell whether the shape *after* is the one *before* with more behind it."""
    return bool(before) and len(after) > len(before) and after.startswith(before)


def is_nearly(before: str, after: str) -> bool:
    """Tell whether the shape *after* is the one *before* with so little changed that nobody reads
    both."""
    old, new = Counter(before.split()), Counter(after.split())
    if 2 * (old & new).total() < _ALIKE * (old.total() + new.total()):
        return False
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return matcher.quick_ratio() >= _NEARLY and matcher.ratio() >= _NEARLY


def goes_on(before: str, after: Iterable[str]) -> bool:
    """Tell whether one of the shapes *after*, wherever it stands, is the one *before*, grown. Short
    ones begin many lines."""
    return len(before) >= _LONG and any(grows(before, each) for each in after)


def _signs(text: str) -> Words:
    """Return what stands for a line of signs however long it is, nothing for a blank one."""
    signs = "".join(sorted(set(text)))
    return ("", signs) if signs else ()


def _flat(lines: Iterable[Words]) -> list[str]:
    return [word for words in lines if is_said(words) for word in words]


def _grams(words: Sequence[str]) -> Iterable[Words]:
    return zip(*(words[start:] for start in range(_GRAM)), strict=False)
