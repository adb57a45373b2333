"""What Grok Build's log of updates says, with no conversation beside it."""

import tracemalloc
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.grok import CHILD, SESSION, START, Grok, call
from support.sources import at, line, said, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import BlockKind, Counts, TranscriptMap
from vela_desktop.sources.grok import GrokReader
from vela_desktop.sources.grok_skim import KEPT_BYTES, Skimmed

READER = GrokReader()


def log(folder: Path, talk: Grok) -> Path:
    return write(folder / "updates.jsonl", talk.log).parent


def mapped(path: Path) -> TranscriptMap:
    return READER.index(at(path, Agent.GROK))


def talk() -> Grok:
    one = Grok()
    one.prompt("Fix it 修复")
    one.answer("I look.", call("read_file", "c1", target_file="cart.py"), thought="Read first")
    one.result("c1", "def total()")
    one.answer(
        "", call("run", "c2", command="pytest"), call("list_dir", "c3", target_directory=".")
    )
    one.update("plan", entries=[])
    one.result("c3", "- cart.py")
    one.result("c2", "NameError", code=1)
    one.answer("Fixed.")
    one.update("turn_completed", method="_x.ai/session/update", stop_reason="end_turn")
    one.command("/exit")
    return one


SAID = [
    "1.0 user: Fix it 修复",
    "1.1 assistant: Read first | I look. | read_file(cart.py)",
    "1.1 tool: def total()",
    "1.2 assistant: run(pytest) | list_dir(.)",
    "1.2 tool: - cart.py",
    "1.2 tool: NameError",
    "1.3 assistant: Fixed.",
    "1.3 command: /exit",
]


def test_a_log_alone_is_a_conversation(tmp_path: Path) -> None:
    path = log(tmp_path, talk())
    assert said(READER, path) == SAID
    found = mapped(path)
    assert found.counts == Counts(user_messages=1, assistant_messages=3, tool_calls=3, turns=1)
    assert (found.facts.native_id, found.facts.started_at) == (SESSION, START + 1000)
    assert found.facts == READER.head(found.location)
    blocks = [
        block
        for one in READER.messages(found.location, found.entries)
        for block in one.blocks
        if block.kind is BlockKind.TOOL_RESULT
    ]
    assert [(block.exit_code, block.failed) for block in blocks] == [
        (None, False),
        (None, False),
        (1, True),
    ]


