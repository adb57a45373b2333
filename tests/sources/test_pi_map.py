"""The conversation in a Pi or OMP transcript: its active branch, roles, turns and steps."""

from pathlib import Path
from typing import Any

from support.pi import Omp, Pi, call
from support.sources import at, line, outline, said, write
from vela_desktop.domain.sessions import Counts, TranscriptMap
from vela_desktop.sources.omp import OmpReader
from vela_desktop.sources.pi import PiReader
from vela_desktop.sources.protocol import Reader

PI, OMP = PiReader(), OmpReader()


def mapped(one: Pi, folder: Path, reader: Reader = PI) -> TranscriptMap:
    return reader.index(at(one.write(folder), reader.agent))


def shown(one: Pi, folder: Path, reader: Reader = PI) -> list[str]:
    return said(reader, one.write(folder))


def test_turns_open_at_prompts_and_steps_count_answers(tmp_path: Path) -> None:
    one = Pi()
    one.user("Fix it")
    one.answer("Look.", call("read", "c1", path="a.py"), call("bash", "c2", command="ls"))
    one.result("c2", "a.py")
    one.result("c1", "x = 1")
    one.answer("Fixed.")
    one.user("Thanks")
    found = mapped(one, tmp_path)
    assert shown(one, tmp_path) == [
        "1.0 user: Fix it",
        "1.1 assistant: Look. | read(a.py) | bash(ls)",
        "1.1 tool: a.py",
        "1.1 tool: x = 1",
        "1.2 assistant: Fixed.",
        "2.0 user: Thanks",
    ]
    assert found.counts == Counts(user_messages=2, assistant_messages=2, tool_calls=2, turns=2)


def test_abandoned_branches_are_not_shown(tmp_path: Path) -> None:
    one = Pi()
    one.user("Common")
    fork = one.answer("Yes.")
    one.user("Left")
    one.answer("Left answer.")
    one.leaf = fork
    one.user("Right")
    one.answer("Right answer.")
    assert shown(one, tmp_path) == [
        "1.0 user: Common",
        "1.1 assistant: Yes.",
        "2.0 user: Right",
        "2.1 assistant: Right answer.",
    ]
    counts = mapped(one, tmp_path).counts
    assert (counts.user_messages, counts.assistant_messages, counts.turns) == (2, 3, 2)


def test_entries_without_words_link_those_with_words(tmp_path: Path) -> None:
    one = Omp()
    one.user("Run it")
    one.answer(call("bash", "c1", command="ls"))
    one.entry("custom", customType="tool_execution_start", data={"toolCallId": "c1"})
    one.result("c1", "a.py")
    one.entry("label", targetId="x", label="here")
    one.entry("thinking_level_change", thinkingLevel="low", configured="low")
    one.entry("reset_boundary")
    one.message("developer", content="<system-reminder>Go on</system-reminder>")
    one.message("system", content="", sections={"preamble": "You are"})
    one.message("unheard", content="of")
    one.answer("Done.")
    one.entry("custom", customType="session_exit", data={"reason": "dispose"})
    assert outline(mapped(one, tmp_path, OMP).entries) == [
        "1.0 user",
        "1.1 assistant",
        "1.1 tool",
        "1.2 assistant",
    ]


def test_the_last_entry_ends_the_branch_whatever_it_is(tmp_path: Path) -> None:
    one = Pi()
    one.user("One")
    fork = one.answer("Yes.")
    one.user("Two")
    one.leaf = fork
    one.entry("label", targetId=fork, label="back here")
    assert shown(one, tmp_path) == ["1.0 user: One", "1.1 assistant: Yes."]


def test_summaries_stay_where_they_were_made(tmp_path: Path) -> None:
    one = Pi()
    one.user("One")
    kept = one.answer("Yes.")
    one.entry("compaction", summary=" Of before ", firstKeptEntryId=kept, tokensBefore=9)
    one.entry("branch_summary", summary="Of another branch", fromId=kept)
    one.message("compactionSummary", summary="Old way")
    one.message("branchSummary", summary="Old way too")
    one.entry("compaction", summary="")
    one.user("Two")
    assert shown(one, tmp_path) == [
        "1.0 user: One",
        "1.1 assistant: Yes.",
        "1.1 summary: Of before",
        "1.1 summary: Of another branch",
        "1.1 summary: Old way",
        "1.1 summary: Old way too",
        "2.0 user: Two",
    ]


def test_version_1_has_no_ids_and_is_one_line(tmp_path: Path) -> None:
    records: list[Any] = [{"type": "session", "id": "x", "cwd": "/x"}]
    for role, text in (("user", "One"), ("assistant", "Yes."), ("user", "Two")):
        records.append({"type": "message", "message": {"role": role, "content": text}})
        records.append({"type": "thinking_level_change", "thinkingLevel": "off"})
    records.append({"type": "compaction", "summary": "Of it all", "firstKeptEntryIndex": 1})
    path = write(tmp_path / "x.jsonl", records)
    assert said(PI, path) == [
        "1.0 user: One",
        "1.1 assistant: Yes.",
        "2.0 user: Two",
        "2.0 summary: Of it all",
    ]
    uids = [entry.uid for entry in PI.index(at(path, PI.agent)).entries]
    assert len(set(uids)) == 4


