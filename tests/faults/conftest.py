"""What every fault happens on: a computer of its own with fake agents, and short waits."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.databases import empty_base
from support.fake_agents import FakeAgent, fake_claude, fake_codex
from support.faults import Scene, answers, computer, scene_on
from vela_desktop.process.run import run

__all__ = ["empty_base"]


@pytest.fixture
def claude(tmp_path: Path) -> FakeAgent:
    """A fake ``claude``, which answers well."""
    return fake_claude(tmp_path / "agents", rules=answers())


@pytest.fixture
def codex(tmp_path: Path) -> FakeAgent:
    """A fake ``codex``, which answers well."""
    return fake_codex(tmp_path / "agents", rules=answers())


@pytest.fixture
async def scene(
    tmp_path: Path, empty_base: Path, claude: FakeAgent, codex: FakeAgent
) -> AsyncIterator[Scene]:
    """The program on a computer with both agents."""
    async with scene_on(computer(tmp_path, empty_base, claude, codex)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _deaf_programs_are_killed_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run.__kwdefaults__
    monkeypatch.setitem(run.__kwdefaults__, "grace", 0.3)
