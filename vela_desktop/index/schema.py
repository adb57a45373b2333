"""The tables of ``index.db``, and how one connection to it is opened.

Everything in the file can be found again from the transcripts, so a file of another version is
emptied and filled anew instead of migrated.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vela_desktop.config.paths import create_private
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.index.failures import translated

APPLICATION_ID = 0x56_4C_49_58
"""``VLIX``: tells our file from any other SQLite database."""

VERSION = 2
"""Raised with every change of the tables or of what their columns may hold (agents, relations)."""

BUSY_SECONDS = 30.0

PRAGMAS: tuple[str, ...] = ("synchronous = NORMAL",)
"""Set on every connection."""

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE root (
    agent TEXT NOT NULL, path TEXT NOT NULL, present INTEGER NOT NULL,
    code TEXT, reason TEXT, unlisted TEXT,
    PRIMARY KEY (agent, path)
) WITHOUT ROWID;

CREATE TABLE location (
    id INTEGER PRIMARY KEY,
    agent TEXT NOT NULL, ref TEXT NOT NULL,
    root TEXT, registered INTEGER NOT NULL DEFAULT 0,
    size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, pending INTEGER NOT NULL DEFAULT 1,
    session_id TEXT, native_id TEXT, title TEXT, first_prompt TEXT, cwd TEXT, branch TEXT,
    model TEXT, started_at INTEGER, last_at INTEGER, parent_native_id TEXT, relation TEXT,
    project_id TEXT, project_root TEXT, scan_error TEXT,
    UNIQUE (agent, ref)
);
CREATE INDEX location_pending ON location (mtime_ns) WHERE pending;
CREATE INDEX location_session ON location (session_id);

CREATE TABLE session (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, best INTEGER, copies TEXT, changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_changed ON session (changed);

CREATE TABLE map (
    agent TEXT NOT NULL, ref TEXT NOT NULL, stamp TEXT NOT NULL,
    map BLOB NOT NULL, state BLOB NOT NULL,
    PRIMARY KEY (agent, ref)
);
"""
# A location is pending from the walk that met it new or changed until its head was read. A session
# whose ``best`` location is null is gone; its row stays for a while so that other programs hear of
# it.


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection to the index at *path* and close it afterwards.

    Raises VelaError ``data_…``, also for what SQLite reports inside the block.
    """
    with translated(path):
        connection = connect(path)
        try:
            yield connection
        finally:
            connection.close()


def connect(path: Path) -> sqlite3.Connection:
    """Connect to the index at *path*; make its tables where there are none of this version.

    Raises VelaError ``data_not_a_database`` for a file that is none of ours, sqlite3.Error for
    the rest.
    """
    if path.exists() and not path.is_file():
        raise VelaError(Code.DATA_INVALID, path=str(path))
    create_private(path)
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def immediate(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one transaction that holds the write lock from its beginning."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def next_sequence(connection: sqlite3.Connection) -> int:
    """Number this transaction's changes; call it inside one."""
    advance = "UPDATE meta SET value = value + 1 WHERE key = 'sequence' RETURNING value"
    (number,) = connection.execute(advance).fetchone()
    return int(number)


def last_sequence(connection: sqlite3.Connection) -> int:
    """Return the number of the newest change."""
    (number,) = connection.execute("SELECT value FROM meta WHERE key = 'sequence'").fetchone()
    return int(number)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    identity = _identity(connection)
    if identity == (APPLICATION_ID, VERSION):
        return
    if identity[0] != APPLICATION_ID and not _empty(connection):
        raise VelaError(Code.DATA_INVALID, path=str(path))
    connection.execute("PRAGMA journal_mode = WAL")
    with immediate(connection):
        if _identity(connection) != (APPLICATION_ID, VERSION):
            _start_afresh(connection)


def _identity(connection: sqlite3.Connection) -> tuple[int, int]:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application, version


def _empty(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is None


def _start_afresh(connection: sqlite3.Connection) -> None:
    names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'"
    for (name,) in connection.execute(names).fetchall():
        connection.execute(f'DROP TABLE "{name}"')
    for statement in _TABLES.split(";"):
        connection.execute(statement)
    # Counting from the clock keeps the numbers rising over a rebuild, for those who hold one.
    first = now_ms()
    connection.execute("INSERT INTO meta VALUES ('sequence', ?)", (first,))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