def test_version_2_calls_what_extensions_say_hook_messages(tmp_path: Path) -> None:
    one = Pi(version=2)
    one.user("One")
    one.message("hookMessage", customType="x", content="Shown", display=True)
    one.message("hookMessage", customType="x", content="Hidden", display=False)
    assert shown(one, tmp_path) == ["1.0 user: One", "1.0 notice: Shown"]


def test_what_extensions_put_in_is_shown_where_they_want_it(tmp_path: Path) -> None:
    one = Omp()
    one.user("One")
    one.entry("custom_message", customType="x", content="Shown", display=True)
    one.entry("custom_message", customType="x", content="Hidden", display=False)
    one.message("custom", customType="x", content=[{"type": "text", "text": "Too"}], display=True)
    result = "<system-notice>\nJob done.\n<output>\nAll well\n</output>\n</system-notice>"
    one.entry("custom_message", customType="async-result", content=result, display=True)
    one.message("fileMention", files=[{"path": "a.py", "content": "x"}, {"path": "b.py"}, 1])
    assert shown(one, tmp_path, OMP) == [
        "1.0 user: One",
        "1.0 notice: Shown",
        "1.0 notice: Too",
        "1.0 notice: Job done.\nAll well",
        "1.0 notice: @a.py\n@b.py",
    ]


def test_commands_of_a_person_stay_in_the_turn(tmp_path: Path) -> None:
    one = Omp()
    one.user("One")
    one.message("bashExecution", command="git log", output="abc init\n", exitCode=0)
    one.message("pythonExecution", code="1 + 1", output="2", exitCode=0)
    one.message("bashExecution", command="true", output="", exitCode=0)
    found = mapped(one, tmp_path, OMP)
    assert shown(one, tmp_path, OMP) == [
        "1.0 user: One",
        "1.0 command: ! git log | abc init",
        "1.0 command: $ 1 + 1 | 2",
        "1.0 command: ! true",
    ]
    assert (found.counts.user_messages, found.entries[1].preview) == (1, "! git log")


def test_an_answer_that_failed_is_counted_and_says_why(tmp_path: Path) -> None:
    one = Pi()
    one.user("One")
    one.answer(stopReason="error", errorMessage="401 Incorrect key")
    one.answer({"type": "text", "text": ""}, stopReason="aborted")
    one.answer("Part of", stopReason="aborted", errorMessage="Request was aborted")
    assert shown(one, tmp_path) == [
        "1.0 user: One",
        "1.0 notice: 401 Incorrect key",
        "1.1 assistant: Part of",
    ]
    assert mapped(one, tmp_path).counts.assistant_messages == 3


def test_a_prompt_without_words_counts_where_it_shows_something(tmp_path: Path) -> None:
    one = Pi()
    one.user([{"type": "image", "data": "AAAA", "mimeType": "image/png"}])
    one.user([])
    one.message("user", content="As text")
    found = mapped(one, tmp_path)
    assert outline(found.entries) == ["1.0 user", "2.0 user"]
    assert (found.counts.user_messages, found.first_user_text) == (2, "As text")


def test_characters_are_those_of_the_prose(tmp_path: Path) -> None:
    one = Pi()
    one.user("Four")
    one.answer({"type": "thinking", "thinking": "Long thoughts"}, "ab", "cde")
    assert [entry.chars for entry in mapped(one, tmp_path).entries] == [4, 5]


def test_an_entry_whose_parent_was_lost_follows_the_one_before(tmp_path: Path) -> None:
    one = Pi()
    one.user("One")
    one.answer("Lost.")
    one.user("Two")
    one.records[2] = b'{"type":"message","id":"11000002","par\n'
    found = mapped(one, tmp_path)
    assert shown(one, tmp_path) == ["1.0 user: One", "2.0 user: Two"]
    assert found.counts.bad_lines == 1


def test_records_glued_on_a_line_or_repeated_are_taken_once(tmp_path: Path) -> None:
    one = Pi()
    one.user("One")
    one.user("Two")
    first, second = one.records[1:]
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    one.records[1:] = [line(first)[:-1] + line(second), line(second), b"\0\0\0\n", b"[1]\n"]
    assert shown(one, tmp_path) == ["1.0 user: One", "2.0 user: Two"]
    assert mapped(one, tmp_path).counts.bad_lines == 3


def test_another_record_with_a_used_id_is_none_of_the_same(tmp_path: Path) -> None:
    one = Pi()
    first = one.user("One")
    one.answer("First answer.")
    one.user("Two")
    second = one.records[-1]
    assert isinstance(second, dict)
    second["id"] = one.leaf = first
    one.answer("Second answer.")
    one.records.append(second)
    lines = ["1.0 user: One", "1.1 assistant: First answer.", "2.0 user: Two"]
    assert shown(one, tmp_path) == [*lines, "2.1 assistant: Second answer."]
    path = one.write(tmp_path / "bounded")
    previous = None
    while previous is None or not previous.complete:
        previous = PI.index(at(path, PI.agent), previous, max_bytes=1)
    assert previous.entries == PI.index(at(path, PI.agent)).entries


def test_a_record_that_only_hangs_elsewhere_is_another_one(tmp_path: Path) -> None:
    one = Pi()
    one.user("One")
    one.answer("Kept.")
    record = one.records[-1]
    assert isinstance(record, dict)
    one.user("Two")
    one.records.append({**record, "parentId": one.leaf})
    assert shown(one, tmp_path)[-2:] == ["2.0 user: Two", "2.1 assistant: Kept."]
