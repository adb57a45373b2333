"""What a Codex rollout holds, in every shape that Codex has written it."""

from pathlib import Path
from typing import Any

import pytest

from support.sources import Codex, Record, at, outline, said, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Block, BlockKind, Counts, Relation, TranscriptMap
from vela_desktop.sources.codex import CodexReader

READER = CodexReader()
PARENT = "019efb90-0000-7000-8000-000000000001"
CHILD = "019efb97-0ac6-7ad2-b62b-a3d44f9a356b"


def mapped(path: Path) -> TranscriptMap:
    return READER.index(at(path, Agent.CODEX))


def marked(text: str) -> Record:
    """Return what versions from 0.155 on put beside a message."""
    return {"internal_chat_message_metadata_passthrough": {"content_item_kinds": ["user.text"]}}


def test_a_message_logged_twice_is_one_message(tmp_path: Path) -> None:
    talk = Codex()
    talk.message("user", "<environment_context>\n  <cwd>/x</cwd>\n</environment_context>")
    talk.message("developer", "<permissions instructions>")
    talk.prompt("What is in src?")
    talk.event("agent_reasoning", text="Look")
    talk.item("reasoning", summary=[{"type": "summary_text", "text": "Look"}])
    talk.event("agent_message", message="I look.")
    talk.message("assistant", "I look.")
    arguments = '{"command":["bash","-lc","ls src"]}'
    talk.item("function_call", name="shell", arguments=arguments, call_id="c1")
    talk.item("function_call_output", call_id="c1", output="Exit code: 0\nOutput:\ncart.py")
    talk.event("token_count", info=None)
    talk.message("assistant", "cart.py")
    path = talk.write(tmp_path)
    assert said(READER, path) == [
        "1.0 user: What is in src?",
        "1.1 assistant: Look | I look. | shell(ls src)",
        "1.1 tool: cart.py",
        "1.2 assistant: cart.py",
    ]
    assert mapped(path).counts == Counts(
        user_messages=1, assistant_messages=2, tool_calls=1, turns=1
    )
    assert mapped(path).first_user_text == "What is in src?"


def test_without_events_the_response_items_count(tmp_path: Path) -> None:
    talk = Codex()
    talk.message("user", "# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>…")
    talk.message("user", "<user_instructions>Be kind</user_instructions>")
    talk.message("user", "One")
    talk.message("assistant", "1")
    path = talk.write(tmp_path)
    assert said(READER, path) == ["1.0 user: One", "1.1 assistant: 1"]


def test_newer_versions_mark_what_a_person_typed(tmp_path: Path) -> None:
    talk = Codex()
    injected = {"internal_chat_message_metadata_passthrough": {"content_item_kinds": ["x.y"]}}
    talk.message("user", "<environment_context>…", **injected)
    talk.message("user", "<turn_aborted> looks like this", **marked(""))
    talk.event("item_completed", item={"type": "UserMessage"})
    talk.message("assistant", "Yes.")
    assert said(READER, talk.write(tmp_path)) == [
        "1.0 user: <turn_aborted> looks like this",
        "1.1 assistant: Yes.",
    ]


def test_a_session_that_went_on_in_a_newer_version_keeps_all_prompts(tmp_path: Path) -> None:
    talk = Codex()
    talk.prompt("Old")
    talk.message("assistant", "1")
    talk.message("user", "New", **marked("New"))
    talk.message("assistant", "2")
    talk.message("user", "Both", **marked("Both"))
    talk.event("user_message", message="Both")
    path = talk.write(tmp_path)
    assert [line.partition(" ")[2] for line in said(READER, path)] == [
        "user: Old",
        "assistant: 1",
        "user: New",
        "assistant: 2",
        "user: Both",
    ]
    assert mapped(path).counts.user_messages == 3


def test_without_response_items_the_events_answer(tmp_path: Path) -> None:
    talk = Codex()
    talk.event("user_message", message="One")
    talk.event("agent_message", message="1")
    assert said(READER, talk.write(tmp_path)) == ["1.0 user: One", "1.1 assistant: 1"]


