"""A transcript that grows is read on from where the last pass stopped."""

import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import pi
from support.pi import Omp, Pi
from support.sources import Claude, Codex, at, call, line, same, write
from vela_desktop.domain.sessions import Location, TranscriptMap
from vela_desktop.sources.claude import ClaudeReader
from vela_desktop.sources.codex import CodexReader
from vela_desktop.sources.omp import OmpReader
from vela_desktop.sources.pi import PiReader
from vela_desktop.sources.protocol import Reader


def claude() -> bytes:
    talk = Claude()
    talk.aside("summary", summary="Of before", leafUuid="x")
    for number in range(4):
        talk.user(f"Question {number} 问题")
        fork = talk.answer("Look.", call("Bash", f"t{number}", command="ls"))
        talk.result(f"t{number}", "a\nb")
        talk.aside("queue-operation", operation="enqueue", content=f"hurry {number}")
        talk.answer("Done.")
        if number == 1:
            talk.leaf = fork
        talk.aside("last-prompt", leafUuid=talk.leaf)
    talk.user("Side", isSidechain=True)
    return b"".join(line(one) for one in talk.records if isinstance(one, dict))


def codex() -> bytes:
    talk = Codex(forked_from_id="019efb90-0000-7000-8000-000000000001")
    for number in range(4):
        talk.prompt(f"Question {number} 问题")
        talk.message("assistant", "Look.")
        talk.item("function_call", name="shell", arguments="{}", call_id=f"c{number}")
        talk.item("function_call_output", call_id=f"c{number}", output="Exit code: 0\nOutput:\nx")
    talk.event("thread_rolled_back", num_turns=1)
    return b"".join(line(one) for one in talk.records if isinstance(one, dict))


def tree(talk: Pi) -> bytes:
    for number in range(4):
        talk.user(f"Question {number} 问题")
        left = talk.answer("Look.", pi.call("bash", f"c{number}", command="ls"))
        talk.result(f"c{number}", "a\nb")
        talk.answer("Done.")
        if number == 1:
            talk.leaf = left
        talk.entry("label", targetId=left, label="here")
    talk.leaf = None
    talk.user("Another beginning")
    return b"".join(one if isinstance(one, bytes) else line(one) for one in talk.records)


CASES: list[tuple[Reader, bytes]] = [
    (ClaudeReader(), claude()),
    (CodexReader(), codex()),
    (PiReader(), tree(Pi(parentSession="/gone/2026-11-05T09-00-00-000Z_x.jsonl"))),
    (OmpReader(), tree(Omp(title="Rounding"))),
]
readers = pytest.mark.parametrize(
    ("reader", "data"), CASES, ids=[reader.agent for reader, _ in CASES]
)


def settled(path: Path) -> None:
    """Make *path* look as if nobody had written to it for a while."""
    before = time.time() - 60
    os.utime(path, (before, before))


@readers
def test_passes_of_any_size_end_with_the_same_map(
    tmp_path: Path, reader: Reader, data: bytes
) -> None:
    path = write(tmp_path / "x.jsonl", [data])
    location = at(path, reader.agent)
    whole = reader.index(location)
    for max_bytes in (1, 700, 5000):
        found: TranscriptMap | None = None
        for _ in range(len(data)):
            found = reader.index(location, found, max_bytes)
            if found.complete:
                break
        assert found
        assert same(found, whole)


@readers
def test_a_file_that_grew_anywhere_is_read_on(tmp_path: Path, reader: Reader, data: bytes) -> None:
    path = tmp_path / "x.jsonl"
    location = at(path, reader.agent)
    whole = reader.index(at(write(path, [data]), reader.agent))

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.integers(0, len(data)), max_size=4))
    def grow(cuts: list[int]) -> None:
        found: TranscriptMap | None = None
        for cut in sorted(cuts):
            path.write_bytes(data[:cut])
            found = reader.index(location, found)
            assert found.counts.bad_lines == 0
        path.write_bytes(data)
        assert same(reader.index(location, found), whole)

    grow()


@readers
def test_only_what_is_new_is_read(tmp_path: Path, reader: Reader, data: bytes) -> None:
    path = write(tmp_path / "x.jsonl", [data])
    location = at(path, reader.agent)
    found = reader.index(location)
    middle = len(data) // 2
    damaged = data[:middle] + b"#" + data[middle + 1 :] + line({"type": "mode"})
    path.write_bytes(damaged)
    assert reader.index(location, found).entries == found.entries


@readers
def test_a_file_that_was_rewritten_is_read_again(
    tmp_path: Path, reader: Reader, data: bytes
) -> None:
    path = write(tmp_path / "x.jsonl", [data])
    location = at(path, reader.agent)
    found = reader.index(location)
    first, _, rest = data.partition(b"\n")
    for other in (rest, b"\n" + data, data + data, b""):
        path.write_bytes(other)
        assert same(reader.index(location, found), reader.index(location))
    assert first


@readers
def test_a_map_of_another_transcript_is_no_help(
    tmp_path: Path, reader: Reader, data: bytes
) -> None:
    one, other = write(tmp_path / "a.jsonl", [data]), write(tmp_path / "b.jsonl", [data[:1000]])
    found = reader.index(at(one, reader.agent))
    location = at(other, reader.agent)
    assert same(reader.index(location, found), reader.index(location))


@readers
def test_a_state_that_cannot_be_read_is_no_harm(
    tmp_path: Path, reader: Reader, data: bytes
) -> None:
    location = at(write(tmp_path / "x.jsonl", [data]), reader.agent)
    found = reader.index(location)
    for state in (b"", b"garbage", found.state[:50]):
        broken = TranscriptMap(
            location=found.location,
            fingerprint=found.fingerprint,
            facts=found.facts,
            entries=(),
            counts=found.counts,
            end=found.end,
            state=state,
        )
        assert same(reader.index(location, broken), found)


def test_half_a_line_is_broken_only_when_nobody_writes_it_any_more(tmp_path: Path) -> None:
    reader = ClaudeReader()
    path = write(tmp_path / "x.jsonl", [claude(), b'{"type":"user","mess'])
    location = at(path, reader.agent)
    assert reader.index(location).counts.bad_lines == 0
    settled(path)
    assert reader.index(location).counts.bad_lines == 1


def test_a_last_line_without_an_end_is_shown_and_read_again_when_it_goes_on(tmp_path: Path) -> None:
    reader = ClaudeReader()
    talk = Claude()
    talk.user("One")
    talk.user("Two")
    assert isinstance(talk.records[1], dict)
    path = write(tmp_path / "x.jsonl", [talk.records[0], line(talk.records[1])[:-1]])
    location: Location = at(path, reader.agent)
    found = reader.index(location)
    assert (len(found.entries), found.complete, found.counts.bad_lines) == (2, True, 0)
    with path.open("ab") as file:
        file.write(b"glued\n")
    after = reader.index(location, found)
    assert (len(after.entries), after.counts.bad_lines) == (2, 1)
