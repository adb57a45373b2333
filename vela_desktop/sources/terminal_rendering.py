"""Plays a recording to a terminal, and gives the text that a person saw, in pieces."""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.domain.errors import RecordingReason
from vela_desktop.domain.text import safe
from vela_desktop.sources.files import opened, unreadable
from vela_desktop.sources.terminal_events import Events, Output
from vela_desktop.sources.terminal_filter import Filter
from vela_desktop.sources.terminal_names import (
    COLUMNS,
    LINES,
    Format,
    Opening,
    read_head,
    read_opening,
)
from vela_desktop.sources.terminal_repaints import Repaints
from vela_desktop.sources.terminal_screen import Screen, Stream
from vela_desktop.sources.terminal_standing import Row

PIECE_CHARS = 8_000
"""Where a piece of text ends at the latest, unless one line is longer."""
PAUSE = 10_000
"""Milliseconds without a change after which another piece begins."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the text that was seen, and when its first line was last written to: a time as it
    was fed, or UTC milliseconds; None where that is not known."""

    text: str
    at: int | None


class Rendering:
    """Renders one recording as it is fed. What is done is fetched with ``take``."""

    def __init__(self, columns: int = COLUMNS, lines: int = LINES) -> None:
        self._filter = Filter()
        self._repaints = Repaints(self._write)
        self._screen = Screen(columns, lines, self._left)
        self._stream = Stream(self._screen)
        self._pieces: list[Piece] = []
        self._rows: list[Row] = []
        self._chars = 0
        self._last: int | None = None

    def feed(self, text: str, at: int | None = None) -> None:
        """Send *text* to the terminal, at *at* (milliseconds)."""
        self._screen.tell(at)
        self._stream.feed(self._filter.feed(text))
        if scrolled := self._screen.scrolled():
            self._repaints.scrolled(scrolled)

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        self._screen.resize(lines, columns)
        self._repaints.resized(self._screen.now)

    def finish(self) -> None:
        """Take what is on the screen at the end, too."""
        self._screen.settle()
        self._repaints.scrolled(self._screen.scrolled())
        self._repaints.finish(self._screen.picture())
        self._cut()

    def take(self) -> list[Piece]:
        """Return, once, the pieces that are done."""
        pieces, self._pieces = self._pieces, []
        return pieces

    def _left(self, scrolled: list[Row], picture: list[Row]) -> None:
        self._repaints.scrolled(scrolled)
        self._repaints.cleared(picture, self._screen.now)

    def _write(self, rows: Iterable[Row]) -> None:
        for text, at, _ in rows:
            if not text and (not self._rows or not self._rows[-1].text):
                continue
            if self._chars + len(text) > PIECE_CHARS or self._is_after_a_pause(at):
                self._cut()
            self._rows.append(Row(text, at))
            self._chars += len(text) + 1
            self._last = at if self._last is None or at is None else max(at, self._last)

    def _is_after_a_pause(self, at: int | None) -> bool:
        return at is not None and self._last is not None and at - self._last >= PAUSE

    def _cut(self) -> None:
        text = safe("\n".join(row.text for row in self._rows)).strip("\n")
        if text:
            self._pieces.append(Piece(text, self._rows[0].at))
        self._rows, self._chars = [], 0


class Playing:
    """A recording that is being rendered."""

    def __init__(self, opening: Opening, events: Events, size: int) -> None:
        self._rendering = Rendering(opening.columns, opening.lines)
        self._opening, self._events = opening, events
        self.size = size

    @property
    def done(self) -> int:
        """Bytes read so far."""
        return self._events.done

    @property
    def bad_lines(self) -> int:
        """Lines so far that are no events."""
        return self._events.bad_lines

    @property
    def last_at(self) -> int | None:
        """When the last event so far was."""
        return self._events.last_at

    def pieces(self) -> Iterator[list[Piece]]:
        """Yield what every little part of the recording gives, most often nothing."""
        rendering = self._rendering
        if self._opening.bare_newlines:
            rendering.feed("\x1b[20h")
        for event in self._events:
            if isinstance(event, Output):
                rendering.feed(event.text, event.after)
            else:
                rendering.resize(event.columns, event.lines)
            yield self._done()
        rendering.finish()
        yield self._done()

    def _done(self) -> list[Piece]:
        at = self._events.at
        return [Piece(piece.text, at(piece.at)) for piece in self._rendering.take()]


def play(
    path: Path, take: Callable[[Playing, list[Piece]], None]
) -> Generator[Playing, None, None]:
    """Render the recording at *path*: every step does a little of it and hands *take* what is done.

    Raises ``source_gone`` or ``source_unreadable``.
    """
    with opened(path) as stream:
        opening = read_opening(read_head(stream))
        if opening is None or opening.format is Format.UNREAD:
            reason = RecordingReason.OTHER_VERSION if opening else RecordingReason.SHOWS_NOTHING
            raise unreadable(path, reason, format=opening.name if opening else "")
        playing = Playing(opening, Events(stream, opening), stream.fingerprint.size)
        for pieces in playing.pieces():
            take(playing, pieces)
            yield playing
