"""Runs of the pipeline with a scripted agent and a step store in memory."""

from typing import Any

import pytest

from support.curation import SESSION, MemorySteps, ScriptedAgent, job, snapshot
from vela_desktop.curation.pipeline import curate
from vela_desktop.curation.steps import Asker
from vela_desktop.domain.entries import NewEntry
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.jobs import Job, Stage
from vela_desktop.domain.sizes import USUAL, InputLimit

TEXT = snapshot(
    ("1.0", "Which port do we use?"),
    ("1.1", "We use port 8080, because 80 needs root."),
    ("2.0", "And for tests?"),
    ("2.1", "Tests use port 0."),
)
TWO_SEGMENTS = snapshot(("1.0", "a" * 20_000), ("2.0", "b" * 20_000))


class Run:
    """One run of the pipeline: its agent, its steps, the stages it reported."""

    def __init__(self, agent: ScriptedAgent, steps: MemorySteps | None = None) -> None:
        self.agent = agent
        self.steps = steps or MemorySteps()
        self.stages: list[tuple[Stage, int, int]] = []

        self.pauses: list[float] = []

    async def entries(
        self, text: str = TEXT, run: Job | None = None, limit: InputLimit = USUAL
    ) -> tuple[NewEntry, ...]:
        async def pause(seconds: float) -> None:
            self.pauses.append(seconds)

        asker = Asker(run or job(), self.agent.ask, self.steps, limit, pause)

        async def report(stage: Stage, done: int, total: int) -> None:
            self.stages.append((stage, done, total))

        return await curate(text, SESSION, asker, report)

    async def error(self, text: str = TEXT, **values: Any) -> VelaError:
        with pytest.raises(VelaError) as caught:
            await self.entries(text, **values)
        return caught.value
