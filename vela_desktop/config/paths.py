"""Where Vela keeps its own files: everything below one data folder."""

import contextlib
import os
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "VELA_DATA_DIR"


@dataclass(frozen=True, slots=True)
class Paths:
    """The files and folders below the data folder."""

    data: Path

    @property
    def database(self) -> Path:
        """``vela.db``: what the user owns."""
        return self.data / "vela.db"

    @property
    def index(self) -> Path:
        """The folder of ``index.db`` and its numbered successors: what can be rebuilt."""
        return self.data / "index"

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.data / "settings.json"

    @property
    def backups(self) -> Path:
        """Copies of the database from before each migration."""
        return self.data / "backups"

    @property
    def curation(self) -> Path:
        """Empty private folders in which agents run; emptied after each call."""
        return self.data / "curation"

    @property
    def recordings(self) -> Path:
        """Recordings of terminals that are sessions of their own."""
        return self.data / "recordings" / "alone"

    @property
    def attached(self) -> Path:
        """Recordings of terminals that belong to a session."""
        return self.data / "recordings" / "attached"

    @property
    def unfinished(self) -> Path:
        """Recordings that are being made, or were when their program died."""
        return self.data / "recordings" / "unfinished"

    @property
    def cache(self) -> Path:
        """Model catalogues and the like; may be deleted at any time."""
        return self.data / "cache"


def resolved(path: Path) -> Path:
    """Return *path* as a person means it: absolute, and from home on after a ``~``.

    As in a shell, a ``~name`` that names nobody is a name like any other.
    """
    try:
        return path.expanduser().absolute()
    except RuntimeError:
        return path.absolute()


def make_private(folder: Path) -> None:
    """Create *folder*, and what is missing above it, for their owner only. Raises OSError."""
    if not folder.parent.is_dir():
        make_private(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)


def create_private(file: Path) -> None:
    """Create *file* empty, for its owner only, unless there is one. Raises OSError.

    For a database: one that SQLite makes is readable by everybody.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def remove_stale(folder: Path, prefix: str, seconds: float) -> None:
    """Remove the folders in *folder* whose names begin with *prefix* and that nobody changed for
    so many *seconds*: a crash left them."""
    before = time.time() - seconds
    for left in folder.glob(f"{prefix}*"):
        try:
            stale = left.lstat().st_mtime < before
        except OSError:
            continue  # another process has just removed it
        if stale:
            shutil.rmtree(left, ignore_errors=True)


def default_data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the data folder: ``VELA_DATA_DIR``, else the platform's place for user data."""
    named = environment.get(VARIABLE)
    if named:
        return resolved(Path(named))
    from platformdirs import user_data_path  # the window's first paint does without it

    return user_data_path("Vela", appauthor=False)
