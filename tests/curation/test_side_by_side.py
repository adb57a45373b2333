"""Several calls of one job at once: the same entries, each child known and ended."""

import asyncio
import json
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from support.curation import (
    SESSION,
    MemorySteps,
    ScriptedAgent,
    block,
    entries,
    entry,
    job,
    no_pause,
    snapshot,
    title_of,
    topic,
    topics,
)
from support.process import alive, python, until
from support.runner_rig import Rig, eventually
from support.soak import dice
from support.storage import S1
from vela_desktop.agents.protocol import Answer, Request
from vela_desktop.curation.catalogue import Part, Topic, joined
from vela_desktop.curation.pipeline import curate
from vela_desktop.curation.steps import Asker
from vela_desktop.curation.supervision import OnStart
from vela_desktop.domain import limits
from vela_desktop.domain.entries import Kind, NewEntry
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import Job, JobOptions, JobStatus, Stage, Usage
from vela_desktop.process.environment import own
from vela_desktop.process.run import Started, run
from vela_desktop.storage import jobs, steps

SEGMENTS = 6
TEXT = snapshot(*((f"{n}.0", f"part {n} " + "a" * 20_000) for n in range(1, SEGMENTS + 1)))


class Slow:
    """Answers each segment with topics of its own and one that all share, in any order.

    ``most`` is how many questions were open at a time.
    """

    def __init__(self, pause: float = 0.01) -> None:
        self.prompts: list[str] = []
        self.open = self.most = 0
        self._pause = pause
        self._dice = dice("a scripted agent's pauses")

    async def ask(self, request: Request) -> Answer:
        self.prompts.append(request.prompt)
        self.open += 1
        self.most = max(self.most, self.open)
        await asyncio.sleep(self._dice.random() * self._pause)
        self.open -= 1
        return Answer(text=json.dumps(self._reply(request.prompt)), usage=Usage(calls=1))

    def _reply(self, prompt: str) -> dict[str, Any]:
        if "stage: extract" in prompt.split("\n", 1)[0]:
            number = block(prompt, "source").split("part ", 1)[1].split()[0]
            return topics(topic(f"Own {number}"), topic("Shared", f"said in {number}"))
        parts = [json.loads(line)["content"] for line in block(prompt, "topic").splitlines()]
        return entries(entry(title_of(prompt), "; ".join(parts)))

    def asked(self, stage: str) -> list[str]:
        return [text for text in self.prompts if f"stage: {stage}," in text.split("\n", 1)[0]]


class Run:
    """One run of the pipeline, with *at_once* questions open at a time."""

    def __init__(self, at_once: int, agent: Any = None, kept: MemorySteps | None = None) -> None:
        self.agent = agent or Slow()
        self.kept = kept or MemorySteps()
        self.at_once = at_once
        self.reports: list[tuple[Stage, int, int]] = []

    async def entries(self, text: str = TEXT) -> tuple[NewEntry, ...]:
        how = job(options=JobOptions(parallel_calls=self.at_once))
        asker = Asker(how, self.agent.ask, self.kept, pause=no_pause)

        async def report(stage: Stage, done: int, total: int) -> None:
            self.reports.append((stage, done, total))

        return await curate(text, SESSION, asker, report, self.at_once)


@pytest.mark.parametrize("at_once", [2, 4, 8])
async def test_the_entries_are_the_same_however_many_calls_run_at_once(at_once: int) -> None:
    serial = await Run(1).entries()
    assert [row.title for row in serial] == ["Own 1", "Shared", *(f"Own {n}" for n in range(2, 7))]
    assert serial[1].body == "; ".join(f"said in {n}" for n in range(1, 7))
    run = Run(at_once)
    assert await run.entries() == serial
    assert run.agent.most == min(at_once, SEGMENTS + 1)


async def test_progress_counts_those_that_have_ended() -> None:
    run = Run(4)
    await run.entries()
    extracted = [(Stage.EXTRACT, done, SEGMENTS) for done in range(SEGMENTS + 1)]
    merged = [(Stage.MERGE, done, SEGMENTS + 1) for done in range(SEGMENTS + 2)]
    assert run.reports == extracted + merged


async def test_segments_side_by_side_know_nothing_of_each_other() -> None:
    run = Run(3)
    await run.entries()
    assert all("\n<catalogue boundary=" in text for text in run.agent.asked("extract"))
    assert all('{"id": "T1"' not in text for text in run.agent.asked("extract"))


async def test_one_at_a_time_is_never_two() -> None:
    run = Run(1)
    await run.entries()
    assert run.agent.most == 1


