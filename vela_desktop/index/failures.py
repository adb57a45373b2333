"""What SQLite and the file system report about the index, as errors of ours."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vela_desktop.config import trouble
from vela_desktop.domain.errors import Code, VelaError


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into ``VelaError`` ``data_…`` about *path*.

    A damaged index is no database any more: another one takes its place.
    """
    try:
        with trouble.translated(path):
            yield
    except sqlite3.Error as error:
        if not hasattr(error, "sqlite_errorcode"):
            raise
        found = trouble.of_sqlite(error, path)
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT:
            found = VelaError(Code.DATA_INVALID, **found.details)
        raise found from error
