"""A computer on which things go wrong, and the one look that every fault has to stand."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.curation import entries, entry, topic, topics
from support.fake_agents import FakeAgent
from support.index import NOON, Machine
from support.machines import set_programs
from support.process import until
from support.real_agents import MARK, running
from support.storage import Store, new
from vela_desktop.cli.commands.curate import failure
from vela_desktop.config.paths import Paths
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import UNFINISHED, Choice, Job, JobOptions, JobStatus
from vela_desktop.domain.messages import MESSAGES, describe_error
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.wiring import build
from vela_desktop.wiring.services import Services

LONG, SHORT, OTHER = "Invitations", "Flaky tests", "Backups"
"""A session of two segments, each more than a pipe holds, and two of one."""

TITLES = ["A", "B"]
"""What ``ANSWERS`` find in LONG: one topic in each segment."""

CALLS = 2 * len(TITLES)
"""How many calls that takes."""

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine before a test counts it as stuck."""

_PROSE = "每个邀请在读取时判断是否过期，因为定时任务会留下一个窗口。" * 760
_TESTS = Path(__file__).parents[1]
_TABLES = (
    "memory_entries", "memory_tags", "memory_links", "memory_citations", "memory_entry_sources",
    "memory_revisions",
)  # fmt: skip

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def answers(**more: Any) -> list[dict[str, Any]]:
    """Return the rules of an agent that answers every question about LONG; *more* goes into each
    reply."""
    replies: dict[str, Any] = {
        f'segment="{number}"': topics(topic(title)) for number, title in enumerate(TITLES, 1)
    }
    replies |= {f'title="{title}">': entries(entry(title)) for title in TITLES}
    return [{"contains": text, "reply": {"data": data} | more} for text, data in replies.items()]


