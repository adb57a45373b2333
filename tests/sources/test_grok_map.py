"""What a Grok Build conversation holds, with the times that its log has."""

from pathlib import Path
from typing import Any

import pytest

from support.grok import START, Grok, call
from support.sources import Record, at, said, shown, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Block, BlockKind, Counts, Message, TranscriptMap
from vela_desktop.sources.grok import GrokReader

READER = GrokReader()


def mapped(path: Path) -> TranscriptMap:
    return READER.index(at(path, Agent.GROK))


def messages(path: Path) -> list[Message]:
    return READER.messages(at(path, Agent.GROK), mapped(path).entries)


def chat(folder: Path, *records: Record) -> Path:
    return write(folder / "chat_history.jsonl", records).parent


def user(text: str, **fields: Any) -> Record:
    return {"type": "user", "content": [{"type": "text", "text": text}], **fields}


def talk() -> Grok:
    one = Grok()
    one.note("<system-reminder>\nWorkflows\n</system-reminder>")
    one.prompt("Fix it 修复")
    one.answer("I look.", call("read_file", "c1", target_file="cart.py"), thought="Read first")
    one.result("c1", "def total()")
    one.answer(
        "", call("run", "c2", command="pytest"), call("list_dir", "c3", target_directory=".")
    )
    one.result("c3", "- cart.py")
    one.result("c2", "NameError", code=1)
    one.answer("Fixed.")
    one.prompt("Thanks")
    one.answer("Welcome.")
    return one


