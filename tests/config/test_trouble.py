"""What happens to the program's own files has a code that says what to do."""

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from vela_desktop.config import trouble
from vela_desktop.domain.errors import Code, VelaError


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, Code.DATA_FULL),
        (errno.EDQUOT, Code.DATA_FULL),
        (errno.EACCES, Code.DATA_READ_ONLY),
        (errno.EROFS, Code.DATA_READ_ONLY),
        (errno.ENOTDIR, Code.DATA_READ_ONLY),
        (errno.EIO, Code.DATA_FAILED),
    ],
)
def test_the_systems_errors(number: int, code: Code) -> None:
    with pytest.raises(VelaError) as caught, trouble.translated(Path("/data")):
        raise OSError(number, os.strerror(number))
    assert caught.value.code is code
    assert caught.value.details == {"path": "/data", "reason": os.strerror(number)}


def test_sqlites_errors(tmp_path: Path) -> None:
    def reported(target: object, statement: str) -> VelaError:
        with pytest.raises(sqlite3.Error) as caught:
            sqlite3.connect(target, uri=True).execute(statement)  # type: ignore[call-overload]
        return trouble.of_sqlite(caught.value, tmp_path)

    absent = f"{(tmp_path / 'absent').as_uri()}?mode=ro"
    assert reported(absent, "SELECT 1").code is Code.DATA_READ_ONLY
    (tmp_path / "list").write_text("my shopping list " * 100)
    assert reported(tmp_path / "list", "SELECT * FROM a").code is Code.DATA_INVALID
    unknown = reported(":memory:", "SELECT * FROM nowhere")
    assert (unknown.code, unknown.details["reason"]) == (Code.DATA_FAILED, "SQLITE_ERROR")


def test_a_broken_disk_is_not_taken_for_a_full_one(tmp_path: Path) -> None:
    broken, full = sqlite3.OperationalError(), sqlite3.OperationalError()
    broken.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    full.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert trouble.of_sqlite(broken, tmp_path).code is Code.DATA_FAILED
    assert trouble.of_sqlite(broken, tmp_path / "absent").code is Code.DATA_FAILED
    assert trouble.of_sqlite(full, tmp_path).code is Code.DATA_FULL
