"""The configuration files of a user's OpenCode: a call merges the same ones in the same order."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.real_agents import Real
from vela_desktop.agents import lines
from vela_desktop.agents.asking import ask
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.domain.agents import Agent
from vela_desktop.process.run import run

pytestmark = pytest.mark.real_agents

OPENCODE = ADAPTERS[Agent.OPENCODE]
FILES = (
    ".config/opencode/config.json",
    ".config/opencode/opencode.json",
    ".config/opencode/opencode.jsonc",
    "mine.json",
    ".opencode/opencode.json",
    ".opencode/opencode.jsonc",
    "dir/opencode.json",
    "dir/opencode.jsonc",
)
"""Each has the last word over those before it."""


@pytest.fixture
def configured(real: Real) -> Real:
    """The program of a user who has a configuration in every place."""
    if real.agent is not Agent.OPENCODE:
        pytest.skip("another agent")
    trap = str(real.home / "trap")
    for place in FILES:
        file = real.home / place
        own = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        provider = own.setdefault("provider", {}).setdefault("openai", {})
        _say(own, provider, place)
        own.setdefault("mcp", {})[place] = {"type": "local", "command": [trap, place]}
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(own)
        file.write_text(f"// 说明\n{text[:-1]}, /* , */ }}\n", encoding="utf-8")
    last = real.home / FILES[-1]
    named = last.read_text(encoding="utf-8").replace('"KEY"', '"{file:../key.txt}"')
    last.write_text(named, encoding="utf-8")
    (real.home / "key.txt").write_text("key-of-a-file\n", encoding="utf-8")
    for kind in ("plugin", "tool"):
        (real.home / "dir" / kind).mkdir()
        source = real.home / ".opencode" / kind / "own.js"
        (real.home / "dir" / kind / "own.js").write_bytes(source.read_bytes())
    content = {
        "mcp": {"content": {"type": "local", "command": [trap, "content"]}},
        "provider": {"openai": {}},
    }
    _say(content, content["provider"]["openai"], "content")
    more = {
        "OPENCODE_CONFIG": str(real.home / "mine.json"),
        "OPENCODE_CONFIG_DIR": str(real.home / "dir"),
        "OPENCODE_CONFIG_CONTENT": json.dumps(content),
    }
    return replace(real, environment=real.environment | more)


def _say(own: dict[str, Any], provider: dict[str, Any], place: str) -> None:
    name = place.replace("/", "-")
    own["model"] = own["small_model"] = f"openai/{name}"
    provider.setdefault("models", {})[name] = {"name": place}
    provider.setdefault("options", {})[name] = provider["options"]["last"] = place
    if place == FILES[-1]:
        provider["options"]["apiKey"] = "KEY"


async def test_it_is_what_the_program_makes_of_them_for_its_user(configured: Real) -> None:
    alone = {"OPENCODE_DISABLE_PROJECT_CONFIG": "1", "OPENCODE_DB": ":memory:"}
    theirs = await run(
        [configured.program.path, "--pure", "debug", "config"],
        cwd=configured.home,
        environment=configured.environment | alone,
        seconds=30,
    )
    assert OPENCODE.preparation
    work = configured.home / "call" / "work"
    work.mkdir(parents=True)
    ours = await ask(
        OPENCODE,
        configured.program,
        OPENCODE.preparation,
        cwd=work,
        environment=configured.environment,
        seconds=30,
    )
    one, other = lines.document(theirs.stdout), lines.document(ours)
    for key in ("provider", "model", "small_model", "mcp"):
        assert one[key] == other[key]
    assert one["provider"]["openai"]["options"]["last"] == "content"
    (configured.home / "trapped").unlink(missing_ok=True)


async def test_a_call_reaches_the_model_that_all_of_them_lead_to(configured: Real) -> None:
    await configured.ask()
    (asked,) = configured.models.asked
    assert (asked.model, asked.key) == ("content", "key-of-a-file")


async def test_models_of_all_of_them_are_listed(configured: Real, tmp_path: Path) -> None:
    environment = configured.environment
    catalogue = Catalogue(tmp_path / "cache", tmp_path / "scratch", environment=environment)
    found = {model.id for model in await catalogue.models(configured.program)}
    assert {f"openai/{place.replace('/', '-')}" for place in FILES} <= found
    await catalogue.close()
