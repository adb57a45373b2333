"""Writes the rows of a commit with bare sqlite3; it knows nothing of the program.

Long texts and JSON are stored as the program stores them: a byte that tells the form, then the
data, in a zstd frame from 4 KiB on.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import zstandard

Row = dict[str, Any]

PLAIN_BYTES = 4096
LEVEL = 3
ENTRY = (
    "title", "title_key", "summary", "body", "kind", "edited_by_hand", "checks", "version",
    "updated_at",
)  # fmt: skip
COUNTED = (
    "SELECT count(*), sum(version), sum(length(body)) FROM memory_entries",
    "SELECT count(*), sum(version) FROM memory_revisions",
    "SELECT count(*), count(before), count(after) FROM memory_change_items",
)


@dataclass(frozen=True, slots=True)
class Rows:
    """What one commit writes, with its JSON still as values."""

    gone: list[Row]
    kept: list[Row]
    new: list[Row]
    change: list[Row]
    revisions: list[Row]
    items: list[Row]


def read(before: Path, after: Path) -> Rows:
    """Return the rows that the last change wrote, which made *after* of the database *before*."""
    with closing(_open(before)) as connection:
        old = {row["id"]: row for row in _rows(connection, "SELECT id FROM memory_entries")}
    with closing(_open(after)) as connection:
        change = _rows(connection, "SELECT * FROM memory_changes ORDER BY n DESC LIMIT 1")
        wanted = "WHERE change_id = :id ORDER BY n"
        revisions = _rows(connection, f"SELECT * FROM memory_revisions {wanted}", change[0])
        items = _rows(connection, f"SELECT * FROM memory_change_items {wanted}", change[0])
        entries = _rows(connection, "SELECT * FROM memory_entries ORDER BY n")
    for row in revisions:
        row["copy"] = _unpacked(row["copy"])
    for row in items:
        row["before"], row["after"] = _unpacked(row["before"]), _unpacked(row["after"])
    now = {row["id"] for row in entries}
    return Rows(
        gone=[row for key, row in old.items() if key not in now],
        kept=[row for row in entries if row["id"] in old],
        new=[row for row in entries if row["id"] not in old],
        change=change,
        revisions=revisions,
        items=items,
    )


def write(connection: sqlite3.Connection, rows: Rows, end: str = "COMMIT") -> None:
    """Write *rows* over what was there, in one transaction that ends with the statement *end*."""
    sets = ", ".join(f"{name} = :{name}" for name in ENTRY)
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("DELETE FROM memory_entries WHERE id = :id", rows.gone)
    connection.executemany(f"UPDATE memory_entries SET {sets} WHERE id = :id", rows.kept)
    _insert(connection, "memory_entries", rows.new)
    _insert(connection, "memory_changes", rows.change)
    revisions = [{**row, "copy": _packed(row["copy"])} for row in rows.revisions]
    _insert(connection, "memory_revisions", revisions)
    items = [
        {**row, "before": _packed(row["before"]), "after": _packed(row["after"])}
        for row in rows.items
    ]
    _insert(connection, "memory_change_items", items)
    connection.execute(end)


def connect(database: Path) -> sqlite3.Connection:
    """Open *database* to write in it; what belongs to an entry is deleted with it."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def counted(database: Path) -> tuple[tuple[int, ...], ...]:
    """Return how much was written in all, to compare."""
    with closing(sqlite3.connect(database)) as connection:
        return tuple(tuple(connection.execute(query).fetchone()) for query in COUNTED)


def _open(database: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(database)
    connection.row_factory = sqlite3.Row
    return connection


def _rows(connection: sqlite3.Connection, query: str, values: Row | None = None) -> list[Row]:
    return [dict(row) for row in connection.execute(query, values or {})]


def _insert(connection: sqlite3.Connection, table: str, rows: Sequence[Row]) -> None:
    if not rows:
        return
    names = [name for name in rows[0] if name != "n"]
    marks = ", ".join(f":{name}" for name in names)
    listed = ", ".join(f'"{name}"' for name in names)
    connection.executemany(f"INSERT INTO {table} ({listed}) VALUES ({marks})", rows)


def _packed(value: object) -> bytes | None:
    if value is None:
        return None
    data = orjson.dumps(value)
    if len(data) <= PLAIN_BYTES:
        return b"\x00" + data
    return b"\x01" + zstandard.compress(data, LEVEL)


def _unpacked(stored: bytes | None) -> Any:
    if stored is None:
        return None
    data = stored[1:]
    return orjson.loads(data if stored[:1] == b"\x00" else zstandard.decompress(data))