def test_it_says_the_same_as_the_conversation(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    both = said(READER, path)
    (path / "chat_history.jsonl").write_bytes(b"")
    assert said(READER, path) == both == SAID


def test_older_lines_have_no_envelope_and_no_streams(tmp_path: Path) -> None:
    one = talk()
    for record in one.log:
        assert isinstance(record, dict)
        record["params"].pop("_meta")
    one.log = [record["params"] for record in one.log if isinstance(record, dict)]
    path = log(tmp_path, one)
    assert said(READER, path) == SAID
    assert mapped(path).facts.started_at is None


def test_words_in_pieces_are_one_text(tmp_path: Path) -> None:
    one = Grok()
    for part in ("Fix", " it", " 修复"):
        one.say("user_message", part, _meta={"promptIndex": 0})
    one.stream = one.now
    for part in ("I ", "look", "."):
        one.say("agent_message", part)
    one.update("tool_call", toolCallId="c1", title="run", rawInput={"command": "ls"})
    for part in ("And ", "see."):
        one.say("agent_message", part)
    path = log(tmp_path, one)
    assert said(READER, path) == [
        "1.0 user: Fix it 修复",
        "1.1 assistant: I look. | run(ls) | And see.",
    ]
    assert mapped(path).first_user_text == "Fix it 修复"
    assert [entry.chars for entry in mapped(path).entries] == [9, 15]


def test_prompts_in_a_row_are_not_one(tmp_path: Path) -> None:
    one = Grok()
    one.prompt("One")
    one.prompt("Two")
    assert said(READER, log(tmp_path, one)) == ["1.0 user: One", "2.0 user: Two"]


def test_once_prompts_are_numbered_others_open_no_turn(tmp_path: Path) -> None:
    one = Grok()
    one.say("user_message", "Unnumbered")
    one.answer("1")
    one.prompt("Numbered")
    one.answer("2")
    one.say("user_message", "Hurry")
    one.answer("3")
    assert said(READER, log(tmp_path, one)) == [
        "1.0 user: Unnumbered",
        "1.1 assistant: 1",
        "2.0 user: Numbered",
        "2.1 assistant: 2",
        "2.0 user: Hurry",
        "2.2 assistant: 3",
    ]


def back(one: Grok, target: Any) -> None:
    one.update("rewind_marker", method="_x.ai/session/update", target_prompt_index=target)


def test_turns_that_were_taken_back_are_left_out(tmp_path: Path) -> None:
    one = Grok()
    for text in ("One", "Two", "Three"):
        one.prompt(text)
        one.answer(f"{text} done")
    back(one, 1)
    one.prompts = 1
    one.prompt("Four")
    path = log(tmp_path, one)
    assert said(READER, path) == ["1.0 user: One", "1.1 assistant: One done", "2.0 user: Four"]
    back(one, 0)
    one.prompt("Five")
    assert said(READER, log(tmp_path, one)) == ["1.0 user: Five"]
    assert mapped(path).first_user_text == "Five"


@pytest.mark.parametrize("target", [7, -1, None, "0"])
def test_a_way_back_to_nowhere_changes_nothing(tmp_path: Path, target: Any) -> None:
    one = talk()
    back(one, target)
    assert said(READER, log(tmp_path, one)) == SAID


def test_a_result_that_is_told_twice_is_shown_once(tmp_path: Path) -> None:
    one = Grok()
    one.prompt("Go")
    one.answer("", call("run", "c1", command="ls"))
    one.result("c1", "first")
    one.result("c1", "second")
    one.update("tool_call_update", toolCallId="c1", status="in_progress")
    assert said(READER, log(tmp_path, one))[2:] == ["1.1 tool: second"]


@pytest.mark.parametrize(
    ("update", "shows"),
    [
        ({"content": [{"type": "diff", "path": "/x/a.py", "newText": "x"}]}, "/x/a.py"),
        ({"rawOutput": {"type": "Todo", "Updated": {"summary_for_prompt": "- a"}}}, "- a"),
        ({"rawOutput": {"type": "ListDir", "Content": {"content": "- b"}}}, "- b"),
        ({"rawOutput": "plain"}, "plain"),
        ({}, ""),
    ],
)
def test_shapes_of_an_output(tmp_path: Path, update: dict[str, Any], shows: str) -> None:
    one = Grok()
    one.prompt("Go")
    one.answer("", call("run", "c1"))
    one.update("tool_call_update", toolCallId="c1", status="failed", **update)
    path = log(tmp_path, one)
    (*_, last) = READER.messages(at(path, Agent.GROK), mapped(path).entries)
    assert (last.blocks[0].text, last.blocks[0].failed) == (shows, True)


def test_what_a_fork_copied_is_inherited(tmp_path: Path) -> None:
    one = Grok(CHILD)
    one.say("user_message", "Theirs", event=SESSION, _meta={"promptIndex": 0})
    one.say("agent_message", "Copied", event=SESSION)
    one.say("user_message", "Mine", _meta={"promptIndex": 1})
    one.answer("Own")
    assert [entry.inherited for entry in mapped(log(tmp_path, one)).entries] == [
        True,
        True,
        False,
        False,
    ]


def huge(one: Grok, count: int) -> bytes:
    """Return the line of a result that repeats *count* lines of output as byte numbers."""
    one.result("c1", "line\n" * 9)
    record = one.log.pop()
    assert isinstance(record, dict)
    update = record["params"]["update"]
    update["content"][0]["content"]["text"] = "line\n" * (count // 5)
    update["rawOutput"]["output"] = "#"
    record["params"]["_meta"]["updateParams"] = {"toolCallId": "c1", "status": "Completed"}
    return line(record).replace(b'"#"', b"[" + b"108," * count + b"10]")


def test_a_huge_line_neither_fills_memory_nor_hides_what_follows(tmp_path: Path) -> None:
    one = Grok()
    one.prompt("Go")
    one.answer("", call("run", "c1", command="ls"))
    one.log.append(huge(one, 6_000_000))
    one.answer("Done")
    path = log(tmp_path, one)
    del one
    assert (path / "updates.jsonl").stat().st_size > 30_000_000
    tracemalloc.start()
    found = mapped(path)
    messages = READER.messages(found.location, found.entries)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8_000_000
    assert [entry.at for entry in found.entries] == [START + n * 1000 for n in (1, 2, 4, 5)]
    assert messages[2].blocks[0].text.startswith("line\nline\n")
    assert messages[2].blocks[0].text.endswith(" …")
    assert messages[3].blocks[0].text == "Done"
    assert sum(length for entry in found.entries for _, length in entry.spans) < 300_000


@pytest.mark.parametrize("count", [20_000, 60_000, 66_000, 90_000])
def test_a_long_line_of_any_length_says_when_and_how_it_ended(tmp_path: Path, count: int) -> None:
    one = Grok()
    one.prompt("Go")
    one.answer("", call("run", "c1", command="ls"))
    one.log.append(huge(one, count))
    one.answer("Done")
    path = log(tmp_path, one)
    shown = said(READER, path)
    assert (shown[2][:20], shown[3]) == ("1.1 tool: line\nline\n"[:20], "1.2 assistant: Done")
    assert mapped(path).entries[2].at == START + 4000
    whole = mapped(path)
    for max_bytes in (50_000, 300_000):
        found: TranscriptMap | None = None
        while found is None or not found.complete:
            found = READER.index(whole.location, found, max_bytes)
        assert (found.entries, found.counts, found.end) == (whole.entries, whole.counts, whole.end)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 3 * KEPT_BYTES)), max_size=6),
    st.integers(1, KEPT_BYTES),
)
def test_places_in_what_was_skimmed_are_places_in_the_log(
    lines: list[tuple[bool, int]], chunk: int
) -> None:
    heads = (b'{"sessionUpdate":"tool_call_update","x":"', b'{"sessionUpdate":"other","x":"')
    parts = [heads[other] + b"x" * length + b'"}' for other, length in lines]
    data = b"\n".join(parts)
    skimmed = Skimmed(BytesIO(data), 0)
    out = b""
    while piece := skimmed.read(chunk):
        out += piece
    at, real = 0, 0
    for short, part in zip(out.split(b"\n"), parts, strict=bool(parts)):
        assert skimmed.real(at) == real
        assert skimmed.real(at + len(short)) == real + len(part)
        assert (short[:40], short[-40:]) == (part[:40], part[-40:])
        at, real = at + len(short) + 1, real + len(part) + 1
