"""What workers do for an open conversation: render ranges of it and look for words in it."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vela_desktop.domain.sessions import Location, MapEntry
from vela_desktop.rendering.conversation import Labels, Piece, render
from vela_desktop.sources.readers import reader


@dataclass(frozen=True, slots=True)
class Hit:
    """A message that holds the words looked for, and how many times."""

    index: int
    count: int


def render_range(
    location: Location,
    entries: Sequence[MapEntry],
    wanted: range,
    unfolded: frozenset[str],
    labels: Labels,
    facts: Mapping[int, str],
) -> list[Piece]:
    """Return the HTML of the messages in *wanted*; *entries* reach past it for tool results."""
    messages = reader(location.agent).messages(location, entries)
    return render(messages, wanted, unfolded, labels, facts)


def fold_text(text: str) -> str:
    """Return *text* as it is compared: compatibility forms and case do not matter."""
    return unicodedata.normalize("NFKC", text).casefold()


def find_in(location: Location, entries: Sequence[MapEntry], words: str) -> list[Hit]:
    """Return which of *entries* hold *words* in what they show."""
    needle = fold_text(words)
    hits = []
    for message in reader(location.agent).messages(location, entries):
        shown = (f"{block.text}\n{block.target}" for block in message.blocks)
        count = sum(fold_text(text).count(needle) for text in shown)
        if count:
            hits.append(Hit(message.index, count))
    return hits