def test_each_answer_is_a_step(tmp_path: Path) -> None:
    talk = Codex()
    talk.prompt("Go")
    talk.message("assistant", "First")
    talk.message("assistant", "Second")
    talk.item("custom_tool_call", name="apply_patch", input="*** Update File: a.py", call_id="c1")
    talk.item("custom_tool_call", name="apply_patch", input="*** Update File: b.py", call_id="c2")
    talk.item("custom_tool_call_output", call_id="c1", output="ok")
    talk.item("custom_tool_call_output", call_id="c2", output="ok")
    talk.item("function_call", name="update_plan", arguments="{}", call_id="c3")
    assert outline(mapped(talk.write(tmp_path)).entries) == [
        "1.0 user",
        "1.1 assistant",
        "1.2 assistant",
        "1.2 tool",
        "1.2 tool",
        "1.3 assistant",
    ]


def test_the_bare_lines_of_0_20(tmp_path: Path) -> None:
    head = {"id": CHILD, "timestamp": "2026-11-05T10:00:00Z", "git": {"branch": "b"}}
    asked = [{"type": "input_text", "text": "Hi"}]
    said_ = [{"type": "output_text", "text": "Ho"}]
    made = {"name": "shell", "arguments": '{"command":["ls"]}', "call_id": "c"}
    output = '{"output":"x","metadata":{"exit_code":1}}'
    records: list[Record | bytes] = [
        head | {"instructions": None},
        {"record_type": "state"},
        {"type": "message", "id": None, "role": "user", "content": asked},
        {"type": "reasoning", "id": "rs", "summary": [{"type": "summary_text", "text": "Hm"}]},
        {"type": "message", "role": "assistant", "content": said_},
        {"type": "function_call", **made},
        {"type": "function_call_output", "call_id": "c", "output": output},
    ]
    path = write(tmp_path / "old.jsonl", records)
    assert said(READER, path) == [
        "1.0 user: Hi",
        "1.1 assistant: Hm | Ho | shell(ls)",
        "1.1 tool: x",
    ]
    found = mapped(path).facts
    assert (found.native_id, found.branch, found.cwd) == (CHILD, "b", None)


def test_the_oldest_lines_have_a_role_and_a_content(tmp_path: Path) -> None:
    records: list[Record | bytes] = [
        {"timestamp": "2026-11-05T10:00:00Z", "role": "user", "content": "Which branch?"},
        {"type": "tool_call", "function": {"name": "git"}, "arguments": "status"},
        {"type": "tool_result", "name": "git", "result": "On branch main"},
        {"role": "assistant", "content": "main"},
        {"type": "error", "text": "lost"},
    ]
    path = write(tmp_path / "oldest.jsonl", records)
    assert said(READER, path) == [
        "1.0 user: Which branch?",
        "1.1 assistant: git(status)",
        "1.1 tool: On branch main",
        "1.2 assistant: main",
        "1.2 notice: lost",
    ]
    assert len(mapped(path).facts.native_id) == 64


def test_compaction_repeats_nothing(tmp_path: Path) -> None:
    talk = Codex()
    talk.prompt("Go")
    talk.message("assistant", "Done")
    talk.add(
        "response_item",
        top={"metadata": {"compaction_output": True}},
        type="message",
        role="assistant",
        content=[{"type": "output_text", "text": "Summed up"}],
    )
    history = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Go"}]}
    ]
    talk.add("compacted", message="Another model … Summed up", replacement_history=history)
    talk.prompt("On")
    talk.add("compacted", message="Later summary", replacement_history=history)
    talk.add("compacted", message="", replacement_history=history)
    path = talk.write(tmp_path)
    assert said(READER, path) == [
        "1.0 user: Go",
        "1.1 assistant: Done",
        "1.1 summary: Summed up",
        "2.0 user: On",
        "2.0 summary: Later summary",
    ]
    assert mapped(path).counts == Counts(user_messages=2, assistant_messages=1, turns=2)


