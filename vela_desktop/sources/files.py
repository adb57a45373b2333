"""Transcript files: their references, fingerprints and streams, and trouble with them."""

import errno
import gzip
import os
import re
import stat
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import zstandard

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, FileReason, VelaError
from vela_desktop.domain.sessions import Fingerprint, Location
from vela_desktop.domain.text import safe
from vela_desktop.sources.protocol import Found, Identity

ZSTD = ".zst"
GZIP = ".gz"
PACKED = (ZSTD, GZIP)
"""How the names of compressed transcripts end."""
_ESCAPED = re.compile(r"\\x([89a-f][0-9a-f])")
_EDGE = 256
_REASONS: Mapping[int, FileReason] = {
    errno.EACCES: FileReason.DENIED,
    errno.EPERM: FileReason.DENIED,
    errno.EIO: FileReason.DISK,
    errno.EISDIR: FileReason.NOT_A_FILE,
    errno.ENXIO: FileReason.NOT_A_FILE,
    errno.ENODEV: FileReason.NOT_A_FILE,
}
"""Of the system's errors that a person can do something about; others come in its own words."""


def ref_of(path: Path) -> str:
    """Return *path* as the reference of a location: absolute; undecodable bytes as ``\\xNN``."""
    return shown(os.path.abspath(path))  # noqa: PTH100 - a link is a name of its own


def shown(name: str) -> str:
    """Return a file name as text that can be stored: undecodable bytes become ``\\xNN``."""
    return safe(os.fsencode(name).decode("utf-8", "backslashreplace")) if os.name != "nt" else name


def path_of(location: Location) -> Path:
    """Return the path that *location* refers to."""
    ref = location.ref
    if "\\x" in ref and os.name != "nt" and not os.path.lexists(ref):
        raw = _ESCAPED.sub(lambda match: chr(0xDC00 + int(match[1], 16)), ref)
        return Path(raw)
    return Path(ref)


def trouble(path: Path, error: OSError) -> VelaError:
    """Return what to raise for *error* on *path*: gone, or unreadable with its reason."""
    gone = isinstance(error, FileNotFoundError | NotADirectoryError)
    said = error.strerror or type(error).__name__
    if gone:
        return VelaError(Code.SOURCE_GONE, path=shown(str(path)), reason=said)
    return unreadable(path, _REASONS.get(error.errno or 0, said))


