"""Runs one pass over a transcript, from its start or from where an earlier one stopped."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from vela_desktop.domain.sessions import Fingerprint, Location, TranscriptMap
from vela_desktop.sources.files import Stream, opened
from vela_desktop.sources.jsonl import Scan, Shape
from vela_desktop.sources.states import pack, unpack

STILL_NS = 5_000_000_000
"""A file that did not change for so long is not being written; a half line at its end is broken."""


T_contra = TypeVar("T_contra", contravariant=True)


class Pass(Protocol[T_contra]):
    """What takes the records of one transcript in file order."""

    def feed(self, offset: int, length: int, record: T_contra, /) -> None:
        """Take the record at *offset*."""

    def dump(self) -> dict[str, Any]:
        """Return everything as plain values."""

    def restore(self, data: dict[str, Any]) -> None:
        """Take up where ``dump`` left off."""


T = TypeVar("T")
P = TypeVar("P", bound=Pass[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken(Generic[P]):
    """A pass that ended: what it took, and where another one goes on."""

    taken: P
    fingerprint: Fingerprint
    bad_lines: int
    complete: bool
    end: int
    state: bytes


def take(
    location: Location,
    path: Path,
    shape: Shape[T],
    fresh: Callable[[], P],
    previous: TranscriptMap | None,
    max_bytes: int | None,
    settle: Callable[[P], None] | None = None,
) -> Taken[P]:
    """Pass over the transcript at *path*, at most about *max_bytes* of it.

    *settle* is called with a pass that reached the end, before its state is kept. What an
    unfinished last line holds is taken, but read again by the pass that goes on; so is a first line
    that is rewritten in place.
    """
    taken, bad, start = fresh(), 0, 0
    with opened(path) as stream:
        slot = _slot(stream, shape.slot_bytes)
        data = unpack(stream, location, previous, len(slot))
        if data is not None and previous is not None:
            taken.restore(data["pass"])
            bad, start = data["bad"], previous.end
            for offset, length, record in Scan(BytesIO(slot), shape).records():
                taken.feed(offset, length, record)
        else:
            stream.seek(0)
        scan = Scan(stream, shape, start, stream.size)
        for offset, length, record in scan.records(max_bytes):
            taken.feed(offset, length, record)
        if scan.finished and settle:
            settle(taken)
        state = pack(stream, scan.end, {"bad": bad + scan.bad, "pass": taken.dump()}, len(slot))
        if scan.finished and not (scan.half_written and _is_fresh(stream.fingerprint)):
            for offset, length, record in scan.last():
                taken.feed(offset, length, record)
    return Taken(
        taken=taken,
        fingerprint=stream.fingerprint,
        bad_lines=bad + scan.bad,
        complete=scan.finished,
        end=scan.end,
        state=state,
    )


def _slot(stream: Stream, length: int) -> bytes:
    """Return the first line of *stream* where it has this length and may be rewritten in place."""
    if not length or stream.size is None:
        return b""
    first = stream.at(0, length)
    return first if first.find(b"\n") == length - 1 else b""


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the garbage collector from looking again and again at rows that all stay alive."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _is_fresh(fingerprint: Fingerprint) -> bool:
    return time.time_ns() - fingerprint.mtime_ns < STILL_NS
