"""Which session a Claude Code transcript comes from: forks, resumed ones, sub-agents."""

import json
from pathlib import Path
from typing import Any

from support.sources import OTHER_SESSION, SESSION, Claude, at, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Relation, TranscriptMap
from vela_desktop.sources.claude import ClaudeReader

READER = ClaudeReader()


def mapped(path: Path) -> TranscriptMap:
    return READER.index(at(path, Agent.CLAUDE))


def original(with_notes: bool = True) -> Claude:
    talk = Claude()
    talk.user("One")
    if with_notes:
        talk.aside("file-history-snapshot", messageId="x")
    talk.answer("First answer.")
    talk.user("Two")
    talk.answer("Second answer.")
    return talk


def copy_of(talk: Claude, **fields: Any) -> Claude:
    """Return a transcript that begins with the linked records of *talk*."""
    copy = Claude(OTHER_SESSION)
    copy.records = [
        record | {"sessionId": OTHER_SESSION} | fields
        for record in talk.records
        if isinstance(record, dict) and "uuid" in record
    ]
    copy.leaf = talk.leaf
    return copy


def inherited(found: TranscriptMap) -> list[bool]:
    return [entry.inherited for entry in found.entries]


def origin(found: TranscriptMap) -> tuple[Relation, str | None]:
    return found.facts.relation, found.facts.parent_native_id


def test_a_fork_is_known_by_the_uuids_it_shares(tmp_path: Path) -> None:
    talk = original()
    fork = copy_of(talk)
    fork.user("Another way")
    fork.answer("Other answer.")
    first, second = talk.write(tmp_path), fork.write(tmp_path)
    assert origin(mapped(second)) == (Relation.FORK, SESSION)
    assert inherited(mapped(second)) == [True] * 4 + [False] * 2
    assert origin(mapped(first)) == (Relation.NONE, None)
    assert not any(inherited(mapped(first)))


def test_of_two_that_both_went_on_the_copy_is_the_one_written_in_one_go(tmp_path: Path) -> None:
    talk = original()
    fork = copy_of(talk)
    fork.user("Another way")
    talk.user("Three, later")
    first, second = talk.write(tmp_path), fork.write(tmp_path)
    assert origin(mapped(first)) == (Relation.NONE, None)
    assert origin(mapped(second)) == (Relation.FORK, SESSION)


def test_a_copy_with_nothing_of_its_own_is_not_taken_for_a_fork(tmp_path: Path) -> None:
    talk = original(with_notes=False)
    first, second = talk.write(tmp_path), copy_of(talk).write(tmp_path)
    assert origin(mapped(first)) == origin(mapped(second)) == (Relation.NONE, None)


def test_a_fork_after_compaction_is_found_though_its_beginning_is_deep_in_the_original(
    tmp_path: Path,
) -> None:
    talk = Claude()
    talk.user("One")
    leaf = talk.answer("x" * 100_000)
    talk.aside("mode", mode="normal")
    talk.add("system", subtype="compact_boundary", parentUuid=None, logicalParentUuid=leaf)
    kept = len(talk.records) - 1
    talk.user("This session is being continued …", isCompactSummary=True)
    talk.user("Two")
    talk.aside("mode", mode="normal")
    talk.answer("Second answer.")
    fork = copy_of(talk)
    fork.records = fork.records[kept - 1 :]
    fork.user("Another way")
    talk.write(tmp_path)
    found = mapped(fork.write(tmp_path))
    assert origin(found) == (Relation.FORK, SESSION)
    assert inherited(found) == [True, True, True, False]


def test_a_fork_that_names_its_origin_needs_no_search(tmp_path: Path) -> None:
    fork = copy_of(original(), forkedFrom={"sessionId": SESSION, "messageUuid": "x"})
    fork.user("Another way")
    path = fork.write(tmp_path)
    assert origin(mapped(path)) == (Relation.FORK, SESSION)
    assert inherited(mapped(path)) == [True] * 4 + [False]
    assert READER.head(at(path, Agent.CLAUDE)).relation is Relation.FORK


def test_old_versions_resumed_into_a_new_file_with_new_uuids(tmp_path: Path) -> None:
    talk = original()
    resumed = copy_of(talk, version="1.0.34", timestamp="2026-11-06T08:00:00.000Z")
    for number, record in enumerate(resumed.records):
        assert isinstance(record, dict)
        record["uuid"] = f"{number:08}-0000-4000-8000-000000000000"
        record["parentUuid"] = f"{number - 1:08}-0000-4000-8000-000000000000" if number else None
    assert isinstance(resumed.records[-1], dict)
    resumed.leaf = resumed.records[-1]["uuid"]
    resumed.user("Three")
    talk.write(tmp_path)
    found = mapped(resumed.write(tmp_path))
    assert origin(found) == (Relation.RESUME, SESSION)
    assert inherited(found) == [True] * 4 + [False]


def test_old_versions_kept_the_old_session_id_in_what_they_copied(tmp_path: Path) -> None:
    resumed = Claude(OTHER_SESSION)
    resumed.user("One", sessionId=SESSION)
    resumed.answer("First answer.", sessionId=SESSION)
    resumed.user("Two")
    path = resumed.write(tmp_path)
    assert origin(mapped(path)) == (Relation.RESUME, SESSION)
    assert inherited(mapped(path)) == [True, True, False]
    assert READER.head(at(path, Agent.CLAUDE)) == mapped(path).facts


def test_files_whose_names_are_no_ids_are_not_compared(tmp_path: Path) -> None:
    talk = original()
    fork = copy_of(talk)
    fork.user("Another way")
    write(tmp_path / "one.jsonl", talk.records)
    assert origin(mapped(write(tmp_path / "two.jsonl", fork.records))) == (Relation.NONE, None)


def test_a_sub_agent_belongs_to_the_session_in_whose_folder_it_lies(tmp_path: Path) -> None:
    agent = Claude()
    agent.user("Count the files", isSidechain=True)
    agent.answer("Three.", isSidechain=True)
    folder = tmp_path / OTHER_SESSION / "subagents"
    path = agent.write(folder, "agent-a0ad4f44468bdf20d")
    about = {"agentType": "Explore", "description": "Count files"}
    (folder / "agent-a0ad4f44468bdf20d.meta.json").write_text(json.dumps(about))
    found = mapped(path)
    assert origin(found) == (Relation.SUBAGENT, OTHER_SESSION)
    assert (found.facts.native_id, found.facts.title) == ("agent-a0ad4f44468bdf20d", "Count files")
    assert found.counts.user_messages == 1
    assert READER.head(at(path, Agent.CLAUDE)) == found.facts


def test_a_sub_agent_beside_its_parent_names_it_itself(tmp_path: Path) -> None:
    agent = Claude()
    agent.user("Count the files", isSidechain=True)
    path = agent.write(tmp_path, "agent-1234abcd")
    assert origin(mapped(path)) == (Relation.SUBAGENT, SESSION)
    assert mapped(path).facts.title == "Count the files"


def test_where_a_transcript_comes_from_is_found_out_once(tmp_path: Path) -> None:
    talk = original()
    fork = copy_of(talk)
    fork.user("Another way")
    first = talk.write(tmp_path)
    second = fork.write(tmp_path)
    before = mapped(second)
    first.unlink()
    with second.open("ab") as file:
        fork.answer("Other answer.")
        file.write(json.dumps(fork.records[-1]).encode() + b"\n")
    after = READER.index(at(second, Agent.CLAUDE), before)
    assert origin(after) == (Relation.FORK, SESSION)
    assert inherited(after) == [True] * 4 + [False] * 2
