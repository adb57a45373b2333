"""Reads JSON Lines as agents write them: whole, broken, glued, half written."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import orjson
from msgspec import MsgspecError

from vela_desktop.domain.text import safe

Record = dict[str, Any]
T = TypeVar("T")
Placed = tuple[int, int, T]
"""Where a record is in the file (offset, length in bytes), and the record."""

CHUNK = 128 << 10
LINE_BYTES = 256 << 20
"""Longer lines are passed over as broken, so that no file can fill the memory."""

_BOM = b"\xef\xbb\xbf"
_OBJECT = re.compile(rb'\{[ \t\r\n]*"')
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[{}]', re.DOTALL)
"""A text or a brace; a text without an end goes on to the end, so that no byte is tried twice."""
_EFFORT = 4 << 20
"""How much of a short line may be looked at again in search of objects on it."""
_LOOSE = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape(Generic[T]):
    """What a scan makes of the lines it reads."""

    kind: type[T]
    decode: Callable[[bytes], Any]
    """Decodes a line that is whole, fast; may refuse any line by an exception."""
    loosen: Callable[[Record], T]
    """Makes the same of a record that was decoded with more patience."""
    is_timed: Callable[[T], bool]
    """Whether it says a time."""
    slot_bytes: int = 0
    """The length of a first line that is rewritten in place, with its LF; 0 where none is."""


class Readable(Protocol):
    """What lines are read from."""

    def read(self, count: int, /) -> bytes:
        """Return the next bytes, at most *count*; empty at the end."""


def parse(line: bytes) -> Record | None:
    """Return the one object that *line* is, else None.

    Bytes that are no UTF-8 become replacement characters; NaN and lone surrogates pass.
    """
    try:
        value = orjson.loads(line)
    except ValueError:
        return _cleaned(json.JSONDecoder(), line)
    return value if type(value) is dict else None


def _cleaned(decoder: json.JSONDecoder, part: bytes) -> Record | None:
    """Return the one object in *part* with texts that can be encoded, else None."""
    try:
        value = _clean(decoder.decode(part.decode("utf-8", "replace")))
    except (ValueError, RecursionError):
        return None
    return value if type(value) is dict else None


def _clean(value: Any) -> Any:
    if type(value) is str:
        return safe(value)
    if type(value) is dict:
        return {safe(key): _clean(item) for key, item in value.items()}
    return [_clean(item) for item in value] if type(value) is list else value


def glued(line: bytes, offset: int) -> Iterator[Placed[Record]]:
    """Yield the whole objects that stand on the broken *line* at *offset* of its file."""
    at, effort = 0, _EFFORT + 2 * len(line)
    while effort > 0 and (match := _OBJECT.search(line, at)):
        at = match.start()
        end, spent = _closed(line, at)
        record = decode(line[at:end]) if end else None
        if record:
            yield offset + at, end - at, record
            at = end
        else:
            effort -= max(256, spent)
            at += 1


def _is_inside(line: bytes, at: int) -> bool:
    """Tell whether the object at *at* is a part of a larger one that is broken, no record."""
    before = line[max(0, at - 64) : at].rstrip()[-1:]
    return before in {b":", b",", b"["}


def _closed(line: bytes, start: int) -> tuple[int, int]:
    """Return where the brace at *start* is closed, and how much was looked at for that.

    0 where it is not, or where it is inside a larger object that is broken.
    """
    if _is_inside(line, start):
        return 0, 0
    depth = 0
    for token in _TOKEN.finditer(line, start):
        if (brace := token[0]) == b"{":
            depth += 1
        elif brace == b"}":
            depth -= 1
            if depth == 0:
                return token.end(), token.end() - start
    return 0, len(line) - start


def decode(part: bytes) -> Record | None:
    """Return the record that a scan found at these bytes before; None if it is no longer one."""
    return parse(part) or _cleaned(_LOOSE, part)


class Scan(Generic[T]):
    """One pass over a stream from *start* to *stop*; ``records`` yields what whole lines hold.

    A line ends at LF only. ``end`` is where the last whole line ended; ``tail`` then holds what
    follows it at the end of the stream, which may be half a line that is being written.
    """

    def __init__(
        self, stream: Readable, shape: Shape[T], start: int = 0, stop: int | None = None
    ) -> None:
        self._stream = stream
        self._shape = shape
        self._left = None if stop is None else max(0, stop - start)
        self.end = start
        self.bad = 0
        self.tail = b""
        self.finished = False

    def records(
        self, max_bytes: int | None = None, chunk_bytes: int = CHUNK
    ) -> Iterator[Placed[T]]:
        """Yield each record with its place; after about *max_bytes* stop unfinished."""
        decode, kind, begin = self._shape.decode, self._shape.kind, self.end
        for lines in self._lines(min(chunk_bytes, max_bytes or chunk_bytes)):
            for line in lines:
                offset = self.end
                self.end = offset + len(line) + 1
                if not line:
                    continue
                try:
                    record = decode(line)
                except (ValueError, RecursionError, MsgspecError):
                    yield from self._difficult(line, offset)
                    continue
                if type(record) is kind:
                    yield offset, len(line), record
                else:
                    self.bad += 1
            if max_bytes is not None and self.end - begin >= max_bytes:
                return
        self.finished = True

    def last(self) -> Iterator[Placed[T]]:
        """Yield what ``tail`` holds, which counts as a line."""
        yield from self._difficult(self.tail, self.end)

    @property
    def half_written(self) -> bool:
        """Whether ``tail`` looks like the beginning of a record."""
        tail = self.tail.removeprefix(_BOM).strip()
        return tail.startswith(b"{") and parse(tail) is None

    def _lines(self, chunk_bytes: int) -> Iterator[list[bytes]]:
        """Yield the whole lines of each chunk, without their LF; keep the rest in ``tail``."""
        pending: list[bytes] = []
        held = 0
        while chunk := self._read(chunk_bytes):
            first, *others = chunk.split(b"\n")
            if not others:
                held = self._hold(pending, held, first)
                continue
            if held > LINE_BYTES:
                self.bad += 1
                self.end += held + len(first) + 1
            else:
                others.insert(0, b"".join((*pending, first)))
            pending = [others.pop()]
            held = len(pending[0])
            yield others
        self.tail = b"".join(pending)

    @staticmethod
    def _hold(pending: list[bytes], held: int, part: bytes) -> int:
        """Keep a piece of a long line, unless it is absurdly long; return its length so far."""
        if held + len(part) > LINE_BYTES:
            pending.clear()
        else:
            pending.append(part)
        return held + len(part)

    def _read(self, chunk_bytes: int) -> bytes:
        if self._left is None:
            return self._stream.read(chunk_bytes)
        chunk = self._stream.read(min(chunk_bytes, self._left))
        self._left -= len(chunk)
        return chunk

    def _difficult(self, line: bytes, offset: int) -> Iterator[Placed[T]]:
        """Yield the records of a line that the fast decoder refused; count it where it is bad."""
        if offset == 0 and line.startswith(_BOM):
            line, offset = line[len(_BOM) :], len(_BOM)
        if not line.strip():
            return
        record = parse(line)
        if record is not None:
            yield offset, len(line), self._shape.loosen(record)
            return
        self.bad += 1
        for at, length, part in glued(line, offset):
            yield at, length, self._shape.loosen(part)


DICTS: Shape[Record] = Shape(
    kind=dict,
    decode=orjson.loads,
    loosen=lambda record: record,
    is_timed=lambda record: "timestamp" in record,
)
"""Lines as they are."""
