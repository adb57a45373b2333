"""What was said before Grok Build compacted a conversation is still read, once."""

from pathlib import Path

import pytest

from support.grok import CHILD, Grok, call
from support.sources import at, said
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.sessions import TranscriptMap
from vela_desktop.sources.grok import GrokReader

READER = GrokReader()
SUMMED = "summary: This session is being continued from a previous conversation"


def mapped(path: Path) -> TranscriptMap:
    return READER.index(at(path, Agent.GROK))


def shown(path: Path) -> list[str]:
    return [line.split(" that ran out")[0] for line in said(READER, path)]


def ask(talk: Grok, prompt: str, answer: str) -> None:
    talk.prompt(prompt)
    talk.answer(answer)


def begun() -> Grok:
    talk = Grok()
    talk.prompt("One 一")
    talk.answer("Look.", call("run", "c1", command="ls"), thought="Hm")
    talk.result("c1", "a")
    talk.answer("Done.")
    ask(talk, "Two", "Done.")
    return talk


BEGUN = [
    "1.0 user: One 一",
    "1.1 assistant: Hm | Look. | run(ls)",
    "1.1 tool: a",
    "1.2 assistant: Done.",
    "2.0 user: Two",
    "2.1 assistant: Done.",
]


def test_what_was_compacted_comes_first(tmp_path: Path) -> None:
    talk = begun()
    talk.compact(talk.folder(tmp_path), "They did a thing.", name="r", kept="Two")
    talk.command("/compact please")
    ask(talk, "Three", "Done.")
    path = talk.write(tmp_path)
    assert shown(path) == [
        *BEGUN,
        f"2.1 {SUMMED}",
        "2.1 command: /compact please",
        "3.0 user: Three",
        "3.1 assistant: Done.",
    ]
    found = mapped(path)
    assert (found.counts.user_messages, found.counts.assistant_messages) == (3, 4)
    assert found.first_user_text == READER.head(at(path, Agent.GROK)).first_prompt == "One 一"
    assert all(entry.at for entry in found.entries)
    assert [entry.at for entry in found.entries] == sorted(entry.at or 0 for entry in found.entries)


def test_compacted_again_and_again(tmp_path: Path) -> None:
    talk = begun()
    talk.compact(talk.folder(tmp_path), "First.", name="z", kept="Two")
    ask(talk, "Three", "Done.")
    talk.compact(talk.folder(tmp_path), "Second.", name="a", kept="Three")
    ask(talk, "Two", "Again.")
    assert shown(talk.write(tmp_path)) == [
        *BEGUN,
        f"2.1 {SUMMED}",
        "3.0 user: Three",
        "3.1 assistant: Done.",
        f"3.1 {SUMMED}",
        "4.0 user: Two",
        "4.1 assistant: Again.",
    ]


def test_the_last_messages_that_were_kept_are_not_repeated(tmp_path: Path) -> None:
    talk = begun()
    copied = talk.chat[4:]
    talk.compact(talk.folder(tmp_path), "They did a thing.", name="r", kept="Two")
    talk.chat[3:3] = copied
    talk.prompt("Three")
    assert shown(talk.write(tmp_path)) == [*BEGUN, f"2.1 {SUMMED}", "3.0 user: Three"]


def test_a_try_that_failed_repeats_nothing(tmp_path: Path) -> None:
    talk = begun()
    talk.compact(talk.folder(tmp_path), "", name="r")
    assert shown(talk.write(tmp_path)) == BEGUN
    ask(talk, "Three", "Done.")
    talk.compact(talk.folder(tmp_path), "They did a thing.", name="s", kept="Three")
    path = talk.write(tmp_path)
    assert shown(path) == [
        *BEGUN,
        "3.0 user: Three",
        "3.1 assistant: Done.",
        f"3.1 {SUMMED}",
    ]


def test_a_compaction_that_was_taken_back_repeats_nothing(tmp_path: Path) -> None:
    talk = begun()
    before = list(talk.chat)
    talk.compact(talk.folder(tmp_path), "They did a thing.", name="r", kept="Two")
    talk.chat = before
    assert shown(talk.write(tmp_path)) == BEGUN


def test_a_summary_of_unknown_words_follows_the_last_history(tmp_path: Path) -> None:
    talk = begun()
    talk.compact(talk.folder(tmp_path), "They did a thing.", name="r", kept="Two")
    assert isinstance(talk.chat[-1], dict)
    talk.chat[-1]["content"][0]["text"] = f"{SUMMED[9:]} that ran out. Other words."
    assert shown(talk.write(tmp_path)) == [*BEGUN, f"2.1 {SUMMED}"]


@pytest.mark.parametrize("damage", ["gone", "empty", "half", "other", "bom"])
def test_a_damaged_history_gives_what_it_holds(tmp_path: Path, damage: str) -> None:
    talk = begun()
    talk.compact(talk.folder(tmp_path), "They did a thing.", name="r", kept="Two")
    path = talk.write(tmp_path)
    request = path / "compaction_requests" / "r.json"
    data = request.read_bytes()
    half = data.index(b"c1") - 20
    written = {"empty": b"", "half": data[:half], "other": b'["x"]', "bom": b"\xef\xbb\xbf" + data}
    request.unlink() if damage == "gone" else request.write_bytes(written[damage])
    expected = [*BEGUN, f"2.1 {SUMMED}"] if damage == "bom" else ["1.0 user: Two", f"1.0 {SUMMED}"]
    assert shown(path) == expected


def test_a_fork_of_a_compacted_session_has_the_copy_of_its_parent(tmp_path: Path) -> None:
    talk = begun()
    talk.compact(tmp_path / "parent", "They did a thing.", name="r", kept="Two")
    ask(talk, "Three", "Done.")
    fork = Grok(CHILD, parent_session_id=talk.session)
    fork.chat, fork.log, fork.prompts = list(talk.chat), list(talk.log), talk.prompts
    for one in fork.log:
        assert isinstance(one, dict)
        one["params"]["sessionId"] = CHILD
    fork.note("<system-reminder>\nThis session was forked from another session. …")
    ask(fork, "Mine", "Own.")
    path = fork.write(tmp_path)
    found = mapped(path)
    assert [entry.inherited for entry in found.entries] == [True] * 4 + [False] * 2
    assert shown(path)[-2:] == ["3.0 user: Mine", "3.1 assistant: Own."]
    (path / "updates.jsonl").unlink()
    assert [entry.inherited for entry in mapped(path).entries] == [True] * 4 + [False] * 2


def test_a_map_of_before_does_not_read_what_came_after(tmp_path: Path) -> None:
    talk = begun()
    path = talk.write(tmp_path)
    found = mapped(path)
    talk.compact(path, "They did a thing.", name="r", kept="Two")
    talk.write(tmp_path)
    with pytest.raises(VelaError) as caught:
        READER.messages(found.location, found.entries)
    assert caught.value.details["reason"] == "file_changed"
    again = READER.index(found.location, found)
    assert len(again.entries) == len(found.entries) + 1
    assert again.entries == mapped(path).entries
