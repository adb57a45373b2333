"""Agents that misbehave in every way seen: what the job says, and that nothing is lost or left."""

import errno
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from support.curation import entries, entry, topic, topics
from support.fake_agents import (
    FakeAgent,
    fake_claude,
    fake_codex,
    fake_grok,
    fake_omp,
    fake_opencode,
    fake_pi,
)
from support.faults import CALLS, LONG, PATIENCE, TITLES, Scene, answers, computer, scene_on
from support.process import alive, until
from vela_desktop.agents.call import call
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import JobNote, JobStatus
from vela_desktop.process import watchdog

TOPIC = {"data": topics(topic("A"))}
ENTRY = {"data": entries(entry("A"))}
WRONG_TARGET = {"data": topics(topic("A", target="T99"))}
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """An agent that never gives an answer: what a job makes of it."""

    error: Code
    cause: str
    reply: dict[str, Any] = field(default_factory=dict)
    script: dict[str, Any] = field(default_factory=dict)
    calls: int = 1


BAD = {
    "hangs": Bad(reply={"hang": True}, error=Code.TIMEOUT, cause="did not answer in"),
    "hangs and ignores TERM": Bad(
        reply={"hang": True, "ignore_term": True}, error=Code.TIMEOUT, cause="did not answer in"
    ),
    "hangs with a grandchild that holds the pipes": Bad(
        reply={"hang": True, "fork": True, "ignore_term": True},
        error=Code.TIMEOUT,
        cause="did not answer in",
    ),
    "prints 9 MiB": Bad(
        reply=TOPIC | {"huge": 9 * MIB},
        error=Code.OUTPUT_TOO_LARGE,
        cause="output.* more than 8,388,608 bytes",
    ),
    "writes errors without end": Bad(
        reply={"endless_stderr": True}, error=Code.OUTPUT_TOO_LARGE, cause="8,388,608 bytes"
    ),
    "answers in prose": Bad(
        reply={"text": "I could not."},
        error=Code.INVALID_OUTPUT,
        cause="in 3 tries.*(prose|plain text|JSON)",
        calls=3,
    ),
    "answers in another schema": Bad(
        reply={"data": {"topic": []}}, error=Code.INVALID_OUTPUT, cause="structure", calls=3
    ),
    "names a target that is not there": Bad(
        reply=WRONG_TARGET, error=Code.INVALID_OUTPUT, cause="target.*T99", calls=3
    ),
    "exits 0 with an error": Bad(
        reply={"error": "Your credit is used up", "exit": 0},
        error=Code.PROCESS_FAILED,
        cause="Your credit is used up",
    ),
    "ends without a word": Bad(
        reply={"silent": True, "stderr": "fatal: out of handles\n", "exit": 7},
        error=Code.PROCESS_FAILED,
        cause="exit code 7.*out of handles",
    ),
    "does not know a flag": Bad(
        script={"refuses": "--strict-mcp-config"},
        error=Code.PROCESS_FAILED,
        cause="exit code 1.*unknown option '--strict-mcp-config'",
    ),
    "tries a tool": Bad(
        reply=TOPIC | {"tool": "Bash"}, error=Code.PROCESS_FAILED, cause="the tool “Bash”"
    ),
}
HERE_TOO = ["hangs", "prints 9 MiB", "answers in prose", "tries a tool"]
"""What another agent is tried with too."""


@pytest.mark.parametrize(
    ("agent", "name"),
    [(Agent.CLAUDE, name) for name in BAD] + [(Agent.CODEX, name) for name in HERE_TOO],
)
async def test_an_agent_that_gives_no_answer_changes_nothing(
    agent: Agent, name: str, scene: Scene, request: pytest.FixtureRequest
) -> None:
    bad, fake = BAD[name], request.getfixturevalue(agent.value)
    await scene.knows("Old")
    fake.script(rules=[], default=bad.reply, **bad.script)
    before = scene.rows()
    with pytest.MonkeyPatch.context() as patch:
        if bad.error is Code.TIMEOUT:
            shorten(patch, 1.0)
        job = await scene.curate(agent=agent)
    assert (job.status, job.error) == (JobStatus.FAILED, bad.error)
    assert len(fake.calls) == bad.calls
    await scene.check(job, before, bad.cause)
    fake.script(TOPIC, ENTRY, default={}, refuses=None)
    again = await scene.retry(job)
    await scene.check(again, before)
    assert await scene.titles() == ["A"]


