"""Whole jobs over real children: the fake Claude Code and the built-in extractor."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from support.agents import program, program_of
from support.curation import entries, entry, snapshot, topic, topics
from support.fake_agents import FakeAgent, fake_claude
from support.process import gone
from support.storage import S1, Store, open_store
from vela_desktop.agents.call import call
from vela_desktop.agents.protocol import Answer, Program, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.settings import SettingsStore
from vela_desktop.curation.runner import Runner
from vela_desktop.curation.supervision import OnStart
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Job, JobStatus
from vela_desktop.storage import jobs

TEXT = snapshot(
    ("1.0", "Which database do we use?"),
    ("1.1", "We decided to use SQLite in WAL mode, because readers must not wait for the writer."),
)
EXTRACT = {"data": topics(topic("A", evidence=[(1, 1, "We decided to use SQLite")]))}
MERGE = {"data": entries(entry("A", "SQLite [1.1]."))}


class Jobs:
    """Runs jobs of one program."""

    def __init__(self, store: Store, folder: Path, used: Program) -> None:
        self.store = store
        self.folder = folder
        self.used = used
        settings = SettingsStore(folder / "settings.json")
        self.runner = Runner(store.database, self.call, settings, poll_seconds=0.05)

    async def call(self, job: Job, request: Request, on_start: OnStart) -> Answer:
        adapter = ADAPTERS[self.used.agent]
        return await call(adapter, self.used, request, folder=self.folder, on_start=on_start)

    async def ended(self) -> Job:
        """Submit a job and return it when it has ended."""
        job = await self.store.submit(S1, TEXT)
        ended = await self.runner.run(job.id)
        await self.runner.stop()
        return ended


def scripted(tmp_path: Path, extract: dict[str, Any], merge: dict[str, Any] = MERGE) -> FakeAgent:
    rules = [
        {"contains": "stage: extract", "reply": extract},
        {"contains": "stage: merge", "reply": merge},
    ]
    return fake_claude(tmp_path, rules=rules)


async def test_a_job_of_a_cli_saves_its_entries(store: Store, tmp_path: Path) -> None:
    fake = scripted(tmp_path, EXTRACT)
    ended = await Jobs(store, tmp_path, program_of(fake)).ended()
    assert (ended.status, ended.entries, ended.usage.calls) == (JobStatus.COMPLETED, 1, 2)
    assert ended.usage.cost_usd == pytest.approx(0.02)
    assert await store.titles() == ["A"]


async def test_the_built_in_extractor_understands_the_prompts(store: Store, tmp_path: Path) -> None:
    ended = await Jobs(store, tmp_path, program(Agent.BUILTIN, "", version=None)).ended()
    assert (ended.status, ended.error, ended.details) == (JobStatus.COMPLETED, None, {})
    assert ended.entries == 1


async def test_a_tool_attempt_fails_the_job_after_one_call(store: Store, tmp_path: Path) -> None:
    fake = scripted(tmp_path, {"tool": "Bash"} | EXTRACT)
    ended = await Jobs(store, tmp_path, program_of(fake)).ended()
    assert (ended.status, ended.error) == (JobStatus.FAILED, "memory_process_failed")
    assert ended.details["reason"] == "tool"
    assert len(fake.calls) == 1


async def test_an_answer_in_prose_is_asked_again_three_times(store: Store, tmp_path: Path) -> None:
    fake = scripted(tmp_path, {"text": "Sorry, I cannot."})
    ended = await Jobs(store, tmp_path, program_of(fake)).ended()
    assert ended.error == "memory_invalid_output"
    assert len(fake.calls) == 3


async def test_an_agent_that_ignores_everything_is_ended_by_cancel(
    store: Store, tmp_path: Path, data: Path
) -> None:
    fake = scripted(tmp_path, {"hang": True, "ignore_term": True, "fork": True})
    running = Jobs(store, tmp_path, program_of(fake))
    job = await store.submit(S1, TEXT)
    following = asyncio.create_task(running.runner.run(job.id))
    async with asyncio.timeout(20):
        while not (fake.folder / "grandchild").exists():  # noqa: ASYNC110 - a child writes it
            await asyncio.sleep(0.02)
    command_line = await open_store(data)
    await command_line.write(jobs.request_cancel, job.id)
    await command_line.database.close()
    assert (await following).status is JobStatus.CANCELLED
    await running.runner.stop()
    for pid in (fake.calls[0].pid, int((fake.folder / "grandchild").read_text())):
        assert await asyncio.to_thread(gone, pid)