def test_turns_that_were_taken_back_are_not_shown_but_counted(tmp_path: Path) -> None:
    talk = Codex()
    for text in ("One", "Two", "Three"):
        talk.prompt(text)
        talk.message("assistant", f"{text} done")
    talk.event("thread_rolled_back", num_turns=2)
    talk.prompt("Four")
    path = talk.write(tmp_path)
    assert said(READER, path) == ["1.0 user: One", "1.1 assistant: One done", "2.0 user: Four"]
    assert mapped(path).counts.user_messages == 4


@pytest.mark.parametrize(
    ("text", "shows"),
    [
        (
            "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n"
            "## My request for Codex:\nFix it",
            "Fix it",
        ),
        ("# Files mentioned by the user:\n\n## My request for Codex:\n\n  Fix\nit\n", "Fix\nit"),
        ("Explain '## My request for Codex:' please", "Explain '## My request for Codex:' please"),
        ("Look <image name=[Image #1]>\n</image>", "Look"),
    ],
)
def test_what_an_editor_put_around_a_prompt_is_taken_off(
    tmp_path: Path, text: str, shows: str
) -> None:
    talk = Codex()
    talk.event("user_message", message=text)
    path = talk.write(tmp_path)
    assert said(READER, path) == [f"1.0 user: {shows}"]
    assert mapped(path).first_user_text == shows


def test_an_image_alone_is_a_prompt(tmp_path: Path) -> None:
    talk = Codex()
    talk.event("user_message", message="", images=["data:image/png;base64,AA=="], local_images=[])
    talk.event("user_message", message="", images=[])
    found = mapped(talk.write(tmp_path))
    assert found.counts.user_messages == 1
    location = at(talk.write(tmp_path), Agent.CODEX)
    (message,) = READER.messages(location, found.entries)
    assert message.blocks == (Block(kind=BlockKind.IMAGE),)


def test_commands_and_notices_stay_in_the_turn(tmp_path: Path) -> None:
    talk = Codex()
    talk.message("user", "Go")
    talk.message("user", "<user_shell_command>\n<command>\nls\n</command>\n</user_shell_command>")
    talk.message("user", "<turn_aborted>\nOn purpose.\n</turn_aborted>")
    talk.event("turn_aborted", reason="interrupted")
    mail = [{"type": "input_text", "text": "Message Type: DONE\nPayload:\nThree files"}]
    talk.item("agent_message", author="/root/count", recipient="/root", content=mail)
    assert said(READER, talk.write(tmp_path)) == [
        "1.0 user: Go",
        "1.0 command: ! ls",
        "1.0 notice: [Turn aborted: interrupted]",
        "1.0 notice: Message Type: DONE\nPayload:\nThree files",
    ]


def test_calls_without_output_are_counted_once_by_id(tmp_path: Path) -> None:
    talk = Codex()
    talk.prompt("Go")
    talk.item("web_search_call", id="ws1", action={"type": "search", "query": "rounding"})
    talk.item("local_shell_call", call_id="c1", action={"command": ["bash", "-lc", "ls"]})
    talk.item("function_call", name="x", arguments="{not json", call_id="c2")
    talk.item("function_call", name="x", arguments="{not json", call_id="c2")
    path = talk.write(tmp_path)
    assert said(READER, path)[1] == (
        "1.1 assistant: web_search(rounding) | local_shell(ls) | x({not json) | x({not json)"
    )
    assert mapped(path).counts.tool_calls == 3


def test_a_new_fork_holds_its_own_lines_only(tmp_path: Path) -> None:
    base = {"thread_id": PARENT, "end_ordinal_exclusive": 79}
    talk = Codex(forked_from_id=PARENT, history_base=base)
    talk.message("user", "Another way", **marked(""))
    found = mapped(talk.write(tmp_path))
    assert (found.facts.relation, found.facts.parent_native_id) == (Relation.FORK, PARENT)
    assert [entry.inherited for entry in found.entries] == [False]


