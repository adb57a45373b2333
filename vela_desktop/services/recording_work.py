"""What workers do for recordings: copy them in and render them. No Qt, no SQLAlchemy."""

import hashlib
import os
import shutil
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.config.paths import make_private, remove_stale
from vela_desktop.config.trouble import translated
from vela_desktop.domain.errors import Code, Reason, VelaError
from vela_desktop.sources import terminal_text
from vela_desktop.sources.files import ref_of, shown, trouble
from vela_desktop.sources.places import is_folder
from vela_desktop.sources.terminal_names import Format, opening
from vela_desktop.sources.terminal_text import Progress

_INCOMING = ".incoming-"
_CHUNK = 1 << 20
_STALE_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """A recording that lies in a folder of ours, which is named by its bytes' SHA-256."""

    sha256: str
    name: str
    path: Path
    fresh: bool
    """Whether it was not there before."""

    @property
    def ref(self) -> str:
        """The reference of its location."""
        return ref_of(self.path)

    @property
    def text(self) -> Path:
        """The file beside it that holds what it shows."""
        return self.path.with_name(terminal_text.NAME)


def admit(path: Path, folder: Path) -> Admitted:
    """Copy the recording at *path* into *folder*, unless it is there.

    Raises ``memory_invalid:recording``, ``source_gone``, ``source_unreadable`` and ``data_…``.
    """
    _check(path)
    with translated(folder):
        make_private(folder)
        remove_stale(folder, _INCOMING, _STALE_SECONDS)
        incoming = folder / f"{_INCOMING}{uuid.uuid4().hex}"
        incoming.mkdir(mode=0o700)
    try:
        digest = _copy(path, incoming / _name(path))
        return _put(incoming, folder / digest)
    finally:
        shutil.rmtree(incoming, ignore_errors=True)


def render(admitted: Admitted) -> Progress:
    """Render for a moment what is not rendered yet. Raises ``source_…`` and ``data_…``."""
    if terminal_text.summary_beside(admitted.path, admitted.text):
        terminal_text.drop_rendering(admitted.text)  # another process was faster
        return Progress(done=1, total=1, finished=True)
    return terminal_text.render_slice(admitted.path, admitted.text)


def give_up(admitted: Admitted) -> None:
    """Undo what ``admit`` and ``render`` did."""
    terminal_text.drop_rendering(admitted.text)
    if admitted.fresh:
        shutil.rmtree(admitted.path.parent, ignore_errors=True)


def forget(folder: Path, admitted: Admitted) -> bool:
    """Remove the same recording from *folder*; tell whether it was there."""
    own = folder / admitted.sha256
    if not own.is_dir():
        return False
    with translated(own):
        shutil.rmtree(own)
    return True


def _check(path: Path) -> None:
    name = shown(path.name)
    if is_folder(path):
        raise _refused(name, Reason.RECORDING_IS_FOLDER)
    found = opening(path)
    if found is None:
        raise _refused(name, Reason.RECORDING_SHOWS_NOTHING)
    if found.format is Format.TOO_OLD:
        raise _refused(name, Reason.RECORDING_TOO_OLD, format=str(found.format))


def _refused(name: str, reason: Reason, **details: str) -> VelaError:
    return VelaError(Code.INVALID, what="recording", name=name, reason=reason, **details)


def _name(path: Path) -> str:
    """Return the name of the copy, which must be known for one among what lies beside it."""
    name = shown(path.name)
    return name if terminal_text.is_recording(name) else f"recording {name}"


def _copy(path: Path, target: Path) -> str:
    """Copy *path* and return the SHA-256 of what was copied."""
    digest = hashlib.sha256()
    with translated(target), open(target, "xb", opener=_private) as file:
        for chunk in _chunks(path):
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _chunks(path: Path) -> Iterator[bytes]:
    """Yield the bytes of *path* as they are: packed ones stay packed. Trouble is told as that of
    this file, not of the copy. It was a file when it was checked."""
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                yield chunk
    except OSError as error:
        raise trouble(path, error) from error


def _put(incoming: Path, place: Path) -> Admitted:
    fresh = True
    with translated(place):
        try:
            incoming.rename(place)
        except OSError:
            if not place.is_dir():
                raise
            fresh = False
        raw = _recording_in(place)
        if raw is None:  # what could not be removed whole
            (copy,) = incoming.iterdir()
            raw, fresh = copy.rename(place / copy.name), True
    return Admitted(sha256=place.name, name=raw.name, path=raw, fresh=fresh)


def _recording_in(place: Path) -> Path | None:
    return next((file for file in place.iterdir() if terminal_text.is_recording(file.name)), None)
