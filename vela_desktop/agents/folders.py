"""The private folders of a call: fresh, readable by nobody else, and gone after it."""

import asyncio
import logging
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from vela_desktop.agents.protocol import Folders
from vela_desktop.config.paths import make_private, remove_stale
from vela_desktop.config.trouble import translated
from vela_desktop.domain import limits
from vela_desktop.process import program_names
from vela_desktop.process.surely import surely

logger = logging.getLogger(__name__)

_PREFIX = "call-"
"""How the names of calls' folders begin; that of the program whose call it is follows."""
_STALE_SECONDS = 24 * limits.CALL_SECONDS


@asynccontextmanager
async def private(folder: Path) -> AsyncIterator[Folders]:
    """Make a call's folders below *folder*, and remove them however the call ends, both in a worker
    thread.

    What a crash left there is removed by ``tidy``. Raises VelaError ``data_…`` where they cannot be
    made.
    """
    made: list[Path] = []
    try:
        yield await surely(asyncio.to_thread(_make, folder, made))
    finally:
        await surely(asyncio.to_thread(_remove, made))


def _make(folder: Path, made: list[Path]) -> Folders:
    """Make a call's folders; *made* holds the one to remove."""
    prefix = f"{_PREFIX}{program_names.own_name()}-"
    with translated(folder):
        make_private(folder)
        own = Path(tempfile.mkdtemp(dir=folder, prefix=prefix)).absolute()
        made.append(own)
        folders = Folders(work=own / "work", files=own / "files")
        folders.work.mkdir(mode=0o700)
        folders.files.mkdir(mode=0o700)
    return folders


def tidy(folder: Path) -> None:
    """Remove the folders below *folder* that crashed programs left: they may hold what an agent was
    to read. Those whose owner cannot be told go when they are hours old."""
    for left in folder.glob(f"{_PREFIX}*"):
        owner = program_names.named_in(left.name.removeprefix(_PREFIX))
        if owner and not owner.runs():
            _remove([left])
    remove_stale(folder, _PREFIX, _STALE_SECONDS)


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write *files*, name to text, into *folder*; a name may lead into folders below it.

    Raises VelaError ``data_…``.
    """
    with translated(folder):
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")


def _remove(folders: Iterable[Path]) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            logger.warning("a call's private folder could not be removed")
