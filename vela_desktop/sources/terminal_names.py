"""Which files are recordings of a terminal, and what their beginning says."""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from vela_desktop.domain.text import safe
from vela_desktop.sources.files import opened
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
    TOO_OLD = "asciicast version 1"
    """One JSON document; not read."""


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


def opening(path: Path) -> Opening | None:
    """Return what the beginning of the file at *path* says, None where it is no recording.

    Raises ``source_gone`` or ``source_unreadable``.
    """
    with opened(path) as stream:
        return read_opening(stream.read(LARGE))


def read_opening(head: bytes) -> Opening | None:
    """Do what ``opening`` does, with the first 64 KiB of a file."""
    start = len(_MARK) if head.startswith(_MARK) else 0
    line = head[start:].split(b"\n", 1)[0]
    if line.lstrip().startswith((b"{", b"[")):
        header = _header(line)
        return _cast(header, start + len(line) + 1) if header else _old(head)
    if match := _STARTED.match(head, start):
        return _typescript(match, head)
    return _raw(head) if _is_raw(head) else None


def _header(line: bytes) -> dict[str, Any] | None:
    try:
        header = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return header if isinstance(header, dict) else None


def _old(head: bytes) -> Opening | None:
    """Judge a document that is longer than a line."""
    is_old = re.match(rb'\s*\{\s*"version"\s*:\s*1\s*,', head) and b'"stdout"' in head
    return Opening(format=Format.TOO_OLD) if is_old else None


def _cast(header: dict[str, Any], body: int) -> Opening | None:
    version = header.get("version")
    if version == 1 and "stdout" in header:
        return Opening(format=Format.TOO_OLD)
    size = header if version == 2 else header.get("term")
    if version not in (2, 3) or not isinstance(size, dict):
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
    )


def _is_raw(head: bytes) -> bool:
    """Tell whether *head* is text with control sequences in it."""
    if b"\0" in head or not _ESCAPE.search(head):
        return False
    try:
        head.decode()
    except UnicodeDecodeError as error:
        return len(head) == LARGE and error.start > len(head) - 4
    return True


def _raw(head: bytes) -> Opening:
    columns, lines = _guessed_size(head)
    bare = b"\n" in head and b"\r\n" not in head
    return Opening(format=Format.RAW, columns=columns, lines=lines, bare_newlines=bare)


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
