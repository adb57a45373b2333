"""One slice of a scan: heads that are read one by one and stored together."""

import logging
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.ids import session_id
from vela_desktop.domain.sessions import Fingerprint, Location, SessionFacts
from vela_desktop.index import records, rows
from vela_desktop.index.records import Project, Read
from vela_desktop.sources.readers import reader

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A transcript whose head is to be read, and what is known of it from before."""

    location: Location
    fingerprint: Fingerprint
    session_id: str | None
    error: str | None


def newest_pending(connection: sqlite3.Connection, most: int) -> Iterator[Pending]:
    """Return up to *most* transcripts that wait to be read, the newest first."""
    query = """
        SELECT agent, ref, size, mtime_ns, session_id, scan_error
        FROM location WHERE pending ORDER BY mtime_ns DESC LIMIT ?
    """
    # All rows are fetched at once: an open cursor would be a read transaction under the write.
    for agent, ref, size, mtime_ns, session, error in connection.execute(query, (most,)).fetchall():
        yield Pending(
            location=Location(Agent(agent), ref),
            fingerprint=Fingerprint(size, mtime_ns),
            session_id=session,
            error=error,
        )


def reason_of(error: VelaError) -> str:
    """Return why *error* happened, on one line."""
    return str(error.details.get("reason") or error.code)


class Batch:
    """Heads that were read and wait to be written into the index."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._reads: list[Read] = []
        self._gone: list[Location] = []
        self._touched: set[str] = set()
        self._projects: dict[str | None, Project] = {}

    def read(self, one: Pending) -> None:
        """Read the head of *one*; a transcript that cannot be read is kept with the reason."""
        try:
            facts = reader(one.location.agent).head(one.location)
        except VelaError as error:
            if error.code is Code.SOURCE_GONE:
                self._gone.append(one.location)
            else:
                self._fail(one, reason_of(error))
        except Exception as error:
            logger.exception("a reader failed on a transcript of %d bytes", one.fingerprint.size)
            self._fail(one, type(error).__name__)
        else:
            self._keep(one, facts, None)

    def store(self) -> None:
        """Write everything down, inside the caller's transaction."""
        records.keep(self._connection, self._reads)
        lost = records.forget(self._connection, self._gone)
        records.refresh(self._connection, self._touched | lost)

    def _fail(self, one: Pending, reason: str) -> None:
        facts = rows.facts_at(self._connection, *records.key(one.location))
        self._keep(one, facts or SessionFacts(native_id=_name(one.location)), reason)

    def _keep(self, one: Pending, facts: SessionFacts, error: str | None) -> None:
        read = Read(
            location=one.location,
            fingerprint=one.fingerprint,
            session_id=session_id(one.location.agent, facts.native_id),
            facts=facts,
            project=self._project(facts.cwd),
            error=error,
        )
        self._reads.append(read)
        if error is None or error != one.error:
            self._touched.add(read.session_id)
            if one.session_id:
                self._touched.add(one.session_id)

    def _project(self, cwd: str | None) -> Project:
        if cwd not in self._projects:
            self._projects[cwd] = Project.of(cwd)
        return self._projects[cwd]


def _name(location: Location) -> str:
    """Return a native id for a transcript that was never read: what agents put into file names."""
    name = PurePath(location.ref).stem
    found = _UUID.findall(name)
    return found[-1] if found else name
