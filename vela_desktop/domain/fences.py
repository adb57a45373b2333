"""Finds fenced code blocks in Markdown, line by line, by CommonMark's rules.

A fence is three or more backticks or tildes, indented by at most three columns; a backtick fence
has no backtick behind it. The same character at least as often, alone on a line, closes it; else
it runs to the end. In a list item columns count from the item's text, and a line left of that text
ends item and block. Fences inside ``>`` quotes are the quote's.
"""

import re
from collections.abc import Iterator

_FENCE = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?P<gap>[ \t]+|$)")
_MOST = 3
"""Columns that a fence or an item may be indented by; more is indented code."""
_TAB = 4
_SPECIAL = frozenset("`~-*+0123456789 \t\r")
"""What a line begins with that may be a fence, an item, indented or blank."""


def is_fence(words: str) -> bool:
    """Tell whether *words*, a line without its indentation, could open a code block."""
    return _FENCE.match(words) is not None


class Fences:
    """Takes the lines of a text in order."""

    def __init__(self) -> None:
        self._marks = ""
        self._base = 0
        """The column that the open block's indentation counts from."""
        self._items: list[int] = []
        """Where the text of each list item begins that the last line was in, in columns."""

    @property
    def in_list(self) -> bool:
        """Whether the last line was in a list item."""
        return bool(self._items)

    @property
    def closing(self) -> str:
        """The line that would close the block that is open, empty where none is."""
        return " " * self._base + self._marks if self._marks else ""

    def take(self, line: str) -> bool:
        """Take the next line; tell whether it is of a fenced block, the fences among it."""
        if self._marks and not self._base and self._marks not in line:
            return True  # most lines of a block
        if not self._marks and line and line[0] not in _SPECIAL:
            self._items.clear()  # most others: text at the margin, where every item ends
            return False
        words = line.strip(" \t\r")
        indented = line[:1] in (" ", "\t")
        column = _column(line) if indented else 0
        if self._marks:
            if not words or column >= self._base:
                if self._closes(words, column):
                    self._marks = ""
                return True
            self._marks = ""
        if words:
            self._open(words, column)
        return bool(self._marks)

    def _closes(self, words: str, column: int) -> bool:
        same = words.startswith(self._marks) and not words.strip(self._marks[0])
        return same and column - self._base <= _MOST

    def _open(self, words: str, column: int) -> None:
        while self._items and column < self._items[-1]:
            self._items.pop()
        base = self._items[-1] if self._items else 0
        while column - base <= _MOST and (item := _ITEM.match(words)):
            gap = len(item["gap"].expandtabs(_TAB))
            marker = item.start("gap")
            # text that stands far off is code in the item, which begins one column behind its mark
            column = base = column + marker + (gap if 0 < gap <= _TAB else 1)
            self._items.append(base)
            words = words[item.end() :] if gap <= _TAB else ""
        if column - base <= _MOST and (fence := _FENCE.match(words)):
            self._marks, self._base = fence[0], base


def _column(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(_TAB))


def outside(text: str) -> Iterator[str]:
    """Yield the lines of *text*, empty ones in place of those of fenced blocks."""
    fences = Fences()
    for line in text.split("\n"):
        yield "" if fences.take(line) else line
