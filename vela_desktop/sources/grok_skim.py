"""Reads Grok Build's log of updates without holding what makes it huge.

Each update of a call repeats the call's whole output, as text and as an array of byte numbers: a
line can have hundreds of megabytes, and nothing of it but its beginning and its end is of use.
"""

import re
from bisect import bisect_right
from typing import Final

import orjson

from vela_desktop.sources import grok_records as records
from vela_desktop.sources.jsonl import DICTS, Readable, Record, Shape, decode

KEPT_BYTES: Final = 256 << 10
"""So much is kept of the beginning of a long update of a call."""
_TAIL_BYTES: Final = 4 << 10
_WHOLE_BYTES: Final = 64 << 10
"""Shorter lines are decoded; of longer updates of calls only the words around are looked at."""
_HEAD_BYTES: Final = 1 << 10
_KIND = re.compile(rb'"sessionUpdate"\s*:\s*"(\w+)"')
_CALL = re.compile(rb'"toolCallId"\s*:\s*"([^"\\]+)"(?:\s*,\s*"status"\s*:\s*"(\w+)")?')
_ENDED = re.compile(rb'"updateParams"\s*:\s*\{[^{}]*"status"\s*:\s*"(\w+)"')
_MOMENT = re.compile(rb'"agentTimestampMs"\s*:\s*(\d+)')
_STAMP = re.compile(rb'"timestamp"\s*:\s*(\d+)')
_TEXT = re.compile(rb'"(?:text|output_for_prompt)"\s*:\s*("(?:[^"\\]|\\.)*+)', re.DOTALL)
_HALF = re.compile(rb"\\u[0-9A-Fa-f]{0,3}\Z")
_RESULT = "tool_call_update"


class Skimmed:
    """A log with the middle of long updates of calls left out."""

    def __init__(self, source: Readable, start: int, stop: int | None = None) -> None:
        self._source = source
        self._left = None if stop is None else max(0, stop - start)
        self._out = start
        self._cut_at: list[int] = []
        self._missing: list[int] = [0]
        self._begin()

    def _begin(self) -> None:
        """Stand at the beginning of a line."""
        self._head = b""
        self._passed = 0
        self._tail: bytes | None = None
        self._dropped = 0

    def read(self, count: int, /) -> bytes:
        """Return the next bytes; empty at the end."""
        while chunk := self._next(count):
            if kept := self._kept(chunk):
                self._out += len(kept)
                return kept
        rest = self._ended()
        self._out += len(rest)
        return rest

    def _next(self, count: int) -> bytes:
        if self._left is None:
            return self._source.read(count)
        chunk = self._source.read(min(count, self._left))
        self._left -= len(chunk)
        return chunk

    def real(self, at: int) -> int:
        """Return where in the log stands what stands at *at* in what was read."""
        return at + self._missing[bisect_right(self._cut_at, at)]

    def _kept(self, chunk: bytes) -> bytes:
        first = chunk.find(b"\n") + 1
        if not first:
            return self._more(chunk)
        last = chunk.rfind(b"\n") + 1
        begun = self._more(chunk[: first - 1])
        begun += self._ended(len(begun)) + chunk[first - 1 : last]
        self._begin()
        return begun + self._more(chunk[last:])

    def _more(self, piece: bytes) -> bytes:
        """Return what is kept of a further piece of a line."""
        if self._tail is not None:
            return self._hold(piece)
        if len(self._head) < _HEAD_BYTES:
            self._head += piece[:_HEAD_BYTES]
        self._passed += len(piece)
        if self._passed <= KEPT_BYTES or _kind(self._head) != _RESULT:
            return piece
        keep = max(0, len(piece) - (self._passed - KEPT_BYTES))
        self._tail = b""
        return piece[:keep] + self._hold(piece[keep:])

    def _hold(self, piece: bytes) -> bytes:
        tail = (self._tail or b"") + piece
        self._tail = tail[-_TAIL_BYTES:]
        self._dropped += len(tail) - len(self._tail)
        return b""

    def _ended(self, ahead: int = 0) -> bytes:
        """Return the end of a line that was cut; *ahead* bytes of it are not given out yet."""
        tail, self._tail = self._tail or b"", None
        if self._dropped:
            self._cut_at.append(self._out + ahead)
            self._missing.append(self._missing[-1] + self._dropped)
            self._dropped = 0
        return tail


def _kind(line: bytes) -> str:
    match = _KIND.search(line, 0, _HEAD_BYTES)
    return match[1].decode() if match else ""


def _seen(line: bytes) -> Record | None:
    """Return what the beginning and the end of a long update of a call say, None for others."""
    if len(line) <= _WHOLE_BYTES or _kind(line) != _RESULT:
        return None
    call = _CALL.search(line, 0, _HEAD_BYTES)
    ended = _ENDED.search(line, len(line) - _TAIL_BYTES)
    moments = _MOMENT.findall(line, len(line) - _TAIL_BYTES)
    stamp = _STAMP.search(line, 0, _HEAD_BYTES)
    status = (ended and ended[1]) or (call and call[2]) or b""
    return {
        "timestamp": int(stamp[1]) if stamp else None,
        "params": {
            "update": {
                "sessionUpdate": _RESULT,
                "toolCallId": call[1].decode("utf-8", "replace") if call else "",
                "status": status.decode().lower(),
            },
            "_meta": {"agentTimestampMs": int(moments[-1])} if moments else {},
        },
    }


def peeked(line: bytes) -> Record:
    """Return the record that *line* is, of a long update of a call only what is around it.

    Raises ValueError for a line that is none.
    """
    seen = _seen(line)
    return orjson.loads(line) if seen is None else seen


LOG: Shape[Record] = Shape(kind=dict, decode=peeked, loosen=DICTS.loosen, is_timed=DICTS.is_timed)
"""Lines of a log."""


def lines_of(part: bytes) -> list[Record]:
    """Return the records in *part*, a run of lines of a log or the beginning of a long one."""
    found = []
    for line in part.split(b"\n"):
        record = decode(line) if line.strip() else None
        if record is not None:
            found.append(record)
        elif (seen := _seen(line)) is not None:
            records.update_of(seen)["content"] = _beginning(line)
            found.append(seen)
    return found


def _beginning(line: bytes) -> list[Record]:
    """Return the output that the beginning of a long line holds, as far as it goes."""
    match = _TEXT.search(line)
    if match is None:
        return []
    said = decode(b'{"text":' + _HALF.sub(b"", match[1]) + b'"}')
    text = records.string(said or {}, "text")
    return [{"type": "content", "content": {"type": "text", "text": f"{text} …"}}]
