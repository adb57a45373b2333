"""Lines in any shape: what fits is taken, nothing fails."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vela_desktop.sources import claude_blocks, claude_branch
from vela_desktop.sources.claude_lines import LINES, Line, loosened
from vela_desktop.sources.claude_pass import ClaudePass

FIELDS = [field.encode_name for field in msgspec.structs.fields(Line)]
NAMES = ["user", "assistant", "system", "attachment", "queue-operation", "last-prompt", "summary"]

words = st.sampled_from(["", "a", "b", "c", "text", "tool_use", "tool_result", "enqueue", *NAMES])
odd = st.just([1]) | st.just({"x": 1})
plain = st.none() | st.booleans() | st.integers() | st.floats() | words | odd
block = st.dictionaries(
    st.sampled_from(["type", "text", "id", "tool_use_id", "content"]), plain, max_size=4
)
content = words | st.lists(block | plain, max_size=3)
message = st.dictionaries(
    st.sampled_from(["id", "model", "content", "kind", "type", "prompt", "sessionId"]),
    content | plain,
    max_size=4,
)
record = st.dictionaries(st.sampled_from(FIELDS), message | content | plain, max_size=9)


def test_a_line_is_decoded_without_what_the_map_does_not_need() -> None:
    data = b'{"type":"user","message":{"content":[{"type":"tool_result","content":"big"}]},"x":[1]}'
    line = LINES.decode(data)
    assert line.message.content[0].type == "tool_result"
    assert not hasattr(line.message.content[0], "content")


@settings(max_examples=300)
@given(record)
def test_both_ways_of_decoding_agree(given_record: dict[str, Any]) -> None:
    data = json.dumps(given_record).encode()
    loose = loosened(json.loads(data))
    try:
        line = LINES.decode(data)
    except msgspec.MsgspecError:
        return
    assert line == loose


@settings(max_examples=200)
@given(st.lists(record, max_size=6))
def test_no_record_makes_a_pass_or_a_message_fail(given_records: list[dict[str, Any]]) -> None:
    taken = ClaudePass()
    for number, one in enumerate(given_records):
        taken.feed(number, 1, loosened(one))
    again = ClaudePass()
    again.restore(msgspec.json.decode(msgspec.json.encode(taken.dump())))
    entries = claude_branch.entries(taken, 0)
    assert claude_branch.entries(again, 0) == entries
    assert claude_branch.counts(taken, 0, 0).user_messages <= len(given_records)
    for entry in entries:
        claude_blocks.message(entry, [given_records[offset] for offset, _ in entry.spans])


@pytest.mark.parametrize("value", [5, "x", [], {"content": 5}, None])
def test_a_message_of_another_shape_is_no_message(value: Any) -> None:
    taken = ClaudePass()
    taken.feed(0, 1, loosened({"type": "user", "uuid": "a", "message": value}))
    assert claude_branch.entries(taken, 0) == ()
