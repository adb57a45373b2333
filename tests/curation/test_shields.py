"""What is not cut in half when somebody cancels or closes: a claim, a spawn, the end of a job."""

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from support.process import alive, gone, python, until
from support.runner_process import HANGS
from support.runner_rig import Rig, caller, finds
from vela_desktop.agents.protocol import Answer, Request
from vela_desktop.config.paths import Paths
from vela_desktop.curation.supervision import OnStart
from vela_desktop.domain.jobs import Job, JobStatus
from vela_desktop.process.environment import own
from vela_desktop.process.run import run


async def test_a_claim_goes_on_when_its_caller_is_cancelled(rig: Rig) -> None:
    """Else the job would run for ever: claimed by a living program that knows nothing of it."""
    job = await rig.submit()
    lock = sqlite3.connect(Paths(rig.store.folder).database, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    following = asyncio.create_task(rig.runner(caller(finds("A"))).run(job.id))
    await asyncio.sleep(0.2)  # in the middle of the claim, which waits for the lock
    following.cancel()
    await asyncio.wait({following})
    lock.close()
    assert (await rig.until(job)).status is JobStatus.COMPLETED


async def test_closing_waits_until_every_job_has_its_end(rig: Rig) -> None:
    ended: list[str] = []

    async def slow_to_go(job: Job, request: Request, on_start: OnStart) -> Answer:
        begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.3)
            ended.append(job.id)
        raise AssertionError

    begun = asyncio.Event()
    job = await rig.submit()
    runner = await rig.started(slow_to_go)
    await begun.wait()
    await runner.stop()
    assert ended == [job.id]
    assert (await rig.job(job)).error == "memory_interrupted"


async def test_a_program_that_is_just_being_started_is_ended_with_a_cancel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cancelled half-way, the system has started it and nobody knows it."""
    loop = asyncio.get_running_loop()
    start = loop.subprocess_exec
    started: list[int] = []

    async def slow(*arguments: Any, **named: Any) -> Any:
        transport, protocol = await start(*arguments, **named)
        started.append(transport.get_pid())
        await asyncio.sleep(0.2)
        return transport, protocol

    monkeypatch.setattr(loop, "subprocess_exec", slow)
    running = asyncio.create_task(
        run(python(HANGS), cwd=tmp_path, environment=own({}), seconds=60, grace=0.2)
    )
    await until(lambda: started)
    assert alive(started[0])
    running.cancel()
    began = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert time.monotonic() - began < 20
    assert await asyncio.to_thread(gone, started[0])
