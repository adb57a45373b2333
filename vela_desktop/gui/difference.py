"""Turns one order of lines into another by removals and insertions, keeping what can stay."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence


def kept(before: Sequence[str], after: Sequence[str]) -> set[str]:
    """Return the names that may stay where they are: the longest run common to both orders."""
    place = {name: position for position, name in enumerate(after)}
    ends: list[int] = []
    behind: dict[int, int | None] = {}
    for name in before:
        if name in place:
            position = place[name]
            at = bisect_left(ends, position)
            behind[position] = ends[at - 1] if at else None
            ends[at : at + 1] = [position]
    found: set[str] = set()
    last = ends[-1] if ends else None
    while last is not None:
        found.add(after[last])
        last = behind[last]
    return found


def removals(before: Sequence[str], staying: set[str]) -> Iterator[tuple[int, int]]:
    """Yield the ranges (start, stop) to take out of *before*, the last one first."""
    stop = len(before)
    while stop:
        start = stop
        while start and before[start - 1] not in staying:
            start -= 1
        if start < stop:
            yield start, stop
        stop = max(start - 1, 0)


def insertions(after: Sequence[str], present: set[str]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of *after* to put in where they stand, the first one first."""
    start = 0
    while start < len(after):
        stop = start
        while stop < len(after) and after[stop] not in present:
            stop += 1
        if start < stop:
            yield start, stop
        start = stop + 1
