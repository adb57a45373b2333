"""Titles that Codex keeps beside its rollouts."""

import sqlite3
from contextlib import closing
from functools import lru_cache
from pathlib import Path

from vela_desktop.domain.text import squeeze
from vela_desktop.sources.codex_names import INDEX
from vela_desktop.sources.jsonl import parse

_DATABASES = "state_*.sqlite"
_COLUMNS = ("name", "title")
_Signature = tuple[int, int]


def title_of(home: Path, native_id: str) -> str | None:
    """Return the title of a session: the name a person gave it, else the one Codex made."""
    index = home / INDEX
    if named := _named(index, _signature(index)).get(native_id):
        return named
    for database in sorted(home.glob(_DATABASES), reverse=True):
        signature = _signature(database), _signature(Path(f"{database}-wal"))
        if titled := _threads(database, signature).get(native_id):
            return titled
    return None


def _signature(path: Path) -> _Signature:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


@lru_cache(maxsize=8)
def _named(path: Path, signature: _Signature) -> dict[str, str]:
    """Return the names in the index file; its last line for an id counts."""
    names: dict[str, str] = {}
    try:
        lines = path.read_bytes().split(b"\n") if signature != (0, 0) else []
    except OSError:
        return names
    for line in lines:
        row = parse(line) if line.strip() else None
        if row and isinstance(row.get("id"), str) and isinstance(row.get("thread_name"), str):
            names[row["id"]] = squeeze(row["thread_name"])
    return names


@lru_cache(maxsize=8)
def _threads(path: Path, signature: tuple[_Signature, _Signature]) -> dict[str, str]:
    """Return the titles in the table of threads, which is read without writing anything."""
    _, (wal_bytes, _) = signature
    mode = "mode=ro" if wal_bytes else "immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)) as database:
            columns = {row[1] for row in database.execute("PRAGMA table_info(threads)")}
            wanted = [f"NULLIF(TRIM({name}), '')" for name in _COLUMNS if name in columns]
            if not wanted:
                return {}
            query = f"SELECT id, COALESCE({', '.join(wanted)}, NULL) FROM threads"
            return {
                str(native_id): squeeze(title)
                for native_id, title in database.execute(query)
                if isinstance(title, str)
            }
    except (sqlite3.Error, OSError):
        return {}
