"""Reads OpenCode's databases without being in the way of OpenCode.

A database is opened read-only, and every query is a transaction of its own, so a writer never waits
and a checkpoint waits for one query at most. Connections are kept between calls, because opening
one costs twenty times what a session's row costs. An unused one is closed after a second: until
then it holds no lock, only an open file. What other programs may not do meanwhile is to leave the
WAL mode.

``immutable`` would pass over the ``-wal`` file, which can hold all of a database. SQLite needs an
``-shm`` file beside it; where none can be made, database and ``-wal`` are copied together.
"""

import errno
import math
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from vela_desktop.config.paths import create_private
from vela_desktop.domain.errors import Reason, VelaError
from vela_desktop.sources.files import opened, trouble, unreadable

MAGIC = b"SQLite format 3\0"
BUSY_SECONDS = 5.0
IDLE_SECONDS = 1.0
CACHE_KIB = 16 << 10
"""Pages that a listing and the heads after it both need; freed with the connection."""
_COPIES = 3
"""How often a database that changes while it is copied is copied again."""
_REASONS: Mapping[int, Reason] = {
    sqlite3.SQLITE_BUSY: Reason.DATABASE_LOCKED,
    sqlite3.SQLITE_LOCKED: Reason.DATABASE_LOCKED,
    sqlite3.SQLITE_PROTOCOL: Reason.DATABASE_LOCKED,
    sqlite3.SQLITE_CORRUPT: Reason.DATABASE_DAMAGED,
    sqlite3.SQLITE_NOTADB: Reason.DATABASE_NONE,
    sqlite3.SQLITE_ERROR: Reason.DATABASE_UNKNOWN,
    sqlite3.SQLITE_PERM: Reason.DATABASE_DENIED,
    sqlite3.SQLITE_AUTH: Reason.DATABASE_DENIED,
    sqlite3.SQLITE_READONLY: Reason.DATABASE_DENIED,
    sqlite3.SQLITE_CANTOPEN: Reason.DATABASE_DENIED,
    sqlite3.SQLITE_IOERR: Reason.DATABASE_DISK,
    sqlite3.SQLITE_FULL: Reason.DATABASE_NO_ROOM,
}
"""By SQLite's primary result code. The queries are right for the tables that are known, so an error
of one (``SQLITE_ERROR``: no such table, column or function) means that the tables are others."""
_SYSTEM_REASONS: Mapping[int, Reason] = {
    errno.EIO: Reason.DATABASE_DISK,
    errno.ENOSPC: Reason.DATABASE_NO_ROOM,
    errno.EDQUOT: Reason.DATABASE_NO_ROOM,
}

Row = tuple[Any, ...]


class Database:
    """One open database. Texts come as bytes: they need not be valid UTF-8."""

    def __init__(
        self,
        path: Path,
        folder: tempfile.TemporaryDirectory[str] | None = None,
        *,
        seconds: float = 0.0,
    ) -> None:
        """*seconds* is how long another program's lock is waited for at first."""
        self.used = time.monotonic()
        self._folder = folder
        self.kept: dict[str, Any] = {}
        """What its readers keep for as long as the connection."""
        self._connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro",
            uri=True,
            timeout=seconds,
            isolation_level=None,
            check_same_thread=False,
        )
        self._connection.text_factory = bytes
        try:
            self._connection.execute("PRAGMA query_only = 1")
            self._connection.execute(f"PRAGMA cache_size = {-CACHE_KIB}")
            self.rows("SELECT count(*) FROM sqlite_master")
            self._connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
        except (sqlite3.Error, UnicodeDecodeError):
            self._connection.close()
            raise

    @property
    def is_copy(self) -> bool:
        """Whether this is a copy, which sees no later changes."""
        return self._folder is not None

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[Row]:
        """Return all rows of *query*, read in one short transaction."""
        return self._connection.execute(query, values).fetchall()

    def columns(self, table: str) -> frozenset[str]:
        """Return the columns of *table*, none where there is no such table."""
        rows = self.rows("SELECT name FROM pragma_table_info(?)", (table,))
        return frozenset(name.decode() for (name,) in rows)

    def tables(self) -> int:
        """Return how many tables there are; a database that was only just made has none."""
        return int(self.rows("SELECT count(*) FROM sqlite_master WHERE type = 'table'")[0][0])

    def version(self) -> int:
        """Return a number that changes whenever another program writes."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Let go of the file, and of the copy where it was one."""
        self._connection.close()
        if self._folder is not None:
            self._folder.cleanup()


