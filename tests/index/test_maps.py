"""Transcript maps: made once, gone on from, made anew."""

from dataclasses import replace
from pathlib import Path

import pytest

from support.index import NOON, Machine, claude_lines, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import Location, TranscriptMap
from vela_desktop.index import schema
from vela_desktop.index.maps import transcript_map
from vela_desktop.sources.readers import reader


def at(path: Path) -> Location:
    return Location(Agent.CLAUDE, str(path))


def previews(made: TranscriptMap) -> list[str]:
    return [entry.preview for entry in made.entries if entry.preview]


def test_a_kept_map_equals_the_one_that_was_made(machine: Machine) -> None:
    path = machine.add(1, "把价格改成整数", "And the tax?")
    made = transcript_map(machine.index, at(path))
    assert made == replace(reader(Agent.CLAUDE).index(at(path)), state=b"")
    assert made.counts.user_messages == 2
    assert transcript_map(machine.index, at(path)) == made


def test_an_unchanged_transcript_is_not_read(machine: Machine) -> None:
    path = machine.add(1, "Before")
    made = transcript_map(machine.index, at(path))
    write(path, claude_lines(1, "After!"))
    assert transcript_map(machine.index, at(path)) == made


def test_a_grown_transcript_is_gone_on_from_where_the_map_ended(machine: Machine) -> None:
    path = machine.add(1, "One", "Two")
    first = transcript_map(machine.index, at(path))
    machine.add(1, "One", "Two", "Three", at=NOON + 8)
    grown = transcript_map(machine.index, at(path))
    assert grown.entries[: len(first.entries)] == first.entries
    assert previews(grown) == ["One", "Two", "Three"]
    assert grown.entries == reader(Agent.CLAUDE).index(at(path)).entries


def test_a_rewritten_transcript_is_read_from_the_beginning(machine: Machine) -> None:
    path = machine.add(1, "One", "Two", "Three")
    transcript_map(machine.index, at(path))
    machine.add(1, "Other", at=NOON + 8)
    assert previews(transcript_map(machine.index, at(path))) == ["Other"]


def test_other_readers_make_the_map_anew(machine: Machine) -> None:
    path = machine.add(1, "Before")
    transcript_map(machine.index, at(path))
    write(path, claude_lines(1, "After!"))
    with schema.opened(machine.index) as connection:
        connection.execute("UPDATE map SET stamp = 'older'")
    assert previews(transcript_map(machine.index, at(path))) == ["After!"]


def test_the_map_goes_with_its_transcript(machine: Machine) -> None:
    path = machine.add(1)
    machine.scan()
    transcript_map(machine.index, at(path))
    path.unlink()
    machine.scan()
    with schema.opened(machine.index) as connection:
        assert connection.execute("SELECT count(*) FROM map").fetchone() == (0,)


def test_a_missing_transcript_has_no_map(machine: Machine, tmp_path: Path) -> None:
    with pytest.raises(VelaError) as caught:
        transcript_map(machine.index, at(tmp_path / "none.jsonl"))
    assert caught.value.code is Code.SOURCE_GONE


def test_without_a_usable_index_the_map_is_made_all_the_same(
    machine: Machine, tmp_path: Path
) -> None:
    path = machine.add(1, "Hello")
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"rubbish" * 999)
    assert previews(transcript_map(broken, at(path))) == ["Hello"]
