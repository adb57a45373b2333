"""Writing what a scan found: each function runs inside the caller's transaction."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.ids import UNKNOWN_PROJECT, project_id
from vela_desktop.domain.sessions import Fingerprint, Location, SessionFacts
from vela_desktop.index.rows import chunks, marks
from vela_desktop.index.schema import next_sequence
from vela_desktop.sources.projects import project_root
from vela_desktop.sources.readers import reader

_KEPT_CHANGES = 1_000
"""Transactions after which a gone session is forgotten; a scan under way looks far less back."""


@dataclass(frozen=True, slots=True)
class Project:
    """Where a session ran: the project's id and its root folder."""

    id: str
    root: str

    @classmethod
    def of(cls, cwd: str | None) -> "Project":
        """Return the project of a session that ran in *cwd*."""
        root = project_root(cwd)
        return cls(project_id(root) if root else UNKNOWN_PROJECT, root)


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """A transcript that is new or changed, before its head was read."""

    location: Location
    fingerprint: Fingerprint
    root: str | None
    """The folder it was found in; None for one that was registered by its path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What the head of a transcript said about its session, or why it could not be read."""

    location: Location
    fingerprint: Fingerprint
    session_id: str
    facts: SessionFacts
    project: Project
    error: str | None = None


def note_pending(connection: sqlite3.Connection, met: Iterable[Met]) -> None:
    """Mark transcripts as to be read; what is known of them stays until then."""
    connection.executemany(
        """
        INSERT INTO location (agent, ref, root, size, mtime_ns) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (agent, ref) DO UPDATE SET
            root = excluded.root, size = excluded.size, mtime_ns = excluded.mtime_ns, pending = 1
        WHERE location.size <> excluded.size OR location.mtime_ns <> excluded.mtime_ns
            OR location.root IS NOT excluded.root OR location.scan_error IS NOT NULL
        """,
        [
            (*key(one.location), one.root, one.fingerprint.size, one.fingerprint.mtime_ns)
            for one in met
        ],
    )


def register(connection: sqlite3.Connection, location: Location, fingerprint: Fingerprint) -> None:
    """Note a transcript that a person named by its path, to be kept while it exists."""
    connection.execute(
        """
        INSERT INTO location (agent, ref, registered, size, mtime_ns) VALUES (?, ?, 1, ?, ?)
        ON CONFLICT (agent, ref) DO UPDATE SET
            registered = 1, size = excluded.size, mtime_ns = excluded.mtime_ns, pending = 1
        """,
        (*key(location), fingerprint.size, fingerprint.mtime_ns),
    )


def keep(connection: sqlite3.Connection, reads: Iterable[Read]) -> None:
    """Store what was read of pending transcripts.

    A transcript that another program met changed in the meantime stays as it is, to be read again.
    """
    connection.executemany(
        """
        UPDATE location SET pending = 0, session_id = ?, native_id = ?, title = ?,
            first_prompt = ?, cwd = ?, branch = ?, model = ?, started_at = ?, last_at = ?,
            parent_native_id = ?, relation = ?, project_id = ?, project_root = ?, scan_error = ?
        WHERE agent = ? AND ref = ? AND size = ? AND mtime_ns = ? AND pending
        """,
        [_values(read) for read in reads],
    )


def forget(connection: sqlite3.Connection, locations: Iterable[Location]) -> set[str]:
    """Remove locations and return the ids of the sessions that had them."""
    query = "DELETE FROM location WHERE agent = ? AND ref = ? RETURNING session_id"
    lost = set()
    for location in locations:
        lost |= {row[0] for row in connection.execute(query, key(location)).fetchall()}
    return lost - {None}


def refresh(connection: sqlite3.Connection, session_ids: set[str]) -> None:
    """Choose the best location of each session anew and number the change."""
    if not session_ids:
        return
    sequence = next_sequence(connection)
    for chunk in chunks(sorted(session_ids)):
        places = _places(connection, chunk)
        connection.executemany(
            """
            INSERT INTO session (id, agent, best, copies, changed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                best = excluded.best, copies = excluded.copies, changed = excluded.changed
            """,
            [(*_session(one, rows), sequence) for one, rows in places.items()],
        )
        gone = [(sequence, one) for one in chunk if one not in places]
        connection.executemany(
            "UPDATE session SET best = NULL, copies = NULL, changed = ? WHERE id = ?", gone
        )


def tidy(connection: sqlite3.Connection) -> None:
    """Drop the maps of transcripts that are gone, and what nobody asks for any more."""
    connection.execute(
        """
        DELETE FROM map WHERE NOT EXISTS (
            SELECT 1 FROM location WHERE location.agent = map.agent AND location.ref = map.ref)
        """
    )
    connection.execute(
        """
        DELETE FROM session WHERE best IS NULL AND changed <=
            (SELECT value FROM meta WHERE key = 'sequence') - ?
        """,
        (_KEPT_CHANGES,),
    )


def sessions_at(connection: sqlite3.Connection, location: Location) -> set[str]:
    """Return the id of the session that *location* belonged to so far, if any."""
    query = "SELECT session_id FROM location WHERE agent = ? AND ref = ?"
    return {row[0] for row in connection.execute(query, key(location))} - {None}


def key(location: Location) -> tuple[str, str]:
    """Return *location* as its two columns."""
    return str(location.agent), location.ref


def _values(read: Read) -> tuple[object, ...]:
    facts = read.facts
    return (
        read.session_id,
        facts.native_id,
        facts.title,
        facts.first_prompt,
        facts.cwd,
        facts.branch,
        facts.model,
        facts.started_at,
        facts.last_at,
        facts.parent_native_id,
        str(facts.relation),
        read.project.id,
        read.project.root,
        read.error,
        *key(read.location),
        read.fingerprint.size,
        read.fingerprint.mtime_ns,
    )


def _places(
    connection: sqlite3.Connection, session_ids: Sequence[str]
) -> dict[str, list[tuple[int, str, str, int]]]:
    """Return (id, agent, reference, whether it failed) of the locations of each session, the best
    one first."""
    query = f"""
        SELECT session_id, id, agent, ref, scan_error IS NOT NULL FROM location
        WHERE session_id IN {marks(session_ids)}
        ORDER BY session_id, scan_error IS NOT NULL, mtime_ns DESC, ref
    """
    places: dict[str, list[tuple[int, str, str, int]]] = defaultdict(list)
    for session, *place in connection.execute(query, session_ids):
        places[session].append(tuple(place))
    for copies in places.values():
        if len(copies) > 1:
            copies.sort(key=_worth)
    return places


def _worth(place: tuple[int, str, str, int]) -> tuple[int, bool]:
    """Return the key that sorts what can be read first, and among it what supersedes the others."""
    _, agent, ref, failed = place
    location = Location(Agent(agent), ref)
    return failed, reader(location.agent).is_superseded(location)


def _session(
    session: str, places: Sequence[tuple[int, str, str, int]]
) -> tuple[str, str, int, str | None]:
    best, agent, *_ = places[0]
    refs = [ref for _, _, ref, _ in places]
    return session, agent, best, json.dumps(refs) if len(refs) > 1 else None
