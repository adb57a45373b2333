"""The program is killed at every point where what it has done and what is stored may differ."""

import asyncio
import signal

import psutil
import pytest

from support.fake_agents import FakeAgent
from support.fault_process import FAULT
from support.faults import CALLS, LONG, PATIENCE, TITLES, Scene, answers
from support.process import until
from support.real_agents import running
from support.soak import SOAK, dice
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code
from vela_desktop.domain.events import EntriesReplaced, Event, JobChanged
from vela_desktop.domain.jobs import Job, JobQuery, JobStatus, Stage

POINTS = ("before", "inside", "after", "event")
STORED = {"before": 0, "inside": 0, "after": 1, "event": 1}
"""How many of the writes that a kill comes at are kept."""

LONGEST = 2.5
"""Seconds that a whole curation takes about, from the start of its process."""

SECOND = 2
"""The step of a stage that a kill comes at."""


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("stage", [Stage.EXTRACT, Stage.MERGE])
async def test_a_kill_in_a_step_loses_that_step_at_most(
    stage: Stage, point: str, scene: Scene, claude: FakeAgent
) -> None:
    await scene.knows("Old", text=LONG)
    before = scene.rows()
    job = await killed(scene, f"{stage}:{point}:{SECOND}")
    assert job.error == Code.INTERRUPTED
    await scene.check(job, before, "interrupted")
    paid = len(claude.calls)
    again = await scene.retry(job)
    await scene.check(again, before)
    assert await scene.titles(LONG) == TITLES
    lost = 1 - STORED[point]
    assert len(claude.calls) == CALLS + lost
    assert again.usage.calls == CALLS + lost - paid


SIDE_BY_SIDE = [(Stage.EXTRACT, "inside"), (Stage.EXTRACT, "after"), (Stage.MERGE, "before")]
"""Where a kill comes while the other call of two has ended already."""


@pytest.mark.parametrize(("stage", "point"), SIDE_BY_SIDE)
async def test_a_kill_among_calls_side_by_side_loses_one_step_at_most(
    stage: Stage, point: str, scene: Scene, codex: FakeAgent
) -> None:
    scene.services.reading.settings.change(parallel_calls=2)
    rules = [*answers(delay=0.0), *answers(delay=0.5)]
    codex.script(rules=[rules[0], rules[5], rules[2], rules[7]])  # the second of each stage later
    await scene.knows("Old", text=LONG)
    before = scene.rows()
    job = await killed(scene, f"{stage}:{point}:{SECOND}", Agent.CODEX)
    assert job.error == Code.INTERRUPTED
    await scene.check(job, before, "interrupted")
    paid = len(codex.calls)
    assert job.usage.calls == paid - 1 + STORED[point], "cost and step are one write"
    again = await scene.retry(job)
    await scene.check(again, before)
    assert await scene.titles(LONG) == TITLES
    lost = 1 - STORED[point]
    assert len(codex.calls) == CALLS + lost
    assert again.usage.calls == CALLS + lost - paid


@pytest.mark.parametrize("point", POINTS[:3])
async def test_a_kill_in_the_claim_leaves_a_job_that_waits_or_is_retried(
    point: str, scene: Scene, claude: FakeAgent
) -> None:
    await scene.knows("Old", text=LONG)
    before = scene.rows()
    job = await killed(scene, f"claim:{point}:1")
    assert claude.calls == []
    if STORED[point]:
        assert job.error == Code.INTERRUPTED
        await scene.check(job, before, "interrupted")
        job = await scene.retry(job)
    else:
        assert job.status is JobStatus.QUEUED
        job = await scene.run(job)
    await scene.check(job, before)
    assert await scene.titles(LONG) == TITLES
    assert len(claude.calls) == CALLS


@pytest.mark.parametrize(
    ("agent", "number"), [(Agent.CLAUDE, 1), (Agent.CODEX, 1), (Agent.CLAUDE, 2)]
)
async def test_a_kill_in_a_spawn_leaves_no_program_that_nobody_knows(
    agent: Agent, number: int, scene: Scene, request: pytest.FixtureRequest
) -> None:
    """The system has started it, and its owner dies before it could tell anybody."""
    fake = request.getfixturevalue(agent.value)
    hangs = {"hang": True, "ignore_term": True}
    fake.script(rules=[], default=hangs, version_delay=60 * (number == 1))
    before = scene.rows()
    await kill(scene, f"spawn:at:{number}", agent)
    await scene.services.runner.recover()
    await until(lambda: not running(str(scene.machine.home)), PATIENCE)
    assert scene.rows() == before


async def test_a_kill_while_a_call_is_prepared_leaves_no_program_behind(
    scene: Scene, codex: FakeAgent
) -> None:
    """Codex is asked for its MCP servers before each call."""
    codex.script(rules=answers(), mcp_delay=60)
    before = scene.rows()
    process = scene.start(*await command(scene, Agent.CODEX))
    await until(lambda: any("mcp" in asked.argv for asked in codex.questions), PATIENCE)
    process.kill()
    process.wait()
    job = await newest(scene)
    await scene.check(job, before, "interrupted")
    codex.script(rules=answers(), mcp_delay=0)
    again = await scene.retry(job)
    await scene.check(again, before)
    assert len(codex.calls) == CALLS


