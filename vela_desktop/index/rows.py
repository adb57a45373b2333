"""Reading found sessions: each function takes a connection and gives frozen values."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code
from vela_desktop.domain.sessions import (
    FoundSession,
    Relation,
    RootProblem,
    RootStatus,
    SessionFacts,
)

_FACTS = """
native_id, title, first_prompt, cwd, branch, model, started_at, last_at, parent_native_id, relation
"""
_SESSION = f"""
SELECT session.id, location.agent, ref, copies, project_id, project_root, size, mtime_ns,
    scan_error, {_FACTS}
FROM session JOIN location ON location.id = session.best
"""
_NEWEST_FIRST = "ORDER BY coalesce(last_at, mtime_ns / 1000000) DESC, session.id"
_AGENTS = {str(agent): agent for agent in Agent}
_RELATIONS = {str(relation): relation for relation in Relation}
_CHUNK = 500
"""Ids per statement, well below SQLite's limit of bound values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What changed after a sequence number, up to and including ``sequence``."""

    sequence: int
    changed: tuple[str, ...]
    gone: tuple[str, ...]


def sessions(connection: sqlite3.Connection) -> tuple[FoundSession, ...]:
    """Return every session, the newest first."""
    return tuple(map(_found, connection.execute(f"{_SESSION} {_NEWEST_FIRST}")))


def of_ids(connection: sqlite3.Connection, ids: Iterable[str]) -> tuple[FoundSession, ...]:
    """Return the sessions of *ids* that are still there, the newest first."""
    found = [
        _found(row)
        for chunk in chunks(ids)
        for row in connection.execute(f"{_SESSION} WHERE session.id IN {marks(chunk)}", chunk)
    ]
    return tuple(sorted(found, key=_age))


def by_prefix(connection: sqlite3.Connection, prefix: str) -> tuple[FoundSession, ...]:
    """Return the sessions whose id or native id begins with *prefix*; none for an empty one."""
    if not prefix:
        return ()
    where = "WHERE substr(session.id, 1, ?1) = lower(?2) OR substr(native_id, 1, ?1) = ?2"
    rows = connection.execute(f"{_SESSION} {where} {_NEWEST_FIRST}", (len(prefix), prefix))
    return tuple(map(_found, rows))


def facts_at(connection: sqlite3.Connection, agent: str, ref: str) -> SessionFacts | None:
    """Return what was read last of the transcript at this location."""
    query = f"""
        SELECT {_FACTS} FROM location
        WHERE agent = ? AND ref = ? AND session_id IS NOT NULL
    """
    row = connection.execute(query, (agent, ref)).fetchone()
    return _facts(row, 0) if row else None


def problems(connection: sqlite3.Connection) -> tuple[RootProblem, ...]:
    """Return the folders that could not be listed when they were last looked at, each once: a
    database may be in the way of several."""
    query = """
        SELECT agent, unlisted, code, reason FROM root WHERE code IS NOT NULL
        GROUP BY agent, unlisted, code, reason ORDER BY agent, min(path)
    """
    return tuple(
        RootProblem(agent=Agent(agent), path=path, code=Code(code), reason=reason)
        for agent, path, code, reason in connection.execute(query)
    )


def roots(connection: sqlite3.Connection) -> tuple[RootStatus, ...]:
    """Return every folder that was looked at, with the sessions found in it (no sub-agents)."""
    query = """
        SELECT root.agent, root.path, present, code, reason, count(session.id), total(location.size)
        FROM root LEFT JOIN location
            ON location.agent = root.agent AND location.root = root.path
            AND location.relation <> 'subagent'
        LEFT JOIN session ON session.best = location.id AND session.id = location.session_id
        GROUP BY root.agent, root.path ORDER BY root.agent, root.path
    """
    return tuple(
        RootStatus(
            agent=Agent(agent),
            path=path,
            sessions=count,
            size=int(size),
            problem=code,
            reason=reason or "",
            exists=bool(exists),
        )
        for agent, path, exists, code, reason, count, size in connection.execute(query)
    )


def changes(connection: sqlite3.Connection, after: int) -> Changes:
    """Return which sessions changed or went after the change numbered *after*."""
    query = "SELECT id, best IS NULL, changed FROM session WHERE changed > ? ORDER BY changed"
    rows = connection.execute(query, (after,)).fetchall()
    return Changes(
        sequence=max((row[2] for row in rows), default=after),
        changed=tuple(row[0] for row in rows if not row[1]),
        gone=tuple(row[0] for row in rows if row[1]),
    )


def chunks(values: Iterable[str]) -> Iterator[list[str]]:
    """Split *values* into lists short enough to be bound to one statement."""
    source = iter(values)
    while chunk := list(islice(source, _CHUNK)):
        yield chunk


def marks(values: Collection[object]) -> str:
    """Return ``(?, ?, …)`` for *values*."""
    return f"({', '.join('?' * len(values))})"


def _age(session: FoundSession) -> tuple[int, str]:
    last = session.facts.last_at
    return -(session.mtime_ns // 1_000_000 if last is None else last), session.id


def _found(row: tuple[Any, ...]) -> FoundSession:
    return FoundSession(
        id=row[0],
        agent=_AGENTS[row[1]],
        locations=tuple(json.loads(row[3])) if row[3] else (row[2],),
        project_id=row[4],
        project_root=row[5],
        size=row[6],
        mtime_ns=row[7],
        scan_error=row[8],
        facts=_facts(row, 9),
    )


def _facts(row: tuple[Any, ...], first: int) -> SessionFacts:
    return SessionFacts(
        native_id=row[first],
        title=row[first + 1],
        first_prompt=row[first + 2],
        cwd=row[first + 3],
        branch=row[first + 4],
        model=row[first + 5],
        started_at=row[first + 6],
        last_at=row[first + 7],
        parent_native_id=row[first + 8],
        relation=_RELATIONS[row[first + 9]],
    )