def shorten(patch: pytest.MonkeyPatch, seconds: float) -> None:
    """Give calls less time."""
    assert call.__kwdefaults__
    patch.setitem(call.__kwdefaults__, "seconds", seconds)


CLOSING = {
    Agent.CLAUDE: (fake_claude, "--strict-mcp-config"),
    Agent.CODEX: (fake_codex, "--ignore-rules"),
    Agent.GROK: (fake_grok, "--no-subagents"),
    Agent.OPENCODE: (fake_opencode, "--pure"),
    Agent.PI: (fake_pi, "--no-tools"),
    Agent.OMP: (fake_omp, "--no-tools"),
}
"""A flag of each that closes something: it is never left out."""


@pytest.mark.parametrize("agent", CLOSING)
async def test_an_unknown_flag_is_named_and_not_tried_again(
    agent: Agent, tmp_path: Path, empty_base: Path
) -> None:
    make, flag = CLOSING[agent]
    fake = make(tmp_path / "agents", rules=answers(), refuses=flag)
    async with scene_on(computer(tmp_path, empty_base, fake)) as scene:
        await scene.knows("Old", text=LONG)
        before = scene.rows()
        job = await scene.curate(LONG, agent)
        assert (job.status, job.error) == (JobStatus.FAILED, Code.PROCESS_FAILED)
        assert len(fake.calls) == 1
        await scene.check(job, before, f"unknown option '{flag}'")
        fake.script(rules=answers(), refuses=None)
        again = await scene.retry(job)
        await scene.check(again, before)
        assert await scene.titles(LONG) == TITLES
        assert all(flag in call.argv for call in fake.calls)


