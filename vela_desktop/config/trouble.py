"""What SQLite and the file system report about the program's own files, as errors of ours."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vela_desktop.domain.errors import Code, VelaError

_BY_RESULT = {
    sqlite3.SQLITE_FULL: Code.DATA_FULL,
    sqlite3.SQLITE_BUSY: Code.DATA_BUSY,
    sqlite3.SQLITE_LOCKED: Code.DATA_BUSY,
    sqlite3.SQLITE_READONLY: Code.DATA_READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Code.DATA_READ_ONLY,
    sqlite3.SQLITE_PERM: Code.DATA_READ_ONLY,
    sqlite3.SQLITE_NOTADB: Code.DATA_INVALID,
}
_BY_ERRNO = {
    errno.ENOSPC: Code.DATA_FULL,
    errno.EDQUOT: Code.DATA_FULL,
    errno.EACCES: Code.DATA_READ_ONLY,
    errno.EPERM: Code.DATA_READ_ONLY,
    errno.EROFS: Code.DATA_READ_ONLY,
    errno.EEXIST: Code.DATA_READ_ONLY,
    errno.ENOTDIR: Code.DATA_READ_ONLY,
    errno.ETIMEDOUT: Code.DATA_BUSY,
}
_NEARLY_FULL = 64 * 1024


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn errors of the file system into ``VelaError`` ``data_…`` about *path*."""
    try:
        yield
    except OSError as error:
        raise of_system(error, path) from error


def of_system(error: OSError, path: Path) -> VelaError:
    """Return the expected trouble that *error* is with the file or folder at *path*."""
    code = _BY_ERRNO.get(error.errno or 0, Code.DATA_FAILED)
    return VelaError(code, path=str(path), reason=error.strerror or type(error).__name__)


def of_sqlite(error: sqlite3.Error, path: Path) -> VelaError:
    """Return the expected trouble that *error* is with the database in or at *path*."""
    result = getattr(error, "sqlite_errorcode", 0)
    code = _BY_RESULT.get(result & 0xFF, Code.DATA_FAILED)
    if result & 0xFF == sqlite3.SQLITE_IOERR and _is_full(result, path):
        code = Code.DATA_FULL
    reason = getattr(error, "sqlite_errorname", type(error).__name__)
    return VelaError(code, path=str(path), reason=reason)


def _is_full(result: int, path: Path) -> bool:
    """Tell a full disk from a broken one: SQLite reports both as an I/O error in the file beside
    its log."""
    if result == sqlite3.SQLITE_IOERR_SHMSIZE:
        return True
    try:
        return shutil.disk_usage(path).free < _NEARLY_FULL
    except OSError:
        return False
