"""Finding sessions: worker functions that walk the folders and read heads in short slices.

``begin`` looks over all folders and notes what is new or changed in the index itself; ``step``
reads the newest of these and stores them in one transaction, until none is left. So the state that
travels between the slices is three numbers, a scan that was cut off is taken up by the next one,
and programs that scan at the same time share the work.
"""

import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.ids import session_id
from vela_desktop.domain.sessions import FoundSession, Location
from vela_desktop.index import records, rows, walk
from vela_desktop.index.batch import Batch, newest_pending, reason_of
from vela_desktop.index.records import Project, Read
from vela_desktop.index.rows import marks
from vela_desktop.index.schema import immediate, last_sequence, opened
from vela_desktop.index.stamp import stamp
from vela_desktop.index.walk import Survey
from vela_desktop.sources.protocol import Root
from vela_desktop.sources.readers import READERS, reader

SLICE_SECONDS = 0.2
"""About how long a slice may take: a person's request waits no longer for the worker."""

FIRST_SLICE = 100
"""Transcripts in the first slice, sub-agents among them: one screen of the list, there at once."""

_READING = 0.7
"""Share of a slice for reading; the rest is for writing it down."""

_MOST_IN_A_SLICE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanState:
    """Where a scan is; goes from ``begin`` through every ``step``."""

    sequence: int
    """Changes up to this one were reported."""
    total: int
    """Transcripts that were to be read when the scan began."""
    first: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanSlice:
    """What one slice of a scan did, and which sessions changed since the one before it.

    Changes that another program made in the meantime are among them.
    """

    state: ScanState
    changed: tuple[str, ...]
    gone: tuple[str, ...]
    done: int
    total: int
    finished: bool


def list_roots(overrides: Mapping[str, str | None], environment: Mapping[str, str]) -> list[Root]:
    """Return every folder in which an agent keeps transcripts.

    *overrides* names a folder by agent where a person set one; *environment* is the process's.
    """
    return [
        root
        for agent, one in READERS.items()
        for root in one.roots(environment, overrides.get(agent))
    ]


def begin(path: Path, roots: list[Root], since: int | None = None) -> ScanState:
    """Look over *roots*, note in the index at *path* what is to be read, and forget what is gone.

    The roots of an agent named here are all it has: what was found elsewhere before is forgotten,
    unless it was registered. The slices report every change after the one numbered *since*, also
    those of other programs; by default those after now. Raises VelaError ``data_…``.
    """
    agents = list({root.agent for root in roots})
    with opened(path) as connection:
        sequence = last_sequence(connection) if since is None else since
        before = walk.known(connection, agents)
    seen = walk.survey(roots)
    plan = walk.compare(roots, seen, before)
    with opened(path) as connection:
        with immediate(connection):
            records.note_pending(connection, plan.pending)
            records.refresh(connection, records.forget(connection, plan.gone))
            _note_roots(connection, roots, seen)
            _read_all_after_an_update(connection)
            records.tidy(connection)
        return ScanState(sequence=sequence, total=_count_pending(connection))


def step(path: Path, state: ScanState, seconds: float = SLICE_SECONDS) -> ScanSlice:
    """Read the heads of the newest transcripts that wait for it, for about *seconds*.

    Raises VelaError ``data_…``; nothing of the slice is stored then.
    """
    deadline = time.monotonic() + seconds * _READING
    most = FIRST_SLICE if state.first else _MOST_IN_A_SLICE
    with opened(path) as connection:
        batch = Batch(connection)
        for one in newest_pending(connection, most):
            batch.read(one)
            if time.monotonic() > deadline:
                break
        with immediate(connection):
            batch.store()
        changes = rows.changes(connection, state.sequence)
        left = _count_pending(connection)
    return ScanSlice(
        state=replace(state, sequence=changes.sequence, first=False),
        changed=changes.changed,
        gone=changes.gone,
        done=max(0, state.total - left),
        total=max(state.total, left),
        finished=left == 0,
    )


def register(path: Path, location: Location) -> FoundSession:
    """Add the transcript at *location*, which need not lie in any root; return its session.

    Raises VelaError ``source_…`` where it cannot be read and ``data_…``.
    """
    one = reader(location.agent)
    fingerprint, facts = one.fingerprint(location), one.head(location)
    read = Read(
        location=location,
        fingerprint=fingerprint,
        session_id=session_id(location.agent, facts.native_id),
        facts=facts,
        project=Project.of(facts.cwd),
    )
    with opened(path) as connection:
        with immediate(connection):
            before = records.sessions_at(connection, location)
            records.register(connection, location, fingerprint)
            records.keep(connection, [read])
            records.refresh(connection, before | {read.session_id})
        (found,) = rows.of_ids(connection, [read.session_id])
    return found


def _note_roots(connection: sqlite3.Connection, roots: Iterable[Root], seen: Survey) -> None:
    agents = {str(root.agent) for root in roots}
    connection.execute(f"DELETE FROM root WHERE agent IN {marks(agents)}", list(agents))
    connection.executemany(
        """
        INSERT OR REPLACE INTO root (agent, path, present, code, reason, unlisted)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [_root(root, seen.problems.get(root)) for root in roots],
    )


def _root(root: Root, problem: VelaError | None) -> tuple[object, ...]:
    folder = walk.name(root)
    about: tuple[object, ...] = (None, None, None)
    if problem:
        about = str(problem.code), reason_of(problem), str(problem.details.get("path", folder))
    return str(root.agent), folder, root.exists, *about


def _read_all_after_an_update(connection: sqlite3.Connection) -> None:
    last = connection.execute("SELECT value FROM meta WHERE key = 'stamp'").fetchone()
    if last == (stamp(),):
        return
    connection.execute("UPDATE location SET pending = 1")
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('stamp', ?)", (stamp(),))


def _count_pending(connection: sqlite3.Connection) -> int:
    (count,) = connection.execute("SELECT count(*) FROM location WHERE pending").fetchone()
    return int(count)
