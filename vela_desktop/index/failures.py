"""What SQLite and the file system report, as errors of ours."""

import errno
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
    sqlite3.SQLITE_CORRUPT: Code.DATA_INVALID,
    sqlite3.SQLITE_NOTADB: Code.DATA_INVALID,
}
_NO_ROOM_FOR_SHARED_MEMORY = sqlite3.SQLITE_IOERR_SHMSIZE
"""What a full disk gives where the file beside the log has to grow."""

_BY_ERRNO = {
    errno.ENOSPC: Code.DATA_FULL,
    errno.EDQUOT: Code.DATA_FULL,
    errno.EACCES: Code.DATA_READ_ONLY,
    errno.EPERM: Code.DATA_READ_ONLY,
    errno.EROFS: Code.DATA_READ_ONLY,
    errno.EEXIST: Code.DATA_READ_ONLY,
    errno.ENOTDIR: Code.DATA_READ_ONLY,
}


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into ``VelaError`` ``data_…`` about *path*."""
    try:
        yield
    except sqlite3.Error as error:
        if not hasattr(error, "sqlite_errorcode"):
            raise
        raise _from_sqlite(error, path) from error
    except OSError as error:
        code = _BY_ERRNO.get(error.errno or 0, Code.DATA_FAILED)
        raise VelaError(code, path=str(path), reason=error.strerror or "") from error


def _from_sqlite(error: sqlite3.Error, path: Path) -> VelaError:
    result = error.sqlite_errorcode
    if result == _NO_ROOM_FOR_SHARED_MEMORY:
        return VelaError(Code.DATA_FULL, path=str(path))
    code = _BY_RESULT.get(result & 0xFF, Code.DATA_FAILED)
    return VelaError(code, path=str(path), reason=error.sqlite_errorname)
