"""The terminal that a recording is played to: an emulator that keeps what leaves its screen.

Only text matters here. Colours are not kept, which is most of what the emulator would spend its
time on, and what it does otherwise than terminals do is put right.
"""

import copy
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pyte
from pyte import modes
from pyte.screens import Cursor, HistoryScreen, Savepoint
from wcwidth import wcwidth

from vela_desktop.sources.terminal_lines import CELLS, NOTHING, Line, empty, rows_of
from vela_desktop.sources.terminal_names import MOST_COLUMNS, MOST_LINES
from vela_desktop.sources.terminal_standing import Place, Row, Standing

_ALTERNATE = 1049
"""The private mode in which the other screen is shown."""
_ENDLESS = 1 << 40
_HELD = 100
"""Lines of the screen that wait for the end of one that does not end; then it is cut."""
_MOST_MARKS = 16
"""Marks above one letter; more only cost time: each makes the cell longer."""


def _is_shown(char: str) -> bool:
    return char.isascii() or wcwidth(char) > 0 or unicodedata.combining(char) > 0


def bounded(columns: int, lines: int) -> tuple[int, int]:
    """Return a size that a terminal can have."""
    return max(1, min(columns, MOST_COLUMNS)), max(1, min(lines, MOST_LINES))


class _Saved(NamedTuple):
    """The main screen while the other one is shown."""

    buffer: Any
    cursor: Cursor
    savepoints: list[Savepoint]
    size: tuple[int, int]