async def test_a_step_is_the_same_step_whatever_the_number_of_calls() -> None:
    """What is asked is another question where the catalogue is another one; else it is kept."""
    first = Run(4)
    await first.entries()
    for at_once in (2, 8):
        again = Run(at_once, kept=first.kept)
        await again.entries()
        assert again.agent.prompts == []
    serial = Run(1, kept=first.kept)
    await serial.entries()
    assert len(serial.agent.asked("extract")) == SEGMENTS - 1, "the first has no catalogue either"
    assert serial.agent.asked("merge") == []


async def test_after_a_failure_the_calls_under_way_are_kept() -> None:
    class Failing(Slow):
        async def ask(self, request: Request) -> Answer:
            answer = await super().ask(request)
            if "part 2" in request.prompt:
                raise VelaError(Code.TIMEOUT, seconds=600, again=False)
            return answer

    run = Run(3, Failing())
    with pytest.raises(VelaError) as caught:
        await run.entries()
    assert caught.value.code is Code.TIMEOUT
    assert len(run.kept.kept) == len(run.agent.prompts) - 1, "all but the one that failed"
    missing = SEGMENTS - len(run.kept.kept)
    resumed = Run(3, kept=run.kept)
    assert await resumed.entries() == await Run(1).entries()
    assert len(resumed.agent.asked("extract")) == missing


async def test_more_topics_than_a_job_may_have_end_it() -> None:
    text = snapshot(*((f"{n}.0", "a" * 20_000) for n in range(1, 10)))
    many = [topics(*(topic(f"{n} {m}") for m in range(60))) for n in range(9)]
    run = Run(3, ScriptedAgent(many))
    with pytest.raises(VelaError) as caught:
        await run.entries(text)
    assert caught.value.code is Code.OUTPUT_TOO_LARGE
    assert caught.value.details == {"field": "topics", "size": 540, "limit": limits.TOPICS_PER_JOB}
    assert run.agent.asked("merge") == []


async def test_too_many_entries_stop_the_calls_that_have_not_begun() -> None:
    text = snapshot(*((f"{n}.0", "a" * 20_000) for n in range(1, 6)))
    many = [topics(*(topic(f"{n} {m}") for m in range(60))) for n in range(5)]
    run = Run(4, ScriptedAgent(many))
    with pytest.raises(VelaError) as caught:
        await run.entries(text)
    assert (caught.value.code, caught.value.details["field"]) == (Code.OUTPUT_TOO_LARGE, "entries")
    assert len(run.agent.asked("merge")) <= limits.ENTRIES_PER_JOB + 4


class TestJoining:
    def part(self, content: str) -> Part:
        return Part(kind=Kind.FACT, content=content, evidence=())

    def topic(self, id: str, title: str, *contents: str, kind: Kind = Kind.FACT) -> Topic:
        return Topic(id=id, title=title, kind=kind, parts=tuple(map(self.part, contents)))

    def test_one_title_is_one_topic_as_the_first_segment_has_it(self) -> None:
        first = (self.topic("T1", "Ports", "a", "b"), self.topic("T2", "Tests", "c"))
        second = (
            self.topic("T1", "New", "d"),
            self.topic("T2", " ｐｏｒｔｓ", "e", kind=Kind.NOTE),
        )
        assert joined([first, second]) == (
            self.topic("T1", "Ports", "a", "b", "e"),
            self.topic("T2", "Tests", "c"),
            self.topic("T3", "New", "d"),
        )

    def test_nothing_found_is_nothing(self) -> None:
        assert joined([(), ()]) == ()

    def test_one_catalogue_stays_as_it_is(self) -> None:
        found = (self.topic("T1", "A", "a"), self.topic("T2", "B", "b"))
        assert joined([found]) == found


TALKS = """
import sys, time
print("x" * 999, flush=True)
sys.stderr.write("y" * 50)
sys.stderr.flush()
time.sleep(60)
"""


