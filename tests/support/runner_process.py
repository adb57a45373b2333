"""A process that runs jobs, to be killed: ``python -m support.runner_process DATA MARK``.

Its agent answers the first question of each job and then hangs in a real child, whose process id it
writes to MARK.
"""

import asyncio
import json
import sys
from pathlib import Path

from support.curation import topic, topics
from support.process import python
from vela_desktop.agents.protocol import Answer, Request
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.curation.runner import Runner
from vela_desktop.curation.supervision import OnStart
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.jobs import Job, Usage
from vela_desktop.process.environment import own
from vela_desktop.process.run import Started, run
from vela_desktop.process.watchdog import Watchdog
from vela_desktop.storage.database import Database

HANGS = "import time; time.sleep(60)"


class HangingAgent:
    """Answers extract questions; the first merge hangs in a child."""

    def __init__(self, mark: Path, folder: Path, watchdog: Watchdog | None = None) -> None:
        self._mark = mark
        self._folder = folder
        self._watchdog = watchdog

    async def call(self, job: Job, request: Request, on_start: OnStart) -> Answer:
        if "stage: extract" in request.prompt.split("\n", 1)[0]:
            return Answer(text=json.dumps(topics(topic("A"))), usage=Usage(calls=1))

        def started(process: Started) -> None:
            on_start(process)
            self._mark.write_text(f"{process.pid}\n", encoding="utf-8")

        await run(python(HANGS), cwd=self._folder, environment=own({}), seconds=60,
                  on_start=started, watchdog=self._watchdog, grace=0.2)  # fmt: skip
        raise AssertionError("the child is killed before it ends")


async def main(data: Path, mark: Path) -> None:
    database = await Database.open(Paths(data), EventBus())
    agent = HangingAgent(mark, data, Watchdog())
    runner = Runner(database, agent.call, SettingsStore(Paths(data).settings))
    await runner.start()
    await asyncio.sleep(60)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
