"""What a Grok Build session says about itself, and where sessions are found."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from support.grok import CHILD, SESSION, Grok, call
from support.sources import at, said, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import Location, Relation, SessionFacts
from vela_desktop.sources.choose import locate
from vela_desktop.sources.grok import GrokReader
from vela_desktop.sources.sniff import agent_of

READER = GrokReader()
PARENT = "01a22fd7-b8c3-7cb0-9a45-1bfe59635a53"


def facts(path: Path) -> SessionFacts:
    """Return the facts of *path*, the same from a glimpse and from the whole."""
    location = at(path, Agent.GROK)
    head = READER.head(location)
    assert head == READER.index(location).facts
    return head


def talk(session: str = SESSION, **summary: Any) -> Grok:
    one = Grok(session, **summary)
    one.prompt("What is in src?")
    one.answer("cart.py")
    return one


def found(home: Path, **environment: str) -> list[str]:
    variables = {"HOME": str(home), "USERPROFILE": str(home), **environment}
    (root,) = READER.roots(variables, None)
    return [Path(each.location.ref).name for each in READER.discover(root)]


def test_the_summary_has_the_facts(tmp_path: Path) -> None:
    path = talk(generated_title="Look around").write(tmp_path)
    assert facts(path) == SessionFacts(
        native_id=SESSION,
        title="Look around",
        first_prompt="What is in src?",
        cwd="/home/dev/shop",
        branch="main",
        model="grok-4.6",
        started_at=1_796_098_989_781,
        last_at=1_796_099_040_000,
    )


def test_when_it_was_last_active_tells_more_than_when_it_was_written(tmp_path: Path) -> None:
    path = talk(last_active_at="2026-12-01T04:23:30.999999999Z").write(tmp_path)
    assert facts(path).last_at == 1_796_099_010_999


@pytest.mark.parametrize(
    ("summary", "title"),
    [
        ({"generated_title": " "}, "Summed up"),
        ({"session_summary": ""}, "What is in src?"),
        ({"generated_title": "Two\nlines"}, "Two lines"),
    ],
)
def test_what_stands_in_for_a_title(tmp_path: Path, summary: dict[str, Any], title: str) -> None:
    assert facts(talk(**summary).write(tmp_path)).title == title


def test_without_a_summary_log_and_folder_say_what_they_can(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    (path / "summary.json").write_bytes(b'{"info":')
    assert facts(path) == SessionFacts(
        native_id=SESSION,
        title="What is in src?",
        first_prompt="What is in src?",
        cwd="/home/dev/shop",
        model="grok-4.6",
        started_at=1_796_098_991_000,
        last_at=1_796_098_992_000,
    )


def test_a_long_folder_name_is_in_a_file_of_its_group(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    (path / "summary.json").unlink()
    group = path.parent.rename(path.parent.with_name("shop-0123456789abcdef"))
    (group / ".cwd").write_text("/very/long/shop\n", encoding="utf-8")
    assert facts(group / SESSION).cwd == "/very/long/shop"


def test_a_folder_of_another_system_stays_as_it_was(tmp_path: Path) -> None:
    one = talk(cwd="C:\\Users\\dev\\shop")
    path = one.write(tmp_path)
    (path / "summary.json").unlink()
    assert path.parent.name == "C%3A%5CUsers%5Cdev%5Cshop"
    assert facts(path).cwd == "C:\\Users\\dev\\shop"


def test_a_conversation_alone_has_the_hash_of_its_head_as_id(tmp_path: Path) -> None:
    path = write(tmp_path / "copied" / "chat_history.jsonl", talk().chat).parent
    alone = facts(path)
    assert len(alone.native_id) == 64
    assert (alone.cwd, alone.model, alone.started_at) == ("/x", "grok-4.6", None)
    assert READER.resume_command(alone) == ""


def test_a_fork_names_its_parent(tmp_path: Path) -> None:
    path = talk(parent_session_id=PARENT, forked_at="2026-12-01T04:23:15Z").write(tmp_path)
    assert (facts(path).relation, facts(path).parent_native_id) == (Relation.FORK, PARENT)


@pytest.mark.parametrize("cwd", ["/home/dev/shop", "/elsewhere"])
def test_a_sub_agent_is_noted_in_its_parent_s_folder(tmp_path: Path, cwd: str) -> None:
    parent = talk(PARENT).write(tmp_path)
    write(parent / "subagents" / CHILD / "meta.json", [{"child_session_id": CHILD}])
    child = talk(CHILD, cwd=cwd, session_kind="subagent").write(tmp_path)
    assert (facts(child).relation, facts(child).parent_native_id) == (Relation.SUBAGENT, PARENT)


@pytest.mark.parametrize("about", [{"session_kind": "subagent_fork"}, {"hidden": True}])
def test_what_grok_hides_is_a_sub_agent(tmp_path: Path, about: dict[str, Any]) -> None:
    assert facts(talk(**about).write(tmp_path)).relation is Relation.SUBAGENT


@pytest.mark.skipif(os.name == "nt", reason="said otherwise there")
def test_the_command_to_go_on(tmp_path: Path) -> None:
    command = READER.resume_command(facts(talk().write(tmp_path)))
    assert command == f"cd /home/dev/shop && grok --resume {SESSION}"


def test_sessions_are_found_the_newest_first(tmp_path: Path) -> None:
    older = talk(PARENT).write(tmp_path)
    talk(cwd="/elsewhere").write(tmp_path)
    for name in ("chat_history.jsonl", "updates.jsonl", "summary.json"):
        os.utime(older / name, (1, 1))
    assert found(tmp_path) == [SESSION, PARENT]


def test_what_is_no_session_is_not_found(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    (path / "subagents" / CHILD).mkdir(parents=True)
    write(path.parent / "prompt_history.jsonl", [{"session_id": SESSION, "prompt": "x"}])
    write(path.parent / PARENT / "summary.json", [{}])
    (path.parent.parent / "session_search.sqlite").touch()
    assert found(tmp_path) == [SESSION]


def test_the_home_can_be_elsewhere(tmp_path: Path) -> None:
    talk().write(tmp_path)
    home = tmp_path / ".grok"
    assert found(tmp_path / "empty", GROK_HOME=str(home)) == [SESSION]
    for named in (home, home / "sessions"):
        (root,) = READER.roots({}, str(named))
        assert [one.location.ref for one in READER.discover(root)] == [str(Grok().folder(tmp_path))]


def test_files_of_a_session_stand_for_it(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    expected = [(Agent.GROK, Location(Agent.GROK, str(path)))]
    for named in (path, path / "chat_history.jsonl", path / "updates.jsonl", tmp_path):
        assert locate(named) == expected


def test_sub_agents_are_left_out_where_there_is_more(tmp_path: Path) -> None:
    path = talk(PARENT).write(tmp_path)
    child = talk(CHILD, session_kind="subagent").write(tmp_path)
    assert [Path(one.ref) for one in READER.at(tmp_path)] == [path]
    assert [Path(one.ref) for one in READER.at(child)] == [child]


@pytest.mark.parametrize("part", ["chat", "log"])
def test_a_single_file_under_another_name_is_a_session(tmp_path: Path, part: str) -> None:
    path = write(tmp_path / "copied.jsonl", getattr(talk(), part))
    assert locate(path) == [(Agent.GROK, at(path, Agent.GROK))]
    assert said(READER, path) == ["1.0 user: What is in src?", "1.1 assistant: cart.py"]


def test_a_first_line_of_any_length_is_known(tmp_path: Path) -> None:
    one = Grok()
    one.chat[0] = {"type": "system", "content": "x" * 100_000}
    assert agent_of(write(tmp_path / "chat_history.jsonl", one.chat)) is Agent.GROK
    one.prompt("x" * 100_000)
    assert agent_of(write(tmp_path / "updates.jsonl", one.log)) is Agent.GROK


@pytest.mark.parametrize(
    "line",
    [
        {"type": "user", "message": {"role": "user", "content": "x"}, "sessionId": "s"},
        {"timestamp": "2026-11-05T10:00:00Z", "type": "response_item", "payload": {}},
        {"type": "session", "version": 3, "id": "x", "cwd": "/x"},
        {"role": "user", "content": "x"},
        {"ts": "2026-11-05T10:00:00Z", "type": "turn_started"},
    ],
)
def test_others_lines_are_theirs(tmp_path: Path, line: dict[str, Any]) -> None:
    path = write(tmp_path / "x.jsonl", [line])
    assert not READER.accepts(path)
    assert READER.at(tmp_path) == []


def test_a_session_that_goes_away_is_gone(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    location = at(path, Agent.GROK)
    entries = READER.index(location).entries
    (path / "chat_history.jsonl").unlink()
    with pytest.raises(VelaError) as changed:
        READER.messages(location, entries)
    assert changed.value.details["reason"] == "file_changed"
    (path / "updates.jsonl").unlink()
    for attempt in (READER.head, READER.index, READER.fingerprint):
        with pytest.raises(VelaError) as gone:
            attempt(location)
        assert gone.value.code is Code.SOURCE_GONE


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read")
def test_a_session_that_may_not_be_read_is_unreadable(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    (path / "chat_history.jsonl").chmod(0)
    with pytest.raises(VelaError) as caught:
        READER.index(at(path, Agent.GROK))
    assert caught.value.code is Code.SOURCE_UNREADABLE


def test_the_fingerprint_is_of_all_files(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    location = at(path, Agent.GROK)
    seen = {READER.fingerprint(location)}
    for name in ("chat_history.jsonl", "updates.jsonl", "summary.json"):
        with (path / name).open("ab") as file:
            file.write(b" ")
        seen.add(READER.fingerprint(location))
    assert len(seen) == 4


def test_nothing_is_written_where_the_session_is(tmp_path: Path) -> None:
    one = talk()
    one.answer("", call("run", "c1", command="ls"))
    path = one.write(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    location = at(path, Agent.GROK)
    READER.messages(location, READER.index(location).entries)
    assert sorted(tmp_path.rglob("*")) == before
    assert json.loads((path / "summary.json").read_bytes()) == one.summary
    shutil.rmtree(path)


@pytest.mark.parametrize("name", ["chat_history.jsonl", "updates.jsonl"])
def test_a_session_without_words_yet_is_found_by_its_path_too(tmp_path: Path, name: str) -> None:
    path = Grok().folder(tmp_path)
    path.mkdir(parents=True)
    (path / name).touch()
    assert found(tmp_path) == [SESSION]
    for named in (path, path / name):
        assert locate(named) == [(Agent.GROK, Location(Agent.GROK, str(path)))]
