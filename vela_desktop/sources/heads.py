"""Reads the beginning and the end of a transcript, enough for a line in a list."""

import hashlib
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from vela_desktop.sources.files import Stream, opened
from vela_desktop.sources.jsonl import Placed, Scan, Shape
from vela_desktop.sources.passes import Pass

T = TypeVar("T")

SMALL = 8 << 10
LARGE = 64 << 10
LAST_RESORT = 256 << 10
"""Instructions of an agent's program can fill more than 64 KiB before the first prompt."""
ID_BYTES = 4096
TITLE_CHARS = 200
PROMPT_CHARS = 500
_HASH = re.compile(r"[0-9a-f]{64}")


def hashed_id(beginning: bytes) -> str:
    """Return the id of a transcript that has no other: the SHA-256 of its first 4 KiB."""
    return hashlib.sha256(beginning[:ID_BYTES]).hexdigest()


def is_hashed(native_id: str) -> bool:
    """Tell whether an id is one that ``hashed_id`` made: no agent knows it."""
    return _HASH.fullmatch(native_id) is not None


def glimpse(path: Path, shape: Shape[T], taken: Pass[T], enough: Callable[[], bool]) -> bytes:
    """Feed *taken* with records from the head and the tail of the file at *path*.

    The head is 8 KiB, or more where *enough* then says no; the tail likewise. Returns the head.
    """
    head, at = b"", 0
    with opened(path) as stream:
        for length in (SMALL, LARGE, LAST_RESORT):
            head += stream.read(length - len(head))
            whole = len(head) < length
            stop = enough if length > SMALL and not whole else _never
            at = _feed(shape, taken, head[at:], at, whole=whole, stop=stop)
            if whole or enough():
                break
        if stream.size is not None and stream.size > len(head):
            _tail(stream, shape, taken, at)
    return head


def _never() -> bool:
    return False


def _feed(
    shape: Shape[T],
    taken: Pass[T],
    data: bytes,
    offset: int,
    *,
    whole: bool,
    stop: Callable[[], bool],
) -> int:
    """Feed the records in *data*, which stands at *offset*, until *stop* says so.

    Returns where feeding ended: at the last line, or behind the record that was the last.
    """
    scan = Scan(BytesIO(data), shape, offset)
    for at, length, record in scan.records():
        taken.feed(at, length, record)
        if stop():
            return at + length
    if whole:
        _give(taken, list(scan.last()))
    return scan.end


def _tail(stream: Stream, shape: Shape[T], taken: Pass[T], read: int) -> None:
    """Feed the records of the last 8 KiB, or of 64 where those hold no time."""
    size = stream.size or 0
    placed: list[Placed[T]] = []
    for length in (SMALL, LARGE):
        start = max(read, size - length)
        data = stream.at(start, size - start)
        begin = 0 if start == read else (data.find(b"\n") + 1 or len(data))
        scan = Scan(BytesIO(data[begin:]), shape, start + begin)
        placed = list(scan.records())
        if not scan.half_written:
            placed += scan.last()
        if start == read or any(shape.is_timed(record) for _, _, record in placed):
            break
    _give(taken, placed)


def _give(taken: Pass[T], placed: list[Placed[T]]) -> None:
    for offset, length, record in placed:
        taken.feed(offset, length, record)
