"""Reads what a recording holds, event by event, never all of it at once."""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from vela_desktop.sources.files import Stream
from vela_desktop.sources.terminal_names import Format, Opening

CHUNK = 16 << 10
"""Bytes or characters of output that are given at once."""

_BLOCK = 1 << 20
_FOOTER = re.compile(r"\r?\n?Script done on [^\n]*\n?\Z")
_FOOTER_CHARS = 400
_SIZE = re.compile(r"(\d{1,4})x(\d{1,4})")
MOST_SECONDS = 10 * 365 * 86_400
"""Events that say they are further than ten years from the beginning are none."""


@dataclass(frozen=True, slots=True)
class Output:
    """Text that the terminal was sent, and when: milliseconds from the beginning, None where the
    recording does not say."""

    text: str
    after: int | None


@dataclass(frozen=True, slots=True)
class Resized:
    """The terminal had another size from here on."""

    columns: int
    lines: int


class Events:
    """The events of the recording in *stream* that show."""

    def __init__(self, stream: Stream, opening: Opening) -> None:
        self._stream, self._opening = stream, opening
        self._seconds = 0.0
        self.bad_lines = 0
        self.done = 0
        """Bytes read so far."""

    @property
    def last_at(self) -> int | None:
        """When the last event so far was (UTC milliseconds), None where that is not known."""
        return self.at(self._after) if self._opening.format is Format.CAST else None

    def at(self, after: int | None) -> int | None:
        """Return the time that is so many milliseconds *after* the beginning, as far as known."""
        started = self._opening.started_at
        return None if started is None or after is None else started + after

    @property
    def _after(self) -> int:
        return round(self._seconds * 1000)

    def __iter__(self) -> Iterator[Output | Resized]:
        """Yield output and sizes in order. What was typed, and marks, do not show."""
        self._stream.seek(self._opening.body)
        self.done = self._opening.body
        return self._cast() if self._opening.format is Format.CAST else self._bytes()

    def _cast(self) -> Iterator[Output | Resized]:
        for line in self._lines():
            self.done += len(line)
            line = line.strip()
            if not line or line.startswith(b"#"):
                continue
            kind, value = self._event(line)
            if kind == "o":
                for start in range(0, len(value), CHUNK):
                    yield Output(value[start : start + CHUNK], self._after)
            elif kind == "r" and (size := _SIZE.fullmatch(value)):
                yield Resized(int(size[1]), int(size[2]))

    def _lines(self) -> Iterator[bytes]:
        rest: list[bytes] = []
        while block := self._stream.read(_BLOCK):
            *whole, last = block.split(b"\n")
            for line in whole:
                yield b"".join([*rest, line, b"\n"])
                rest = []
            rest.append(last)
        if any(rest):
            yield b"".join(rest)

    def _event(self, line: bytes) -> tuple[str, str]:
        event = _decoded(line)
        match event:
            case [int() | float() as time, str() as kind, str() as value, *_] if (
                -MOST_SECONDS < time < MOST_SECONDS
            ):
                before = self._seconds if self._opening.version == 3 else 0.0
                self._seconds = max(self._seconds, before + time)
                return kind, value
        self.bad_lines += 1
        return "", ""

    def _bytes(self) -> Iterator[Output]:
        decoder = codecs.getincrementaldecoder(self._opening.encoding)("replace")
        kept = ""
        while block := self._stream.read(CHUNK):
            self.done += len(block)
            text = kept + decoder.decode(block)
            kept = text[-_FOOTER_CHARS:]
            yield Output(text[: len(text) - len(kept)], None)
        text = kept + decoder.decode(b"", final=True)
        if self._opening.format is Format.TYPESCRIPT:
            text = _FOOTER.sub("", text)
        yield Output(text, None)


def _decoded(line: bytes) -> Any:
    try:
        return orjson.loads(line)
    except ValueError:
        pass
    try:
        return json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
