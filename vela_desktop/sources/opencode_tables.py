"""The tables of an OpenCode database, and what is asked of them.

OpenCode 1 keeps its sessions in ``session``, ``message`` and ``part``, OpenCode 2 in ``session_v2``
and ``session_message``. Columns differ between versions; one that is not there reads as NULL.
"""

from vela_desktop.sources.opencode_db import Database, Row

FIRST, SECOND = "session", "session_v2"
_NEEDED = {
    FIRST: (("message", {"session_id", "data"}), ("part", {"message_id", "data"})),
    SECOND: (("session_message", {"session_id", "type", "seq", "data"}),),
}
NOTED = ("parent_id", "title", "directory", "model", "revert", "fork_session_id")
_MESSAGES = {
    FIRST: """
        SELECT m.rowid, m.time_created, m.id, m.time_created, NULL, m.data FROM message m
        WHERE m.session_id = ? AND {where} ORDER BY m.time_created, m.id LIMIT 100
    """,
    SECOND: """
        SELECT m.rowid, m.seq, m.id, m.time_created, m.type, m.data FROM session_message m
        WHERE m.session_id = ? AND {where} ORDER BY m.seq, m.id LIMIT 100
    """,
}
_ORDER = {FIRST: "m.time_created", SECOND: "m.seq"}
PARTS = "SELECT data FROM part WHERE message_id = ? ORDER BY id"

_CHANGED = {
    FIRST: """
        (SELECT count(*) FROM message WHERE session_id = s.id),
        max(s.time_updated,
            ifnull((SELECT time_updated FROM message WHERE session_id = s.id
                ORDER BY time_created DESC, id DESC LIMIT 1), 0),
            ifnull((SELECT time_updated FROM part
                WHERE rowid = (SELECT max(rowid) FROM part WHERE session_id = s.id)), 0))
    """,
    SECOND: """
        (SELECT count(*) FROM session_message WHERE session_id = s.id),
        max(s.time_updated,
            ifnull((SELECT time_updated FROM session_message WHERE session_id = s.id
                ORDER BY seq DESC LIMIT 1), 0))
    """,
}
_AROUND = {
    FIRST: """
        (SELECT max(time_created) FROM message WHERE session_id = s.id),
        CASE WHEN {model} IS NULL THEN (SELECT data FROM message WHERE session_id = s.id
            ORDER BY time_created DESC, id DESC LIMIT 1) END,
        m.time_created, NULL, m.data, p.data
        FROM session s
        LEFT JOIN message m ON m.rowid = (SELECT rowid FROM message WHERE session_id = s.id
            ORDER BY time_created, id LIMIT 1)
        LEFT JOIN part p ON p.message_id = m.id
        WHERE s.id IN ({marks}) ORDER BY s.id, p.id
    """,
    SECOND: """
        (SELECT max(time_created) FROM session_message WHERE session_id = s.id),
        CASE WHEN {model} IS NULL THEN (SELECT data FROM session_message
            WHERE session_id = s.id AND type IN ('user', 'assistant')
            ORDER BY seq DESC LIMIT 1) END,
        m.time_created, m.type, m.data, NULL
        FROM session_v2 s
        LEFT JOIN session_message m ON m.rowid = (SELECT rowid FROM session_message
            WHERE session_id = s.id ORDER BY seq LIMIT 1)
        WHERE s.id IN ({marks})
    """,
}
_AHEAD = 32
"""The heads of how many sessions of a listing are read in one go at most."""


class Tables:
    """One generation's tables, for as long as a connection to them is kept.

    A scan lists the sessions and then asks for the head of one after the other. So ever more heads
    are read in one go, and given out as long as nobody wrote in the database, which SQLite tells.
    """

    def __init__(self, database: Database, sessions: str) -> None:
        columns = database.columns(sessions)
        chosen = _chosen(columns, "title", "agent", "parent_id")
        self.sessions = sessions
        self.has_parts = sessions == FIRST
        self.listing = f"SELECT s.id, {chosen}, {_CHANGED[sessions]} FROM {sessions} s"
        self.messages = _MESSAGES[sessions].format(where=f"({_ORDER[sessions]}, m.id) > (?, ?)")
        self.message = _MESSAGES[sessions].format(where="m.rowid = ?")
        noted = f"SELECT s.id, {_chosen(columns, *NOTED)}, s.time_created, s.time_updated"
        self._head = f"{noted}, {_AROUND[sessions]}".replace("{model}", _chosen(columns, "model"))
        self._places: dict[str, int] = {}
        self._ids: list[str] = []
        self._ahead: dict[str, list[Row]] = {}
        self._version = 0
        self._next, self._count = -1, 1

    def listed(self, ids: list[str]) -> None:
        """Note in which order the heads of sessions will be asked for."""
        self._ids = ids
        self._places = {one: place for place, one in enumerate(ids)}

    def head(self, database: Database, native_id: str) -> list[Row]:
        """Return the session's row with each part of its first message; nothing where it is not."""
        if (version := database.version()) != self._version:
            self._ahead.clear()
            self._version = version
        if (rows := self._ahead.pop(native_id, None)) is not None:
            return rows
        self._ahead.clear()
        ids = self._following(native_id)
        query = self._head.replace("{marks}", ", ".join("?" * len(ids)))
        for row in database.rows(query, tuple(ids)):
            self._ahead.setdefault(row[0].decode("utf-8", "replace"), []).append(row[1:])
        return self._ahead.pop(native_id, [])

    def _following(self, native_id: str) -> list[str]:
        """Return the ids of the session and of those that will probably be asked for next."""
        place = self._places.get(native_id)
        if place is None:
            return [native_id]
        self._count = min(2 * self._count, _AHEAD) if place == self._next else 1
        self._next = place + self._count
        return self._ids[place : self._next]


def tables_of(database: Database) -> list[Tables]:
    """Return the tables with sessions that the database has, the newer generation first."""
    found: list[Tables] | None = database.kept.get("tables")
    if found is None:
        found = [Tables(database, name) for name in (SECOND, FIRST) if _has(database, name)]
        database.kept["tables"] = found
    return found


def _has(database: Database, sessions: str) -> bool:
    return "id" in database.columns(sessions) and all(
        needed <= database.columns(table) for table, needed in _NEEDED[sessions]
    )


def _chosen(columns: frozenset[str], *wanted: str) -> str:
    return ", ".join(f"s.{name}" if name in columns else "NULL" for name in wanted)
