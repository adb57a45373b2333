"""Lines in any shape make neither a Codex pass nor the guess whose they are fail."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from support.sources import write
from vela_desktop.sources import codex_blocks, codex_branch
from vela_desktop.sources.codex_pass import CodexPass
from vela_desktop.sources.sniff import agent_of

TYPES = ["session_meta", "response_item", "event_msg", "turn_context", "compacted", "message"]
KINDS = ["message", "reasoning", "function_call", "function_call_output", "agent_message"]
EVENTS = ["user_message", "agent_message", "thread_rolled_back", "turn_aborted", "error"]

words = st.sampled_from(["", "a", "user", "assistant", "<turn_aborted>", *TYPES, *KINDS, *EVENTS])
plain = st.none() | st.booleans() | st.integers(-3, 3) | words
part = st.dictionaries(st.sampled_from(["type", "text", "x"]), plain | st.just([]), max_size=3)
deep = plain | part | st.lists(part | plain, max_size=2)
keys = [
    *("type", "role", "content", "id", "call_id", "name", "arguments", "input", "output"),
    *("message", "images", "kind", "num_turns", "cwd", "model", "source", "git", "summary"),
    *("forked_from_id", "turn_id", "metadata", "action", "query", "function", "author", "tools"),
]
payload = st.dictionaries(st.sampled_from(keys), deep, max_size=8)
record = st.dictionaries(
    st.sampled_from(["type", "payload", "timestamp", "ordinal", "metadata", *keys]),
    payload | deep,
    max_size=6,
)


@settings(max_examples=300)
@given(st.lists(record, max_size=6))
def test_no_line_makes_a_pass_or_a_message_fail(records: list[dict[str, Any]]) -> None:
    taken = CodexPass()
    for number, one in enumerate(records):
        taken.feed(number, 1, one)
    again = CodexPass()
    again.restore(json.loads(json.dumps(taken.dump())))
    kept = codex_branch.kept_of(taken)
    entries = codex_branch.entries(kept)
    assert codex_branch.entries(codex_branch.kept_of(again)) == entries
    codex_branch.counts(kept, 0, 0)
    codex_branch.first_text(taken)
    for entry in entries:
        codex_blocks.message(entry, [records[offset] for offset, _ in entry.spans])


def test_no_line_makes_the_guess_fail(tmp_path: Path) -> None:
    @settings(max_examples=150)
    @given(record)
    def guess(one: dict[str, Any]) -> None:
        agent_of(write(tmp_path / "x.jsonl", [one]))

    guess()
