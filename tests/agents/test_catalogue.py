"""Which models are offered, and how often a program is asked for them."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from support.agents import program, program_of
from support.fake_agents import FakeAgent, fake_claude, fake_codex
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.protocol import Model
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.domain.agents import Agent

REAL = Path(__file__).parents[3] / "shared" / "agents" / "samples"

OPUS = {
    "value": "opus",
    "displayName": "Opus",
    "supportsEffort": True,
    "supportedEffortLevels": ["low", "high"],
}
LEVELS = [{"effort": effort} for effort in ("low", "high", "ultra")]
SOL: dict[str, Any] = {
    "slug": "gpt-6.2-sol",
    "display_name": "GPT-6.2-Sol",
    "visibility": "list",
    "priority": 2,
    "default_reasoning_level": "low",
    "supported_reasoning_levels": LEVELS,
}
LUNA = SOL | {"slug": "gpt-6-luna", "display_name": "GPT-6-Luna", "priority": 1}
HIDDEN = SOL | {"slug": "codex-auto-review", "visibility": "hide"}


@pytest.fixture
async def catalogue(tmp_path: Path) -> AsyncIterator[Catalogue]:
    made = fresh(tmp_path)
    yield made
    await made.close()


def fresh(folder: Path, changed: list[Agent] | None = None) -> Catalogue:
    """Return a catalogue as a newly started program has it."""
    told = changed if changed is not None else []
    return Catalogue(folder / "cache", folder / "scratch", changed=told.append, environment={})


async def settle(fake: FakeAgent, questions: int) -> None:
    """Wait until *fake* was asked so many times."""
    async with asyncio.timeout(10):
        while len(fake.questions) < questions:  # noqa: ASYNC110 - another process's doing
            await asyncio.sleep(0.01)


async def test_claudes_models_come_from_its_own_answer(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    plain = {"value": "tiny", "displayName": "Tiny", "supportsEffort": False}
    found = await catalogue.models(program_of(fake_claude(tmp_path, models=[OPUS, plain, "junk"])))
    assert found == (
        Model(id="opus", label="Opus", efforts=("low", "high")),
        Model(id="tiny", label="Tiny"),
    )


async def test_claude_is_asked_with_everything_closed_in_an_empty_folder(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    fake = fake_claude(tmp_path, models=[OPUS])
    await catalogue.models(program_of(fake))
    (asked,) = fake.questions
    assert {"--safe-mode", "--no-session-persistence", "--strict-mcp-config"} <= set(asked.argv)
    assert asked.argv[asked.argv.index("--tools") + 1] == ""
    assert asked.files == []
    assert not Path(asked.cwd).exists()


async def test_codex_models_are_the_shown_ones_in_its_order_without_the_delegating_effort(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    found = await catalogue.models(program_of(fake_codex(tmp_path, models=[SOL, HIDDEN, LUNA])))
    assert [model.id for model in found] == ["gpt-6-luna", "gpt-6.2-sol"]
    assert found[1] == Model(id="gpt-6.2-sol", label="GPT-6.2-Sol", efforts=("low", "high"))


async def test_a_program_is_asked_once_and_answers_come_from_memory(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    fake = fake_claude(tmp_path, models=[OPUS])
    first = await catalogue.models(program_of(fake))
    assert await catalogue.models(program_of(fake)) == first
    assert len(fake.questions) == 1


async def test_two_who_ask_at_once_share_one_question(catalogue: Catalogue, tmp_path: Path) -> None:
    fake = fake_claude(tmp_path, models=[OPUS])
    found = program_of(fake)
    first, second = await asyncio.gather(catalogue.models(found), catalogue.refresh(found))
    assert first == second
    assert len(fake.questions) == 1


async def test_after_a_restart_the_kept_answer_comes_at_once_and_is_asked_again_behind_it(
    tmp_path: Path,
) -> None:
    fake, told = fake_codex(tmp_path, models=[SOL]), list[Agent]()
    await fresh(tmp_path).models(program_of(fake))
    fake.script(models=[SOL, LUNA], models_delay=0.1)
    second = fresh(tmp_path, told)
    assert [model.id for model in await second.models(program_of(fake))] == ["gpt-6.2-sol"]
    await settle(fake, 2)
    async with asyncio.timeout(10):
        while not told:  # noqa: ASYNC110 - another process's doing
            await asyncio.sleep(0.01)
    assert told == [Agent.CODEX]
    assert len(await second.models(program_of(fake))) == 2
    await second.close()


async def test_another_version_is_asked_anew(tmp_path: Path) -> None:
    fake = fake_codex(tmp_path, models=[SOL])
    await fresh(tmp_path).models(program_of(fake))
    fake.script(models=[LUNA])
    found = await fresh(tmp_path).models(program_of(fake, version="0.172.0"))
    assert [model.id for model in found] == ["gpt-6-luna"]


@pytest.mark.parametrize("text", ["", "not JSON", "[]", '{"models": 3}', "null"])
async def test_a_senseless_answer_leaves_the_fallback(
    text: str, catalogue: Catalogue, tmp_path: Path
) -> None:
    found = await catalogue.models(program_of(fake_claude(tmp_path, models_text=text)))
    assert [model.id for model in found] == ["default", "opus", "sonnet", "haiku"]
    assert await catalogue.models(program_of(fake_codex(tmp_path, models_text=text))) == ()


async def test_a_program_that_does_not_answer_is_not_asked_each_time(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    fake = fake_claude(tmp_path, models_exit=1)
    assert await catalogue.models(program_of(fake)) == await catalogue.models(program_of(fake))
    assert len(fake.questions) == 1
    fake.script(models_exit=0, models=[OPUS])
    assert [model.id for model in await catalogue.refresh(program_of(fake))] == ["opus"]


async def test_a_slow_program_is_not_waited_for(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vela_desktop.agents.catalogue.SECONDS", 0.2)
    fake = fake_codex(tmp_path, models=[SOL], models_delay=9)
    assert await catalogue.models(program_of(fake)) == ()


async def test_a_broken_cache_is_as_good_as_none(tmp_path: Path) -> None:
    fake, cache = fake_codex(tmp_path, models=[SOL]), tmp_path / "cache"
    await fresh(tmp_path).models(program_of(fake))
    (file,) = cache.iterdir()
    kept = json.loads(file.read_text(encoding="utf-8"))
    for broken in ("{", json.dumps(kept | {"models": [{"id": 1}]}), json.dumps([kept])):
        file.write_text(broken, encoding="utf-8")
        assert [model.id for model in await fresh(tmp_path).models(program_of(fake))] == [
            SOL["slug"]
        ]


async def test_a_cache_that_cannot_be_written_costs_nothing_but_the_cache(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file, not a folder", encoding="utf-8")
    found = await fresh(tmp_path).models(program_of(fake_codex(tmp_path, models=[SOL])))
    assert [model.id for model in found] == ["gpt-6.2-sol"]


async def test_an_unusable_program_is_not_asked(catalogue: Catalogue, tmp_path: Path) -> None:
    fake = fake_claude(tmp_path, models=[OPUS])
    found = await catalogue.refresh(program_of(fake, problem="too old"))
    assert found == ADAPTERS[Agent.CLAUDE].fallback_models
    assert fake.questions == []


async def test_the_builtin_extractor_has_no_models(catalogue: Catalogue) -> None:
    assert await catalogue.models(program(Agent.BUILTIN)) == ()


async def test_closing_ends_open_questions(tmp_path: Path) -> None:
    fake, open_one = fake_claude(tmp_path, models_delay=60), fresh(tmp_path)
    waiting = asyncio.create_task(open_one.models(program_of(fake)))
    await settle(fake, 1)
    await open_one.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.mark.skipif(not REAL.exists(), reason="recordings of the real programs are not here")
def test_the_real_programs_lists_are_understood() -> None:
    claude = (REAL / "claude" / "headless" / "models-initialize.stdout").read_bytes()
    codex = (REAL / "codex" / "headless" / "debug-models.trimmed.json").read_bytes()
    listings = {agent: ADAPTERS[agent].listing for agent in (Agent.CLAUDE, Agent.CODEX)}
    read = {agent: listing.read for agent, listing in listings.items() if listing}
    ids = [model.id for model in read[Agent.CLAUDE](claude)]
    assert ids == ["default", "opus", "fable", "sonnet", "haiku"]
    models = {model.id: model for model in read[Agent.CODEX](codex)}
    assert models["gpt-5.5"].efforts == ("low", "medium", "high", "xhigh")
    assert "ultra" not in {effort for model in models.values() for effort in model.efforts}
