"""Keeps what stood on a screen for long and was written over without being cleared.

The screen is looked at about once a second of the recording, so that a line that is painted again
and again, always the same, has stood there all the time.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from vela_desktop.sources.terminal_words import Memory, goes_on, grows, is_said, shape, words_of

STOOD = 2_500
"""Milliseconds after which a person has read what stands on a screen."""
_LOOK = 1_000
"""Milliseconds between two looks."""
_SETTLED = 1_500
"""Milliseconds after which a program has painted again what it erased."""
_TOLD_KEPT = 10_000
_COUNTED = 5
"""So many lines are kept of those that differ in numbers only."""
_SCROLLED_KEPT = 1_000
_COMPARED = 200
"""So many of the last lines that scrolled out are compared word by word."""


class Row(NamedTuple):
    """A line of text that stood on the screen, and when it was last written to."""

    text: str
    at: int | None
    past: bool = False
    """Whether something else stood in its place later."""


class Place(NamedTuple):
    """A row as it stands on the screen: its first line, which is the one at *y*."""

    line: Any
    y: int
    row: Row


@dataclass(slots=True)
class _Stood:
    place: Place
    since: int
    seen: int


class Standing:
    """Watches one screen. What a line of it said before is put into its ``earlier``.

    What only moved, counts or grows is not kept, and what comes and goes is kept once.
    """

    def __init__(self) -> None:
        self._standing: dict[str, _Stood] = {}
        self._looked: int | None = None
        self._told: set[str] = set()
        self._shapes: Counter[str] = Counter()
        self._scrolled: dict[str, None] = {}

    def scrolled(self, rows: Iterable[Row]) -> None:
        """Take lines that left the screen at its top: they are not lost."""
        for row in rows:
            if not row.past:
                self._scrolled.pop(row.text, None)
                self._scrolled[row.text] = None
        while len(self._scrolled) > _SCROLLED_KEPT:
            del self._scrolled[next(iter(self._scrolled))]

    def is_due(self, now: int) -> bool:
        """Tell whether the screen is to be looked at before it changes again."""
        return self._looked is None or now - self._looked >= _LOOK

    def look(self, now: int, places: Iterable[Place], buffer: Mapping[int, Any]) -> None:
        """Look at the screen, of which *places* are all that it says, and *buffer* the lines."""
        self._looked = now
        places = list(places)
        for place in places:
            text, at, _ = place.row
            if stood := self._standing.get(text):
                stood.place, stood.seen = place, now
            elif text and at is not None:
                self._standing[text] = _Stood(place, at, now)
        self._settle(places, buffer, now - _SETTLED)

    def leave(self, now: int, places: Iterable[Place], buffer: Mapping[int, Any]) -> None:
        """Look at the screen for the last time: it goes away as it is."""
        self._settle(list(places), buffer, now)
        self._standing.clear()

    def _settle(self, places: list[Place], buffer: Mapping[int, Any], before: int) -> None:
        """Keep what was not seen since *before* and is not there in another form."""
        present = {place.row.text for place in places}
        gone = [
            stood
            for text, stood in self._standing.items()
            if stood.seen <= before and text not in present
        ]
        for stood in gone:
            del self._standing[stood.place.row.text]
        lost = [stood for stood in gone if self._may_be_lost(stood)]
        if lost:
            now = _Present(list(present), list(self._scrolled)[-_COMPARED:])
            _put(buffer, lost, lambda text, line: self._is_other(text, line, now))

    def _may_be_lost(self, stood: _Stood) -> bool:
        return stood.seen - stood.since >= STOOD and stood.place.row.text not in self._scrolled

    def _is_other(self, text: str, line: Any, present: "_Present") -> bool:
        """Tell whether *text* is neither *present*, as *line* in its place or elsewhere, nor was
        told before; what differs in numbers only is told a few times."""
        what = shape(text)
        if not what or text in self._told or grows(what, shape(line.whole())) or present.has(text):
            return False
        if len(self._told) >= _TOLD_KEPT:
            self._told.clear()
            self._shapes.clear()
        self._told.add(text)
        self._shapes[what] += 1
        return self._shapes[what] <= _COUNTED


def _put(
    buffer: Mapping[int, Any], lost: list[_Stood], is_other: Callable[[str, Any], bool]
) -> None:
    """Put what was *lost* to the lines that are in its place: what stood together stays so."""
    lines = {id(line): line for line in buffer.values()}
    last = max(buffer, default=0)
    home, follows = None, -1
    for place in sorted((stood.place for stood in lost), key=lambda place: place.y):
        line = lines.get(id(place.line), buffer[min(place.y, last)])
        home = home if home is not None and place.y == follows else line
        follows = place.y + 1
        if is_other(place.row.text, line):
            home.earlier.append(place.row._replace(past=True))


class _Present:
    """What is on a screen: *lines*, below those that *scrolled* out of it."""

    def __init__(self, lines: list[str], scrolled: list[str]) -> None:
        words = words_of([*scrolled, *lines])
        self._memory = Memory()
        self._memory.take(words)
        self._words = set(words)
        self._shapes = set(map(shape, lines))

    def has(self, text: str) -> bool:
        """Tell whether *text* stands there, or it does with other numbers or with more behind."""
        (words,) = words_of([text])
        what = shape(text)
        if not is_said(words) or words in self._words or what in self._shapes:
            return True
        return self._memory.known([words])[0] or goes_on(what, self._shapes)
