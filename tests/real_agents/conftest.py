"""Tests against the real agents: they install from npm and take minutes, so only
``make test-agents`` runs them."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from support import real_agents
from support.mock_models import MockModels, Reply
from support.real import KINDS
from support.real_agents import NEWEST, OLDEST, Installed, Real
from vela_desktop.agents.programs import Programs
from vela_desktop.config.settings import AgentSettings


@pytest.fixture(
    scope="session",
    params=[(agent, which) for agent in KINDS for which in (NEWEST, OLDEST)],
    ids=lambda param: f"{param[0]}-{param[1]}",
)
def installed(request: pytest.FixtureRequest) -> Installed:
    """One of the programs, installed from npm."""
    return real_agents.install(*request.param)


@pytest.fixture
def replies() -> list[Reply]:
    """What the model server answers, in order; a test overrides this by parametrising it."""
    return [Reply(data={"topics": []}, thinking="hm")]


@pytest.fixture
def models(replies: list[Reply]) -> Iterator[MockModels]:
    """The model server. Its last reply is also what every further request gets."""
    with MockModels(*replies, default=replies[-1]) as server:
        yield server


@pytest.fixture
def key() -> str | None:
    """The key the user is signed in with; a test overrides this by parametrising it."""
    return "test-key"


@pytest.fixture
async def real(
    installed: Installed, models: MockModels, key: str | None, tmp_path: Path
) -> AsyncIterator[Real]:
    """The program, found as the application finds it. Nothing that must not run may have run, no
    session may be left in the user's history, and no process."""
    home = tmp_path / "home"
    home.mkdir()
    kind = KINDS[installed.agent]
    environment = real_agents.configure(kind, home, models, key)
    environment["PATH"] = f"{installed.folder}{os.pathsep}{os.environ['PATH']}"
    found = await Programs(environment).find(installed.agent, AgentSettings())
    assert (found.problem, found.version) == (None, installed.version)
    yield Real(
        installed=installed, home=home, models=models, program=found, environment=environment
    )
    assert real_agents.history(kind, home) == []
    assert not (home / "trapped").exists()
    assert real_agents.running(str(home)) == []
    assert not list((home / "runs").glob("*"))
