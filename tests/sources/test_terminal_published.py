"""Recordings that others published, and what an independent count found in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.text import squeeze
from vela_desktop.sources.choose import locate
from vela_desktop.sources.readers import reader
from vela_desktop.sources.times import milliseconds

EXPECTED = Path(__file__).parents[3] / "shared" / "transcripts" / "expected.json"

pytestmark = pytest.mark.skipif(not EXPECTED.exists(), reason="the published files are not here")


def cases() -> list[tuple[str, dict[str, Any]]]:
    if not EXPECTED.exists():
        return []
    known = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return [(name, facts) for name, facts in known.items() if name.startswith("terminal/")]


@pytest.mark.parametrize(("name", "facts"), cases(), ids=[name for name, _ in cases()])
def test_a_published_recording(name: str, facts: dict[str, Any]) -> None:
    ((agent, location),) = locate(EXPECTED.parent / name)
    assert agent is Agent.TERMINAL
    found = reader(agent).index(location)
    messages = reader(agent).messages(location, found.entries)
    text = "\n".join(block.text for message in messages for block in message.blocks)
    assert not [piece for piece in facts["must_not_contain"] if piece in text]
    assert not [piece for piece in facts["must_contain"] if squeeze(piece) not in squeeze(text)]
    assert len(text.split("\n")) <= facts["n_plain_lines_upper_bound"]
    assert found.counts.bad_lines == facts["n_bad_lines"]
    assert found.facts.native_id == facts["sha256"]
    assert found.facts.started_at == milliseconds(facts["started_at"])
    assert found.facts.last_at == milliseconds(facts["ended_at"])
    assert found.facts.title == (facts["title"] or Path(name).name)
    assert found.facts.cwd == facts["cwd"]


def test_a_session_that_is_painted_again_and_again_is_seen_once() -> None:
    ((name, facts),) = [(name, facts) for name, facts in cases() if facts["n_lines"] > 300]
    ((agent, location),) = locate(EXPECTED.parent / name)
    found = reader(agent).index(location)
    (message,) = reader(agent).messages(location, found.entries)
    lines = message.blocks[0].text.split("\n")
    assert len(lines) * 8 < facts["n_plain_lines_upper_bound"]
    assert sum("I am the Orchestrator." in line for line in lines) == 1
    assert not [line for line in lines if "Gusting" in line]
