"""Looks for words in a long text, slice by slice, so that the window goes on between slices."""

from collections.abc import Iterator

from vela_desktop.domain.finding import Needle

Span = tuple[int, int]
"""Where a hit begins and ends, in characters of the text."""

SLICE_CHARS = 50_000
LONGEST_FORM = 18
"""Letters that one character may stand for; so much longer than its words may a needle be."""


def hits(text: str, needle: Needle) -> Iterator[list[Span]]:
    """Yield, for one slice of *text* after the other, the hits that begin in it.

    They are those of one search of the whole text, and do not overlap.
    """
    overlap, done = LONGEST_FORM * len(needle.words), 0
    for start in range(0, len(text), SLICE_CHARS):
        first, stop = max(start, done), start + SLICE_CHARS
        spans = needle.spans(text[first : stop + overlap])
        found = [(first + at, first + end) for at, end in spans if first + at < stop]
        if found:
            done = found[-1][1]
        yield found
