"""The stand-ins answer as they are told, so that other tests may rely on them."""

import json
import os
from pathlib import Path

import pytest

from support.agents import program_of, request
from support.fake_agents import FakeAgent, fake_claude, fake_codex, fake_grok
from vela_desktop.agents.call import call
from vela_desktop.agents.registry import ADAPTERS


async def said(fake: FakeAgent, prompt: str, runs: Path) -> object:
    found = program_of(fake)
    environment = {"PATH": os.environ["PATH"], "HOME": str(runs.parent)}
    asked = request(prompt)
    adapter = ADAPTERS[found.agent]
    answer = await call(adapter, found, asked, folder=runs, environment=environment)
    return json.loads(answer.text)


@pytest.mark.parametrize("make", [fake_claude, fake_codex, fake_grok])
async def test_replies_come_in_order_then_the_default(make: type, tmp_path: Path) -> None:
    fake = make(tmp_path, {"data": {"n": 1}}, {"data": {"n": 2}}, default={"data": {"n": 0}})
    got = [await said(fake, f"prompt {number}", tmp_path / "runs") for number in range(4)]
    assert got == [{"n": 1}, {"n": 2}, {"n": 0}, {"n": 0}]
    assert [seen.stdin for seen in fake.calls] == [f"prompt {number}" for number in range(4)]


@pytest.mark.parametrize("make", [fake_claude, fake_codex, fake_grok])
async def test_a_rule_goes_by_what_the_prompt_holds(make: type, tmp_path: Path) -> None:
    rules = [{"contains": "stage: merge", "reply": {"data": {"stage": "merge"}}}]
    fake = make(tmp_path, {"data": {"stage": "other"}}, rules=rules)
    assert await said(fake, "…, stage: merge, …", tmp_path / "runs") == {"stage": "merge"}


async def test_a_new_script_holds_from_the_next_start_on(tmp_path: Path) -> None:
    fake = fake_codex(tmp_path, {"data": {"n": 1}})
    await said(fake, "x", tmp_path / "runs")
    fake.script({"data": {"n": 2}})
    assert await said(fake, "x", tmp_path / "runs") == {"n": 2}
    assert len(fake.calls) == 1
