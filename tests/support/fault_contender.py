"""One of several processes that all want the same sessions:
``python -m support.fault_contender NAME SECONDS SESSION…``.

It runs jobs as a window does, and submits, cancels and retries at random for SECONDS, then waits
until all have ended. Prints how many it submitted.
"""

import asyncio
import os
import random
import sys
import time
from pathlib import Path

from support.soak import dice
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Choice, JobOptions, JobQuery
from vela_desktop.services.jobs import JobService
from vela_desktop.wiring import build

PAUSE_SECONDS = 0.05
FEWEST = 5
"""Submissions, also where the machine is busy."""


class Contender:
    """What one process does."""

    def __init__(self, jobs: JobService, chance: random.Random, sessions: list[str]) -> None:
        self._jobs = jobs
        self._chance = chance
        self._sessions = sessions
        self.submitted = 0

    async def act(self) -> None:
        """Do one thing, for which the other process may have been faster."""
        try:
            await self._chance.choice([self._submit, self._submit, self._cancel, self._retry])()
        except VelaError as error:
            if error.code is not Code.INVALID:
                raise

    async def _submit(self) -> None:
        session = self._chance.choice(self._sessions)
        await self._jobs.submit(session, Choice(agent=Agent.CLAUDE), JobOptions())
        self.submitted += 1

    async def _cancel(self) -> None:
        for job in await self._jobs.unfinished():
            if self._chance.random() < 0.5:
                await self._jobs.cancel(job.id)

    async def _retry(self) -> None:
        page = await self._jobs.rows(JobQuery())
        if page.items:
            await self._jobs.retry(self._chance.choice(page.items).job.id)
            self.submitted += 1


async def main(name: str, seconds: float, sessions: list[str]) -> None:
    """Contend for *seconds*, then wait until there is nothing to do."""
    async with build(Path(os.environ["VELA_DATA_DIR"]), Via.GUI) as services:
        await services.runner.start()
        contender = Contender(services.jobs, dice(name), sessions)
        end = time.monotonic() + seconds
        while time.monotonic() < end or contender.submitted < FEWEST:
            await contender.act()
            await asyncio.sleep(PAUSE_SECONDS)
        async with asyncio.timeout(60):
            while await services.jobs.unfinished():  # noqa: ASYNC110 - another process ends them
                await asyncio.sleep(0.05)
    print(contender.submitted)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), sys.argv[3:]))
