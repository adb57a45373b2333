"""Records in any shape make neither a pass over an OpenCode session nor a message fail."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from vela_desktop.sources import opencode_blocks
from vela_desktop.sources.opencode_pass import OpenCodePass
from vela_desktop.sources.opencode_second import reshaped
from vela_desktop.sources.opencode_talk import About, Talk

TYPES = ["text", "reasoning", "tool", "file", "subtask", "user", "assistant", "shell", "compaction"]
STATES = ["completed", "error", "pending", "image/png", "path", "summary"]

plain = (
    st.none()
    | st.booleans()
    | st.sampled_from([-1, 0, 1.5, 10**30, "", "a", "\0", *TYPES, *STATES])
)
keys = [
    *("type", "role", "status", "output", "error", "input", "metadata", "exit", "attachments"),
    *("text", "synthetic", "prompt", "filename", "mime", "callID", "id", "tool", "name", "time"),
    *("created", "completed", "summary", "body", "title", "mode", "model", "modelID", "providerID"),
    *("path", "cwd", "data", "message", "command", "content", "state", "files", "parentID"),
]
record = st.recursive(
    st.dictionaries(st.sampled_from(keys), plain, max_size=4),
    lambda inside: st.dictionaries(
        st.sampled_from(keys), plain | inside | st.lists(plain | inside, max_size=2), max_size=5
    ),
    max_leaves=12,
)
part = st.builds(lambda kind, one: {**one, "type": kind}, st.sampled_from(TYPES) | plain, record)
message = st.builds(
    lambda role, one: {**one, "role": role}, st.sampled_from(["user", "assistant"]), record
)
first = st.tuples(message, st.lists(part, max_size=3))
second = st.builds(reshaped, st.sampled_from(TYPES), record)


@settings(max_examples=300, deadline=None)
@given(st.lists(first | second, max_size=4))
def test_no_record_makes_a_pass_or_a_message_fail(
    records: list[tuple[dict[str, Any], list[dict[str, Any]]]],
) -> None:
    talks = [
        Talk(place=number, id=str(number), order=(0, ""), at=None, size=1, record=one, parts=parts)
        for number, (one, parts) in enumerate(records)
    ]
    taken, about = OpenCodePass(), About("ses_1", reverted="3")
    for talk in talks:
        taken.feed(talk, about)
    again = OpenCodePass()
    again.restore(json.loads(json.dumps(taken.dump())))
    assert again.entries() == taken.entries()
    for entry in taken.entries():
        assert "\0" not in repr(opencode_blocks.message(entry, talks[entry.spans[0][0]]))
