"""What other processes wrote to the same database, told in this one."""

import json
import os
import sqlite3

from vela_desktop.domain.events import Event, from_feed
from vela_desktop.process.identity import host, start_ticks


def this_writer() -> str:
    """Return what names this process in the feed: host, pid and start ticks."""
    pid = os.getpid()
    return f"{host()}:{pid}:{start_ticks(pid)}"


class FeedReader:
    """Reads the feed on the writer's connection.

    There ``PRAGMA data_version`` moves with other processes' commits only, so an idle poll costs no
    look at any table. Only ``poll`` moves the number of the last row seen.
    """

    def __init__(self, connection: sqlite3.Connection, writer: str) -> None:
        self._connection = connection
        self._writer = writer
        self._version = self._data_version()  # before the rows: what comes between is read later
        self._seen: int = connection.execute("SELECT max(seq) FROM memory_feed").fetchone()[0] or 0

    def poll(self) -> tuple[Event, ...]:
        """Return the events that other processes committed since the last poll."""
        version = self._data_version()
        if version == self._version:
            return ()
        rows = self._connection.execute(
            "SELECT seq, kind, ids, writer FROM memory_feed WHERE seq > ? ORDER BY seq",
            (self._seen,),
        ).fetchall()
        self._version = version
        if rows:
            self._seen = rows[-1][0]
        told = (from_feed(kind, json.loads(ids)) for _, kind, ids, by in rows if by != self._writer)
        return tuple(event for event in told if event is not None)

    def _data_version(self) -> int:
        version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version
