"""Which files are recordings of a terminal, and what their beginning says."""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from vela_desktop.domain.text import safe
from vela_desktop.sources.files import Stream, opened
from vela_desktop.sources.heads import LARGE
from vela_desktop.sources.times import milliseconds

COLUMNS, LINES = 80, 24
"""The size of a terminal of which no size is known."""
MOST_COLUMNS, MOST_LINES = 1000, 500

SUFFIXES = (".cast", "typescript", ".log")
"""How the names of recordings end that are looked for in folders; content decides."""

_MARK = "\ufeff".encode()
_STARTED = re.compile(rb"Script started on ([^\[\r\n]*)(\[.*\])?\r?\n")
_VARIABLE = re.compile(r'([A-Z_]+)="([^"]*)"')
_ESCAPE = re.compile(rb"\x1b[\[\]()=>78cDEHM]")
_PLACE = re.compile(rb"\x1b\[(\d{1,3});(\d{1,3})[Hf]")
_STRANGE = re.compile(r"[\x00-\x06\x10-\x1a\x1c-\x1f\ufffd]")
"""What text for a terminal has little of."""
_MOST_STRANGE = 0.2
_COMMON = 0.8
"""So much of a text in Chinese is in the set of characters that each of its encodings has."""
_CUT = 3
"""Bytes of a character that may be missing where a text is cut."""
_HEADER = 1 << 20
"""How long the header of an asciicast may be: it can hold the whole environment."""
_LIKELY_SIZE = 500
"""Programs ask for the size of a terminal by going to a place far outside of it."""


class Format(StrEnum):
    """How a recording is written down."""

    CAST = "asciicast"
    """asciicast, version 2 or 3: a header and one event a line, in JSON."""
    TYPESCRIPT = "typescript"
    """What script(1) writes: the bytes, between a line at the start and one at the end."""
    RAW = "raw"
    """The bytes and nothing else."""
    UNREAD = "asciicast of another version"
    """Version 1, which is one JSON document, or one that is not known yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What the beginning of a recording says."""

    format: Format
    version: int = 0
    """Of asciicast."""
    body: int = 0
    """Where the header ends, in bytes."""
    columns: int = COLUMNS
    lines: int = LINES
    started_at: int | None = None
    title: str | None = None
    command: str | None = None
    cwd: str | None = None
    bare_newlines: bool = False
    """Whether lines end without a carriage return: the bytes were not written by a terminal."""
    encoding: str = "utf-8"
    """Of the bytes, where they are no asciicast."""

    @property
    def name(self) -> str:
        """What a recording that is not read is called."""
        return f"asciicast version {self.version}"


def opening(path: Path) -> Opening | None:
    """Return what the beginning of the file at *path* says, None where it is no recording.

    Raises ``source_gone`` or ``source_unreadable``.
    """
    with opened(path) as stream:
        return read_opening(read_head(stream))


def read_head(stream: Stream) -> bytes:
    """Return the first 64 KiB of the file in *stream*, and more where its header is longer."""
    head = stream.read(LARGE)
    if len(head) == LARGE and head.lstrip(_MARK).startswith(b"{") and b"\n" not in head:
        head += stream.read(_HEADER)
    return head


def read_opening(head: bytes) -> Opening | None:
    """Do what ``opening`` does, with what ``read_head`` returns."""
    start = len(_MARK) if head.startswith(_MARK) else 0
    line = head[start:].split(b"\n", 1)[0]
    if line.lstrip().startswith((b"{", b"[")):
        header = _header(line)
        return _cast(header, start + len(line) + 1) if header else _old(head)
    if match := _STARTED.match(head, start):
        return _typescript(match, head)
    encoding = _encoding(head)
    return _raw(head, encoding) if _is_raw(head, encoding) else None


def _header(line: bytes) -> dict[str, Any] | None:
    try:
        header = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return header if isinstance(header, dict) else None


def _old(head: bytes) -> Opening | None:
    """Judge a document that is longer than a line."""
    is_old = re.match(rb'\s*\{\s*"version"\s*:\s*1\s*,', head) and b'"stdout"' in head
    return Opening(format=Format.UNREAD, version=1) if is_old else None


