"""A runner on a real database, with agents that are plain functions."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from support.curation import ScriptedAgent, snapshot, topic, topics
from support.storage import S1, Store
from vela_desktop.agents.protocol import Answer, Request
from vela_desktop.config.settings import SettingsStore
from vela_desktop.curation.runner import Runner
from vela_desktop.curation.supervision import Caller, OnStart
from vela_desktop.domain.jobs import Job, JobStatus, Usage
from vela_desktop.storage import jobs

TEXT = snapshot(("1.0", "Which port?"), ("1.1", "We use port 8080."))


async def eventually(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait until *condition* holds, which other processes and threads bring about."""
    async with asyncio.timeout(20):
        while not await condition():  # noqa: ASYNC110 - nobody here could set an event
            await asyncio.sleep(0.02)


class Rig:
    """A runner on a database, with short names for what the tests do."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.store = store
        self.folder = folder
        self.settings = SettingsStore(folder / "settings.json")
        self.runners: list[Runner] = []

    def runner(self, caller: Caller, **named: Any) -> Runner:
        """Return a runner that looks often."""
        runner = Runner(self.store.database, caller, self.settings, poll_seconds=0.05, **named)
        self.runners.append(runner)
        return runner

    async def started(self, caller: Caller, **named: Any) -> Runner:
        runner = self.runner(caller, **named)
        await runner.start()
        return runner

    async def submit(self, session: str = S1) -> Job:
        return await self.store.submit(session, TEXT)

    async def job(self, job: Job) -> Job:
        found = await self.store.read(jobs.get, job.id)
        assert found is not None
        return found

    async def until(self, job: Job, *statuses: JobStatus) -> Job:
        """Wait until the job is in one of *statuses*; ended by default."""
        wanted = statuses or tuple(set(JobStatus) - {"queued", "running", "cancelling"})

        async def ready() -> bool:
            return (await self.job(job)).status in wanted

        await eventually(ready)
        return await self.job(job)

    async def cancel(self, job: Job) -> None:
        await self.store.write(jobs.request_cancel, job.id)

    async def has_child(self, job: Job) -> bool:
        return bool((await self.job(job)).children)

    async def retry(self, job: Job) -> Job:
        retried: Job = await self.store.write(jobs.retry, job.id)
        return retried


@asynccontextmanager
async def opened(store: Store, folder: Path) -> AsyncIterator[Rig]:
    """Give a rig whose runners stop at the end."""
    made = Rig(store, folder)
    yield made
    for runner in made.runners:
        await runner.stop()


def caller(agent: ScriptedAgent) -> Caller:
    """Return a caller that starts no process."""

    async def call(job: Job, request: Request, on_start: OnStart) -> Answer:
        return await agent.ask(request)

    return call


def finds(*titles: str) -> ScriptedAgent:
    """Return an agent that finds one topic a title, for one job."""
    return ScriptedAgent([topics(*map(topic, titles))])


class Gate:
    """An agent that finds nothing, once it is let."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.asked: list[str] = []

    async def has_asked(self, times: int = 1) -> None:
        """Wait until it was asked as often as *times*."""

        async def enough() -> bool:
            return len(self.asked) >= times

        await eventually(enough)

    async def call(self, job: Job, request: Request, on_start: OnStart) -> Answer:
        self.asked.append(job.id)
        await self.open.wait()
        return Answer(text=json.dumps(topics()), usage=Usage(calls=1))