def test_an_older_fork_copied_its_parent_in_one_go(tmp_path: Path) -> None:
    talk = Codex(forked_from_id=PARENT)
    born = "2026-11-05T11:00:01.050Z"
    talk.add("session_meta", at=born, id=PARENT, cwd="/parent")
    talk.add("event_msg", at=born, type="user_message", message="Old")
    talk.add("event_msg", at=born, type="agent_message", message="Old answer")
    talk.event("user_message", message="New")
    found = mapped(talk.write(tmp_path))
    assert found.facts.native_id == CHILD
    assert (found.facts.relation, found.facts.cwd) == (Relation.FORK, "/home/dev/shop")
    assert [entry.inherited for entry in found.entries] == [True, True, False]
    assert found.counts.user_messages == 2


def test_a_fork_to_which_nothing_was_added_is_read_as_a_whole(tmp_path: Path) -> None:
    talk = Codex(forked_from_id=PARENT)
    born = "2026-11-05T11:00:01.050Z"
    talk.add("event_msg", at=born, type="user_message", message="Old")
    talk.add("event_msg", at=born, type="agent_message", message="Old answer")
    found = mapped(talk.write(tmp_path))
    assert [entry.inherited for entry in found.entries] == [False, False]


def test_where_turns_are_dated_a_copy_ends_with_the_first_own_turn(tmp_path: Path) -> None:
    talk = Codex(forked_from_id=PARENT, source={"subagent": {"thread_spawn": {}}})
    born = "2026-11-05T11:00:01.005Z"
    talk.add("event_msg", at=born, type="task_started", turn_id=PARENT)
    talk.add("event_msg", at=born, type="user_message", message="Parent's")
    own = "019efb97-0ad0-7000-8000-000000000002"
    talk.add("event_msg", at=born, type="task_started", turn_id=own)
    talk.add("event_msg", at=born, type="user_message", message="Own")
    found = mapped(talk.write(tmp_path))
    assert [entry.inherited for entry in found.entries] == [True, False]
    assert found.facts.relation is Relation.SUBAGENT


def test_a_child_that_says_where_its_own_lines_begin(tmp_path: Path) -> None:
    source = {
        "subagent": {"thread_spawn": {"parent_thread_id": PARENT, "agent_path": "/root/count"}}
    }
    talk = Codex(
        source=source,
        subagent_history_start_ordinal=3,
        forked_from_id=PARENT,
        agent_path="/root/count",
    )
    talk.add("session_meta", top={"ordinal": 1}, id=PARENT, cwd="/parent")
    talk.add(
        "response_item", top={"ordinal": 2}, type="message", role="assistant", content="Parent's"
    )
    talk.add("response_item", top={"ordinal": 3}, type="message", role="assistant", content="Own")
    path = talk.write(tmp_path)
    assert said(READER, path) == ["0.1 assistant: Own"]
    found = mapped(path)
    assert (found.facts.native_id, found.facts.parent_native_id) == (CHILD, PARENT)
    assert (found.facts.relation, found.facts.title) == (Relation.SUBAGENT, "count")


def test_a_resumed_session_has_its_head_twice(tmp_path: Path) -> None:
    talk = Codex()
    talk.prompt("One")
    talk.add("session_meta", id=talk.native_id, cwd="/home/dev/shop")
    talk.prompt("Two")
    found = mapped(talk.write(tmp_path))
    assert not any(entry.inherited for entry in found.entries)
    assert found.counts.user_messages == 2


def test_odd_shapes_make_nothing_fail(tmp_path: Path) -> None:
    odd: list[Any] = [
        ("session_meta", {"id": 5, "git": "x", "source": ["subagent"]}),
        ("response_item", {"type": "message", "role": "user", "content": 5}),
        ("response_item", {"type": ["message"]}),
        ("response_item", {"type": "function_call"}),
        ("response_item", {"type": "function_call_output", "output": {"content": 5}}),
        ("event_msg", {"type": "user_message", "message": 7}),
        ("event_msg", {"type": "thread_rolled_back", "num_turns": "x"}),
        ("turn_context", {"cwd": 5, "model": []}),
        (5, {}),
        (None, None),
    ]
    records: list[Any] = [{"type": type_, "payload": payload} for type_, payload in odd]
    path = write(tmp_path / "x.jsonl", records)
    assert outline(mapped(path).entries) == ["0.1 assistant", "0.1 tool"]
    assert said(READER, path) == ["0.1 assistant: function()", "0.1 tool: 5"]
