"""Transcripts that others published, and what an independent count found in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Role
from vela_desktop.sources.choose import locate
from vela_desktop.sources.protocol import Root
from vela_desktop.sources.readers import READERS, reader
from vela_desktop.sources.times import milliseconds

SHARED = Path(__file__).parents[3] / "shared"
EXPECTED = SHARED / "transcripts" / "expected.json"
SAMPLES = SHARED / "agents" / "samples"

pytestmark = pytest.mark.skipif(not EXPECTED.exists(), reason="the published files are not here")


def cases() -> list[tuple[str, dict[str, Any]]]:
    if not EXPECTED.exists():
        return []
    known = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return [
        (name, facts)
        for name, facts in known.items()
        if name.split("/")[0] in set(READERS) - {Agent.TERMINAL} and "sessions" not in facts
    ]


@pytest.mark.parametrize(("name", "facts"), cases(), ids=[name for name, _ in cases()])
def test_the_facts_of_a_published_transcript(name: str, facts: dict[str, Any]) -> None:
    ((agent, location),) = locate(EXPECTED.parent / name)
    assert agent == name.split("/")[0]
    found = reader(agent).index(location)
    low, high = facts.get("n_user_messages_acceptable", [facts["n_user_messages"]] * 2)
    assert low <= found.counts.user_messages <= high
    # of a tree the prompts of the active branch are counted, and what was answered anywhere
    branch = facts.get("active_branch", facts)
    assert found.counts.user_messages == branch["n_user_messages"]
    assert sum(entry.role is Role.USER for entry in found.entries) == branch["n_user_messages"]
    assert found.counts.assistant_messages == facts["n_assistant_messages"]
    assert found.counts.tool_calls == facts["n_tool_calls"]
    assert found.counts.bad_lines == facts["n_bad_lines"]
    assert found.first_user_text[:120].strip() == (facts["first_user_text"] or "").strip()
    assert found.facts.cwd == facts["cwd"]
    assert found.facts.started_at == milliseconds(facts["started_at"])
    assert found.facts.last_at == milliseconds(facts["ended_at"])
    if ids := facts.get("session_ids"):
        assert found.facts.native_id == ids[0]
    head = reader(agent).head(location)
    assert (head.native_id, head.cwd) == (found.facts.native_id, found.facts.cwd)
    assert len(reader(agent).messages(location, found.entries)) == len(found.entries)


@pytest.mark.parametrize(
    ("agent", "pattern", "versions"),
    [
        (Agent.CLAUDE, "*/dot-claude/projects", 6),
        (Agent.CODEX, "*/dot-codex/sessions", 6),
        (Agent.GROK, "*/dot-grok/sessions", 1),
        (Agent.PI, "sessions-*", 2),
        (Agent.OMP, "agent-*/sessions", 1),
    ],
)
def test_every_sample_of_every_version_is_read(agent: Agent, pattern: str, versions: int) -> None:
    folders = list((SAMPLES / agent).glob(pattern))
    assert len(folders) >= versions
    for folder in folders:
        found = list(reader(agent).discover(root_at(agent, folder)))
        assert found
        for each in found:
            mapped = reader(agent).index(each.location)
            assert mapped.counts.bad_lines == 0
            assert mapped.facts.title
            assert mapped.facts.started_at
            assert mapped.entries
            messages = reader(agent).messages(each.location, mapped.entries)
            assert all(message.blocks for message in messages)
            assert reader(agent).accepts(Path(each.location.ref))


@pytest.mark.parametrize(
    ("agent", "folder", "relations"),
    [
        (Agent.CLAUDE, "0.2.120/dot-claude/projects", {"none": 2, "resume": 2}),
        (Agent.CLAUDE, "1.0.34/dot-claude/projects", {"none": 2, "resume": 2}),
        (Agent.CLAUDE, "1.0.109/dot-claude/projects", {"none": 2, "resume": 1}),
        (Agent.CLAUDE, "2.0.26/dot-claude/projects", {"none": 2}),
        (Agent.CLAUDE, "2.1.19/dot-claude/projects", {"none": 2, "subagent": 1}),
        (Agent.CLAUDE, "2.1.332/dot-claude/projects", {"none": 5, "fork": 1, "subagent": 1}),
        (Agent.CODEX, "0.130.0/dot-codex/sessions", {"none": 2, "subagent": 1}),
        (Agent.CODEX, "0.171.0/dot-codex/sessions", {"none": 3, "fork": 1, "subagent": 1}),
        (Agent.GROK, "1.0.41/dot-grok/sessions", {"none": 3, "fork": 1, "subagent": 1}),
        (Agent.PI, "sessions-0.73.1", {"none": 4, "fork": 1}),
        (Agent.PI, "sessions-1.6.0", {"none": 10, "fork": 1}),
        (Agent.OMP, "agent-18.2.3/sessions", {"none": 10, "fork": 2, "subagent": 1}),
    ],
)
def test_families_in_the_samples(agent: Agent, folder: str, relations: dict[str, int]) -> None:
    counted: dict[str, int] = {}
    for each in reader(agent).discover(root_at(agent, SAMPLES / agent / folder)):
        relation = reader(agent).index(each.location).facts.relation
        counted[relation] = counted.get(relation, 0) + 1
    assert counted == relations


def root_at(agent: Agent, folder: Path) -> Root:
    return Root(agent=agent, path=folder, exists=True)
