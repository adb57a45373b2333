"""Nothing that was paid for is lost because the database cannot be written for a while."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest

from support.curation import ScriptedAgent, entries, entry, topic, topics
from support.process import until
from support.runner_rig import Rig, caller, eventually
from vela_desktop.agents.protocol import Answer, Request
from vela_desktop.config.paths import Paths
from vela_desktop.curation.supervision import OnStart
from vela_desktop.domain import limits
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Job, JobStatus
from vela_desktop.storage import jobs, steps


def soon_busy(unit: Any) -> None:
    """Have statements wait for other programs for a moment only; a function for a write."""
    unit.connection.exec_driver_sql("PRAGMA busy_timeout = 30")


def limit(unit: Any, pages: int) -> None:
    """Let the database have *pages* at most, or as many as it has; a function for a write."""
    unit.connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


class Trouble:
    """An agent whose answers find a database that another program has locked."""

    def __init__(self, rig: Rig, stage: str) -> None:
        self.rig = rig
        self.agent = ScriptedAgent([topics(topic("A"))])
        self._stage = stage
        self._lock: sqlite3.Connection | None = None

    async def call(self, job: Job, request: Request, on_start: OnStart) -> Answer:
        answer = await self.agent.ask(request)
        if self.agent.asked(self._stage) and self._lock is None:
            await self.rig.store.write(soon_busy)
            self._lock = sqlite3.connect(
                Paths(self.rig.store.folder).database,
                isolation_level=None,
                check_same_thread=False,
            )
            self._lock.execute("BEGIN IMMEDIATE")
        return answer

    def pass_by(self) -> None:
        assert self._lock is not None
        self._lock.close()

    async def has_come(self) -> bool:
        return self._lock is not None


@asynccontextmanager
async def locked(rig: Rig, stage: str) -> AsyncIterator[tuple[Job, Trouble]]:
    """Give a job whose database is locked from the first answer of *stage* on."""
    trouble = Trouble(rig, stage)
    job = await rig.submit()
    await rig.started(trouble.call)
    await eventually(trouble.has_come)
    try:
        yield job, trouble
    finally:
        trouble.pass_by()


@pytest.mark.parametrize("stage", ["extract", "merge"])
async def test_an_answer_outlives_a_busy_database(rig: Rig, stage: str) -> None:
    async with locked(rig, stage) as (job, trouble):
        await asyncio.sleep(0.3)
        trouble.pass_by()
        ended = await rig.until(job)
    assert (ended.status, ended.error) == (JobStatus.COMPLETED, None)
    assert ended.usage.calls == len(trouble.agent.prompts) == 2
    assert len(await rig.store.read(steps.of, job.lineage)) == 2


async def test_a_job_that_gives_up_keeps_its_answer_for_the_retry(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limits, "WRITE_SECONDS", 0.0)
    async with locked(rig, "merge") as (job, trouble):
        await until(lambda: "job not ended yet" in caplog.text)
        trouble.pass_by()
        ended = await rig.until(job)
    assert (ended.status, ended.error) == (JobStatus.FAILED, Code.DATA_BUSY)
    assert ended.usage.calls == 2
    retried = await rig.retry(job)
    ended = await rig.until(retried)
    assert (ended.status, ended.usage.calls) == (JobStatus.COMPLETED, 0)
    assert len(trouble.agent.prompts) == 2


async def test_a_cancel_while_the_database_is_busy_keeps_the_answer(rig: Rig) -> None:
    async with locked(rig, "merge") as (job, trouble):
        trouble.pass_by()
        await rig.cancel(job)
        ended = await rig.until(job)
    assert ended.usage.calls == 2
    assert len(await rig.store.read(steps.of, job.lineage)) == 2


async def test_closing_does_not_wait_for_a_database_that_stays_busy(rig: Rig) -> None:
    async with locked(rig, "merge"), asyncio.timeout(10):
        await rig.runners[0].stop()


async def test_a_full_disk_costs_nothing_once_there_is_room_again(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    async def merge_on_a_full_disk(job: Job, request: Request, on_start: OnStart) -> Answer:
        answer = await agent.ask(request)
        if agent.asked("merge"):
            await rig.store.write(limit, 1)
        return answer

    body = "\n\n".join(f"{n} " + os.urandom(3_000).hex() for n in range(30))
    agent = ScriptedAgent([topics(topic("A"))], lambda title, prompt: entries(entry(title, body)))
    job = await rig.submit()
    await rig.started(merge_on_a_full_disk)
    await until(lambda: "data_disk_full" in caplog.text)
    await rig.store.write(limit, 1_000_000)
    ended = await rig.until(job)
    assert (ended.status, ended.usage.calls, len(agent.prompts)) == (JobStatus.COMPLETED, 2, 2)


async def test_what_a_call_cost_and_the_step_it_gave_are_one_write(rig: Rig) -> None:
    """So a kill between them cannot count the cost and lose the step."""
    seen: list[tuple[int, int]] = []

    def look(event: object) -> None:
        with closing(sqlite3.connect(Paths(rig.store.folder).database)) as file:
            usage = file.execute("SELECT json_extract(usage, '$.calls') FROM memory_jobs")
            stored = file.execute("SELECT count(*) FROM memory_job_steps").fetchone()[0]
            seen.append((usage.fetchone()[0] or 0, stored))

    rig.store.database._bus.subscribe(look)
    job = await rig.submit()
    await rig.started(caller(ScriptedAgent([topics(topic("A"))])))
    await rig.until(job)
    assert {calls for calls, _ in seen} == {0, 1, 2}
    assert all(calls == stored for calls, stored in seen)


async def test_a_job_taken_for_dead_keeps_the_step_it_has_paid_for(rig: Rig) -> None:
    agent = ScriptedAgent([topics(topic("A"))])

    async def call(job: Job, request: Request, on_start: OnStart) -> Answer:
        answer = await agent.ask(request)

        def end(unit: Any) -> Job | None:
            found = jobs.get(unit.connection, job.id)
            assert found
            assert found.lease
            return jobs.end_interrupted(unit, job.id, found.lease)

        if len(agent.prompts) == 1:
            await rig.store.write(end)
        return answer

    job = await rig.submit()
    await rig.started(call)
    assert (await rig.until(job)).error == Code.INTERRUPTED

    async def kept() -> bool:
        return bool(await rig.store.read(steps.of, job.lineage))

    await eventually(kept)
    retried = await rig.retry(job)
    assert (await rig.until(retried)).usage.calls == 1
