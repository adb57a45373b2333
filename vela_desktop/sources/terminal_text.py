"""The file beside a recording that holds the text a person saw, and how it is made in slices.

``screen-v2.jsonl``: one object a line, ``{"at": …, "text": …}`` for a piece of the text (UTC
milliseconds or null), and at its end one that says what all of it was made of. It is put in its
place when it is whole.
"""

import os
import time
import uuid
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import orjson

from vela_desktop.config.trouble import translated
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.sessions import Fingerprint
from vela_desktop.sources.files import fingerprint, opened

if TYPE_CHECKING:
    from vela_desktop.sources.terminal_rendering import Piece, Playing

VERSION = 2
"""Of what rendering gives: another number means that it is to be done again."""

NAME = f"screen-v{VERSION}.jsonl"
_NAMES = "screen-v"
"""How the names of such files begin, of every version."""
PART = ".part"
"""How the names of unfinished ones end. Each has a name of its own: two may be made at once."""

SLICE_SECONDS = 0.2
_TAIL = 4096
_MOST_OPEN = 4
_STALE_SECONDS = 3600


def is_recording(name: str) -> bool:
    """Tell whether *name*, in the folder of a recording, is that of the recording itself: not of
    its text, nor of what file managers leave (``.DS_Store``)."""
    return not name.startswith((_NAMES, "."))


def for_owner_only(name: str, flags: int) -> int:
    """Open a file so that it is created for its owner only: an ``opener``."""
    return os.open(name, flags, 0o600)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the rendering of a recording is, in bytes of the recording."""

    done: int
    total: int
    finished: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What stands at the end of the text: of what it was made, and what is known only then."""

    size: int
    bad_lines: int
    last_at: int | None
    pieces: int
    """How many there are: none where nothing was seen."""


class Screens(BytesIO):
    """Text that was rendered without a file to keep it."""

    def at(self, offset: int, length: int) -> bytes:
        """Return the *length* bytes at *offset*, fewer only at the end."""
        self.seek(offset)
        return self.read(length)


class _Job:
    """A rendering whose slices are done in this process."""

    def __init__(self, path: Path, out: Path) -> None:
        self._stack = ExitStack()
        self._out, self._part = out, out.with_name(f"{out.name}.{uuid.uuid4().hex}{PART}")
        with translated(self._part):
            file = open(self._part, "xb", opener=for_owner_only)  # noqa: SIM115 - below
        self._file = self._stack.enter_context(file)
        steps = _play(path, self._take)
        self._stack.callback(steps.close)
        self.steps: Iterator[Playing] = steps
        self.playing: Playing | None = None
        self._pieces = 0

    def _take(self, playing: "Playing", pieces: "list[Piece]") -> None:
        self.playing = playing
        self._pieces += len(pieces)
        with translated(self._part):
            _write(self._file, pieces)

    def finish(self) -> None:
        """Put the text in its place."""
        with translated(self._out):
            if self.playing:
                _write_end(self._file, self.playing, self._pieces)
            self._stack.close()
            self._part.replace(self._out)

    def drop(self) -> None:
        """Leave nothing behind."""
        self._stack.close()
        with translated(self._part):
            self._part.unlink(missing_ok=True)


_jobs: dict[Path, _Job] = {}


def render_slice(path: Path, out: Path, seconds: float = SLICE_SECONDS) -> Progress:
    """Render the recording at *path* for about *seconds*; when it is finished, *out* is there.

    A worker function, called again until it says ``finished``. What is between two slices stays in
    the worker: one that was replaced meanwhile starts from the beginning. Who does not go on calls
    ``drop_rendering``, in the same lane. Raises ``source_gone`` or ``source_unreadable``, and
    ``data_…`` where *out* cannot be written.
    """
    deadline = time.monotonic() + seconds
    job = _jobs.get(out) or _begin(path, out)
    try:
        for playing in job.steps:
            job.playing = playing
            if time.monotonic() > deadline:
                return Progress(done=min(playing.done, playing.size), total=playing.size)
        job.finish()
    except BaseException:
        drop_rendering(out)
        raise
    del _jobs[out]
    size = job.playing.size if job.playing else 0
    return Progress(done=size, total=size, finished=True)


def drop_rendering(out: Path) -> None:
    """Forget the rendering to *out* that is not finished, if there is one. A worker function."""
    if job := _jobs.pop(out, None):
        job.drop()


def _begin(path: Path, out: Path) -> _Job:
    while len(_jobs) >= _MOST_OPEN:
        drop_rendering(next(iter(_jobs)))
    _remove_stale(out)
    job = _jobs[out] = _Job(path, out)
    return job


def _remove_stale(out: Path) -> None:
    """Remove what killed programs left of renderings to *out*; nobody writes to these any more."""
    before = time.time() - _STALE_SECONDS
    for left in out.parent.glob(f"{out.name}*{PART}"):
        with suppress(OSError):  # somebody else was faster
            if left.stat().st_mtime < before:
                left.unlink()


_last: tuple[Path, Fingerprint, bytes] | None = None
"""The recording that was rendered last without a file."""


def rendered(path: Path) -> Screens:
    """Render the recording at *path* now; the one rendered last is still there.

    Raises ``source_gone`` or ``source_unreadable``.
    """
    global _last
    present = fingerprint(path)
    if _last is None or _last[:2] != (path, present):
        text, done = BytesIO(), list["Piece"]()
        playing = None
        for playing in _play(path, lambda _, pieces: done.extend(pieces)):  # noqa: B007
            pass
        _write(text, done)
        if playing:
            _write_end(text, playing, len(done))
        _last = (path, present, text.getvalue())
    return Screens(_last[2])


def summary_beside(path: Path, text: Path) -> Summary | None:
    """Return the end of the file *text*, None where it is not made of what is at *path* now."""
    try:
        with opened(text) as stream:
            size = stream.size or 0
            start = max(0, size - _TAIL)
            tail = stream.at(start, size - start)
    except VelaError:
        return None
    found = summary_of(_record(tail.rstrip(b"\n").rpartition(b"\n")[2]))
    return found if found and found.size == fingerprint(path).size else None


def summary_of(record: Any) -> Summary | None:
    """Return what *record* says where it is the last one, else None."""
    if not isinstance(record, dict) or record.get("version") != VERSION:
        return None
    return Summary(
        size=record.get("size", -1),
        bad_lines=record.get("bad_lines", 0),
        last_at=record.get("last_at"),
        pieces=record.get("pieces", 0),
    )


def _play(
    path: Path, take: "Callable[[Playing, list[Piece]], None]"
) -> "Generator[Playing, None, None]":
    from vela_desktop.sources.terminal_rendering import play  # 20 ms that others need not wait for

    return play(path, take)


def _record(line: bytes) -> Any:
    try:
        return orjson.loads(line)
    except ValueError:
        return None


def _write(file: BinaryIO, pieces: "list[Piece]") -> None:
    for piece in pieces:
        file.write(orjson.dumps({"at": piece.at, "text": piece.text}) + b"\n")


def _write_end(file: BinaryIO, playing: "Playing", pieces: int) -> None:
    end = {
        "version": VERSION,
        "size": playing.size,
        "bad_lines": playing.bad_lines,
        "last_at": playing.last_at,
        "pieces": pieces,
    }
    file.write(orjson.dumps(end) + b"\n")
