"""What head and tail of a Claude Code transcript say about its session."""

import hashlib
from pathlib import Path

import pytest

from support.sources import SESSION, Claude, at, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import SessionFacts
from vela_desktop.sources.claude import ClaudeReader

READER = ClaudeReader()


def facts(path: Path) -> SessionFacts:
    """Return the facts of *path*, the same from a glimpse and from the whole."""
    location = at(path, Agent.CLAUDE)
    head = READER.head(location)
    assert head == READER.index(location).facts
    return head


def test_the_facts_of_a_session(tmp_path: Path) -> None:
    talk = Claude(cwd="/home/dev/购物车")
    talk.user("结账金额差一分钱\n请修复")
    talk.answer("已修复", gitBranch="fix")
    talk.user("谢谢", gitBranch="fix", cwd="/elsewhere")
    assert facts(talk.write(tmp_path)) == SessionFacts(
        native_id=SESSION,
        title="结账金额差一分钱 请修复",
        first_prompt="结账金额差一分钱\n请修复",
        cwd="/home/dev/购物车",
        branch="fix",
        model="claude-sonnet-5-5",
        started_at=1793872801000,
        last_at=1793872803000,
    )


@pytest.mark.parametrize(
    ("asides", "title"),
    [
        ([("ai-title", {"aiTitle": "Made"}), ("custom-title", {"customTitle": "Given"})], "Given"),
        (
            [("custom-title", {"customTitle": "Old"}), ("custom-title", {"customTitle": "New"})],
            "New",
        ),
        ([("custom-title", {"customTitle": "Given"}), ("ai-title", {"aiTitle": "Made"})], "Given"),
        ([("ai-title", {"aiTitle": "One"}), ("ai-title", {"aiTitle": "Two\n words"})], "Two words"),
        ([("summary", {"summary": "Summed up", "leafUuid": "elsewhere"})], "Summed up"),
        ([("summary", {"summary": "Invalid API key · Please run /login", "leafUuid": "x"})], "Go"),
        (
            [
                ("summary", {"summary": "Another session", "leafUuid": "x"}),
                ("summary", {"summary": "A third one", "leafUuid": "y"}),
            ],
            "Go",
        ),
    ],
)
def test_where_the_title_comes_from(
    tmp_path: Path, asides: list[tuple[str, dict[str, str]]], title: str
) -> None:
    talk = Claude()
    for type_, fields in asides:
        talk.aside(type_, **fields)
    talk.user("Go")
    assert facts(talk.write(tmp_path)).title == title


def test_of_many_summaries_the_one_of_this_conversation_counts(tmp_path: Path) -> None:
    talk = Claude()
    talk.aside("summary", summary="Another session", leafUuid="x")
    talk.user("Go")
    talk.aside("summary", summary="This session", leafUuid=talk.leaf)
    talk.aside("summary", summary="A third one", leafUuid="y")
    assert facts(talk.write(tmp_path)).title == "This session"


def test_a_session_of_commands_is_called_by_the_first(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("<command-name>/init</command-name>")
    assert facts(talk.write(tmp_path)).title == "/init"


def test_an_empty_session_has_no_title(tmp_path: Path) -> None:
    talk = Claude()
    talk.aside("mode", mode="normal")
    assert facts(talk.write(tmp_path)).title is None


def test_title_and_last_time_are_found_at_the_end_of_a_long_file(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Go")
    for _ in range(40):
        talk.answer("x" * 10_000)
    talk.aside("custom-title", customTitle="Late")
    talk.aside("cost-state", modelUsage={"x": "y" * 9_000})
    found = facts(talk.write(tmp_path))
    assert (found.title, found.first_prompt) == ("Late", "Go")
    assert found.last_at is not None
    assert found.started_at is not None
    assert found.last_at - found.started_at == 40_000


def test_a_first_prompt_behind_a_long_line_is_found(tmp_path: Path) -> None:
    talk = Claude()
    talk.aside("api-request-shape", shape="x" * 150_000)
    talk.user("Go")
    talk.answer("y" * 400_000)
    assert READER.head(at(talk.write(tmp_path), Agent.CLAUDE)).first_prompt == "Go"


def test_a_half_written_end_does_not_hide_the_facts(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Go")
    path = talk.write(tmp_path)
    with path.open("ab") as file:
        file.write(b'{"type":"assistant","message":{"content":[{"type":"te')
    assert facts(path).title == "Go"


def test_a_file_whose_name_is_no_id_is_known_by_its_beginning(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("x" * 9000)
    path = write(tmp_path / "full.jsonl", talk.records)
    expected = hashlib.sha256(path.read_bytes()[:4096]).hexdigest()
    assert facts(path).native_id == expected
    talk.answer("More.")
    assert facts(write(path, talk.records)).native_id == expected


def test_a_session_is_continued_in_its_folder(tmp_path: Path) -> None:
    talk = Claude(cwd="/home/dev/my shop")
    talk.user("Go")
    found = facts(talk.write(tmp_path))
    assert READER.resume_command(found) == f"cd '/home/dev/my shop' && claude --resume {SESSION}"
    assert READER.resume_command(SessionFacts(native_id="f" * 64)) == ""
