"""What a Claude Code transcript holds: the active branch, in turns and steps, and its counts."""

from pathlib import Path
from typing import Any

import pytest

from support.sources import Claude, at, call, outline, said, shown, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Counts, TranscriptMap
from vela_desktop.sources.claude import ClaudeReader

READER = ClaudeReader()
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}}


def mapped(path: Path) -> TranscriptMap:
    return READER.index(at(path, Agent.CLAUDE))


def test_a_conversation_has_turns_and_steps(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Fix the total")
    talk.answer("I look.", call("Read", "t1", file_path="/src/cart.py"))
    talk.result("t1", "def total(): ...")
    talk.answer("Done.")
    talk.user([{"type": "text", "text": "And the discount?"}])
    talk.answer("Also done.")
    path = talk.write(tmp_path)
    assert said(READER, path) == [
        "1.0 user: Fix the total",
        "1.1 assistant: I look. | Read(/src/cart.py)",
        "1.1 tool: def total(): ...",
        "1.2 assistant: Done.",
        "2.0 user: And the discount?",
        "2.1 assistant: Also done.",
    ]
    found = mapped(path)
    assert found.counts == Counts(user_messages=2, assistant_messages=3, tool_calls=1, turns=2)
    assert found.first_user_text == "Fix the total"
    assert [entry.preview for entry in found.entries if entry.preview] == [
        "Fix the total",
        "And the discount?",
    ]
    assert [entry.chars for entry in found.entries] == [13, 7, 0, 5, 17, 10]
    assert len({entry.uid for entry in found.entries}) == 6


def test_the_blocks_of_one_answer_are_one_message(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Go")
    talk.answer({"type": "thinking", "thinking": "Hm."}, "One.", "Two.", key="msg_1")
    assert said(READER, talk.write(tmp_path)) == [
        "1.0 user: Go",
        "1.1 assistant: Hm. | One. | Two.",
    ]


def test_results_of_parallel_calls_stay_though_they_hang_on_different_parents(
    tmp_path: Path,
) -> None:
    talk = Claude()
    talk.user("Go")
    first = talk.answer(call("Bash", "t1", command="ls"), key="msg_1")
    second = talk.answer(call("Bash", "t2", command="pwd"), key="msg_1")
    talk.result("t2", "/home", parentUuid=second)
    last = talk.result("t1", "a b", parentUuid=first)
    talk.answer("Done.", parentUuid=last)
    path = talk.write(tmp_path)
    assert said(READER, path) == [
        "1.0 user: Go",
        "1.1 assistant: Bash(ls) | Bash(pwd)",
        "1.1 tool: /home",
        "1.1 tool: a b",
        "1.2 assistant: Done.",
    ]


def test_what_was_rewound_is_not_shown_but_counted(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Start")
    fork = talk.answer("Started.")
    talk.user("The wrong way")
    talk.answer("Went wrong.", call("Bash", "t1", command="rm"))
    talk.result("t1", "oops")
    talk.leaf = fork
    talk.user("The right way")
    talk.answer("Went right.")
    path = talk.write(tmp_path)
    assert said(READER, path) == [
        "1.0 user: Start",
        "1.1 assistant: Started.",
        "2.0 user: The right way",
        "2.1 assistant: Went right.",
    ]
    assert mapped(path).counts == Counts(
        user_messages=3, assistant_messages=3, tool_calls=1, turns=2
    )


def test_a_rewind_with_nothing_after_it_is_told_by_the_last_prompt(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Start")
    leaf = talk.answer("Started.")
    talk.user("Dropped")
    talk.answer("Dropped too.")
    talk.aside("last-prompt", lastPrompt="Start", leafUuid=leaf)
    assert outline(mapped(talk.write(tmp_path)).entries) == ["1.0 user", "1.1 assistant"]


def test_a_last_prompt_from_before_more_was_said_does_not_cut_it_off(tmp_path: Path) -> None:
    talk = Claude()
    leaf = talk.user("Start")
    talk.aside("last-prompt", lastPrompt="Start", leafUuid=leaf)
    talk.answer("Started.")
    assert outline(mapped(talk.write(tmp_path)).entries) == ["1.0 user", "1.1 assistant"]


def test_compaction_keeps_what_was_before_and_shows_the_summary(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Before")
    leaf = talk.answer("Said before.")
    talk.add(
        "system",
        subtype="compact_boundary",
        content="Conversation compacted",
        parentUuid=None,
        logicalParentUuid=leaf,
    )
    talk.user("This session is being continued …", isCompactSummary=True)
    talk.user("<local-command-caveat>Caveat</local-command-caveat>", isMeta=True)
    talk.user("<command-name>/compact</command-name><command-args>keep it</command-args>")
    talk.user("<local-command-stdout>\x1b[2mCompacted\x1b[22m</local-command-stdout>")
    talk.user("After")
    talk.answer("Said after.")
    path = talk.write(tmp_path)
    assert said(READER, path) == [
        "1.0 user: Before",
        "1.1 assistant: Said before.",
        "1.1 summary: This session is being continued …",
        "1.1 command: /compact keep it",
        "1.1 notice: Compacted",
        "2.0 user: After",
        "2.1 assistant: Said after.",
    ]
    assert mapped(path).counts.user_messages == 2


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<system-reminder>\nUse tools.\n</system-reminder>\nFix it", "Fix it"),
        ("Fix it\n<system-reminder>Be kind.</system-reminder>", "Fix it"),
        (
            "<ide_opened_file>a.py</ide_opened_file><ide_selection>x</ide_selection> Fix it",
            "Fix it",
        ),
        (
            [
                {"type": "text", "text": "<ide_opened_file>a.py</ide_opened_file>"},
                {"type": "text", "text": "Fix it"},
            ],
            "Fix it",
        ),
        ("<div> is wrong", "<div> is wrong"),
        ("  Fix it  ", "Fix it"),
    ],
)
def test_what_the_program_put_around_a_prompt_is_taken_off(
    tmp_path: Path, content: Any, text: str
) -> None:
    talk = Claude()
    talk.user(content)
    path = talk.write(tmp_path)
    assert said(READER, path) == [f"1.0 user: {text}"]
    assert mapped(path).first_user_text == text


INIT = "<command-message>init is …</command-message>\n<command-name>/init</command-name>"
INTERRUPTED = "[Request interrupted by user for tool use]"
NOTIFIED = "<task-notification>\n<task-id>b1</task-id>\n<status>done</status>\n</task-notification>"


@pytest.mark.parametrize(
    ("fields", "shows"),
    [
        ({"content": "Injected", "isMeta": True}, None),
        ({"content": "Seen only", "isVisibleInTranscriptOnly": True}, None),
        ({"content": "<system-reminder>Only this</system-reminder>"}, None),
        ({"content": "Caveat: The messages below were generated by the user"}, None),
        ({"content": ""}, None),
        ({"content": None}, None),
        ({"content": "<local-command-stdout></local-command-stdout>"}, None),
        ({"content": "<command-name>/clear</command-name>"}, "command: /clear"),
        ({"content": INIT}, "command: /init"),
        ({"content": "<bash-input> echo hi</bash-input>"}, "command: ! echo hi"),
        ({"content": "<bash-stdout>hi</bash-stdout><bash-stderr></bash-stderr>"}, "notice: hi"),
        ({"content": INTERRUPTED}, f"notice: {INTERRUPTED}"),
        ({"content": NOTIFIED}, "notice: b1\ndone"),
        ({"content": "Peer mail", "origin": {"kind": "peer"}}, "notice: Peer mail"),
    ],
)
def test_what_no_person_typed_opens_no_turn(
    tmp_path: Path, fields: dict[str, Any], shows: str | None
) -> None:
    talk = Claude()
    talk.user("Go")
    talk.user(fields.pop("content"), **fields)
    path = talk.write(tmp_path)
    assert said(READER, path)[1:] == ([] if shows is None else [f"1.0 {shows}"])
    assert mapped(path).counts.user_messages == 1


def test_the_text_a_command_expands_to_is_no_prompt(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("<command-name>/review</command-name>")
    talk.user([{"type": "text", "text": "Please review everything."}])
    talk.answer("Reviewed.")
    assert said(READER, talk.write(tmp_path)) == [
        "0.0 command: /review",
        "0.1 assistant: Reviewed.",
    ]


def test_an_image_alone_is_a_prompt(tmp_path: Path) -> None:
    talk = Claude()
    talk.user([IMAGE])
    talk.user([{"type": "text", "text": "And this"}, IMAGE])
    path = talk.write(tmp_path)
    assert said(READER, path) == ["1.0 user: image/png()", "2.0 user: And this | image/png()"]
    assert mapped(path).counts.user_messages == 2
    assert mapped(path).first_user_text == "And this"


def test_what_was_typed_while_the_agent_worked_stays_in_the_turn(tmp_path: Path) -> None:
    talk = Claude()
    talk.aside("queue-operation", operation="enqueue", content="Go")
    talk.aside("queue-operation", operation="dequeue")
    talk.user("Go")
    talk.answer(call("Bash", "t1", command="ls"))
    talk.result("t1", "a")
    talk.aside("queue-operation", operation="enqueue", content="and hurry")
    talk.add(
        "attachment",
        attachment={"type": "queued_command", "prompt": "and hurry", "commandMode": "prompt"},
    )
    talk.aside("queue-operation", operation="remove", content="and hurry")
    talk.aside("queue-operation", operation="enqueue", content="only in the queue")
    talk.add(
        "attachment",
        attachment={"type": "queued_command", "prompt": "done", "commandMode": "task-notification"},
    )
    talk.answer("Done.")
    talk.aside("queue-operation", operation="enqueue", content="/compact")
    path = talk.write(tmp_path)
    assert said(READER, path) == [
        "1.0 user: Go",
        "1.1 assistant: Bash(ls)",
        "1.1 tool: a",
        "1.0 user: and hurry",
        "1.0 user: only in the queue",
        "1.1 notice: done",
        "1.2 assistant: Done.",
    ]
    assert mapped(path).counts == Counts(
        user_messages=1, assistant_messages=2, tool_calls=1, turns=1
    )


def test_a_prompt_taken_back_out_of_the_queue_was_never_said(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Go")
    talk.aside("queue-operation", operation="enqueue", content="no, wait")
    talk.aside("queue-operation", operation="popAll")
    assert said(READER, talk.write(tmp_path)) == ["1.0 user: Go"]


def test_records_repeated_with_their_uuid_count_once(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Go")
    talk.answer("Done.")
    talk.records += talk.records[:2]
    found = mapped(talk.write(tmp_path))
    assert (found.counts.user_messages, found.counts.assistant_messages) == (1, 1)
    assert outline(found.entries) == ["1.0 user", "1.1 assistant"]


def test_errors_of_the_service_are_no_answers(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Go")
    talk.answer("API Error: 500", isApiErrorMessage=True)
    synthetic = {"id": "x", "model": "<synthetic>", "content": [{"type": "text", "text": "No"}]}
    talk.add("assistant", message=synthetic)
    path = talk.write(tmp_path)
    assert said(READER, path) == ["1.0 user: Go"]
    assert mapped(path).counts.assistant_messages == 0


def test_sub_agents_in_the_main_file_are_kept_apart(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("Go")
    main = talk.answer(call("Task", "t1", description="Count"))
    talk.user("Warmup", isSidechain=True, parentUuid=None)
    talk.answer("Counted: 3", call("Bash", "t9", command="wc"), isSidechain=True)
    talk.leaf = main
    talk.result("t1", "3")
    talk.answer("Three.")
    path = talk.write(tmp_path)
    assert said(READER, path) == [
        "1.0 user: Go",
        "1.1 assistant: Task(Count)",
        "1.1 tool: 3",
        "1.2 assistant: Three.",
    ]
    assert mapped(path).counts == Counts(
        user_messages=1, assistant_messages=2, tool_calls=1, turns=1
    )


def test_records_without_links_are_read_in_order(tmp_path: Path) -> None:
    records = [
        {"type": "user", "message": {"role": "user", "content": "One"}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "1"}]}},
        {"type": "user", "message": {"role": "user", "content": "Two"}, "uuid": "b"},
        {"type": "assistant", "message": {"content": "2"}, "uuid": "c"},
    ]
    path = write(tmp_path / "x.jsonl", records)
    assert said(READER, path) == [
        "1.0 user: One",
        "1.1 assistant: 1",
        "2.0 user: Two",
        "2.1 assistant: 2",
    ]


def test_a_link_that_broke_with_a_bad_line_loses_nothing(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("One")
    talk.answer("1")
    talk.user("Two")
    talk.answer("2")
    talk.records[1] = b'{"broken\n'
    path = talk.write(tmp_path)
    assert said(READER, path) == ["1.0 user: One", "2.0 user: Two", "2.1 assistant: 2"]
    assert mapped(path).counts.bad_lines == 1


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    talk = Claude()
    first = talk.user("One")
    last = talk.answer("1")
    assert isinstance(talk.records[0], dict)
    talk.records[0]["parentUuid"] = last
    assert first
    assert outline(mapped(talk.write(tmp_path)).entries) == ["1.0 user", "1.1 assistant"]


def test_glued_and_damaged_lines_are_read_as_far_as_they_can(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("One \u2028 line")
    talk.answer("1")
    talk.user("Two")
    whole = talk.write(tmp_path).read_bytes().split(b"\n")
    glued = b"\xef\xbb\xbf" + whole[0] + whole[1] + b"\r\n\0\0\0" + whole[2] + b"\n[1]\n"
    path = write(tmp_path / "glued.jsonl", [glued])
    assert said(READER, path) == ["1.0 user: One \u2028 line", "1.1 assistant: 1", "2.0 user: Two"]
    assert mapped(path).counts.bad_lines == 3


def test_nul_and_lone_surrogates_do_not_leave_the_reader(tmp_path: Path) -> None:
    raw = (
        b'{"type":"user","uuid":"u\\u0000","cwd":"/a\\ud800","timestamp":"2026-11-05T10:00:00Z",'
        b'"message":{"content":"a\\u0000b \\udfff"}}\n'
    )
    path = write(tmp_path / "x.jsonl", [raw])
    found = mapped(path)
    assert found.first_user_text == "a\ufffdb \ufffd"
    assert (found.facts.cwd, found.entries[0].uid) == ("/a\ufffd", "u\ufffd")
    assert said(READER, path) == ["1.0 user: a\ufffdb \ufffd"]


def test_an_empty_file_is_an_empty_conversation(tmp_path: Path) -> None:
    found = mapped(write(tmp_path / "x.jsonl", []))
    assert (found.entries, found.counts, found.complete) == ((), Counts(), True)


def test_unknown_records_and_odd_shapes_are_left_alone(tmp_path: Path) -> None:
    odd: list[Any] = [
        {"type": "api-request-blob", "message": {"role": "user", "content": "again"}},
        {"type": "user", "message": "no object", "uuid": "a"},
        {"type": "user", "message": {"content": [5, "x", {"type": 7, "text": []}]}, "uuid": "b"},
        {"type": ["user"], "uuid": {"x": 1}, "parentUuid": []},
        {"type": "assistant", "message": {"id": 5, "content": {"text": "x"}}, "uuid": "c"},
        {"type": "summary", "summary": 5},
        {"type": "queue-operation", "operation": "enqueue", "content": ["x"]},
        {"type": "attachment", "attachment": "text", "uuid": "d"},
    ]
    path = write(tmp_path / "x.jsonl", odd)
    assert said(READER, path) == ["0.1 assistant: "]


def test_a_range_of_messages_is_read_alone(tmp_path: Path) -> None:
    talk = Claude()
    for number in range(5):
        talk.user(f"Question {number}")
        talk.answer(f"Answer {number}")
    location = at(talk.write(tmp_path), Agent.CLAUDE)
    entries = READER.index(location).entries
    assert shown(READER.messages(location, entries[6:8])) == [
        "4.0 user: Question 3",
        "4.1 assistant: Answer 3",
    ]
