"""Turns one order of lines into another by removals and insertions, keeping what can stay."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Steps:
    """What makes one order of the other: first the removals, then the insertions.

    Ranges are (start, stop). ``removed`` counts in the old order and goes from its end to its
    start; ``inserted`` counts in the new order and goes from its start to its end.
    """

    removed: tuple[Range, ...]
    inserted: tuple[Range, ...]


def steps(
    before: Sequence[str], after: Sequence[str], most: int | None = None, longest: int | None = None
) -> Steps:
    """Return how *before* becomes *after*.

    Where that takes more than *most* steps, or more than *longest* names would have to be compared
    one by one, the whole stretch in which they differ is taken out and put in.
    """
    head = _alike(before, after)
    tail = _alike(before[head:][::-1], after[head:][::-1])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    whole = Steps(
        ((head, head + len(old)),) if old else (), ((head, head + len(new)),) if new else ()
    )
    if longest is not None and max(len(old), len(new)) > longest:
        return whole
    staying = kept(old, new)
    removed = tuple((head + start, head + stop) for start, stop in removals(old, staying))
    inserted = tuple((head + start, head + stop) for start, stop in insertions(new, staying))
    if most is not None and len(removed) + len(inserted) > most:
        return whole
    return Steps(removed, inserted)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many names the two begin with in common. Slices compare faster than a loop."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def kept(before: Sequence[str], after: Sequence[str]) -> set[str]:
    """Return the names that may stay where they are: the longest run common to both orders."""
    place = {name: position for position, name in enumerate(after)}
    common = [place[name] for name in before if name in place]
    if common == sorted(common):
        return {after[position] for position in common}
    return {after[position] for position in _longest(common)}


def _longest(positions: Sequence[int]) -> Iterator[int]:
    """Yield the longest rising run of *positions*, the last one first."""
    ends: list[int] = []
    behind: dict[int, int | None] = {}
    for position in positions:
        at = bisect_left(ends, position)
        behind[position] = ends[at - 1] if at else None
        ends[at : at + 1] = [position]
    last = ends[-1] if ends else None
    while last is not None:
        yield last
        last = behind[last]


def removals(before: Sequence[str], staying: set[str]) -> Iterator[Range]:
    """Yield the ranges (start, stop) to take out of *before*, the last one first."""
    stop = len(before)
    while stop:
        start = stop
        while start and before[start - 1] not in staying:
            start -= 1
        if start < stop:
            yield start, stop
        stop = max(start - 1, 0)


def insertions(after: Sequence[str], present: set[str]) -> Iterator[Range]:
    """Yield the ranges of *after* to put in where they stand, the first one first."""
    start = 0
    while start < len(after):
        stop = start
        while stop < len(after) and after[stop] not in present:
            stop += 1
        if start < stop:
            yield start, stop
        start = stop + 1
