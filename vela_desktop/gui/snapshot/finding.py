"""Looks for words in a long text, slice by slice, so that the window goes on between slices."""

import re
from collections.abc import Iterator

SLICE_CHARS = 100_000


def hits(text: str, words: str) -> Iterator[list[int]]:
    """Yield, for one slice of *text* after the other, where *words* begin in it, in any case.

    Hits do not overlap. Each is as long as *words*.
    """
    pattern = re.compile(re.escape(words), re.IGNORECASE)
    at = 0
    for start in range(0, len(text), SLICE_CHARS):
        stop = start + SLICE_CHARS + len(words) - 1
        found = [match.start() for match in pattern.finditer(text, max(at, start), stop)]
        if found:
            at = found[-1] + len(words)
        yield found
