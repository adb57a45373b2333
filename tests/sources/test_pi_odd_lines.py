"""Lines in any shape make neither a pass over a Pi or OMP transcript nor a message fail."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from support.sources import write
from vela_desktop.sources import pi_blocks, pi_branch
from vela_desktop.sources.pi_facts import facts_of
from vela_desktop.sources.pi_kin import copied_rows
from vela_desktop.sources.pi_pass import PiPass
from vela_desktop.sources.sniff import agent_of

TYPES = ["session", "title", "message", "compaction", "branch_summary", "custom_message", "custom"]
OTHERS = ["session_info", "title_change", "session_init", "model_change", "label"]
ROLES = ["user", "assistant", "toolResult", "bashExecution", "pythonExecution", "fileMention"]
BLOCKS = ["text", "thinking", "toolCall", "image"]

words = st.sampled_from(["", "a", '<file name="a">', "\0", "/x/y_1.jsonl", *BLOCKS])
plain = st.none() | st.booleans() | st.integers(-3, 3) | words
part: st.SearchStrategy[Any] = st.dictionaries(
    st.sampled_from(["type", "text", "thinking", "id", "name", "arguments", "path", "mimeType"]),
    plain | st.just([]) | st.just({"i": "x", "path": 1}),
    max_size=4,
)
deep = plain | part | st.lists(part | plain, max_size=2)
keys = [
    *("role", "content", "files", "command", "code", "output", "exitCode", "cancelled", "display"),
    *("toolCallId", "isError", "summary", "errorMessage", "model", "name", "title", "cwd"),
    *("id", "parentId", "parentSession", "timestamp", "modelId", "version", "v"),
]
message = st.fixed_dictionaries(
    {"role": st.sampled_from([*ROLES, "custom", "system"]) | plain},
    optional={key: deep for key in keys if key != "role"},
)
record = st.fixed_dictionaries(
    {"type": st.sampled_from([*TYPES, *OTHERS]) | plain},
    optional={"message": message | deep} | dict.fromkeys(keys, deep),
)


def test_no_line_makes_a_pass_or_a_message_fail(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"

    @settings(max_examples=300, deadline=None)
    @given(st.lists(record, max_size=6))
    def take(records: list[dict[str, Any]]) -> None:
        taken = PiPass()
        for number, one in enumerate(records):
            taken.feed(number, 1, one)
        taken.copied = copied_rows(path, taken)
        again = PiPass()
        again.restore(json.loads(json.dumps(taken.dump())))
        branch = pi_branch.active(taken)
        entries = pi_branch.entries(taken, branch)
        assert pi_branch.entries(again, pi_branch.active(again)) == entries
        assert facts_of(path, again, b"") == facts_of(path, taken, b"")
        pi_branch.counts(taken, branch, 0, 0)
        for entry in entries:
            parts = [records[offset] for offset, _ in entry.spans]
            assert pi_blocks.message(entry, parts, frozenset({"i"})).blocks

    take()


def test_no_line_makes_the_guess_fail(tmp_path: Path) -> None:
    @settings(max_examples=150, deadline=None)
    @given(record)
    def guess(one: dict[str, Any]) -> None:
        agent_of(write(tmp_path / "x.jsonl", [one]))

    guess()


def test_an_entry_may_say_that_it_hangs_on_itself(tmp_path: Path) -> None:
    taken = PiPass()
    said = {"role": "user", "content": "Go"}
    taken.feed(0, 1, {"type": "message", "id": "a", "parentId": "a", "message": said})
    assert taken.first_text() == "Go"