class Screen(HistoryScreen):
    """A screen of *columns* × *lines*.

    Before a screenful goes away (it is cleared, or another one takes its place), *leaves* is called
    with the lines that scrolled out and were not taken yet, and with the screenful.
    """

    __getattribute__ = object.__getattribute__
    """The emulator's own looks at every access whether a page of the history is shown: never."""

    def __init__(
        self, columns: int, lines: int, leaves: Callable[[list[Row], list[Row]], None]
    ) -> None:
        self.now: int | None = None
        self._leaves = leaves
        self._main: _Saved | None = None
        self._last = " "
        self._marks = 0
        self._standing = Standing()
        super().__init__(*bounded(columns, lines), history=_ENDLESS)
        self.history = self.history._replace(bottom=deque(maxlen=0))
        self.buffer = empty()

    def tell(self, now: int | None) -> None:
        """Note that it is *now* so late (milliseconds)."""
        self.now = now
        if now is not None and self._standing.is_due(now):
            self._standing.look(now, self._places(now), self.buffer)

    def settle(self) -> None:
        """Find what stood there before the present text and was not seen to go."""
        if self.now is not None:
            self._standing.leave(self.now, self._places(self.now), self.buffer)

    def _places(self, now: int) -> Iterator[Place]:
        """Yield what the screen says, line by line as a person reads it."""
        above: list[Any] = list(self.history.top)
        lines = [*above, *(self.buffer.get(y) or NOTHING for y in range(self.lines))]
        start = 0
        while start < len(lines):
            end = start + 1
            while end < len(lines) and lines[end].goes_on:
                end += 1
            text = "".join(line.seen(now) for line in lines[start:end]).rstrip()
            if text:
                first = lines[start]
                yield Place(first, max(0, start - len(above)), Row(text, first.at))
            start = end

    def picture(self) -> list[Row]:
        """Return what is on the screen, with what of its first line scrolled out."""
        used = (y for y, line in self.buffer.items() if line or line.earlier)  # type: ignore[attr-defined]
        last = max(used, default=-1)
        return list(rows_of([*self.history.top, *(self.buffer[y] for y in range(last + 1))]))

    def scrolled(self) -> list[Row]:
        """Return, once, the lines that scrolled out whole."""
        top: deque[Any] = self.history.top
        if not top:
            return []
        taken, kept = list(top), []
        top.clear()
        follows: Any = self.buffer[0]
        while taken and follows.goes_on:
            follows = taken.pop()
            kept.append(follows)
        if len(kept) > _HELD:
            taken += reversed(kept)
            self.buffer[0].goes_on = False  # type: ignore[attr-defined]
        else:
            top.extend(reversed(kept))
        rows = list(rows_of(taken))
        if self.now is not None:
            self._standing.scrolled(rows)
        return rows

    def _leave(self) -> None:
        self.settle()
        scrolled, picture = self.scrolled(), self.picture()
        self.history.top.clear()
        if scrolled or picture:
            self._leaves(scrolled, picture)

    def draw(self, data: str) -> None:
        """Write *data*, which holds no control characters."""
        data = data if data.isascii() else "".join(filter(_is_shown, data))
        if not data.isascii() or modes.IRM in self.mode:
            for char in data:
                self._put(char)
        else:
            at = 0
            while at < len(data):
                line = self._line(1)
                x = self.cursor.x
                part = data[at : at + self.columns - x]
                line.update(zip(range(x, x + len(part)), map(CELLS.__getitem__, part), strict=True))
                self.cursor.x = x + len(part)
                at += len(part)
        self._last = data[-1:] or self._last

    def _put(self, char: str) -> None:
        width = wcwidth(char)
        if not width:
            self._marks += 1
            if self._marks <= _MOST_MARKS:
                super().draw(char)
            return
        self._marks = 0
        line = self._line(width)
        x = self.cursor.x
        if modes.IRM in self.mode:
            self.insert_characters(width)
        line[x] = CELLS[char]
        if width == 2 and x + 1 < self.columns:
            line[x + 1] = CELLS[""]
        self.cursor.x = min(x + width, self.columns)

    def _line(self, width: int) -> Line:
        """Return the line on which something *width* cells wide is to be written now."""
        cursor = self.cursor
        goes_on = cursor.x > max(0, self.columns - width) and modes.DECAWM in self.mode
        if goes_on:
            self.carriage_return()
            self.linefeed()
        cursor.x = min(cursor.x, self.columns - 1)
        line: Any = self.buffer[cursor.y]
        if cursor.x == 0:
            line.goes_on = goes_on
        line.at = self.now
        return line  # type: ignore[no-any-return]

    def repeat(self, count: int | None = None) -> None:
        """Write the last character *count* times more."""
        self.draw(self._last * min(count or 1, self.columns))

    def scroll_up(self, count: int | None = None) -> None:
        """Move the lines between the margins up; the cursor stays."""
        self._scroll(self.index, self.margins.bottom if self.margins else self.lines - 1, count)

    def scroll_down(self, count: int | None = None) -> None:
        """Move the lines between the margins down; the cursor stays."""
        self._scroll(self.reverse_index, self.margins.top if self.margins else 0, count)

    def _scroll(self, move: Callable[[], None], edge: int, count: int | None) -> None:
        y, self.cursor.y = self.cursor.y, edge
        for _ in range(min(count or 1, self.lines)):
            move()
        self.cursor.y = y

    def cursor_up(self, count: int | None = None) -> None:
        """Move up, not out of the margins."""
        y, top = self.cursor.y, self.margins.top if self.margins else 0
        self.cursor.y = max(y - (count or 1), top if y >= top else 0)

    def cursor_down(self, count: int | None = None) -> None:
        """Move down, not out of the margins."""
        y, last = self.cursor.y, self.lines - 1
        bottom = self.margins.bottom if self.margins else last
        self.cursor.y = min(y + (count or 1), bottom if y <= bottom else last)

    def set_margins(self, top: int | None = None, bottom: int | None = None) -> None:
        """Let only the lines from *top* to *bottom* scroll, else all; the cursor goes home."""
        self.margins = None
        super().set_margins(top or 1, bottom or self.lines)
        self.cursor_position()

    def save_cursor(self) -> None:
        """Note where the cursor is; there is one such note."""
        self.savepoints.clear()
        super().save_cursor()

    def restore_cursor(self) -> None:
        """Put the cursor where it was noted to be; the note stays."""
        kept = [point._replace(cursor=copy.copy(point.cursor)) for point in self.savepoints]
        super().restore_cursor()
        self.savepoints = kept

    def _changes(self, y: int | None = None) -> None:
        line: Any = self.buffer.get(self.cursor.y if y is None else y)
        if line:
            line.at = self.now

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        """Clear the line or a part of it."""
        self._changes()
        super().erase_in_line(how, private)

    def erase_characters(self, count: int | None = None) -> None:
        """Put blanks over some characters."""
        self._changes()
        super().erase_characters(count)

    def delete_characters(self, count: int | None = None) -> None:
        """Take some characters out of the line."""
        self._changes()
        super().delete_characters(count)

    def insert_characters(self, count: int | None = None) -> None:
        """Put some blanks into the line."""
        self._changes()
        super().insert_characters(count)

    def erase_in_display(self, how: int = 0, *args: Any, **kwargs: Any) -> None:
        """Clear the screen or a part of it."""
        del args, kwargs
        if how == 2 or (how == 0 and not self.cursor.x and not self.cursor.y):
            self._leave()
            self.buffer.clear()
        elif how < 2:
            for y in range(self.cursor.y + 1, self.lines) if how == 0 else range(self.cursor.y):
                self._changes(y)
            super().erase_in_display(how)

    def reset(self) -> None:
        """Begin anew, on the main screen."""
        self._leave()
        self._main = None
        pyte.Screen.reset(self)

    def select_graphic_rendition(self, *attrs: int) -> None:
        """Take no notice of colours."""

    def set_mode(self, *modes: int, **kwargs: Any) -> None:
        """Turn *modes* on; one of them is the other screen."""
        if not kwargs.get("private") or modes != (_ALTERNATE,):
            super().set_mode(*modes, **kwargs)
        elif not self._main:
            self._leave()
            size = self.columns, self.lines
            self._main = _Saved(self.buffer, copy.copy(self.cursor), self.savepoints, size)
            self.buffer, self.savepoints, self.margins = empty(), [], None

    def reset_mode(self, *modes: int, **kwargs: Any) -> None:
        """Turn *modes* off; the main screen comes back as it was."""
        if not kwargs.get("private") or modes != (_ALTERNATE,):
            super().reset_mode(*modes, **kwargs)
        elif self._main:
            self._leave()
            size, main = (self.columns, self.lines), self._main
            self._main = None
            self.buffer, self.cursor, self.savepoints = main.buffer, main.cursor, main.savepoints
            self.columns, self.lines = main.size
            self.resize(size[1], size[0])

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        """Change the size. Lines at the top for which there is no room scroll out; the text right
        of a narrower screen is there as long as the rest of its line stays."""
        columns, lines = bounded(columns or self.columns, lines or self.lines)
        for line in self.buffer.values() if columns < self.columns else ():
            line.cut(columns)  # type: ignore[attr-defined]
        used = max([self.cursor.y, *(y for y, line in self.buffer.items() if line)])
        over = max(0, used + 1 - lines) if lines < self.lines else 0
        over = min(over, self.cursor.y)
        kept = empty()
        for y in sorted(self.buffer):
            if y < over:
                self.history.top.append(self.buffer[y])
            elif y - over < lines:
                kept[y - over] = self.buffer[y]
        self.buffer, self.margins = kept, None
        self.cursor.y -= over
        self.tabstops.update(range(8, columns, 8))
        self.columns, self.lines = columns, lines
        self.ensure_hbounds()
        self.ensure_vbounds()


class Stream(pyte.Stream):
    """Parses what a screen is sent; knows three sequences more than the emulator's own."""

    csi = pyte.Stream.csi | {"b": "repeat", "S": "scroll_up", "T": "scroll_down"}
