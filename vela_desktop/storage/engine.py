"""Connections to ``vela.db``: how each is set up, and what SQLite's errors mean to a person."""

import errno
import logging
import shutil
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, Engine, Pool, QueuePool, StaticPool, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from vela_desktop.domain.errors import Code, VelaError

BUSY_MILLISECONDS = 30_000
"""How long a statement waits for another program's transaction."""

_NEARLY_FULL = 64 * 1024

logger = logging.getLogger(__name__)


def writer_engine(path: Path) -> Engine:
    """Return the engine of the one connection that writes; its transactions begin IMMEDIATE."""
    return _engine(path, "BEGIN IMMEDIATE", (), StaticPool)


def reader_engine(path: Path) -> Engine:
    """Return the engine of connections that read and cannot write."""
    return _engine(path, "BEGIN", ("PRAGMA query_only = ON",), QueuePool)


def _engine(path: Path, begin: str, more: tuple[str, ...], pool: type[Pool]) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=pool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # the driver would begin by itself, and too late
        for statement in (
            f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}",
            "PRAGMA synchronous = NORMAL",
            "PRAGMA foreign_keys = ON",
            *more,
        ):
            connection.execute(statement)

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def trouble(error: DBAPIError | sqlite3.Error | OSError, folder: Path) -> VelaError:
    """Return the expected trouble that *error* is, in the data folder *folder*; log the rest."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, OSError):
        return _os_trouble(cause, folder)
    name = getattr(cause, "sqlite_errorname", type(cause).__name__)
    found = _TROUBLE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    if name.startswith("SQLITE_IOERR") and _is_full(folder):
        found = Code.DATA_FULL
    if found is None:
        logger.error("database error %s", name)
        return VelaError(Code.DATA_FAILED, reason=name)
    return VelaError(found, path=str(folder))


def _os_trouble(error: OSError, folder: Path) -> VelaError:
    full = error.errno in {errno.ENOSPC, errno.EDQUOT}
    return VelaError(Code.DATA_FULL if full else Code.DATA_READ_ONLY, path=str(folder))


def _is_full(folder: Path) -> bool:
    """Tell a full disk from a broken one: SQLite reports both as an I/O error in its index file."""
    return shutil.disk_usage(folder).free < _NEARLY_FULL


_TROUBLE = {
    sqlite3.SQLITE_FULL: Code.DATA_FULL,
    sqlite3.SQLITE_BUSY: Code.DATA_BUSY,
    sqlite3.SQLITE_READONLY: Code.DATA_READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Code.DATA_READ_ONLY,
    sqlite3.SQLITE_PERM: Code.DATA_READ_ONLY,
    sqlite3.SQLITE_NOTADB: Code.DATA_INVALID,
}
