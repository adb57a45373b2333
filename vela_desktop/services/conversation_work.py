"""What workers do for an open conversation: render ranges of it and look for words in it."""

from collections.abc import Sequence

from vela_desktop.domain.finding import Needle
from vela_desktop.domain.sessions import Location, MapEntry, Role
from vela_desktop.rendering import door
from vela_desktop.rendering.pieces import Hit, Look, Piece
from vela_desktop.sources.readers import reader

REACH = 40
"""Messages read beside a range at most, so that its calls and their results find each other."""


def with_results(entries: Sequence[MapEntry], wanted: range) -> Sequence[MapEntry]:
    """Return the entries of *wanted* and those beside it that calls and results may be in.

    A turn's results come before the next prompt. Where the range begins among results, their calls
    are before it.
    """
    start, stop = wanted.start, min(wanted.stop, len(entries))
    first, last = max(0, start - REACH), min(len(entries), stop + REACH)
    if start < stop and entries[start].role is Role.TOOL:
        while start > first and entries[start].role is not Role.USER:
            start -= 1
    while stop < last and entries[stop].role is not Role.USER:
        stop += 1
    return entries[start:stop]


def render_range(
    location: Location,
    entries: Sequence[MapEntry],
    wanted: range,
    look: Look,
) -> list[Piece]:
    """Return the HTML of the messages in *wanted*; *entries* are those of ``with_results``."""
    messages = reader(location.agent).messages(location, entries)
    return door.pieces(messages, wanted, look)


def find_in(
    location: Location,
    entries: Sequence[MapEntry],
    wanted: range,
    needle: Needle,
    look: Look,
) -> list[Hit]:
    """Return which messages in *wanted* show the words of *needle*, folds included."""
    messages = reader(location.agent).messages(location, entries)
    return door.hits(messages, wanted, needle, look)
