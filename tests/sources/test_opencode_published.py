"""Sessions of OpenCode that others published, and those of every sample version."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from vela_desktop.domain.sessions import Location, Relation
from vela_desktop.sources.choose import locate
from vela_desktop.sources.opencode import OpenCodeReader
from vela_desktop.sources.times import milliseconds

SHARED = Path(__file__).parents[3] / "shared"
EXPECTED = SHARED / "transcripts" / "expected.json"
SAMPLES = SHARED / "agents" / "samples" / "opencode"
READER = OpenCodeReader()

pytestmark = pytest.mark.skipif(not EXPECTED.exists(), reason="the published files are not here")


def cases() -> list[tuple[str, dict[str, Any]]]:
    if not EXPECTED.exists():
        return []
    known = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return [
        (name, facts)
        for name, entry in known.items()
        if entry["agent"] == READER.agent
        for facts in entry["sessions"]
    ]


def own(source: Path, tmp_path: Path) -> Path:
    """Return a copy of *source*: reading a database leaves a file beside it."""
    return Path(shutil.copytree(source, tmp_path / source.name))


@pytest.mark.parametrize(
    ("name", "facts"), cases(), ids=[case[1]["session_id"] for case in cases()]
)
def test_the_facts_of_a_published_session(name: str, facts: dict[str, Any], tmp_path: Path) -> None:
    found = locate(own(EXPECTED.parent / name, tmp_path))
    assert {agent for agent, _ in found} == {READER.agent}
    maps = [READER.index(location) for _, location in found]
    (one,) = [each for each in maps if each.facts.native_id == facts["session_id"]]
    counts = one.counts
    assert counts.user_messages == facts["n_user_messages"]
    assert counts.assistant_messages == facts["n_assistant_messages"]
    assert (counts.tool_calls, counts.bad_lines) == (facts["n_tool_calls"], 0)
    assert one.first_user_text[:120].strip() == facts["first_user_text"]
    assert one.facts.cwd == facts["cwd"]
    assert one.facts.title == facts["title"] or facts["title"] is None
    assert one.facts.parent_native_id == facts["parent_id"]
    assert one.facts.started_at == milliseconds(facts["started_at"])
    assert one.facts.last_at == milliseconds(facts["ended_at"])
    assert READER.head(one.location) == one.facts
    assert len(READER.messages(one.location, one.entries)) == len(one.entries)


def discovered(data: Path) -> list[Location]:
    roots = [root for root in READER.roots({}, str(data)) if root.exists]
    return [found.location for root in roots for found in READER.discover(root)]


@pytest.mark.parametrize(
    ("sample", "sessions"),
    [
        ("project-0.5.29", 2),
        ("storage-1.1.65", 2),
        ("db-1.2.27", 2),
        ("db-1.14.41", 2),
        ("db-1.18.33", 14),
        ("db-1.18.33-live-wal", 1),
    ],
)
def test_every_sample_of_every_version_is_read(sample: str, sessions: int, tmp_path: Path) -> None:
    found = discovered(own(SAMPLES / sample, tmp_path))
    assert len(found) == sessions
    for location in found:
        mapped = READER.index(location)
        assert mapped.counts.bad_lines == 0
        assert mapped.facts == READER.head(location)
        assert mapped.facts.title
        assert mapped.facts.cwd
        assert mapped.facts.model
        assert mapped.facts.started_at
        assert mapped.entries
        assert all(message.blocks for message in READER.messages(location, mapped.entries))


def test_families_in_the_samples(tmp_path: Path) -> None:
    facts = [READER.head(one) for one in discovered(own(SAMPLES / "db-1.18.33", tmp_path))]
    by_relation = {one.relation: one for one in facts if one.relation is not Relation.NONE}
    assert by_relation.keys() == {Relation.FORK, Relation.SUBAGENT}
    parents = {one.native_id: one.title for one in facts}
    assert parents[by_relation[Relation.SUBAGENT].parent_native_id or ""] == "Stock race / 库存竞态"
