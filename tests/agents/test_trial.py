"""A test of an agent goes as far as it can without calling a model, and says where it stopped."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from support.fake_agents import FakeAgent, fake_claude, fake_codex
from support.process import gone, until
from vela_desktop.agents.trial import AgentTest, Finding, TrialStep, trial
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Reason

MODELS = [{"value": "opus", "displayName": "Opus"}, {"value": "haiku", "displayName": "Haiku"}]


async def tried(
    agent: Agent, folder: Path, settings: AgentSettings, heard: list[Finding] | None = None
) -> AgentTest:
    """Try *agent* on a computer with nothing else on it."""
    findings = [] if heard is None else heard
    return await trial(
        agent,
        settings,
        folder=folder / "runs",
        environment={"PATH": "/nowhere", "HOME": str(folder)},
        heard=findings.append,
    )


def at(fake: FakeAgent, **more: Any) -> AgentSettings:
    return AgentSettings(executable=str(fake.path), **more)


def facts(test: AgentTest) -> dict[str, str]:
    return {str(finding.step): finding.fact for finding in test.findings}


def reasons(test: AgentTest) -> list[tuple[str, str]]:
    return [(str(f.step), str(f.problem.reason)) for f in test.findings if f.problem]


async def test_a_healthy_agent_passes_and_no_model_is_called(tmp_path: Path) -> None:
    fake, heard = fake_claude(tmp_path, models=MODELS), []
    test = await tried(Agent.CLAUDE, tmp_path, at(fake), heard)
    assert test.passed
    assert facts(test) == {
        "program": str(fake.path), "version": "2.1.332", "sign_in": "", "models": "2",
        "command": "",
    }  # fmt: skip
    assert heard == list(test.findings)
    assert fake.calls == []
    assert not list((tmp_path / "runs").iterdir())


async def test_what_a_call_has_to_ask_before_is_asked_too(tmp_path: Path) -> None:
    fake = fake_codex(tmp_path, mcp=[{"name": "not a plain name"}], models=[])
    test = await tried(Agent.CODEX, tmp_path, at(fake))
    assert reasons(test) == [("models", "no_models"), ("command", "no_safe_call")]
    assert "cannot be switched off by name" in str(test.findings[-1].problem)
    assert not test.passed
    assert fake.calls == []


async def test_a_missing_program_ends_the_test_at_once(tmp_path: Path) -> None:
    test = await tried(Agent.CLAUDE, tmp_path, AgentSettings())
    assert reasons(test) == [("program", "program_not_found")]
    assert not test.passed


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ({"version": "1.0.0 (Claude Code)"}, Reason.TOO_OLD),
        ({"version": "ls 9.1"}, Reason.OTHER_PROGRAM),
        ({"version_exit": 3}, Reason.NO_VERSION),
    ],
)
async def test_a_version_that_cannot_be_used_ends_the_test(
    script: dict[str, Any], reason: Reason, tmp_path: Path
) -> None:
    test = await tried(Agent.CLAUDE, tmp_path, at(fake_claude(tmp_path, **script)))
    assert reasons(test) == [("version", str(reason))]


@pytest.mark.parametrize("agent", [Agent.CLAUDE, Agent.CODEX])
async def test_nobody_signed_in_is_said_but_need_not_stop_anything(
    agent: Agent, tmp_path: Path
) -> None:
    models = [{"value": "m", "displayName": "M", "slug": "m", "visibility": "list"}]
    maker = {Agent.CLAUDE: fake_claude, Agent.CODEX: fake_codex}[agent]
    fake = maker(tmp_path, signed_in=False, models=models)
    test = await tried(agent, tmp_path, at(fake))
    assert reasons(test) == [("sign_in", "signed_out")]
    assert test.passed


async def test_arguments_that_are_not_stored_are_what_is_tested(tmp_path: Path) -> None:
    settings = at(fake_claude(tmp_path), arguments=("--allowedTools", "Bash"))
    test = await tried(Agent.CLAUDE, tmp_path, settings)
    assert reasons(test) == [("program", "argument_refused")]


async def test_a_cancelled_test_leaves_no_process(tmp_path: Path) -> None:
    fake = fake_claude(tmp_path, models_delay=60)
    heard: list[Finding] = []
    task = asyncio.create_task(tried(Agent.CLAUDE, tmp_path, at(fake), heard))
    await until(lambda: len(fake.questions) == 2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [finding.step for finding in heard][-1] is TrialStep.SIGN_IN
    await until(lambda: gone(fake.questions[1].pid))
    assert not list((tmp_path / "runs").iterdir())
