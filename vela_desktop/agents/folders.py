"""The private folders of a call: fresh, readable by nobody else, and gone after it."""

import logging
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from vela_desktop.agents.protocol import Folders
from vela_desktop.config.paths import make_private, remove_stale
from vela_desktop.config.trouble import translated
from vela_desktop.domain import limits

logger = logging.getLogger(__name__)

_PREFIX = "call-"
_STALE_SECONDS = 24 * limits.CALL_SECONDS


@contextmanager
def private(folder: Path) -> Iterator[Folders]:
    """Make a call's folders below *folder*, and remove them however the call ends.

    What a crash left there is removed at the next call, hours later. Raises VelaError ``data_…``
    where they cannot be made.
    """
    with translated(folder):
        make_private(folder)
        remove_stale(folder, _PREFIX, _STALE_SECONDS)
        own = Path(tempfile.mkdtemp(dir=folder, prefix=_PREFIX)).absolute()
    try:
        folders = Folders(work=own / "work", files=own / "files")
        with translated(folder):
            folders.work.mkdir(mode=0o700)
            folders.files.mkdir(mode=0o700)
        yield folders
    finally:
        _remove(own)


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write *files*, name to text, into *folder*; a name may lead into folders below it.

    Raises VelaError ``data_…``.
    """
    with translated(folder):
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        logger.warning("a call's private folder could not be removed")