def _cast(header: dict[str, Any], body: int) -> Opening | None:
    version = header.get("version")
    if version == 1 and "stdout" in header:
        return Opening(format=Format.UNREAD, version=1)
    if version not in (2, 3):
        return _unknown(header)
    size = header if version == 2 else header.get("term")
    if not isinstance(size, dict):
        return None
    columns, lines = ("width", "height") if version == 2 else ("cols", "rows")
    environment = header.get("env")
    return Opening(
        format=Format.CAST,
        version=version,
        body=body,
        columns=_size(size.get(columns), COLUMNS, MOST_COLUMNS),
        lines=_size(size.get(lines), LINES, MOST_LINES),
        started_at=milliseconds(header.get("timestamp")),
        title=_text(header.get("title")),
        command=_text(header.get("command")),
        cwd=_text(environment.get("PWD")) if isinstance(environment, dict) else None,
    )


def _unknown(header: dict[str, Any]) -> Opening | None:
    """Judge the header of a version that is not known."""
    version, terminal = header.get("version"), header.get("term")
    says_size = {"width", "height"} <= header.keys() or (
        isinstance(terminal, dict) and {"cols", "rows"} <= terminal.keys()
    )
    if isinstance(version, int) and version > 3 and says_size:
        return Opening(format=Format.UNREAD, version=version)
    return None


def _typescript(match: re.Match[bytes], head: bytes) -> Opening:
    said = dict(_VARIABLE.findall((match[2] or b"").decode("utf-8", "replace")))
    guessed = _guessed_size(head)
    return Opening(
        format=Format.TYPESCRIPT,
        body=match.end(),
        columns=_size(said.get("COLUMNS"), guessed[0], MOST_COLUMNS),
        lines=_size(said.get("LINES"), guessed[1], MOST_LINES),
        started_at=milliseconds(match[1].decode("utf-8", "replace").strip()),
        command=_text(said.get("COMMAND")),
        encoding=_encoding(head),
    )


def _encoding(head: bytes) -> str:
    """Return the encoding of *head*, whose last character may be cut: UTF-8, unless it is none and
    is wholly Chinese text in the encoding of older systems."""
    if _decoded(head, "utf-8") is not None:
        return "utf-8"
    text = _decoded(head, "gb18030")
    wide = "".join(char for char in text or "" if not char.isascii())
    common = len(wide.encode("gb2312", "ignore")) // 2
    return "gb18030" if common and common >= len(wide) * _COMMON else "utf-8"


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        is_cut = error.end == len(data) >= LARGE and error.start >= len(data) - _CUT
        return data[: error.start].decode(encoding) if is_cut else None


def _is_raw(head: bytes, encoding: str) -> bool:
    """Tell whether *head* is text with control sequences in it: of binary data, much is no text."""
    if not _ESCAPE.search(head):
        return False
    text = head.decode(encoding, "replace")
    return len(_STRANGE.findall(text)) <= len(text) * _MOST_STRANGE


def _raw(head: bytes, encoding: str) -> Opening:
    columns, lines = _guessed_size(head)
    return Opening(
        format=Format.RAW,
        columns=columns,
        lines=lines,
        bare_newlines=b"\n" in head and b"\r\n" not in head,
        encoding=encoding,
    )


def _guessed_size(head: bytes) -> tuple[int, int]:
    """Return the size of a terminal that holds every place *head* goes to."""
    places = [(int(column), int(line)) for line, column in _PLACE.findall(head)]
    columns = [column for column, _ in places if column < _LIKELY_SIZE]
    lines = [line for _, line in places if line < _LIKELY_SIZE]
    return max([COLUMNS, *columns]), max([LINES, *lines])


def _size(value: object, default: int, most: int) -> int:
    try:
        size = int(str(value))
    except ValueError:
        return default
    return min(size, most) if size > 0 else default


def _text(value: object) -> str | None:
    return safe(value).strip() or None if isinstance(value, str) else None
