"""Which finished steps are used again, and what they are known by."""

import json
from dataclasses import replace
from typing import Any

import pytest

from support.curation import Reply, ScriptedAgent, entries, entry, job, title_of, topic, topics
from support.pipeline import TWO_SEGMENTS, Run
from vela_desktop.curation import steps
from vela_desktop.domain.jobs import JobOptions


async def test_a_second_run_asks_nothing_that_was_answered() -> None:
    def fails(title: str, prompt: str) -> Reply:
        return "no" if title == "C" else entries(entry(title))

    found = [topics(topic("A")), topics(topic("B"), topic("C"))]
    first = Run(ScriptedAgent(found, fails))
    await first.error(TWO_SEGMENTS)
    again = Run(ScriptedAgent(), first.steps)
    assert [row.title for row in await again.entries(TWO_SEGMENTS)] == ["A", "B", "C"]
    assert [title_of(prompt) for prompt in again.agent.prompts] == ["C"]


@pytest.mark.parametrize("change", [{"model": "x"}, {"effort": "high"}, {"agent": "codex"}])
async def test_another_model_effort_or_agent_asks_anew(change: dict[str, Any]) -> None:
    first = Run(ScriptedAgent([topics()]))
    await first.entries()
    other = Run(ScriptedAgent([topics()]), first.steps)
    await other.entries(run=job(**change))
    assert len(other.agent.prompts) == 1
    same = Run(ScriptedAgent(), first.steps)
    await same.entries()
    assert not same.agent.prompts


@pytest.mark.parametrize(
    "options", [JobOptions(mask_secrets=False), JobOptions(command_excerpts=True)]
)
async def test_other_options_ask_anew(options: JobOptions) -> None:
    first = Run(ScriptedAgent([topics()]))
    await first.entries()
    other = Run(ScriptedAgent([topics()]), first.steps)
    await other.entries(run=job(options=options))
    assert len(other.agent.prompts) == 1


async def test_how_many_calls_run_at_once_asks_nothing_anew() -> None:
    first = Run(ScriptedAgent([topics()]))
    await first.entries()
    await Run(ScriptedAgent(), first.steps).entries(run=job(options=JobOptions(parallel_calls=4)))


async def test_other_instructions_ask_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Run(ScriptedAgent([topics()]))
    await first.entries()
    monkeypatch.setattr(steps, "VERSION", steps.VERSION + 1)
    other = Run(ScriptedAgent([topics()]), first.steps)
    await other.entries()
    assert len(other.agent.prompts) == 1


@pytest.mark.parametrize("stored", ["no JSON", '{"topics": 3}', topics(topic(" "))])
async def test_a_stored_answer_that_its_check_rejects_is_asked_anew(stored: Reply) -> None:
    """The checks may have become stricter since, or the file damaged."""
    first = Run(ScriptedAgent([topics(topic("A"))]))
    await first.entries()
    text = stored if isinstance(stored, str) else json.dumps(stored)
    key, step = next(iter(first.steps.kept.items()))
    first.steps.kept[key] = replace(step, output=text)
    again = Run(ScriptedAgent([topics(topic("A"))]), first.steps)
    assert [row.title for row in await again.entries()] == ["A"]
    assert len(again.agent.prompts) == 1
    assert first.steps.kept[key].output != text


async def test_a_step_tells_its_job_and_how_long_it_took_by_no_clock_on_the_wall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall = iter(range(10**12, 0, -(10**9)))  # goes back a second at every look
    monkeypatch.setattr("time.time_ns", lambda: next(wall) * 1_000)
    run = Run(ScriptedAgent([topics()]))
    await run.entries(run=job(attempt=3))
    (step,) = run.steps.kept.values()
    assert step.attempt == 3
    assert 0 <= step.ms < 60_000
    assert step.ended_at < step.started_at


async def test_a_step_without_its_output_is_asked_anew() -> None:
    first = Run(ScriptedAgent([topics()]))
    await first.entries()
    for key, step in first.steps.kept.items():
        values = {"key": key, "stage": step.stage, "output": None}
        first.steps.kept[key] = type(step)(**values)
    again = Run(ScriptedAgent([topics()]), first.steps)
    await again.entries()
    assert len(again.agent.prompts) == 1


async def test_a_question_keeps_its_key_when_it_is_asked_again() -> None:
    run = Run(ScriptedAgent(["bad", topics()]))
    await run.entries()
    again = Run(ScriptedAgent(), run.steps)
    assert await again.entries() == ()