def test_a_conversation(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    assert said(READER, path) == [
        "1.0 user: Fix it 修复",
        "1.1 assistant: Read first | I look. | read_file(cart.py)",
        "1.1 tool: def total()",
        "1.2 assistant: run(pytest) | list_dir(.)",
        "1.2 tool: - cart.py",
        "1.2 tool: NameError",
        "1.3 assistant: Fixed.",
        "2.0 user: Thanks",
        "2.1 assistant: Welcome.",
    ]
    found = mapped(path)
    assert found.counts == Counts(user_messages=2, assistant_messages=4, tool_calls=3, turns=2)
    assert found.first_user_text == "Fix it 修复"
    assert [entry.preview for entry in found.entries if entry.preview] == ["Fix it 修复", "Thanks"]
    assert found.complete


def test_times_come_from_the_log(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    seconds = [((entry.at or 0) - START) // 1000 for entry in mapped(path).entries]
    assert seconds == [1, 2, 6, 7, 11, 12, 13, 14, 15]


def test_without_a_log_there_are_no_times(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    expected = said(READER, path)
    (path / "updates.jsonl").unlink()
    assert said(READER, path) == expected
    assert {entry.at for entry in mapped(path).entries} == {None}


def test_a_log_of_something_else_gives_no_wrong_times(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    other = Grok()
    other.prompts = 7
    other.prompt("Something else")
    other.answer("Else")
    write(path / "updates.jsonl", other.log)
    assert {entry.at for entry in mapped(path).entries} == {None}


def test_a_command_stands_where_it_was_given(tmp_path: Path) -> None:
    one = Grok()
    one.command("/model grok-4.5")
    one.prompt("One")
    one.answer("1")
    one.command("/context")
    one.prompt("Two")
    one.answer("2")
    one.command("/exit")
    assert said(READER, one.write(tmp_path)) == [
        "0.0 command: /model grok-4.5",
        "1.0 user: One",
        "1.1 assistant: 1",
        "1.1 command: /context",
        "2.0 user: Two",
        "2.1 assistant: 2",
        "2.1 command: /exit",
    ]
    assert mapped(one.write(tmp_path)).counts.user_messages == 2


def test_the_same_prompt_twice_has_its_own_times(tmp_path: Path) -> None:
    one = Grok()
    for _ in range(2):
        one.prompt("Go on")
        one.answer("Done")
    times = [entry.at for entry in mapped(one.write(tmp_path)).entries]
    assert times == [START + 1000, START + 2000, START + 3000, START + 4000]


def test_what_a_person_adds_meanwhile_is_part_of_the_turn(tmp_path: Path) -> None:
    note = "The user sent a message while you were working:"
    one = Grok()
    one.prompt("Go")
    one.answer("", call("run", "c1", command="ls"))
    one.note(f"{note}\n<user_query>\nHurry\n</user_query>\nMake sure to …", "interjection")
    one.say("user_message", "Hurry")
    one.answer("Done")
    path = one.write(tmp_path)
    assert said(READER, path)[2:] == ["1.0 user: Hurry", "1.2 assistant: Done"]
    assert mapped(path).counts.user_messages == 1


@pytest.mark.parametrize(
    ("reason", "shows"),
    [
        ("system_reminder", []),
        ("project_instructions", []),
        ("auto_continue", []),
        ("environment_context", []),
        ("not known yet", []),
        ("subagent_completed", ["1.1 notice: It ended."]),
        ("agent_message", ["1.1 notice: It ended."]),
    ],
)
def test_what_the_program_puts_in(tmp_path: Path, reason: str, shows: list[str]) -> None:
    one = Grok()
    one.prompt("Go")
    one.answer("Done")
    one.note("<system-reminder>\nIt ended.\n</system-reminder>", reason)
    path = one.write(tmp_path)
    assert said(READER, path)[2:] == shows
    assert mapped(path).counts.user_messages == 1


@pytest.mark.parametrize(
    ("record", "shows"),
    [
        (user("As it is", prompt_index=0), "As it is"),
        (user("<rules> are mine", prompt_index=0), "<rules> are mine"),
        (user("<user_info>x</user_info>\n<user_query>\n A\nb \n</user_query>"), "A\nb"),
        (user("Stop\n<user_query>\nOther\n</user_query>\nMake sure …", prompt_index=1), "Other"),
        (user("Go", prompt_index=0, prior_turn_interrupt="mid_turn_abort"), "Go"),
        ({"type": "user", "content": "Plain"}, "Plain"),
    ],
)
def test_shapes_of_a_prompt(tmp_path: Path, record: Record, shows: str) -> None:
    path = chat(tmp_path, record)
    assert said(READER, path) == [f"1.0 user: {shows}"]
    assert mapped(path).first_user_text == shows


@pytest.mark.parametrize("tag", ["user_info", "system-reminder", "system_reminder", "git_status"])
def test_what_opens_a_session_is_no_prompt(tmp_path: Path, tag: str) -> None:
    assert mapped(chat(tmp_path, user(f"<{tag}>\nx\n</{tag}>"))).entries == ()


def test_images(tmp_path: Path) -> None:
    image = {"type": "image", "url": "data:image/png;base64,AA=="}
    path = chat(
        tmp_path,
        {"type": "user", "content": [image], "prompt_index": 0},
        {"type": "tool_result", "tool_call_id": "c", "content": "Seen", "images": [image]},
    )
    kinds = [[block.kind for block in message.blocks] for message in messages(path)]
    assert kinds == [[BlockKind.IMAGE], [BlockKind.TOOL_RESULT, BlockKind.IMAGE]]
    assert mapped(path).counts.user_messages == 1


def test_blocks_of_calls_and_results(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    blocks = [block for message in messages(path) for block in message.blocks]
    arguments = Block(
        kind=BlockKind.TOOL_CALL, text="pytest", name="run", target="pytest", call_id="c2"
    )
    assert arguments in blocks
    assert (
        Block(kind=BlockKind.TOOL_RESULT, text="NameError", call_id="c2", failed=True, exit_code=1)
        in blocks
    )
    assert Block(kind=BlockKind.TOOL_RESULT, text="def total()", call_id="c1") in blocks
    assert {message.model for message in messages(path)} == {None, "grok-4.6"}


def test_arguments_may_be_an_object(tmp_path: Path) -> None:
    called = [
        {"id": "a", "name": "read_file", "arguments": {"path": "x.txt"}},
        {"id": "b", "name": "list_files", "arguments": "{}"},
        {"id": "c", "name": "broken", "arguments": '{"a": '},
    ]
    path = chat(tmp_path, user("Go"), {"type": "assistant", "content": "", "tool_calls": called})
    assert said(READER, path)[1] == '1.1 assistant: read_file(x.txt) | list_files() | broken({"a":)'


def test_calls_of_the_service_belong_to_the_words_they_led_to(tmp_path: Path) -> None:
    def search(call_id: str, **kind: Any) -> Record:
        return {"type": "backend_tool_call", "kind": {"id": call_id, **kind}}

    path = chat(
        tmp_path,
        user("Go"),
        search("w", tool_type="web_search", action={"type": "search", "query": "q"}),
        search("x", tool_type="x_search", name="x_keyword_search", input='{"query": "k"}'),
        {"type": "assistant", "content": "Found"},
        search("y", tool_type="code_interpreter", code="print(1)"),
    )
    assert said(READER, path)[1:] == [
        "1.1 assistant: web_search(q) | x_keyword_search(k) | Found",
        "1.2 assistant: code_interpreter(print(1))",
    ]
    assert mapped(path).counts == Counts(
        user_messages=1, assistant_messages=1, tool_calls=3, turns=1
    )


def test_thoughts_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    path = chat(
        tmp_path,
        user("Go"),
        {"type": "reasoning", "encrypted_content": "secret"},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": " "}]},
        {"type": "reasoning", "summary": [], "content": [{"text": "Raw"}]},
        {"type": "assistant", "content": ""},
    )
    assert said(READER, path) == ["1.0 user: Go", "1.1 assistant: Raw"]
    assert mapped(path).counts.assistant_messages == 1


def test_a_part_of_a_map_can_be_read_alone(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    location, found = at(path, Agent.GROK), mapped(path)
    whole = READER.messages(location, found.entries)
    assert READER.messages(location, found.entries[3:5]) == whole[3:5]
    assert shown(READER.messages(location, found.entries[::-1])) == shown(whole[::-1])


def early(role: str, content: Any, **fields: Any) -> Record:
    return {"role": role, "content": content, **fields}


def early_call(call_id: str, name: str, arguments: str) -> Record:
    return {
        "id": call_id,
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }


def early_talk() -> list[Record]:
    """Version 0 of the format: messages as chat completions have them."""
    look = early_call("c1", "run", '{"command": "ls"}')
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    return [
        early("system", "You are Grok."),
        early("user", "<user_info>\nWorkspace Path: /x\n</user_info>"),
        early("user", [{"type": "text", "text": "<user_query>\nFix it\n</user_query>"}, picture]),
        early("assistant", "", reasoning_content="Hm", tool_calls=[look], model_id="grok-code"),
        early("tool", "exit: 1\nno such file", tool_call_id="c1"),
        early("assistant", "Fixed.", model_id="grok-code"),
    ]


def test_a_conversation_of_the_first_version_is_read(tmp_path: Path) -> None:
    path = chat(tmp_path, *early_talk())
    assert said(READER, path) == [
        "1.0 user: Fix it | ",
        "1.1 assistant: Hm | run(ls)",
        "1.1 tool: no such file",
        "1.2 assistant: Fixed.",
    ]
    one = mapped(path)
    assert one.counts == Counts(user_messages=1, assistant_messages=2, tool_calls=1, turns=1)
    assert (one.first_user_text, one.facts.model, one.facts.cwd) == ("Fix it", "grok-code", "/x")
    assert messages(path)[2].blocks[0].exit_code == 1
    assert [place.ref for place in READER.at(tmp_path)] == [str(path)]


def test_one_that_went_on_in_the_next_version_too(tmp_path: Path) -> None:
    later = [user("Thanks", prompt_index=1), {"type": "assistant", "content": "Welcome."}]
    path = chat(tmp_path, *early_talk(), *later)
    assert said(READER, path)[4:] == ["2.0 user: Thanks", "2.1 assistant: Welcome."]


@pytest.mark.parametrize(
    "fields",
    [
        {"reasoning": {"text": "Hm", "encrypted": "x", "id": "rs_1"}},
        {"raw_output": [{"type": "reasoning", "summary": [{"text": "Hm"}]}, {"type": "message"}]},
    ],
)
def test_thoughts_that_older_versions_wrote_into_the_answer(tmp_path: Path, fields: Record) -> None:
    path = chat(tmp_path, user("Go"), {"type": "assistant", "content": "Gone.", **fields})
    assert said(READER, path) == ["1.0 user: Go", "1.1 assistant: Hm | Gone."]


def test_other_programs_messages_are_not_taken_for_grok_s(tmp_path: Path) -> None:
    path = write(tmp_path / "messages.jsonl", early_talk())
    assert not READER.accepts(path)
