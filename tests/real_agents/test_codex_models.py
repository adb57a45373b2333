"""Codex lists its models in two ways; what is used here is held against the other one."""

import json
from typing import Any

import pytest

from support.real_agents import Real
from vela_desktop.agents import lines
from vela_desktop.agents.asking import printed
from vela_desktop.agents.catalogue import listed
from vela_desktop.agents.codex import DELEGATING
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.domain.agents import Agent

pytestmark = pytest.mark.real_agents

LISTING = ADAPTERS[Agent.CODEX].listing
ASKED = (
    {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "vela", "version": "1"}}},
    {"method": "initialized"},
    {"id": 2, "method": "model/list", "params": {}},
)


@pytest.fixture
def codex(real: Real) -> Real:
    """The program, with nothing yet in its folder but the configuration."""
    if real.agent is not Agent.CODEX:
        pytest.skip("another agent")
    return real


def _answer(line: bytes) -> dict[str, Any] | None:
    event = lines.decode(line)
    is_answer = isinstance(event, dict) and event.get("id") == ASKED[-1]["id"]
    return lines.under(event, "result") if is_answer else None


async def test_the_app_server_tells_the_same_models_and_efforts(codex: Real) -> None:
    assert LISTING
    about = {"cwd": codex.home, "environment": codex.environment}
    ours = await listed(codex.program, LISTING, **about)
    said = await printed(
        (codex.program.path, "app-server", "-c", "features.plugins=false"),
        stdin=b"".join(json.dumps(asked).encode() + b"\n" for asked in ASKED),
        enough=lambda line: _answer(line) is not None,
        seconds=30,
        **about,
    )
    (answer,) = (found for line in said.split(b"\n") if (found := _answer(line)) is not None)
    assert answer["nextCursor"] is None
    theirs = {}
    for row in answer["data"]:
        levels = [level["reasoningEffort"] for level in row["supportedReasoningEfforts"]]
        theirs[row["model"]] = [level for level in levels if level != DELEGATING]
    assert {model.id: list(model.efforts) for model in ours} == theirs
    assert [model.id for model in ours] == list(theirs)


async def test_listing_its_models_leaves_nothing_in_its_folder(codex: Real) -> None:
    folder = codex.home / ".codex"
    before = {path.name for path in folder.iterdir()}
    assert LISTING
    await listed(codex.program, LISTING, cwd=codex.home, environment=codex.environment)
    new = {path.name for path in folder.iterdir()} - before
    assert not {name for name in new if name.endswith((".sqlite", ".toml"))} | new & {"sessions"}