def unreadable(path: Path, reason: str, **details: str) -> VelaError:
    """Return what to raise where what is at *path* cannot be read for *reason*: one that is known,
    or the system's words."""
    return VelaError(Code.SOURCE_UNREADABLE, path=shown(str(path)), reason=reason, **details)


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except (zstandard.ZstdError, gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise unreadable(path, FileReason.DAMAGED) from error
    except OSError as error:
        raise trouble(path, error) from error


def fingerprint(path: Path) -> Fingerprint:
    """Return size and mtime of the file at *path* now."""
    with _translated(path):
        return _fingerprint(path.stat())


def identity(status: os.stat_result, name: str = "") -> Identity | None:
    """Return what tells the file or folder of *status*, of many sessions in it the one of *name*,
    from all others; None where Windows listed it without its number."""
    return (status.st_dev, status.st_ino, name) if status.st_ino else None


def _fingerprint(status: os.stat_result) -> Fingerprint:
    return Fingerprint(status.st_size, status.st_mtime_ns)


class Stream:
    """The bytes of a transcript, unpacked where it is compressed; reads forwards or anywhere.

    Going back in a compressed file starts it again.
    """

    def __init__(self, file: BinaryIO, packed: str = "") -> None:
        """*packed* is the one of ``PACKED`` that *file* is compressed with, empty for none."""
        self._file = file
        self._packed = packed
        self._body = self._opened()
        self._at = 0
        self.fingerprint = _fingerprint(os.fstat(file.fileno()))

    @property
    def size(self) -> int | None:
        """How many bytes there were at opening; None where only reading can tell."""
        return None if self._packed else self.fingerprint.size

    def read(self, count: int) -> bytes:
        """Return the next *count* bytes, fewer only at the end."""
        parts = []
        while count > 0 and (part := self._body.read(count)):
            parts.append(part)
            count -= len(part)
            self._at += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def seek(self, offset: int) -> None:
        """Go to *offset*, or to the end where that comes first."""
        if not self._packed:
            self._file.seek(offset)
            self._at = offset
            return
        if offset < self._at:
            self._file.seek(0)
            self._body = self._opened()
            self._at = 0
        while self._at < offset and self.read(min(offset - self._at, 1 << 20)):
            pass

    def at(self, offset: int, length: int) -> bytes:
        """Return the *length* bytes at *offset*, fewer only at the end."""
        if offset != self._at:
            self.seek(offset)
        return self.read(length)

    def edges(self, end: int, begin: int = 0) -> tuple[bytes, bytes]:
        """Return the first bytes from *begin* and the last ones before *end*, where it then stands.

        They tell whether a file that is longer now still begins with what was read before.
        """
        begin = min(begin, end)
        first = self.at(begin, min(_EDGE, end - begin))
        start = max(begin, end - _EDGE)
        return first, self.at(start, end - start)

    def _opened(self) -> BinaryIO:
        if not self._packed:
            return self._file
        if self._packed == GZIP:
            return cast(BinaryIO, gzip.GzipFile(fileobj=self._file))
        reader = zstandard.ZstdDecompressor().stream_reader(
            self._file, read_across_frames=True, closefd=False
        )
        return cast(BinaryIO, reader)


@contextmanager
def opened(path: Path) -> Iterator[Stream]:
    """Open the transcript at *path*; trouble in the body is raised as VelaError too."""
    with _translated(path), open(path, "rb", buffering=0, opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise unreadable(path, FileReason.NOT_A_FILE)
        yield Stream(file, path.suffix if path.suffix in PACKED else "")


def _without_waiting(name: str, flags: int) -> int:
    """Open a file; for a pipe that nobody writes to this does not wait."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def plain_of(name: str) -> str:
    """Return the name that a compressed transcript had before, another name as it is."""
    for suffix in PACKED:
        name = name.removesuffix(suffix)
    return name


def is_double(name: str, names: Collection[str]) -> bool:
    """Tell whether *name* is that of a compressed transcript that also lies there plain."""
    return (plain := plain_of(name)) != name and plain in names


def listed(folder: Path) -> list[os.DirEntry[str]]:
    """Return what is in *folder*, nothing where it does not exist.

    Raises ``source_unreadable`` where it cannot be listed.
    """
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise trouble(folder, error) from error


def is_folder(entry: os.DirEntry[str]) -> bool:
    """Tell whether *entry* is a folder; False for one that just went away."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def is_file(entry: os.DirEntry[str]) -> bool:
    """Tell whether *entry* is a file; False for one that just went away, or a link in a circle."""
    try:
        return entry.is_file()
    except OSError:
        return False


class Walk:
    """Collects the transcripts below a root. A folder that cannot be listed does not keep the
    others from being found."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._found: list[Found] = []
        self._problem: VelaError | None = None

    def entries(self, folder: Path) -> list[os.DirEntry[str]]:
        """Return what is in *folder*, nothing where that cannot be told."""
        try:
            return listed(folder)
        except VelaError as error:
            self._problem = self._problem or error
            return []

    def add(self, entry: os.DirEntry[str]) -> None:
        """Take the file *entry* as a transcript, unless it just went away."""
        try:
            status = entry.stat()
        except OSError:
            return
        if stat.S_ISREG(status.st_mode):
            location = Location(self._agent, ref_of(Path(entry.path)))
            self._found.append(
                Found(
                    location=location,
                    fingerprint=_fingerprint(status),
                    identity=identity(status),
                )
            )

    def newest_first(self) -> Iterator[Found]:
        """Yield what was found; then raise ``source_unreadable`` for a folder left out."""
        yield from sorted(self._found, key=lambda found: found.fingerprint.mtime_ns, reverse=True)
        self.raise_problem()

    def raise_problem(self) -> None:
        """Raise ``source_unreadable`` where a folder had to be left out."""
        if self._problem:
            raise self._problem
