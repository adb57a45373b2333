"""The blocks of a Claude Code message."""

from pathlib import Path

import pytest

from support.sources import Claude, at, call
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import Block, BlockKind, Message
from vela_desktop.sources.claude import ClaudeReader

READER = ClaudeReader()


def messages(talk: Claude, folder: Path) -> list[Message]:
    location = at(talk.write(folder), Agent.CLAUDE)
    return READER.messages(location, READER.index(location).entries)


def test_an_answer_shows_thought_words_and_calls(tmp_path: Path) -> None:
    talk = Claude()
    talk.answer(
        {"type": "thinking", "thinking": "First look.", "signature": "abc"},
        {"type": "thinking", "thinking": "", "signature": "abc"},
        "I look.",
        call("Edit", "t1", file_path="/a.py", old_string="x\ny", new_string="z"),
    )
    (answer,) = messages(talk, tmp_path)
    assert answer.model == "claude-sonnet-5-5"
    assert answer.blocks == (
        Block(kind=BlockKind.THINKING, text="First look."),
        Block(kind=BlockKind.TEXT, text="I look."),
        Block(
            kind=BlockKind.TOOL_CALL,
            name="Edit",
            target="/a.py",
            call_id="t1",
            text="file_path: /a.py\nold_string:\nx\ny\nnew_string: z",
        ),
    )


def test_a_failed_result_says_its_exit_code(tmp_path: Path) -> None:
    talk = Claude()
    talk.answer(call("Bash", "t1", command="pytest"))
    talk.result("t1", "Exit code 127\npytest: not found", is_error=True)
    _, result = messages(talk, tmp_path)
    assert result.blocks == (
        Block(
            kind=BlockKind.TOOL_RESULT,
            text="Exit code 127\npytest: not found",
            call_id="t1",
            failed=True,
            exit_code=127,
        ),
    )


def test_a_result_of_parts_shows_its_text_and_images(tmp_path: Path) -> None:
    talk = Claude()
    image = {"type": "image", "source": {"media_type": "image/png", "data": "AA=="}}
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, image]
    talk.user([{"type": "tool_result", "tool_use_id": "t1", "content": parts}])
    (result,) = messages(talk, tmp_path)
    assert [(block.kind, block.text, block.name) for block in result.blocks] == [
        (BlockKind.TOOL_RESULT, "a\nb", ""),
        (BlockKind.IMAGE, "", "image/png"),
    ]


def test_a_map_older_than_its_file_is_noticed(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("A prompt of some length")
    path = talk.write(tmp_path)
    location = at(path, Agent.CLAUDE)
    entries = READER.index(location).entries
    path.write_bytes(b"{}\n")
    with pytest.raises(VelaError) as caught:
        READER.messages(location, entries)
    assert (caught.value.code, caught.value.details["reason"]) == (
        Code.SOURCE_UNREADABLE,
        "file_changed",
    )
