"""What a crash left behind is ended, whoever finds it; what lives is left alone."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from support.curation import ScriptedAgent, topics
from support.process import alive, gone, python, written_pid
from support.runner_process import HANGS, HangingAgent
from support.runner_rig import Rig, caller, eventually, finds
from support.storage import S2, Store, new, open_store
from vela_desktop.config.paths import Paths
from vela_desktop.curation.leases import own_lease
from vela_desktop.curation.runner import Runner
from vela_desktop.domain import limits
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import Child, Job, JobStatus, Lease
from vela_desktop.process.identity import MARK, first_ticks
from vela_desktop.process.mark import Mark, Owner, token
from vela_desktop.storage import jobs
from vela_desktop.storage.database import Database

DEAD = replace(own_lease(), pid=2**22 - 3, start_ticks=1)
FAR = replace(DEAD, namespace="another", host="elsewhere")


async def claimed(rig: Rig, lease: Lease, *children: Child) -> Job:
    job = await rig.submit()
    await rig.store.claim(lease)
    await rig.store.write(jobs.set_children, job.id, lease, children)
    return job


async def test_a_start_ends_what_a_crash_left(rig: Rig) -> None:
    left = [
        subprocess.Popen(python(HANGS), start_new_session=True, env={"VELA_CHILD": "1"})
        for _ in range(2)
    ]
    children = [Child(pgid=one.pid, start_ticks=first_ticks(one.pid)) for one in left]
    job = await claimed(rig, DEAD, *children)
    waiting = await rig.submit(S2)
    await rig.started(caller(finds()))
    ended = await rig.job(job)
    assert (ended.status, ended.error) == (JobStatus.FAILED, "memory_interrupted")
    assert [one.wait(10) for one in left] == [-signal.SIGKILL] * 2
    assert (await rig.until(waiting)).status is JobStatus.COMPLETED


async def test_what_a_crash_left_and_nobody_had_stored_is_ended_too(rig: Rig) -> None:
    """Its owner died while it started it; the mark in its environment says so."""
    owner = Owner(DEAD.boot_id, DEAD.namespace, DEAD.pid, DEAD.start_ticks)
    mark = Mark(owner=owner, keeper="-", run=token())
    left = subprocess.Popen(python(HANGS), start_new_session=True, env={MARK: str(mark)})
    job = await claimed(rig, DEAD)
    await rig.started(caller(finds()))
    assert (await rig.until(job)).error == "memory_interrupted"
    assert await asyncio.to_thread(left.wait, 10) == -signal.SIGKILL


async def test_it_can_be_ended_without_running_any_other(rig: Rig) -> None:
    left = await claimed(rig, DEAD)
    waiting = await rig.submit(S2)
    assert await rig.runner(caller(finds())).recover()
    assert (await rig.job(left)).error == "memory_interrupted"
    assert (await rig.job(waiting)).status is JobStatus.QUEUED


async def test_a_cancelling_job_of_a_dead_owner_is_cancelled(rig: Rig) -> None:
    job = await claimed(rig, DEAD)
    await rig.cancel(job)
    await rig.started(caller(finds()))
    assert (await rig.job(job)).status is JobStatus.CANCELLED


async def test_a_silent_owner_elsewhere_is_given_two_minutes(rig: Rig) -> None:
    ticks = count(0, 10)  # seconds, from look to look
    job = await claimed(rig, FAR)
    await rig.started(caller(finds()), clock=lambda: next(ticks))
    assert (await rig.until(job)).error == "memory_interrupted"
    assert next(ticks) > limits.SILENCE_SECONDS


async def test_the_processes_of_an_owner_elsewhere_are_not_ended_here(rig: Rig) -> None:
    namesake = subprocess.Popen(python(HANGS), start_new_session=True, env={"VELA_CHILD": "1"})
    ticks = count(0, 10)
    child = Child(pgid=namesake.pid, start_ticks=first_ticks(namesake.pid))
    job = await claimed(rig, FAR, child)
    await rig.started(caller(finds()), clock=lambda: next(ticks))
    assert (await rig.until(job)).error == "memory_interrupted"
    for runner in rig.runners:
        await runner.stop()
    assert alive(namesake.pid)
    namesake.kill()
    namesake.wait()


async def test_an_owner_that_beats_at_the_last_moment_keeps_its_processes(
    rig: Rig, data: Path
) -> None:
    second = await open_store(data)
    mark = rig.folder / "child"
    await rig.started(HangingAgent(mark, rig.folder).call)
    job = await rig.submit()
    await eventually(lambda: rig.has_child(job))
    late = Late(rig.store, job)
    observer = Runner(late.database(second), caller(finds()), rig.settings, clock=late.clock)
    for _ in range(14):
        await observer.recover()
    assert late.beaten
    await asyncio.sleep(0.3)  # for what had been ended to show
    now = await rig.job(job)
    assert (now.status, len(now.children)) == (JobStatus.RUNNING, 1)
    assert alive(written_pid(mark))
    await second.database.close()


async def test_an_owner_that_dies_is_noticed_by_a_running_window(rig: Rig) -> None:
    owner = subprocess.Popen(python(HANGS))
    ticks = first_ticks(owner.pid)
    job = await claimed(rig, replace(DEAD, pid=owner.pid, start_ticks=ticks))
    waiting = await rig.submit(S2)
    await rig.started(caller(finds()))
    await rig.until(waiting)
    assert (await rig.job(job)).status is JobStatus.RUNNING
    owner.kill()
    owner.wait()
    assert (await rig.until(job)).error == "memory_interrupted"


async def test_a_killed_runner_leaves_nothing_behind(rig: Rig, data: Path) -> None:
    await rig.store.curate(new("Old"))
    running, waiting = await rig.submit(), await rig.submit(S2)
    rig.settings.change(parallel_jobs=1)
    (data / "settings.json").write_text('{"parallel_jobs": 1}')
    mark = data / "child"
    arguments = [sys.executable, "-m", "support.runner_process", str(data), str(mark)]
    tests = Path(__file__).parents[1]
    process = subprocess.Popen(arguments, env={**os.environ, "PYTHONPATH": str(tests)})
    pid = await asyncio.to_thread(written_pid, mark)
    process.kill()
    process.wait()
    assert await asyncio.to_thread(gone, pid), "the watchdog ends the agent"
    agent = ScriptedAgent([topics()])
    await rig.started(caller(agent))
    ended = await rig.until(running)
    assert (ended.status, ended.error) == (JobStatus.FAILED, "memory_interrupted")
    assert (await rig.until(waiting)).status is JobStatus.COMPLETED
    assert await rig.store.titles() == ["Old"]
    retried = await rig.retry(running)
    assert (await rig.until(retried)).status is JobStatus.COMPLETED
    assert len(agent.asked("extract")) == 1, "only the waiting job's: the other was kept"
    assert await rig.store.titles() == ["A"]


async def test_an_observer_that_cannot_write_does_not_end_a_job_once_it_can(rig: Rig) -> None:
    """What locked the file, or filled the disk, kept the owner from beating too."""
    job = await claimed(rig, FAR)
    await rig.store.write(
        lambda unit: unit.connection.exec_driver_sql("PRAGMA busy_timeout = 30") and None
    )
    ticks = count(0, 10)
    observer = rig.runner(caller(finds()), clock=lambda: next(ticks))
    for _ in range(13):
        await observer.recover()
    with closing(sqlite3.connect(Paths(rig.store.folder).database)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        with pytest.raises(VelaError) as caught:
            await observer.recover()
    assert caught.value.code is Code.DATA_BUSY
    for _ in range(13):
        await observer.recover()
    assert (await rig.job(job)).status is JobStatus.RUNNING
    await observer.recover()
    assert (await rig.job(job)).error == "memory_interrupted"


class Late:
    """Has the owner of a job beat after an observer's last look, before it ends the job."""

    def __init__(self, store: Store, job: Job) -> None:
        self._store = store
        self._job = job
        self._ticks = count(0, 10)
        self.beaten = False

    def clock(self) -> float:
        return next(self._ticks)

    def database(self, other: Store) -> Database:
        """Return the database of *other*, whose first write comes late."""
        write = other.database.write

        async def late(function: Any, *arguments: Any, **named: Any) -> Any:
            job = await self._store.read(jobs.get, self._job.id)
            assert job
            assert job.lease
            await self._store.write(jobs.beat, job.id, job.lease)
            self.beaten = True
            return await write(function, *arguments, **named)

        other.database.write = late  # type: ignore[method-assign]
        return other.database
