"""OMP rewrites the title in the first 256 bytes of a file that otherwise only grows."""

import os
from pathlib import Path

from support.pi import Omp, slot
from support.sources import at, line, same, write
from vela_desktop.domain.agents import Agent
from vela_desktop.sources.omp import OmpReader

OMP = OmpReader()


def talk(title: str = "") -> Omp:
    one = Omp(title=title)
    for number in range(20):
        one.user(f"Question {number}")
        one.answer("Done.")
    return one


def retitled(path: Path, title: str) -> None:
    """Write the slot anew, as OMP does: the file keeps its size."""
    with path.open("r+b") as file:
        file.write(slot(title, source="user"))
    later = path.stat().st_mtime_ns + 1_000_000
    os.utime(path, ns=(later, later))


def damaged(path: Path) -> None:
    """Spoil a line in the middle, which a pass that goes on does not read again."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] = ord("#")
    path.write_bytes(data)


def test_the_slot_is_256_bytes() -> None:
    assert len(slot("")) == len(slot("退款流程 refund", source="user")) == 256


def test_a_title_rewritten_in_place_is_read_without_the_rest(tmp_path: Path) -> None:
    path = talk().write(tmp_path)
    location = at(path, Agent.OMP)
    before = OMP.index(location)
    assert before.facts.title == "Question 0"
    damaged(path)
    retitled(path, "退款流程 refund")
    after = OMP.index(location, before)
    assert after.facts.title == OMP.head(location).title == "退款流程 refund"
    assert (after.entries, after.counts, after.end) == (before.entries, before.counts, before.end)
    assert after.fingerprint.size == before.fingerprint.size
    assert after.fingerprint != before.fingerprint


def test_a_title_taken_back_is_taken_back(tmp_path: Path) -> None:
    path = talk("Rounding").write(tmp_path)
    before = OMP.index(at(path, Agent.OMP))
    retitled(path, "")
    assert OMP.index(at(path, Agent.OMP), before).facts.title == "Question 0"


def test_a_new_title_and_new_words_are_read_together(tmp_path: Path) -> None:
    one = talk()
    path = one.write(tmp_path)
    before = OMP.index(at(path, Agent.OMP))
    retitled(path, "Rounding")
    one.user("More")
    with path.open("ab") as file:
        assert isinstance(one.records[-1], dict)
        file.write(line(one.records[-1]))
    after = OMP.index(at(path, Agent.OMP), before)
    assert same(after, OMP.index(at(path, Agent.OMP)))
    assert (after.facts.title, len(after.entries)) == ("Rounding", 41)


def test_anything_else_at_the_beginning_means_another_file(tmp_path: Path) -> None:
    one = talk("Rounding")
    path = one.write(tmp_path)
    before = OMP.index(at(path, Agent.OMP))
    assert isinstance(one.records[1], dict)
    one.records[1]["cwd"] = "/home/dev/other"
    write(path, one.records)
    assert OMP.index(at(path, Agent.OMP), before).facts.cwd == "/home/dev/other"


def test_a_slot_that_came_later_means_another_file(tmp_path: Path) -> None:
    one = talk("Rounding")
    path = write(tmp_path / "x.jsonl", one.records[1:])
    before = OMP.index(at(path, Agent.OMP))
    write(path, one.records)
    after = OMP.index(at(path, Agent.OMP), before)
    assert same(after, OMP.index(at(path, Agent.OMP)))
    assert after.facts.title == "Rounding"


def test_a_slot_half_written_keeps_the_words(tmp_path: Path) -> None:
    path = talk("Rounding").write(tmp_path)
    before = OMP.index(at(path, Agent.OMP))
    with path.open("r+b") as file:
        file.write(b'{"type":"title","v":1,"title":"Ro"')
    after = OMP.index(at(path, Agent.OMP), before)
    assert (after.entries, after.facts.title) == (before.entries, "Rounding")