class Talkers:
    """An agent whose calls hang in real children that have said something."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._calls = count()
        self.pids: list[int] = []
        self.pid_of_first = 0
        self.first = asyncio.Event()
        """Lets the first call end well."""

    async def call(self, job: Job, request: Request, on_start: OnStart) -> Answer:
        def started(process: Started) -> None:
            on_start(process)
            self.pids.append(process.pid)
            if not number:
                self.pid_of_first = process.pid

        number = next(self._calls)
        hanging = run(
            python(TALKS),
            cwd=self._folder,
            environment=own({}),
            seconds=60,
            on_start=started,
            grace=0.2,
        )
        if number:
            await hanging
            raise AssertionError("the children are killed before they end")
        async with asyncio.TaskGroup() as group:
            running = group.create_task(hanging)
            await self.first.wait()
            running.cancel()
        return Answer(text=json.dumps(topics()), usage=Usage(calls=1))


class TestChildren:
    async def running(self, rig: Rig, at_once: int = 3) -> tuple[Job, Any, Talkers]:
        agent = Talkers(rig.folder)
        runner = rig.runner(agent.call)
        submitted = await rig.store.submit(S1, TEXT)
        options = {"options": {"parallel_calls": at_once}}
        await rig.store.write(lambda unit: jobs.change(unit, submitted.id, options))
        await runner.start()

        async def all_known() -> bool:
            return len((await rig.job(submitted)).children) == at_once

        await eventually(all_known)
        return submitted, runner, agent

    async def test_all_are_stored_with_their_starts(self, rig: Rig) -> None:
        running, _, agent = await self.running(rig)
        children = (await rig.job(running)).children
        assert sorted(child.pid for child in children) == sorted(agent.pids)
        assert all(child.started_at >= running.created_at for child in children)

    async def test_one_that_ends_takes_only_itself_off_the_list(self, rig: Rig) -> None:
        running, _, agent = await self.running(rig)
        first = agent.pid_of_first
        agent.first.set()
        await until(lambda: len(agent.pids) == 4)

        async def replaced() -> bool:
            pids = {child.pid for child in (await rig.job(running)).children}
            return pids == set(agent.pids) - {first}

        await eventually(replaced)
        assert not alive(first)
        assert all(alive(pid) for pid in agent.pids if pid != first)

    async def test_a_cancel_ends_all(self, rig: Rig) -> None:
        running, _, agent = await self.running(rig)
        await rig.cancel(running)
        ended = await rig.until(running)
        assert (ended.status, ended.children) == (JobStatus.CANCELLED, ())
        assert not any(map(alive, agent.pids))

    async def test_they_are_in_sight_while_they_run(self, rig: Rig) -> None:
        running, runner, agent = await self.running(rig)

        async def heard() -> bool:
            return all(one.stderr_bytes for one in await runner.processes(running.id))

        await eventually(heard)
        found = await runner.processes(running.id)
        assert sorted(one.pid for one in found) == sorted(agent.pids)
        assert Counter(one.command.startswith("python") for one in found) == {True: 3}
        for one in found:
            assert (one.stdout_bytes, one.stderr_bytes) == (1000, 50)
            assert one.memory_bytes is not None
            assert one.memory_bytes > 1_000_000
            assert 0 <= one.seconds < 60
        await rig.cancel(running)
        await rig.until(running)
        assert await runner.processes(running.id) == ()

    async def test_another_program_sees_what_is_stored_of_them(self, rig: Rig) -> None:
        running, _, agent = await self.running(rig, at_once=2)
        found = await rig.runner(agent.call).processes(running.id)
        assert sorted(one.pid for one in found) == sorted(agent.pids)
        for one in found:
            assert (one.stdout_bytes, one.stderr_bytes, one.command) == (None, None, "")
            assert one.memory_bytes is not None
            assert 0 <= one.seconds < 60

    async def test_of_an_unknown_job_nothing_is_found(self, rig: Rig) -> None:
        with pytest.raises(VelaError) as caught:
            await rig.runner(Talkers(rig.folder).call).processes("nobody")
        assert caught.value.code is Code.NOT_FOUND


async def test_finished_steps_of_a_failed_parallel_job_are_used_by_its_retry(rig: Rig) -> None:
    asked: list[str] = []
    all_open = asyncio.Barrier(4)

    async def call(job: Job, request: Request, on_start: OnStart) -> Answer:
        asked.append(request.prompt)
        if len(asked) <= 4:
            await all_open.wait()
        if "part 1 " in request.prompt and len(asked) <= 4:
            raise VelaError(Code.TIMEOUT, seconds=1)
        return Answer(text=json.dumps(topics()), usage=Usage(calls=1))

    submitted = await rig.store.submit(S1, TEXT)
    options = {"options": {"parallel_calls": 4}}
    await rig.store.write(lambda unit: jobs.change(unit, submitted.id, options))
    await rig.started(call)
    assert (await rig.until(submitted)).error == "memory_timeout"
    assert len(await rig.store.read(steps.of, submitted.lineage)) == 3
    retried = await rig.retry(submitted)
    assert retried.options.parallel_calls == 4
    ended = await rig.until(retried)
    assert (ended.status, ended.usage.calls) == (JobStatus.COMPLETED, SEGMENTS - 3)
    assert len(asked) == SEGMENTS + 1
