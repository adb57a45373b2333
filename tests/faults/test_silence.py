"""An agent that says nothing for a long time is healthy as long as its program beats."""

import asyncio

import pytest

from support.curation import topics
from support.fake_agents import FakeAgent
from support.faults import PATIENCE, Scene
from support.process import until
from support.storage import open_store
from vela_desktop.curation.runner import Runner
from vela_desktop.domain import limits
from vela_desktop.domain.jobs import Job, JobStatus


async def test_five_minutes_of_silence_end_no_job(
    scene: Scene, claude: FakeAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BEAT_SECONDS", 0.02)
    claude.script({"data": topics(), "waits": "go"}, rules=[])
    await scene.services.runner.start()
    job = await scene.submit()
    await until(lambda: claude.calls, PATIENCE)
    now = 0.0
    services, other = scene.services, await open_store(scene.database.parent)
    settings = services.reading.settings
    watcher = Runner(other.database, services.agents.call, settings, clock=lambda: now)
    while now < 300:
        beat = await beats(scene, job)
        await watcher.recover()
        now += limits.SILENCE_SECONDS - 1
        async with asyncio.timeout(PATIENCE):
            while await beats(scene, job) == beat:  # noqa: ASYNC110 - a row of the database
                await asyncio.sleep(0.01)
    await watcher.recover()
    assert (await scene.job(job.id)).status is JobStatus.RUNNING
    await other.database.close()
    rows = scene.rows()
    claude.let("go")
    job = await scene.ended(job.id)
    assert job.status is JobStatus.COMPLETED
    await scene.check(job, rows)


async def beats(scene: Scene, job: Job) -> int:
    """Return how often the program that runs *job* has shown that it lives."""
    lease = (await scene.job(job.id)).lease
    assert lease is not None, "it was taken for dead"
    return lease.beat
