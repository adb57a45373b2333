"""Lines of Grok Build in any shape, whole or damaged, and sessions that grow."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.grok import Grok, call
from support.sources import at, line, said, same, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import TranscriptMap
from vela_desktop.sources import grok_blocks, grok_branch
from vela_desktop.sources.grok import GrokReader
from vela_desktop.sources.grok_chat import ChatPass
from vela_desktop.sources.grok_log import LogPass
from vela_desktop.sources.grok_requests import stitched
from vela_desktop.sources.grok_times import timed
from vela_desktop.sources.sniff import agent_of

READER = GrokReader()
FILES = pytest.mark.parametrize("name", ["chat_history.jsonl", "updates.jsonl"])


def talk() -> Grok:
    one = Grok()
    for number in range(3):
        one.prompt(f"Question {number} 问题")
        one.answer("Look.", call("run", f"c{number}", command="ls"), thought="Hm")
        one.result(f"c{number}", "a\u2028b")
        one.answer("Done.")
    return one


def data(name: str) -> bytes:
    records = talk().chat if name.startswith("chat") else talk().log
    return b"".join(line(one) for one in records if isinstance(one, dict))


def mapped(path: Path, previous: TranscriptMap | None = None) -> TranscriptMap:
    return READER.index(at(path, Agent.GROK), previous)


@FILES
@pytest.mark.parametrize(
    ("damage", "bad"),
    [
        (lambda whole: b"\xef\xbb\xbf" + whole, 0),
        (lambda whole: whole.replace(b"\n", b"\r\n"), 0),
        (lambda whole: b"\n \n" + whole, 0),
        (lambda whole: whole.removesuffix(b"\n"), 0),
        (lambda whole: b"garbage\n[1]\n" + whole, 2),
        (lambda whole: b"\0\0\0\n" + whole, 1),
        (lambda whole: whole + b'{"type":"user","conte', 1),
        (lambda whole: whole.replace(b"}\n{", b"}{", 1), 1),
        (lambda whole: whole + b'{"type":"x","y":"\xff\xfe"}\n', 0),
    ],
    ids=["bom", "crlf", "blank", "no end", "garbage", "nul", "half", "glued", "not utf-8"],
)
def test_damage_costs_no_more_than_the_damaged_line(
    tmp_path: Path, name: str, damage: Any, bad: int
) -> None:
    whole = data(name)
    intact = said(READER, write(tmp_path / "a" / name, [whole]).parent)
    file = write(tmp_path / "b" / name, [damage(whole)])
    os.utime(file, (time.time() - 60,) * 2)
    assert agent_of(file) is Agent.GROK
    assert said(READER, file.parent) == intact
    assert len(intact) == 12
    assert mapped(file.parent).counts.bad_lines == bad


@FILES
def test_text_that_cannot_be_encoded_is_replaced(tmp_path: Path, name: str) -> None:
    whole = data(name).replace("问题".encode(), b"\\u0000 \\ud800")
    path = write(tmp_path / name, [whole]).parent
    assert said(READER, path)[0] == "1.0 user: Question 0 \ufffd \ufffd"
    assert mapped(path).first_user_text == "Question 0 \ufffd \ufffd"


@pytest.mark.parametrize("alone", [False, True], ids=["both", "log"])
def test_a_session_that_grew_anywhere_is_read_on(tmp_path: Path, alone: bool) -> None:
    path = talk().write(tmp_path)
    if alone:
        (path / "chat_history.jsonl").unlink()
    whole = mapped(path)
    log = (path / "updates.jsonl").read_bytes()

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.integers(0, len(log)), max_size=4))
    def grow(cuts: list[int]) -> None:
        found: TranscriptMap | None = None
        for cut in sorted(cuts):
            (path / "updates.jsonl").write_bytes(log[:cut])
            found = mapped(path, found)
            assert found.counts.bad_lines == 0
        (path / "updates.jsonl").write_bytes(log)
        assert same(mapped(path, found), whole)

    grow()


def test_of_a_log_only_what_is_new_is_read(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    (path / "chat_history.jsonl").unlink()
    found = mapped(path)
    log = (path / "updates.jsonl").read_bytes()
    middle = len(log) // 2
    added = line({"type": "x"})
    (path / "updates.jsonl").write_bytes(log[:middle] + b"#" + log[middle + 1 :] + added)
    assert mapped(path, found).entries == found.entries


@FILES
def test_a_file_that_was_rewritten_is_read_again(tmp_path: Path, name: str) -> None:
    path = talk().write(tmp_path)
    found = mapped(path)
    whole = (path / name).read_bytes()
    _, _, rest = whole.partition(b"\n")
    for other in (rest, b"\n" + whole, whole + whole, b""):
        (path / name).write_bytes(other)
        assert same(mapped(path, found), mapped(path))


@FILES
def test_half_a_line_is_broken_only_when_nobody_writes_it_any_more(
    tmp_path: Path, name: str
) -> None:
    path = write(tmp_path / name, [data(name), b'{"type":"user","conte']).parent
    assert mapped(path).counts.bad_lines == 0
    os.utime(path / name, (time.time() - 60,) * 2)
    assert mapped(path).counts.bad_lines == 1


def test_a_conversation_without_words_yet_is_empty(tmp_path: Path) -> None:
    path = write(tmp_path / "chat_history.jsonl", Grok().chat).parent
    found = mapped(path)
    assert (found.entries, found.complete, found.facts.title) == ((), True, None)


words = st.sampled_from(["", "a", "user", "<user_query>x</user_query>", "text", "image", "c1"])
plain = st.none() | st.booleans() | st.integers(-3, 3) | words
part = st.dictionaries(st.sampled_from(["type", "text", "id", "name", "x.ai/tool"]), plain)
deep = plain | part | st.lists(part | plain, max_size=2)
KEYS = [
    *("content", "synthetic_reason", "prompt_index", "tool_calls", "tool_call_id", "kind", "id"),
    *("summary", "model_id", "images", "arguments"),
]
chats = st.dictionaries(st.sampled_from(KEYS), deep, max_size=6).flatmap(
    lambda record: st.sampled_from(
        ["system", "user", "assistant", "tool_result", "backend_tool_call", "reasoning", "x", None]
    ).map(lambda type_: record | {"type": type_})
)
KINDS = [
    *("user_message_chunk", "agent_message_chunk", "agent_thought_chunk", "tool_call"),
    *("tool_call_update", "rewind_marker", "compaction_checkpoint", "plan"),
]
updates = st.fixed_dictionaries(
    {"sessionUpdate": st.sampled_from(KINDS) | deep},
    optional=dict.fromkeys(
        ("content", "toolCallId", "rawInput", "rawOutput", "title", "_meta"), deep
    )
    | {
        "status": st.sampled_from(["completed", "failed"]) | deep,
        "target_prompt_index": deep,
    },
)
about = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(("eventId", "agentTimestampMs", "streamStartMs", "modelId"), deep),
)
logs = st.fixed_dictionaries(
    {"params": st.fixed_dictionaries({"update": updates | deep}, optional={"_meta": about | deep})},
    optional={"timestamp": deep},
)


@settings(max_examples=150, deadline=None)
@given(st.lists(chats, max_size=6), st.lists(logs, max_size=6))
def test_no_line_makes_a_pass_or_a_message_fail(
    chat: list[dict[str, Any]], log: list[dict[str, Any]]
) -> None:
    talked, logged, again = ChatPass(), LogPass(), LogPass()
    for number, one in enumerate(chat):
        talked.feed(number, 1, one)
    for number, one in enumerate(log):
        logged.feed(number, 1, one)
    again.restore(json.loads(json.dumps(logged.dump())))
    assert again.rows == logged.rows
    rows, _ = stitched(talked, [])
    for several in (logged.rows, timed(rows, logged.rows)):
        entries = grok_branch.entries(several)
        grok_branch.counts(several, 0, 0)
        for entry in entries:
            grok_blocks.message(entry, chat[:1])
            grok_blocks.message(entry, log)


def test_no_line_makes_the_guess_fail(tmp_path: Path) -> None:
    @settings(max_examples=100, deadline=None)
    @given(chats | logs)
    def guess(one: dict[str, Any]) -> None:
        agent_of(write(tmp_path / "x.jsonl", [one]))

    guess()
