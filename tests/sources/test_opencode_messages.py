"""What a session of OpenCode says, whichever generation wrote it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from support.opencode import (
    BORN,
    CWD,
    NATIVE,
    OTHER,
    OpenCode,
    Record,
    connect,
    put_second,
    text,
    tool,
    write_database,
    write_first_tree,
    write_tree,
)
from support.sources import shown
from vela_desktop.domain.sessions import Block, BlockKind, Location, Relation, Role, TranscriptMap
from vela_desktop.sources.opencode import OpenCodeReader

READER = OpenCodeReader()
IMAGE = {"type": "file", "mime": "image/png", "filename": "a.png", "url": "data:image/png;base64,"}
NOTES = {"type": "file", "mime": "text/plain", "filename": "notes.md", "url": "file:///notes.md"}

Write = Callable[[Path, OpenCode], Path]

WRITERS: dict[str, Write] = {
    "1.2.27": lambda folder, talk: write_database(folder / "opencode.db", talk, schema="1.2.27"),
    "1.18.33": lambda folder, talk: write_database(folder / "opencode.db", talk),
    "tree": lambda folder, talk: write_tree(folder / "storage", talk),
    "first tree": lambda folder, talk: write_first_tree(
        folder / "project" / "home-dev-shop" / "storage", talk
    ),
}


@pytest.fixture(params=WRITERS)
def write(request: pytest.FixtureRequest) -> Write:
    return WRITERS[request.param]


def of(container: Path, native_id: str = NATIVE) -> Location:
    return Location(READER.agent, f"{container}#{native_id}")


def said(location: Location) -> list[str]:
    return shown(READER.messages(location, READER.index(location).entries))


def blocks(location: Location, role: Role) -> list[Block]:
    messages = READER.messages(location, READER.index(location).entries)
    return [block for one in messages if one.role is role for block in one.blocks]


def test_a_turn_of_several_steps(write: Write, tmp_path: Path) -> None:
    talk = OpenCode()
    talk.user("Why is the total wrong?")
    thought = {"type": "reasoning", "text": "Look first."}
    talk.answer(
        {"type": "step-start"}, thought, "I look.", tool("read", "c1", "1: x", filePath="src/a.py")
    )
    talk.answer("It is float.")
    talk.user("Thanks")
    talk.answer("Gladly.")
    location = of(write(tmp_path, talk))
    assert said(location) == [
        "1.0 user: Why is the total wrong?",
        "1.1 assistant: Look first. | I look. | read(src/a.py)",
        "1.1 tool: 1: x",
        "1.2 assistant: It is float.",
        "2.0 user: Thanks",
        "2.1 assistant: Gladly.",
    ]
    found = READER.index(location)
    assert (found.counts.user_messages, found.counts.assistant_messages) == (2, 3)
    assert (found.counts.tool_calls, found.counts.turns, found.counts.bad_lines) == (1, 2, 0)


def test_the_facts_of_a_session(write: Write, tmp_path: Path) -> None:
    talk = OpenCode(title="New session - 2026-12-01T03:48:13.493Z")
    talk.user("Fix the total")
    talk.answer("Done.")
    location = of(write(tmp_path, talk))
    facts = READER.index(location).facts
    assert READER.head(location) == facts
    assert (facts.title, facts.first_prompt) == ("Fix the total", "Fix the total")
    assert (facts.native_id, facts.cwd, facts.model) == (NATIVE, CWD, "mock/mock-1")
    assert (facts.started_at, facts.last_at) == (BORN, BORN + 2_000)
    assert (facts.relation, facts.parent_native_id) == (Relation.NONE, None)


def test_a_title_is_kept_and_a_sub_agent_names_its_parent(write: Write, tmp_path: Path) -> None:
    talk = OpenCode(title="Look (@general subagent)", parent_id=OTHER)
    talk.user("Look at stock.py")
    facts = READER.head(of(write(tmp_path, talk)))
    assert (facts.title, facts.parent_native_id) == ("Look (@general subagent)", OTHER)
    assert facts.relation is Relation.SUBAGENT


def test_what_a_fork_copied_is_inherited(write: Write, tmp_path: Path) -> None:
    talk = OpenCode(title="Rounding (fork #1)")
    talk.user("Old question", at=BORN - 9_000)
    talk.answer("Old answer", at=BORN - 8_000)
    talk.user("New question", at=BORN + 10)
    found = READER.index(of(write(tmp_path, talk)))
    assert [entry.inherited for entry in found.entries] == [True, True, False]
    assert READER.head(found.location) == found.facts
    assert (found.facts.relation, found.facts.parent_native_id) == (Relation.FORK, None)


def test_what_was_taken_back_is_no_part_of_the_map(write: Write, tmp_path: Path) -> None:
    talk = OpenCode()
    talk.user("Keep this")
    talk.answer("Kept.")
    back = talk.user("Undo this")
    talk.answer("Undone.")
    talk.noted["revert"] = {"messageID": back, "snapshot": "x"}
    location = of(write(tmp_path, talk))
    assert said(location) == ["1.0 user: Keep this", "1.1 assistant: Kept."]
    assert READER.index(location).counts.user_messages == 2


def test_a_compaction_is_a_summary_and_not_a_prompt(write: Write, tmp_path: Path) -> None:
    talk = OpenCode()
    talk.user("Go")
    talk.answer("First.")
    talk.user({"type": "compaction", "auto": True})
    talk.answer("## Goal", summary=True, mode="compaction")
    talk.user(text("Continue if you have next steps", synthetic=True))
    talk.answer("Going on.")
    assert said(of(write(tmp_path, talk))) == [
        "1.0 user: Go",
        "1.1 assistant: First.",
        "1.1 summary: ## Goal",
        "1.2 assistant: Going on.",
    ]


def test_a_command_that_a_person_ran(write: Write, tmp_path: Path) -> None:
    talk = OpenCode()
    talk.user(text("The following tool was executed by the user", synthetic=True))
    talk.answer(tool("bash", "c1", "abc init\n", command="git log"))
    talk.user("And now?")
    location = of(write(tmp_path, talk))
    assert said(location) == [
        "0.0 command: ! git log",
        "0.0 tool: abc init\n",
        "1.0 user: And now?",
    ]
    assert READER.head(location).first_prompt == "And now?"


def test_attachments_are_named_and_what_was_put_in_is_left_out(
    write: Write, tmp_path: Path
) -> None:
    talk = OpenCode()
    read = text("Called the Read tool with the following input: {}", synthetic=True)
    talk.user(read, NOTES, "Sum it up", IMAGE, text("hidden", ignored=True))
    found = READER.index(of(write(tmp_path, talk)))
    assert found.first_user_text == "Sum it up"
    assert [(one.kind, one.text) for one in blocks(found.location, Role.USER)] == [
        (BlockKind.TEXT, "Sum it up\n@notes.md"),
        (BlockKind.IMAGE, ""),
    ]
    assert found.entries[0].chars == len("Sum it up\n@notes.md")


def test_how_calls_ended(write: Write, tmp_path: Path) -> None:
    failed = tool("bash", "c2", "no\n", command="false")
    failed["state"]["metadata"] = {"exit": 3}
    talk = OpenCode()
    talk.user("Go")
    talk.answer(
        tool("read", "c1", None, error="File not found", filePath="nope.py"),
        failed,
        tool("bash", "c3", None, command="sleep 9"),
    )
    results = blocks(of(write(tmp_path, talk)), Role.TOOL)
    assert [(one.call_id, one.text, one.failed, one.exit_code) for one in results] == [
        ("c1", "File not found", True, None),
        ("c2", "no\n", True, 3),
    ]


def test_answers_that_failed_or_broke_off_leave_a_notice(write: Write, tmp_path: Path) -> None:
    talk = OpenCode()
    talk.user("Go")
    talk.answer(error={"name": "APIError", "data": {"message": "Incorrect API key"}})
    talk.user("Again")
    talk.answer("Half a", done=False)
    talk.user("Stop")
    talk.answer("Half", error={"name": "MessageAbortedError", "data": {}})
    talk.user("Last")
    talk.answer(text(""), done=False)
    assert said(of(write(tmp_path, talk))) == [
        "1.0 user: Go",
        "1.0 notice: APIError: Incorrect API key",
        "2.0 user: Again",
        "2.1 assistant: Half a",
        "2.1 notice: [Interrupted]",
        "3.0 user: Stop",
        "3.1 assistant: Half",
        "3.1 notice: [Interrupted]",
        "4.0 user: Last",
    ]


def test_a_pass_that_was_cut_off_goes_on(write: Write, tmp_path: Path) -> None:
    talk = OpenCode()
    for number in range(4):
        talk.user(f"Question {number}")
        talk.answer("Half", done=number % 2 == 0)
    location = of(write(tmp_path, talk))
    whole, passes = READER.index(location), 0
    found: TranscriptMap | None = None
    while found is None or not found.complete:
        found = READER.index(location, found, 1)
        passes += 1
    assert passes > 4
    assert found == whole
    assert READER.index(location, whole) == whole


def test_messages_of_opencode_2(tmp_path: Path) -> None:
    path, talk = tmp_path / "opencode.db", OpenCode(title="")
    call: Record = {"type": "tool", "id": "c1", "name": "shell"}
    call["state"] = {
        "status": "completed",
        "input": {"command": "ls"},
        "content": [{"type": "text", "text": "a.py"}],
        "metadata": {"exit": 0},
    }
    answer: Record = {
        "content": [{"type": "reasoning", "text": "Hm."}, {"type": "text", "text": "Look."}, call],
        "model": {"id": "mock-2", "providerID": "mock"},
        "time": {"completed": 1},
    }
    connection = connect(path, "2.0.12")
    put_second(
        connection,
        talk,
        [
            ("system", {"text": "You are"}),
            ("user", {"text": "What is here?", "files": [{"mime": "image/png", "name": "a"}]}),
            ("assistant", answer),
            ("synthetic", {"text": "Reminder"}),
            ("compaction", {"reason": "auto", "summary": "So far", "recent": ""}),
            ("shell", {"command": "pwd", "output": "/home"}),
            ("idle", {"outcome": "done"}),
        ],
    )
    connection.close()
    found = READER.index(of(path))
    assert said(found.location) == [
        "1.0 user: What is here? | ",
        "1.1 assistant: Hm. | Look. | shell(ls)",
        "1.1 tool: a.py",
        "1.1 summary: So far",
        "1.1 command: ! pwd",
        "1.1 tool: /home",
    ]
    counts = found.counts
    assert (counts.user_messages, counts.assistant_messages, counts.tool_calls) == (1, 1, 1)
    assert (found.facts.title, found.facts.model) == ("What is here?", "mock/mock-2")
    assert READER.head(found.location) == found.facts


def test_a_fork_of_opencode_2_names_its_parent(tmp_path: Path) -> None:
    connection = connect(tmp_path / "opencode.db", "2.0.12")
    put_second(connection, OpenCode(fork_session_id=OTHER), [("user", {"text": "Go"})])
    connection.close()
    facts = READER.head(of(tmp_path / "opencode.db"))
    assert (facts.relation, facts.parent_native_id) == (Relation.FORK, OTHER)


def test_a_task_for_a_sub_agent_stands_beside_what_was_typed(write: Write, tmp_path: Path) -> None:
    talk = OpenCode()
    task = {"type": "subtask", "agent": "general", "description": "look", "prompt": "Look there"}
    talk.user("Then go on", task)
    talk.answer("Looked.")
    talk.user(task, {**task, "prompt": "And there"})
    assert said(of(write(tmp_path, talk))) == [
        "1.0 user: Then go on\nLook there",
        "1.1 assistant: Looked.",
        "2.0 user: Look there\nAnd there",
    ]


def test_a_session_taken_back_whole_has_no_first_prompt_in_a_listing_either(
    write: Write, tmp_path: Path
) -> None:
    talk = OpenCode(title="New session - 2026-12-01T00:00:00.000Z")
    back = talk.user("Undo this")
    talk.answer("Undone.")
    talk.noted["revert"] = {"messageID": back, "snapshot": "x"}
    location = of(write(tmp_path, talk))
    assert READER.head(location) == READER.index(location).facts
    assert READER.head(location).first_prompt is None
