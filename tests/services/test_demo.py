"""The demo's folder: samples, and nothing of the person's own."""

from pathlib import Path

import pytest

from support.transcripts import SAMPLES
from vela_desktop.config.paths import Paths
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.services.demo import install_samples
from vela_desktop.wiring import open_reading


@pytest.mark.parametrize("agent", SAMPLES)
async def test_a_demo_finds_no_session_of_the_persons_own(agent: Agent, tmp_path: Path) -> None:
    SAMPLES[agent].write(tmp_path, prompt="A private question", answer="Yes.", cwd="/home/dev")
    reading = await open_reading(Paths(tmp_path / "demo"), {"HOME": str(tmp_path)})
    try:
        install_samples(tmp_path / "demo", reading.settings)
        await reading.scanner.scan()
        found = (await reading.sessions.list(SessionQuery())).items
    finally:
        await reading.close()
    assert {row.agent for row in found} == {Agent.CLAUDE, Agent.CODEX}
    assert "A private question" not in {row.title for row in found}
