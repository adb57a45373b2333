"""Where something that is read stands in the source."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in rendered text: a block of the source, and a word of what is shown of it.

    ``first`` and ``after`` are lines of the source from 0, ``before`` is what is shown of the block
    up to the word.
    """

    first: int
    after: int
    before: str = ""
    word: str = ""


def place(spot: Spot, lines: Sequence[str]) -> tuple[int, int]:
    """Return the line of the source and the column in UTF-16 units where *spot* is.

    Words stand in the source in the order in which they are shown, so the word that is shown for
    the third time is the third one there. What cannot be found is where its block begins.
    """
    left = spot.before.count(spot.word) if spot.word else 0
    for number in range(spot.first, min(spot.after, len(lines))):
        at = lines[number].find(spot.word) if spot.word else -1
        while at >= 0:
            if left == 0:
                return number, units(lines[number][:at])
            left -= 1
            at = lines[number].find(spot.word, at + len(spot.word))
    return spot.first, 0


def units(text: str) -> int:
    """Return the length of *text* as Qt counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
