"""Writes sessions of OpenCode for tests: databases of several versions, and JSON trees."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Record = dict[str, Any]

BORN = 1_790_000_000_000
"""When the first session began: UTC milliseconds."""
CWD = "/home/dev/shop"
NATIVE = "ses_dd04d4411ffeKdLbkCZLggOpAS"
OTHER = "ses_dd04c5e2effePqeIQkltFP77kv"

_MESSAGES = """
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
    time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
CREATE INDEX part_message_id_id_idx ON part (message_id, id);
CREATE INDEX part_session_idx ON part (session_id);
"""
_SESSION = """
    id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL,
    directory text NOT NULL, title text, version text NOT NULL, share_url text, revert text,
    permission text, time_created integer NOT NULL, time_updated integer NOT NULL,
    time_compacting integer, time_archived integer
"""
_SECOND = "id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL, seq integer NOT NULL"
_TIMES = "time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL"

SCHEMAS = {
    "1.2.27": f"CREATE TABLE session ({_SESSION}); {_MESSAGES}",
    "1.18.33": f"""
        CREATE TABLE session ({_SESSION}, path text, agent text, model text, metadata text,
            cost real DEFAULT 0 NOT NULL); {_MESSAGES}
        CREATE TABLE session_message ({_SECOND}, {_TIMES});
    """,
    "2.0.12": f"""
        CREATE TABLE session_v2 ({_SESSION}, path text, agent text, model text,
            fork_session_id text, fork_boundary text, time_idle integer, idle_outcome text);
        CREATE TABLE session_message ({_SECOND}, {_TIMES});
        CREATE INDEX session_message_seq_idx ON session_message (session_id, seq);
    """,
}
"""What the versions' databases hold of sessions."""


def text(said: str, **fields: Any) -> Record:
    """Return a part with text."""
    return {"type": "text", "text": said, **fields}


def tool(name: str, call_id: str, output: str | None, *, error: str = "", **given: Any) -> Record:
    """Return a part with a call and its result; without a result it still runs."""
    state: Record = {"status": "running", "input": given}
    if error:
        state |= {"status": "error", "error": error}
    elif output is not None:
        state |= {"status": "completed", "output": output, "metadata": {}}
    return {"type": "tool", "tool": name, "callID": call_id, "state": state}


class OpenCode:
    """One session, message by message; a second passes with each."""

    def __init__(
        self,
        native_id: str = NATIVE,
        title: str = "Rounding",
        *,
        cwd: str = CWD,
        born: int = BORN,
        **noted: Any,
    ) -> None:
        self.native_id, self.title, self.cwd, self.born = native_id, title, cwd, born
        self.noted = noted
        self.messages: list[tuple[Record, list[Record]]] = []
        self.asked = ""

    @property
    def now(self) -> int:
        """When the last message came."""
        return self.messages[-1][0]["time"]["created"] if self.messages else self.born

    def add(self, role: str, *parts: Record, at: int | None = None, **fields: Any) -> str:
        """Add a message with *parts*; return its id."""
        at = at or self.now + 1_000
        message_id = f"msg_{self.native_id[-4:]}{len(self.messages):04}"
        record = {"id": message_id, "sessionID": self.native_id, "role": role}
        record |= {"time": {"created": at}} | fields
        owned = [
            {"id": f"prt_{message_id[4:]}{number:04}", "messageID": message_id, **part}
            for number, part in enumerate(parts)
        ]
        self.messages.append((record, owned))
        return message_id

    def user(self, *parts: str | Record, **fields: Any) -> str:
        """Add what a person said."""
        model = {"providerID": "mock", "modelID": "mock-1"}
        self.asked = self.add("user", *map(_part, parts), model=model, **fields)
        return self.asked

    def answer(self, *parts: str | Record, done: bool = True, **fields: Any) -> str:
        """Add one step of an answer."""
        base: Record = {"parentID": self.asked, "providerID": "mock", "modelID": "mock-1"}
        base |= {"path": {"cwd": self.cwd, "root": self.cwd}, "finish": "stop"}
        message_id = self.add("assistant", *map(_part, parts), **(base | fields))
        if done:
            times = self.messages[-1][0]["time"]
            times["completed"] = times["created"] + 500
        return message_id


def _part(part: str | Record) -> Record:
    return text(part) if isinstance(part, str) else part


def connect(path: Path, schema: str = "1.18.33") -> sqlite3.Connection:
    """Open the database at *path* as OpenCode does, creating it with its *schema*."""
    is_new = not path.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    if is_new:
        connection.executescript(SCHEMAS[schema])
    return connection