class _Keeper:
    """Keeps connections for a moment, by path and by what tells that the file is still the same."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._kept: dict[Path, tuple[object, Database]] = {}
        self._timer: threading.Timer | None = None
        self._locked: dict[Path, float] = {}
        """When a database was found locked: who asks again soon does not wait a second time, for
        a scan asks once for each of its sessions."""

    @contextmanager
    def use(self, path: Path) -> Iterator[Database]:
        try:
            with self._lock:
                database = self._find(path)
                yield database
                database.used = time.monotonic()
        except OSError as error:
            raise _system_trouble(path, error) from error
        except (sqlite3.Error, UnicodeDecodeError) as error:  # of a name, even of SQLite's message
            reason = _reason(error)
            with self._lock:
                self._drop(path)
                if reason == Reason.DATABASE_LOCKED:
                    self._locked[path] = time.monotonic()
            raise unreadable(path, reason) from error

    def _find(self, path: Path) -> Database:
        status = os.stat(path)  # noqa: PTH116 - twice as fast as the path's own
        kept = self._kept.get(path)
        if kept is not None:
            if kept[0] == (_state(path) if kept[1].is_copy else (status.st_dev, status.st_ino)):
                return kept[1]
            self._drop(path)
        waited = time.monotonic() - self._locked.get(path, -math.inf) < BUSY_SECONDS
        database = _connected(path, 0.0 if waited else BUSY_SECONDS)
        self._locked.pop(path, None)
        same = _state(path) if database.is_copy else (status.st_dev, status.st_ino)
        self._kept[path] = same, database
        self._watch()
        return database

    def _drop(self, path: Path) -> None:
        if kept := self._kept.pop(path, None):
            kept[1].close()

    def _watch(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(IDLE_SECONDS, self._close_unused)
            self._timer.daemon = True
            self._timer.start()

    def _close_unused(self) -> None:
        with self._lock:
            self._timer = None
            before = time.monotonic() - IDLE_SECONDS
            for path in [path for path, (_, one) in self._kept.items() if one.used <= before]:
                self._drop(path)
            if self._kept:
                self._watch()


_keeper = _Keeper()


def _reason(error: sqlite3.Error | UnicodeDecodeError) -> str:
    """Return why SQLite failed, in its own words where they are of no known kind."""
    if isinstance(error, UnicodeDecodeError):
        return Reason.DATABASE_DAMAGED
    code = getattr(error, "sqlite_errorcode", None)
    return str(error) if code is None else _REASONS.get(code & 0xFF, str(error))


def _system_trouble(path: Path, error: OSError) -> VelaError:
    reason = _SYSTEM_REASONS.get(error.errno or 0)
    return unreadable(path, reason) if reason else trouble(path, error)


def reading(path: Path) -> AbstractContextManager[Database]:
    """Give the database at *path* for a few queries.

    Raises ``source_gone`` where there is none, and ``source_unreadable`` with the reason, one of
    ``Reason.DATABASE_…`` or the system's words, where it is locked for longer than five seconds,
    damaged, no database, or not ours to read.
    """
    return _keeper.use(path)


def is_database(path: Path) -> bool:
    """Tell whether the file at *path* begins as SQLite's do."""
    with opened(path) as stream:
        return stream.read(len(MAGIC)) == MAGIC


def _connected(path: Path, seconds: float) -> Database:
    try:
        return Database(path, seconds=seconds)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            raise
    return _copied(path)


def _copied(path: Path) -> Database:
    folder = tempfile.TemporaryDirectory(prefix="vela-opencode-")
    try:
        for _ in range(_COPIES):
            before = _state(path)
            copy = Path(folder.name, path.name)
            for file in (path, _log_of(path)):
                if file.exists():
                    create_private(copy.with_name(file.name))
                    shutil.copyfile(file, copy.with_name(file.name))
            if _state(path) == before:
                database = Database(copy, folder)
                if os.name != "nt":
                    folder.cleanup()  # open files need no name, and nothing is left by a kill
                return database
        raise unreadable(path, Reason.DATABASE_CHANGES)
    except (OSError, sqlite3.Error, UnicodeDecodeError, VelaError):
        folder.cleanup()
        raise


def _state(path: Path) -> tuple[tuple[int, int, int] | None, ...]:
    return tuple(_status(file) for file in (path, _log_of(path)))


def _status(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")
