"""What workers do for recordings: copy them in and render them. No Qt, no SQLAlchemy."""

import hashlib
import os
import shutil
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.config.paths import make_private
from vela_desktop.config.trouble import translated
from vela_desktop.domain.errors import Code, RecordingReason, VelaError
from vela_desktop.process.program_names import is_at_work
from vela_desktop.sources import terminal_text
from vela_desktop.sources.files import ref_of, shown, trouble
from vela_desktop.sources.places import is_folder
from vela_desktop.sources.terminal_names import Format, opening
from vela_desktop.sources.terminal_text import Progress

_INCOMING = ".incoming-"
"""How the names of folders begin in which recordings are taken in; the program's name follows."""
_CHUNK = 1 << 20
_DIGITS = 64
"""Of a SHA-256."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """A recording that is being taken in, by us alone, or is in its place."""

    path: Path
    place: Path
    """The folder it belongs in, which is named by its bytes' SHA-256."""

    @property
    def sha256(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal digits."""
        return self.place.name

    @property
    def ref(self) -> str:
        """The reference of its location."""
        return ref_of(self.path)

    @property
    def text(self) -> Path:
        """The file beside it that holds what it shows."""
        return self.path.with_name(terminal_text.NAME)

    @property
    def placed(self) -> bool:
        """Whether it is in its place."""
        return self.path.parent == self.place


def admit(path: Path, folder: Path, program: str) -> Admitted:
    """Copy the recording at *path* into *folder*, unless it is there with its text already.

    The copy lies in a folder of its own until ``put``, which is named by the *program* that takes
    it in. Raises ``memory_invalid:recording``, ``source_gone``, ``source_unreadable``, ``data_…``.
    """
    _check(path)
    with translated(folder):
        make_private(folder)
        remove_abandoned(folder)
        incoming = folder / f"{_INCOMING}{program}-{uuid.uuid4().hex}"
        incoming.mkdir(mode=0o700)
    try:
        copy = incoming / _name(path)
        place = folder / _copy(path, copy)
        with translated(place):
            kept = _recording_in(place)
    except BaseException:
        shutil.rmtree(incoming, ignore_errors=True)
        raise
    if kept and is_rendered(kept):
        shutil.rmtree(incoming, ignore_errors=True)
        return Admitted(path=kept, place=place)
    return Admitted(path=copy, place=place)


def render(admitted: Admitted) -> Progress:
    """Render for a moment what is not rendered yet. Raises ``source_…`` and ``data_…``."""
    if is_rendered(admitted.path):
        terminal_text.drop_rendering(admitted.text)  # another process was faster
        return Progress(done=1, total=1, finished=True)
    return terminal_text.render_slice(admitted.path, admitted.text)


def check_seen(admitted: Admitted, name: str) -> None:
    """Refuse the rendered recording, called *name*, if it shows nothing at all. Raises
    ``memory_invalid:recording`` and ``source_…``."""
    end = terminal_text.summary_beside(admitted.path, admitted.text)
    if end is not None and not end.pieces:
        raise _refused(name, RecordingReason.NOTHING_SEEN)


def put(admitted: Admitted) -> Admitted:
    """Put the recording in its place with its text, in one step: nobody sees one without the other.
    Where it is there already, only what it lacks is put there. Raises ``data_…``."""
    if admitted.placed:
        return admitted
    incoming, place = admitted.path.parent, admitted.place
    with translated(place):
        try:
            incoming.rename(place)
        except OSError:
            if not place.is_dir():
                raise
            _complete(admitted)
            shutil.rmtree(incoming, ignore_errors=True)
        kept = _recording_in(place) or admitted.path
    return Admitted(path=kept, place=place)


def give_up(admitted: Admitted) -> None:
    """Leave nothing of what was not put in its place."""
    terminal_text.drop_rendering(admitted.text)
    if not admitted.placed:
        shutil.rmtree(admitted.path.parent, ignore_errors=True)


def forget(folder: Path, admitted: Admitted) -> bool:
    """Remove the same recording from *folder*; tell whether it was there."""
    own = folder / admitted.sha256
    if not own.is_dir():
        return False
    with translated(own):
        shutil.rmtree(own)
    return True


def remove_abandoned(folder: Path) -> None:
    """Remove from *folder* what programs that are gone were taking in."""
    for left in folder.glob(f"{_INCOMING}*"):
        if not is_at_work(left.name.removeprefix(_INCOMING)):
            shutil.rmtree(left, ignore_errors=True)


def unrendered(folder: Path) -> list[Admitted]:
    """Return the recordings in *folder* whose text is not there: another version rendered them, or
    it was lost. Raises ``data_…``."""
    with translated(folder):
        places = [one for one in folder.glob("[0-9a-f]*") if len(one.name) == _DIGITS]
        found = [(kept, place) for place in places if (kept := _recording_in(place))]
    return [Admitted(path=kept, place=place) for kept, place in found if not is_rendered(kept)]


def is_rendered(recording: Path) -> bool:
    """Tell whether the text of *recording* is beside it. Raises ``source_…``."""
    text = recording.with_name(terminal_text.NAME)
    return terminal_text.summary_beside(recording, text) is not None


def _check(path: Path) -> None:
    name = shown(path.name)
    if is_folder(path):
        raise _refused(name, RecordingReason.FOLDER)
    found = opening(path)
    if found is None:
        raise _refused(name, RecordingReason.SHOWS_NOTHING)
    if found.format is Format.UNREAD:
        raise _refused(name, RecordingReason.OTHER_VERSION, format=found.name)


def _refused(name: str, reason: RecordingReason, **details: str) -> VelaError:
    return VelaError(Code.INVALID, what="recording", name=name, reason=reason, **details)


def _name(path: Path) -> str:
    """Return the name of the copy, which must be known for one among what lies beside it."""
    name = shown(path.name)
    return name if terminal_text.is_recording(name) else f"recording {name}"


def _copy(path: Path, target: Path) -> str:
    """Copy *path* and return the SHA-256 of what was copied."""
    digest = hashlib.sha256()
    with translated(target), open(target, "xb", opener=terminal_text.for_owner_only) as file:
        for chunk in _chunks(path):
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def _chunks(path: Path) -> Iterator[bytes]:
    """Yield the bytes of *path* as they are: packed ones stay packed. Trouble is told as that of
    this file, not of the copy. It was a file when it was checked."""
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                yield chunk
    except OSError as error:
        raise trouble(path, error) from error


def _complete(admitted: Admitted) -> None:
    """Put into the place what it lacks: something removed it, or another version rendered it."""
    place = admitted.place
    kept = _recording_in(place) or admitted.path.replace(place / admitted.path.name)
    if admitted.text.exists() and not is_rendered(kept):
        admitted.text.replace(place / terminal_text.NAME)


def _recording_in(place: Path) -> Path | None:
    """Return the recording in the folder *place*, None where there is none."""
    if not place.is_dir():
        return None
    return next((file for file in place.iterdir() if terminal_text.is_recording(file.name)), None)
