"""Real databases in temporary folders, filled through the storage functions themselves."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from vela_desktop.config.paths import Paths
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.entries import Entry, EntryQuery, Kind, NewEntry, Origin, State
from vela_desktop.domain.events import ActorKind, Event, Initiator, Via
from vela_desktop.domain.jobs import Job, JobOptions, Lease
from vela_desktop.domain.text import title_key
from vela_desktop.process.identity import boot_id, host, start_ticks
from vela_desktop.storage import entries, jobs, names, replace, snapshots
from vela_desktop.storage.database import Database
from vela_desktop.storage.tables import memory_entries
from vela_desktop.storage.work_unit import UnitOfWork

PERSON = Initiator(kind=ActorKind.PERSON, via=Via.GUI)
JOB = Initiator(kind=ActorKind.PROGRAM, via=Via.JOB)
OWNER = Lease(host="here", boot_id="boot", pid=11, start_ticks=22)
OTHER = Lease(host="here", boot_id="boot", pid=33, start_ticks=44)


def session_id(name: str) -> str:
    """Return an id that looks like a session's: 36 characters, from a letter or so."""
    return f"{name:0>8}-0000-5000-8000-000000000000"


S1, S2, S3 = session_id("1"), session_id("2"), session_id("3")


class Store:
    """A database with short names for what tests do all the time."""

    def __init__(self, folder: Path, database: Database, events: list[Event]) -> None:
        self.folder = folder
        self.database = database
        self.events = events
        self.read = database.read

    async def write(self, function: Any, *arguments: Any, **named: Any) -> Any:
        """Write as a person."""
        return await self.database.write(function, *arguments, **{"initiator": PERSON, **named})

    async def submit(self, session: str = S1, text: str = "source", project: str = "p") -> Job:
        """Submit a job as the services do: names, snapshot and job in one write."""
        job: Job = await self.write(submit, session, text, project)
        return job

    async def claim(self, lease: Lease = OWNER, parallel: int = 99) -> Job | None:
        """Claim the next job."""
        job: Job | None = await self.write(jobs.claim, lease, parallel)
        return job

    async def curate(self, *found: NewEntry, session: str = S1, **named: Any) -> replace.Replaced:
        """Run a whole job that finds *found*."""
        job = await self.submit(session, **named)
        claimed = await self.claim()
        assert claimed is not None
        assert claimed.id == job.id
        return await self.commit(job, *found)

    async def commit(self, job: Job, *found: NewEntry) -> replace.Replaced:
        """Commit a claimed job."""
        done: replace.Replaced = await self.write(
            replace.replace_generated, job.id, OWNER, found, initiator=JOB
        )
        return done

    async def entry(self, key: str) -> Entry:
        """Return an entry that must be there."""
        entry = await self.read(entries.get, key)
        assert entry is not None
        return entry

    async def titles(self, session: str = S1) -> list[str]:
        """Return the titles a session has, sorted."""
        page = await self.read(entries.rows, EntryQuery(session_id=session, sort="title"))
        return [row.title for row in page.items]

    async def dump(self, *without: str) -> dict[str, Sequence[Any]]:
        """Return every row of every table, to prove that nothing changed."""
        return await self.read(dump_tables, without)


async def by_hand(store: Store, title: str, session: str = S1, **fields: object) -> str:
    """Put an entry into the table that no job may touch."""
    key = f"hand-{title}"
    row = {
        "id": key, "session_id": session, "title": title, "title_key": title_key(title),
        "kind": Kind.NOTE, "state": State.ACTIVE, "origin": Origin.MANUAL, "version": 1,
        "created_at": 1, "updated_at": 1, **fields,
    }  # fmt: skip
    await store.write(lambda unit: unit.connection.execute(insert(memory_entries), row).rowcount)
    return key


async def open_store(folder: Path, **named: Any) -> Store:
    """Open a database that records the events it publishes."""
    bus, events = EventBus(), list[Event]()
    bus.subscribe(events.append)
    return Store(folder, await Database.open(Paths(folder), bus, **named), events)


def submit(unit: UnitOfWork, session: str, text: str, project: str) -> Job:
    """Submit a job; a function that ``Database.write`` runs."""
    names.freeze(
        unit,
        session_id=session,
        agent=Agent.BUILTIN,
        native_id=f"native {session}",
        session_name=f"Session {session[7]}",
        project_id=project,
        project_name=f"Project {project}",
    )
    snapshot = snapshots.keep(unit, session, "transcript", text, {})
    new = jobs.NewJob(
        session_id=session,
        project_id=project,
        source_id=snapshot.id,
        agent=Agent.BUILTIN,
        model=None,
        effort="high",
        options=JobOptions(),
    )
    return jobs.submit(unit, new)


def new(title: str, body: str = "Body.", **fields: Any) -> NewEntry:
    """Return an entry as a job finds it."""
    return NewEntry(**{"title": title, "body": body, "summary": "", "kind": Kind.FACT, **fields})


def dump_tables(connection: Any, without: Sequence[str]) -> dict[str, Sequence[Any]]:
    """Return all rows by table."""
    listed = connection.exec_driver_sql(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'memory_%' "
        "AND name NOT LIKE 'memory_entry_fts%'"
    )
    tables = [name for (name,) in listed if name not in without]
    return {
        name: [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {name}")]
        for name in tables
    }


def this_process() -> Lease:
    """Return a lease of the running process."""
    pid = os.getpid()
    return Lease(host=host(), boot_id=boot_id(), pid=pid, start_ticks=start_ticks(pid) or 0)


def child(part: str, folder: Path, *arguments: object) -> subprocess.Popen[str]:
    """Start a part of ``support.storage_child`` on the database in *folder*."""
    command = [sys.executable, "-m", "support.storage_child", part, str(folder)]
    tests = Path(__file__).parents[1]
    return subprocess.Popen(
        [*command, *map(str, arguments)],
        cwd=tests,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


async def ended(process: subprocess.Popen[str]) -> str:
    """Return what a child printed; it must have ended well."""
    output, errors = await asyncio.to_thread(process.communicate)
    assert process.returncode == 0, errors
    return output.strip()
