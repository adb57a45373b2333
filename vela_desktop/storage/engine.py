"""Connections to ``vela.db``: how each is set up, and what SQLite's errors mean to a person."""

import logging
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, Engine, Pool, QueuePool, StaticPool, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from vela_desktop.config.trouble import of_sqlite, of_system
from vela_desktop.domain.errors import Code, VelaError

BUSY_MILLISECONDS = 30_000
"""How long a statement waits for another program's transaction."""

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
        found = of_system(cause, folder)
    else:
        assert isinstance(cause, sqlite3.Error)  # the only driver there is
        found = of_sqlite(cause, folder)
    if found.code is Code.DATA_FAILED:
        logger.error("database error %s", found.details["reason"])
    return found