@pytest.mark.parametrize("point", POINTS)
async def test_a_kill_in_the_commit_leaves_all_or_nothing(
    point: str, scene: Scene, claude: FakeAgent
) -> None:
    await scene.knows("Old", text=LONG)
    before, heard = scene.rows(), list[Event]()
    scene.services.reading.bus.subscribe(heard.append)
    job = await killed(scene, f"commit:{point}:1")
    if STORED[point]:
        assert job.status is JobStatus.COMPLETED
    else:
        assert job.error == Code.INTERRUPTED
        await scene.check(job, before, "interrupted")
        job = await scene.retry(job)
    await scene.check(job, before)
    assert await scene.titles(LONG) == TITLES
    assert len(claude.calls) == CALLS, "every step was kept"
    await scene.services.database.poll()
    assert [event.job_id for event in heard if isinstance(event, EntriesReplaced)] == [job.id]
    assert JobChanged(job_id=job.id, session_id=job.session_id, status="completed") in heard


@pytest.mark.parametrize("point", ["inside", "after"])
async def test_a_kill_in_the_submission_leaves_a_whole_job_or_none(
    point: str, scene: Scene, claude: FakeAgent
) -> None:
    before = await scene.store.dump()
    await kill(scene, f"submit:{point}:1")
    assert claude.calls == []
    if not STORED[point]:
        assert await scene.store.dump() == before, "neither snapshot, names nor job"
        return
    job = await newest(scene)
    assert job.status is JobStatus.QUEUED, "it waits for the next start"
    rows = scene.rows()
    job = await scene.run(job)
    await scene.check(job, rows)
    assert await scene.titles(LONG) == TITLES


async def test_what_a_watchdog_could_not_end_is_ended_at_the_next_start(
    scene: Scene, claude: FakeAgent
) -> None:
    claude.script(rules=[], default={"hang": True, "fork": True, "ignore_term": True})
    scene.services.reading.settings.change(parallel_calls=2)
    await scene.knows("Old", text=LONG)
    before = scene.rows()
    process = scene.start(*await command(scene))
    await until(lambda: len(claude.calls) == 2, PATIENCE)
    await until(lambda: (claude.folder / "grandchild").exists(), PATIENCE)
    async with asyncio.timeout(PATIENCE):
        while len((await scene.services.jobs.unfinished())[0].children) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    (watchdog,) = watchdogs(scene)
    watchdog.kill()
    process.kill()
    process.wait()
    job = await newest(scene)
    assert job.error == Code.INTERRUPTED
    await scene.check(job, before, "interrupted")


def watchdogs(scene: Scene) -> list[psutil.Process]:
    found = map(psutil.Process, running(str(scene.machine.home)))
    return [process for process in found if "watchdog" in process.cmdline()]


async def killed(scene: Scene, fault: str, agent: Agent = Agent.CLAUDE) -> Job:
    """Have a process curate LONG and be killed at a point of that; return the job as the next
    start leaves it."""
    await kill(scene, fault, agent)
    return await newest(scene)


async def kill(scene: Scene, fault: str, agent: Agent = Agent.CLAUDE) -> None:
    arguments = await command(scene, agent)
    process = scene.start(*arguments, part="support.fault_process", **{FAULT: fault})
    _, errors = await asyncio.to_thread(process.communicate)
    assert process.returncode == -signal.SIGKILL, errors


async def command(scene: Scene, agent: Agent = Agent.CLAUDE) -> tuple[str, ...]:
    """Return the command that curates LONG."""
    return "curate", await scene.path(LONG), "--agent", agent, "--wait"


async def newest(scene: Scene) -> Job:
    """Return the newest job of LONG, as the next start of the program leaves it."""
    await scene.services.runner.recover()
    query = JobQuery(session_id=await scene.session(LONG))
    return (await scene.services.jobs.rows(query)).items[0].job


@pytest.mark.parametrize("number", range(50 if SOAK else 2))
async def test_a_kill_at_any_moment_loses_nothing(
    number: int, scene: Scene, claude: FakeAgent
) -> None:
    moment, parallel = dice(number).uniform(0.3, LONGEST), 1 + number % 2
    scene.services.reading.settings.change(parallel_calls=parallel)
    claude.script(rules=answers(delay=0.1))
    await scene.knows("Old", text=LONG)
    before, session = scene.rows(), await scene.session(LONG)
    process = scene.start(*await command(scene))
    await asyncio.sleep(moment)
    process.kill()
    process.communicate()
    await scene.services.runner.recover()
    rows = (await scene.services.jobs.rows(JobQuery(session_id=session))).items
    jobs = [row.job for row in rows if row.job.agent == "claude"]
    if not jobs:
        assert scene.rows() == before
        return
    (job,) = jobs
    if job.status is JobStatus.QUEUED:
        job = await scene.run(job)
    elif job.status is JobStatus.FAILED:
        await scene.check(job, before, "interrupted")
        job = await scene.retry(job)
    await scene.check(job, before)
    assert await scene.titles(LONG) == TITLES
    assert len(claude.calls) <= CALLS + parallel
