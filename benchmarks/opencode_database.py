"""A database as OpenCode 1.18 writes it, and a process that goes on writing in it."""

import json
import random
import select
import sqlite3
import sys
from pathlib import Path
from typing import Any

from benchmarks.words import Pool

SESSIONS = 500
TURNS = 10
BORN = 1_790_000_000_000
_MINUTE = 60_000
_SCHEMA = """
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, workspace_id text,
    parent_id text, slug text NOT NULL, directory text NOT NULL, path text, title text NOT NULL,
    version text NOT NULL, share_url text, metadata text, cost real DEFAULT 0 NOT NULL,
    revert text, permission text, agent text, model text, time_created integer NOT NULL,
    time_updated integer NOT NULL, time_compacting integer, time_archived integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
    time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
CREATE INDEX part_message_id_id_idx ON part (message_id, id);
CREATE INDEX part_session_idx ON part (session_id);
"""


def create(path: Path, sessions: int = SESSIONS, turns: int = TURNS) -> None:
    """Write a database with *sessions* of *turns* each, fifty in a transaction."""
    connection, writer = connect(path), Writer()
    connection.executescript(_SCHEMA)
    for first in range(0, sessions, 50):
        connection.execute("BEGIN IMMEDIATE")
        for number in range(first, min(first + 50, sessions)):
            writer.session(connection, number, turns)
        connection.execute("COMMIT")
    connection.close()


def connect(path: Path) -> sqlite3.Connection:
    """Open the database as OpenCode does: in WAL mode, waiting for five seconds at most."""
    connection = sqlite3.connect(path, timeout=5.0, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


class Writer:
    """Invents sessions that are alike in their rows and sizes."""

    def __init__(self, seed: int = 7) -> None:
        self._pool = Pool(random.Random(seed))
        self._count = 0

    def session(self, connection: sqlite3.Connection, number: int, turns: int) -> None:
        """Write the session numbered *number*."""
        native_id, born = f"ses_{number:08}", BORN + number * 60 * _MINUTE
        row = {
            "id": native_id,
            "project_id": "global",
            "slug": "quiet-river",
            "directory": f"/home/dev/project-{number % 20}",
            "title": self._pool.prose("en", 1)[:60],
            "version": "1.18.33",
            "agent": "build",
            "model": json.dumps({"id": "mock-1", "providerID": "mock", "variant": "default"}),
            "time_created": born,
            "time_updated": born + turns * _MINUTE,
        }
        marks = ", ".join("?" * len(row))
        query = f"INSERT INTO session ({', '.join(row)}) VALUES ({marks})"
        connection.execute(query, list(row.values()))
        for turn in range(turns):
            self.turn(connection, native_id, born + turn * _MINUTE)

    def turn(self, connection: sqlite3.Connection, session: str, at: int) -> None:
        """Write a prompt and two steps of an answer: thought, text, a call, then the last words."""
        said = {"type": "text", "text": self._pool.prose("zh", 4)}
        asked = self._message(connection, session, at, {"role": "user", "agent": "build"}, [said])
        answer = {"role": "assistant", "parentID": asked, "modelID": "mock-1", "finish": "stop"}
        state = {"status": "completed", "input": {"command": "make test"}}
        call = {"type": "tool", "tool": "bash", "callID": f"call_{self._count}"}
        steps: list[dict[str, Any]] = [
            {"type": "reasoning", "text": self._pool.prose("en", 3)},
            {"type": "text", "text": self._pool.answer("zh")},
            call | {"state": state | {"output": self._pool.output()}},
        ]
        last = [{"type": "text", "text": self._pool.answer("zh")}]
        for number, parts in enumerate((steps, last), 1):
            self._message(connection, session, at + number * 1_000, answer, parts)

    def _message(
        self,
        connection: sqlite3.Connection,
        session: str,
        at: int,
        record: dict[str, Any],
        parts: list[dict[str, Any]],
    ) -> str:
        self._count += 1
        message_id = f"msg_{at:014x}{self._count:012x}"
        data = json.dumps(record | {"time": {"created": at}, "providerID": "mock"})
        row = (message_id, session, at, at, data)
        connection.execute("INSERT INTO message VALUES (?, ?, ?, ?, ?)", row)
        for number, part in enumerate(parts):
            own = (f"prt_{message_id[4:]}{number:02x}", message_id, session, at, at)
            values = (*own, json.dumps(part, ensure_ascii=False))
            connection.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", values)
        return message_id


def write_on(path: Path, pause_seconds: float) -> int:
    """Add turns to sessions, one in a transaction, until standard input ends; return how many."""
    connection, writer, count = connect(path), Writer(8), 0
    sessions = [one for (one,) in connection.execute("SELECT id FROM session")]
    while not select.select([sys.stdin], [], [], pause_seconds)[0]:
        connection.execute("BEGIN IMMEDIATE")
        at = BORN + 1_000_000 * _MINUTE + count * 10_000
        writer.turn(connection, sessions[count % len(sessions)], at)
        connection.execute("COMMIT")
        count += 1
        if count == 1:
            print("writing", flush=True)
    connection.close()
    return count


if __name__ == "__main__":
    print(write_on(Path(sys.argv[1]), float(sys.argv[2])), flush=True)
