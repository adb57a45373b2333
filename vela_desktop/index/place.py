"""Which file in the index folder is the present one.

A file that turns out broken may still be held open by another program, so it is neither repaired
nor removed: the next number takes its place (``index.db``, ``index-2.db``, …).
"""

import re
import sqlite3
from pathlib import Path

from vela_desktop.config.paths import create_private, make_private
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.index import schema
from vela_desktop.index.failures import translated

_NAME = re.compile(r"index(?:-(\d{1,9}))?\.db")


def present(folder: Path) -> Path:
    """Return the index file with the highest number, or the name of the first one."""
    numbers = [number for entry in folder.iterdir() if (number := _number(entry.name))]
    return _file(folder, max(numbers, default=1))


def open_present(folder: Path) -> tuple[Path, sqlite3.Connection]:
    """Connect to the present index file, creating the folder, the file and its tables as needed.

    Raises VelaError ``data_…`` where no file can be made there.
    """
    with translated(folder):
        make_private(folder)
        path = present(folder)
        while True:
            try:
                with translated(path):
                    return path, schema.connect(path)
            except VelaError as error:
                if error.code is not Code.DATA_INVALID:
                    raise
            path = _following(path)


def open_instead(broken: Path) -> tuple[Path, sqlite3.Connection]:
    """Connect to the file after *broken*, unless another program has gone on from it already."""
    with translated(broken):
        if present(broken.parent) == broken:
            create_private(_following(broken))
    return open_present(broken.parent)


def _following(path: Path) -> Path:
    return _file(path.parent, _number(path.name) + 1)


def _file(folder: Path, number: int) -> Path:
    return folder / ("index.db" if number == 1 else f"index-{number}.db")


def _number(name: str) -> int:
    match = _NAME.fullmatch(name)
    return int(match[1] or 1) if match else 0