def computer(folder: Path, empty_base: Path, *agents: FakeAgent) -> Machine:
    """Return a computer with the three sessions, an empty knowledge base and *agents*."""
    machine = Machine(folder)
    machine.add(1, f"{LONG}\n\n{_PROSE}", f"And then?\n\n{_PROSE}", at=NOON)
    machine.add(2, SHORT, at=NOON + 60)
    machine.add(3, OTHER, at=NOON + 120)
    machine.scan()
    set_programs(machine, **{fake.path.name: fake.path for fake in agents})
    shutil.copy(empty_base, Paths(machine.home / "data").database)
    return machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The computer, and the program on it as a window has it: every service, in this process."""

    machine: Machine
    services: Services
    children: list["subprocess.Popen[str]"] = field(default_factory=list)

    @property
    def database(self) -> Path:
        """The file of the knowledge base."""
        return self.services.reading.paths.database

    @property
    def store(self) -> Store:
        """Short names for the database."""
        return Store(self.database.parent, self.services.database, [])

    async def session(self, text: str = SHORT) -> str:
        """Return the id of the session titled so."""
        page = await self.services.reading.sessions.list(SessionQuery(text=text))
        (row,) = page.items
        return row.id

    async def path(self, text: str) -> str:
        """Return the transcript of a session."""
        found = await self.services.reading.sessions.found(await self.session(text))
        return found.locations[0]

    async def knows(self, *titles: str, text: str = SHORT) -> tuple[str, ...]:
        """Have an earlier curation of a session leave entries; return their ids."""
        done = await self.store.curate(*map(new, titles), session=await self.session(text))
        return done.saved

    async def submit(self, text: str = SHORT, agent: Agent = Agent.CLAUDE) -> Job:
        """Submit a job as a person does."""
        session = await self.session(text)
        return await self.services.jobs.submit(session, Choice(agent=agent), JobOptions())

    async def curate(self, text: str = SHORT, agent: Agent = Agent.CLAUDE) -> Job:
        """Submit a job and return it as it ended."""
        return await self.run(await self.submit(text, agent))

    async def retry(self, job: Job) -> Job:
        """Retry a job and return the new one as it ended."""
        return await self.run(await self.services.jobs.retry(job.id))

    async def run(self, job: Job) -> Job:
        """Do a job that waits and return it as it ended."""
        async with asyncio.timeout(PATIENCE):
            return await self.services.jobs.run(job.id)

    async def job(self, job_id: str) -> Job:
        """Return a job as it is now."""
        return (await self.services.jobs.get(job_id)).job

    async def ended(self, job_id: str) -> Job:
        """Wait until a job has ended, in whatever process."""
        async with asyncio.timeout(PATIENCE):
            while (job := await self.job(job_id)).status in UNFINISHED:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return job

    async def titles(self, text: str = SHORT) -> list[str]:
        """Return the titles of a session's entries."""
        return await self.store.titles(await self.session(text))

    def rows(self) -> Rows:
        """Return every row that entries are made of."""
        with closing(sqlite3.connect(self.database)) as file:
            file.row_factory = sqlite3.Row
            return {
                name: [dict(row) for row in file.execute(f"SELECT * FROM {name} ORDER BY rowid")]
                for name in _TABLES
            }

    def start(
        self, *arguments: str, part: str = "vela_desktop.app.console", **variables: str
    ) -> "subprocess.Popen[str]":
        """Start ``vela``, or another *part*, as a process of its own."""
        process = subprocess.Popen(
            [sys.executable, "-m", part, *arguments],
            cwd=_TESTS,
            env={**os.environ, **environment(self.machine), **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.children.append(process)
        return process

    async def check(self, job: Job, before: Rows, cause: str = "") -> None:
        """Assert what has to hold once *job* has ended, whatever happened.

        *before* are the rows when the fault came, the edits of a person included; the message that
        a person is shown has to hold *cause*.
        """
        assert await self.services.jobs.unfinished() == (), "a job is stuck"
        assert job.ended_at is not None
        assert (job.lease, job.children) == (None, ())
        if job.status is JobStatus.COMPLETED:
            assert job.error is None
            _check_result(job, before, self.rows())
        else:
            assert self.rows() == before, "a part of a result, or a lost edit"
            _check_message(job, cause)
        await until(lambda: not running(str(self.machine.home)), PATIENCE)
        _check_file(self.database)

    def close(self) -> None:
        """Leave no process behind, also when the test failed."""
        for process in self.children:
            process.kill()
            process.communicate()


def _check_result(job: Job, before: Rows, after: Rows) -> None:
    """Assert that all of the result was saved, in one change, and no one else's words changed."""
    saved = [row for row in after["memory_revisions"] if row["author"] == f"{job.agent}:{job.id}"]
    assert len(saved) == job.entries
    assert len({row["change_id"] for row in saved}) <= 1
    mine = {row["id"] for row in after["memory_entries"] if row["session_id"] == job.session_id}
    assert mine >= {row["entry_id"] for row in saved}
    told = ("id", "title", "summary", "body", "state", "session_id")
    others = [
        [[row[name] for name in told] for row in rows if row["session_id"] != job.session_id]
        for rows in (before["memory_entries"], after["memory_entries"])
    ]
    assert others[0] == others[1]


def _check_message(job: Job, cause: str) -> None:
    """Assert that the message of a job that failed is its own, whole, and names the cause."""
    error = failure(job)
    assert error.code is not Code.INTERNAL, error.details
    assert error.wire in MESSAGES
    text = " ".join(describe_error(error))
    assert "…" not in text, "a detail is missing"
    assert re.search(cause, text), text


def _check_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        lone = (
            "SELECT e.title FROM memory_entries e LEFT JOIN memory_revisions r "
            "ON r.entry_id = e.id AND r.version = e.version WHERE r.n IS NULL"
        )
        assert file.execute(lone).fetchall() == [], "an entry without its revision"


def environment(machine: Machine) -> dict[str, str]:
    """Return what leads programs to *machine*, and marks them as started there."""
    return {
        **machine.variables,
        "PATH": os.defpath,
        "VELA_DATA_DIR": str(machine.home / "data"),
        MARK: str(machine.home),
    }


@asynccontextmanager
async def scene_on(machine: Machine) -> AsyncIterator[Scene]:
    """Give the program on *machine*."""
    async with build(machine.home / "data", Via.GUI, environment(machine)) as services:
        scene = Scene(machine=machine, services=services)
        try:
            yield scene
        finally:
            scene.close()
