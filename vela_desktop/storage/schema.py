"""Brings ``vela.db`` to the newest schema, or says why it cannot be used.

The schema's number is SQLite's ``user_version``, equal to the number of the newest Alembic revision
in the file, so that an up-to-date file is known without importing Alembic.
"""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection

from vela_desktop.config.paths import Paths, create_private, make_private
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.storage.engine import BUSY_MILLISECONDS, writer_engine

APPLICATION_ID = 0x56454C41
"""``VELA``: tells our files from other programs' SQLite files."""

NEWEST = 2
"""The schema this program writes; a test holds it equal to Alembic's newest revision."""

SCRIPTS = Path(__file__).parent / "migrations"

_HEADER = b"SQLite format 3\0"
_BUSY_SECONDS = BUSY_MILLISECONDS / 1000


def prepare(paths: Paths, scripts: Path = SCRIPTS, newest: int = NEWEST) -> bool:
    """Create or migrate the database; return False where a newer program wrote it.

    An existing file is backed up before it is migrated. Raises ``data_not_a_database`` (the file
    stays untouched), ``data_read_only``, and SQLite's and the system's errors.
    """
    make_private(paths.data)
    stored = _stored_version(paths.database)
    _check_writable(paths)
    if stored is not None and stored > newest:
        return False
    if stored is None:
        create_private(paths.database)
    elif 0 < stored < newest:
        back_up(paths, stored)
    _use_wal(paths.database)
    if stored != newest:
        _migrate(paths.database, scripts, newest)
    return True


def _check_writable(paths: Paths) -> None:
    wanted = [paths.data, *([paths.database] if paths.database.exists() else [])]
    if not all(os.access(path, os.W_OK) for path in wanted):
        raise VelaError(Code.DATA_READ_ONLY, path=str(paths.data))


def _stored_version(path: Path) -> int | None:
    """Return the schema's number in the file, None where there is no database yet."""
    invalid = VelaError(Code.DATA_INVALID, path=str(path))
    if path.is_dir():
        raise invalid
    if not path.exists() or path.stat().st_size == 0:
        return None
    with path.open("rb") as file:
        if file.read(len(_HEADER)) != _HEADER:
            raise invalid
    try:
        application, version, tables = _facts(path)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise invalid from None
        raise
    if application != APPLICATION_ID and tables:
        raise invalid
    return version if application == APPLICATION_ID else None


def _facts(path: Path) -> tuple[int, int, int]:
    """Return application id, user version and number of tables, through a connection that cannot
    write: closing one that can might move another program's log into its file."""
    reading = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(reading, timeout=_BUSY_SECONDS, uri=True)) as connection:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return application, version, tables


def _plain(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)


def back_up(paths: Paths, version: int) -> Path:
    """Copy the database, which has schema *version*, into the backups folder; return the copy."""
    make_private(paths.backups)
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    final = paths.backups / f"vela-{stamp}-{version:04d}.db"
    partial = final.with_suffix(".partial")
    try:
        create_private(partial)
        with closing(_plain(paths.database)) as source, closing(_plain(partial)) as target:
            source.backup(target)
        partial.replace(final)
    finally:
        partial.unlink(missing_ok=True)
    return final


def _migrate(path: Path, scripts: Path, newest: int) -> None:
    engine = writer_engine(path)
    try:
        with engine.begin() as connection:
            _upgrade(connection, scripts, newest)
    finally:
        engine.dispose()


def _use_wal(path: Path) -> None:
    """Switch the file to WAL. Two processes that do so at once are not made to wait by SQLite."""
    end = time.monotonic() + _BUSY_SECONDS
    with closing(_plain(path)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.02)


def _upgrade(connection: Connection, scripts: Path, newest: int) -> None:
    from alembic import command  # costs 0.1 s, and hardly any start migrates
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {newest}")