async def test_without_a_watchdog_jobs_run_all_the_same(
    scene: Scene, claude: FakeAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system may have no room for another process; the marks are left to find a child by."""

    def no_room(*_: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(watchdog, "_start", no_room)
    before = scene.rows()
    await scene.check(await scene.curate(LONG), before)
    assert await scene.titles(LONG) == TITLES


FINE: dict[str, tuple[dict[str, Any], ...]] = {
    "prints 8 MiB less one byte": (TOPIC | {"stdout_bytes": 8 * MIB - 1}, ENTRY),
    "prints 8 MiB of errors less some": (TOPIC | {"huge_stderr": 8 * MIB - 1000}, ENTRY),
    "exits 1 with a good answer": (TOPIC | {"exit": 1}, ENTRY | {"exit": 1}),
    "leaves a child that holds the pipes": (TOPIC | {"fork": True}, ENTRY | {"fork": True}),
    "leaves one and ignores TERM": (TOPIC | {"fork": True, "ignore_term": True}, ENTRY),
    "answers in prose once": ({"text": "Well."}, TOPIC, {"text": "Well."}, ENTRY),
    "names a wrong target once": (WRONG_TARGET, TOPIC, ENTRY),
    "gives two entries once": (TOPIC, {"data": entries(entry("A"), entry("B"))}, ENTRY),
}


@pytest.mark.parametrize(
    ("agent", "name"),
    [(Agent.CLAUDE, name) for name in FINE]
    + [(Agent.CODEX, "prints 8 MiB less one byte"), (Agent.CODEX, "exits 1 with a good answer")],
)
async def test_an_agent_that_gives_one_in_the_end_is_fine(
    agent: Agent, name: str, scene: Scene, request: pytest.FixtureRequest
) -> None:
    fake: FakeAgent = request.getfixturevalue(agent.value)
    fake.script(*FINE[name], rules=[], default={"hang": True})
    await scene.knows("Old", "A")
    before = scene.rows()
    job = await scene.curate(agent=agent)
    await scene.check(job, before)
    assert await scene.titles() == ["A"]
    assert job.usage.calls == len(fake.calls) == len(FINE[name])


async def test_what_was_wrong_is_said_when_it_is_asked_again(
    scene: Scene, claude: FakeAgent
) -> None:
    claude.script(WRONG_TARGET, TOPIC, ENTRY, rules=[])
    assert (await scene.curate()).status is JobStatus.COMPLETED
    first, second, _ = (seen.stdin for seen in claude.calls)
    assert second.startswith(first)
    assert "T99" in second[len(first) :]


async def test_a_program_that_does_not_read_its_prompt_may_answer(
    scene: Scene, claude: FakeAgent
) -> None:
    replies = [{"data": topics(topic("A"))}, {"data": topics()}, ENTRY]
    claude.script(*replies, rules=[], closes_stdin=True)
    before = scene.rows()
    job = await scene.curate(LONG)
    await scene.check(job, before)
    assert await scene.titles(LONG) == ["A"]


async def test_an_answer_counts_where_the_program_hangs_after_it(
    scene: Scene, claude: FakeAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten(monkeypatch, 3.0)
    claude.script(TOPIC | {"hang_after": True}, ENTRY, rules=[])
    before = scene.rows()
    await scene.check(await scene.curate(), before)
    assert await scene.titles() == ["A"]


async def test_no_topics_are_a_result_that_clears_the_entries(
    scene: Scene, claude: FakeAgent
) -> None:
    await scene.knows("Old", "Older")
    await scene.knows("Theirs", text=LONG)
    claude.script({"data": topics()}, rules=[])
    before = scene.rows()
    job = await scene.curate()
    assert (job.status, job.notes) == (JobStatus.COMPLETED, (JobNote.NOTHING_FOUND,))
    await scene.check(job, before)
    assert await scene.titles() == []
    assert await scene.titles(LONG) == ["Theirs"]


@pytest.mark.parametrize("reply", [{}, {"ignore_term": True}, {"fork": True, "ignore_term": True}])
async def test_cancelling_ends_a_hanging_program_and_keeps_the_source(
    reply: dict[str, Any], scene: Scene, claude: FakeAgent
) -> None:
    await scene.knows("Old")
    claude.script({"hang": True} | reply, rules=[])
    before = scene.rows()
    await scene.services.runner.start()
    job = await scene.submit()
    await until(lambda: claude.calls, PATIENCE)
    asked = await scene.services.jobs.cancel(job.id)
    assert asked.status is JobStatus.CANCELLING
    assert alive(claude.calls[0].pid)
    job = await scene.ended(job.id)
    assert job.status is JobStatus.CANCELLED
    assert not alive(claude.calls[0].pid), "it was cancelled before its program was gone"
    await scene.check(job, before)
    assert await scene.services.entries.snapshot(job.source_id)


async def test_what_others_answer_while_one_call_fails_is_kept(
    scene: Scene, claude: FakeAgent
) -> None:
    scene.services.reading.settings.change(parallel_calls=2)
    tries = {"contains": 'segment="1"', "reply": TOPIC | {"tool": "Bash"}}
    claude.script(rules=[tries, *answers(waits="go")])
    await scene.knows("Old", text=LONG)
    before = scene.rows()
    await scene.services.runner.start()
    job = await scene.submit(LONG)
    await until(lambda: len(claude.calls) == 2, PATIENCE)
    await until(lambda: sum(alive(call.pid) for call in claude.calls) == 1, PATIENCE)
    claude.let("go")
    job = await scene.ended(job.id)
    assert (job.error, job.details["reason"]) == (Code.PROCESS_FAILED, "tool")
    await scene.check(job, before, "the tool “Bash”")
    claude.script(rules=answers())
    again = await scene.retry(job)
    await scene.check(again, before)
    assert len(claude.calls) == CALLS - 1
    assert await scene.titles(LONG) == TITLES


async def test_a_failure_late_in_a_job_costs_one_step(scene: Scene, claude: FakeAgent) -> None:
    last = {"contains": f'title="{TITLES[-1]}">', "reply": {"text": "No."}}
    claude.script(rules=[last, *answers()])
    before = scene.rows()
    job = await scene.curate(LONG)
    assert job.error == Code.INVALID_OUTPUT
    await scene.check(job, before)
    claude.script(rules=answers())
    again = await scene.retry(job)
    await scene.check(again, before)
    assert len(claude.calls) == again.usage.calls == 1 < CALLS
    assert await scene.titles(LONG) == TITLES