def put(connection: sqlite3.Connection, talk: OpenCode) -> None:
    """Write *talk* in one transaction; what is there of it already is replaced."""
    connection.execute("BEGIN IMMEDIATE")
    _put_session(connection, "session", talk)
    for record, parts in talk.messages:
        data, at = _body(record), record["time"]["created"]
        _replace(connection, "message", record["id"], talk.native_id, at, _ended(record), data)
        for part in parts:
            owner = record["id"], talk.native_id
            _replace(connection, "part", part["id"], *owner, at, _ended(record), _body(part))
    connection.execute("COMMIT")


def put_second(
    connection: sqlite3.Connection, talk: OpenCode, rows: Sequence[tuple[str, Record]]
) -> None:
    """Write the session *talk* with messages as OpenCode 2 does: type and data of each."""
    connection.execute("BEGIN IMMEDIATE")
    _put_session(connection, "session_v2", talk)
    for number, (kind, data) in enumerate(rows, 1):
        at = talk.born + number * 1_000
        row = (f"{talk.native_id}-{number}", talk.native_id, kind, number * 2, at, at)
        _replace(connection, "session_message", *row, json.dumps(data))
    connection.execute("COMMIT")


def stored(connection: sqlite3.Connection, native_id: str) -> OpenCode:
    """Return what the database holds of a session."""
    query = "SELECT title, directory, time_created FROM session WHERE id = ?"
    title, cwd, born = connection.execute(query, (native_id,)).fetchone()
    talk = OpenCode(native_id, title, cwd=cwd, born=born)
    for message_id, data in connection.execute(
        "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id", (native_id,)
    ):
        parts = connection.execute(
            "SELECT id, data FROM part WHERE message_id = ? ORDER BY id", (message_id,)
        )
        owned = [json.loads(body) | {"id": part_id} for part_id, body in parts]
        talk.messages.append((json.loads(data) | {"id": message_id}, owned))
    return talk


def write_database(path: Path, *talks: OpenCode, schema: str = "1.18.33") -> Path:
    """Write *talks* into the database at *path*; the last one to close it empties its log."""
    connection = connect(path, schema)
    for talk in talks:
        put(connection, talk)
    connection.close()
    return path


def write_tree(storage: Path, *talks: OpenCode, info: bool = True) -> Path:
    """Write *talks* as files of 1.1 below *storage*, without the sessions' own where not *info*."""
    for talk in talks:
        if info:
            _save(storage / "session" / "project-1" / f"{talk.native_id}.json", _info(talk))
        for record, parts in talk.messages:
            _save(storage / "message" / talk.native_id / f"{record['id']}.json", record)
            for part in parts:
                _save(storage / "part" / record["id"] / f"{part['id']}.json", part)
    return storage


def write_first_tree(storage: Path, *talks: OpenCode) -> Path:
    """Write *talks* as files of 0.5, which do not note the folder, below *storage*."""
    base = storage / "session"
    for talk in talks:
        info = {key: value for key, value in _info(talk).items() if key != "directory"}
        _save(base / "info" / f"{talk.native_id}.json", info)
        for record, parts in talk.messages:
            _save(base / "message" / talk.native_id / f"{record['id']}.json", record)
            for part in parts:
                folder = base / "part" / talk.native_id / record["id"]
                _save(folder / f"{part['id']}.json", part)
    return storage


def _put_session(connection: sqlite3.Connection, table: str, talk: OpenCode) -> None:
    row = {
        "id": talk.native_id,
        "project_id": "project-1",
        "slug": "quiet-river",
        "directory": talk.cwd,
        "title": talk.title,
        "version": "1",
        "time_created": talk.born,
        "time_updated": talk.now,
    }
    row |= {
        key: json.dumps(value) if isinstance(value, dict) else value
        for key, value in talk.noted.items()
    }
    marks = ", ".join("?" * len(row))
    query = f"INSERT OR REPLACE INTO {table} ({', '.join(row)}) VALUES ({marks})"
    connection.execute(query, list(row.values()))


def _replace(connection: sqlite3.Connection, table: str, *row: object) -> None:
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)


def _body(record: Record) -> str:
    own = {"id", "sessionID", "messageID"}
    return json.dumps({key: value for key, value in record.items() if key not in own})


def _ended(record: Record) -> int:
    return int(record["time"].get("completed") or record["time"]["created"])


def _info(talk: OpenCode) -> Record:
    times = {"created": talk.born, "updated": talk.now}
    info = {"id": talk.native_id, "title": talk.title, "directory": talk.cwd, "time": times}
    names = {"parent_id": "parentID", "revert": "revert"}
    return info | {names[key]: value for key, value in talk.noted.items() if key in names}


def _save(path: Path, record: Record) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, indent=2), encoding="utf-8")
