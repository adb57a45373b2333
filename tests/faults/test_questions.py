"""The program is killed while it asks an agent something short: nothing of that lives on."""

import asyncio
import os
import signal
from typing import Any

import psutil
import pytest

from support.fake_agents import FakeAgent
from support.faults import LONG, PATIENCE, Scene
from support.process import until
from support.real_agents import running

SLOW: dict[str, tuple[str, dict[str, Any], str]] = {
    "version": ("claude", {"version_delay": 600}, "--version"),
    "models": ("claude", {"models_delay": 600}, "--input-format"),
    "preparation": ("codex", {"mcp_delay": 600}, "mcp"),
}
"""Which agent is slow at what, and an argument that tells the question."""


@pytest.mark.parametrize("question", SLOW)
async def test_a_kill_in_a_question_leaves_no_process(
    question: str, scene: Scene, request: pytest.FixtureRequest
) -> None:
    agent, slow, argument = SLOW[question]
    fake: FakeAgent = request.getfixturevalue(agent)
    fake.script(**slow)
    process = scene.start(*await command(scene, question, agent))
    await until(lambda: asked(scene, fake, argument), PATIENCE)
    process.kill()
    await asyncio.to_thread(process.communicate)
    await until(lambda: not running(str(scene.machine.home)), PATIENCE)


async def test_a_question_that_no_watchdog_could_end_is_ended_at_the_next_start(
    scene: Scene, claude: FakeAgent
) -> None:
    """No job tells of it: only its mark does."""
    agent, slow, argument = SLOW["models"]
    claude.script(**slow)
    process = scene.start(*await command(scene, "models", agent))
    await until(lambda: asked(scene, claude, argument), PATIENCE)
    for one in running(str(scene.machine.home)):
        if "watchdog" in arguments(one):
            os.kill(one, signal.SIGKILL)
    process.kill()
    await asyncio.to_thread(process.communicate)
    looked = scene.start("jobs")
    await asyncio.to_thread(looked.communicate)
    await until(lambda: not running(str(scene.machine.home)), PATIENCE)


def asked(scene: Scene, fake: FakeAgent, argument: str) -> bool:
    """Tell whether the agent is being asked, as its processes' arguments say."""
    found = map(arguments, running(str(scene.machine.home)))
    return any(argument in one and str(fake.path) in one for one in found)


def arguments(pid: int) -> list[str]:
    """Return the command line of a process; none where it has just ended."""
    try:
        return psutil.Process(pid).cmdline()
    except psutil.Error:
        return []


async def command(scene: Scene, question: str, agent: str) -> tuple[str, ...]:
    """Return the command that comes to ask that."""
    if question == "models":
        return "agents", "--models"
    return "curate", await scene.path(LONG), "--agent", agent, "--wait"
