"""Which session a Pi or OMP transcript comes from: forks, and sub-agents."""

from pathlib import Path

import pytest

from support.pi import STAMP, Omp, Pi
from support.sources import OTHER_SESSION, SESSION, at
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Relation, TranscriptMap
from vela_desktop.sources.omp import OmpReader
from vela_desktop.sources.pi import PiReader

NAME = f"{STAMP}_{SESSION}.jsonl"
LATER = "2026-11-06T09:00:00.000Z"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for sessions whose neighbours are not those of other tests."""
    return tmp_path / "sessions" / "--x--"


def mapped(path: Path, previous: TranscriptMap | None = None) -> TranscriptMap:
    reader = OmpReader() if OmpReader().accepts(path) else PiReader()
    location = at(path, reader.agent)
    found = reader.index(location, previous)
    assert reader.head(location) == found.facts
    return found


def original(kind: type[Pi] = Pi) -> Pi:
    talk = kind()
    talk.user("One")
    talk.answer("First answer.")
    return talk


def fork_of(talk: Pi, named: str, timestamp: str = LATER) -> Pi:
    fork = type(talk)(OTHER_SESSION, parentSession=named, timestamp=timestamp)
    start = 2 if isinstance(talk, Omp) else 1
    fork.records[start:] = talk.records[start:]
    fork.leaf = talk.leaf
    return fork


def own_words(fork: Pi) -> None:
    fork.entry("message", message={"role": "user", "content": "Two"}, timestamp=LATER)


def inherited(found: TranscriptMap) -> list[bool]:
    return [entry.inherited for entry in found.entries]


def origin(found: TranscriptMap) -> tuple[Relation, str | None]:
    return found.facts.relation, found.facts.parent_native_id


@pytest.mark.parametrize(
    "named",
    [
        f"/home/dev/.pi/agent/sessions/--x--/{NAME}",
        rf"C:\Users\dev\.pi\agent\sessions\--x--\{NAME}",
        SESSION,
    ],
)
@pytest.mark.parametrize("kind", [Pi, Omp])
@pytest.mark.parametrize("folder", ["--x--", "--y--"])
def test_a_fork_names_its_parent_and_shares_its_ids(
    tmp_path: Path, kind: type[Pi], named: str, folder: str
) -> None:
    talk = original(kind)
    fork = fork_of(talk, named, timestamp="2026-11-05T10:00:00.000Z")
    own_words(fork)
    first = talk.write(tmp_path / "--x--")
    second = fork.write(tmp_path / folder)
    assert origin(mapped(second)) == (Relation.FORK, SESSION)
    assert inherited(mapped(second)) == [True, True, False]
    assert origin(mapped(first)) == (Relation.NONE, None)
    assert not any(inherited(mapped(first)))


def test_where_the_parent_is_gone_older_entries_are_copies(folder: Path) -> None:
    fork = fork_of(original(), f"/gone/{NAME}")
    own_words(fork)
    found = mapped(fork.write(folder))
    assert origin(found) == (Relation.FORK, SESSION)
    assert inherited(found) == [True, True, False]


def test_a_parent_without_an_id_in_its_name_is_no_relation(folder: Path) -> None:
    fork = fork_of(original(), "/orig/session.jsonl")
    own_words(fork)
    found = mapped(fork.write(folder))
    assert origin(found) == (Relation.NONE, None)
    assert inherited(found) == [True, True, False]


@pytest.mark.parametrize("named", ["/", "..", "/x/..", "\0", "a\0b.jsonl", "x" * 5000, NAME])
def test_names_that_lead_nowhere_do_no_harm(folder: Path, named: str) -> None:
    fork = fork_of(original(), named)
    own_words(fork)
    assert inherited(mapped(fork.write(folder))) == [True, True, False]


def test_a_fork_that_only_copied_yet_has_nothing_inherited(folder: Path) -> None:
    talk = original()
    talk.write(folder)
    fork = fork_of(talk, SESSION)
    before = mapped(fork.write(folder))
    assert not any(inherited(before))
    own_words(fork)
    assert inherited(mapped(fork.write(folder), before)) == [True, True, False]


def test_what_is_copied_is_found_out_once(folder: Path) -> None:
    talk = original()
    fork = fork_of(talk, SESSION, timestamp="2026-11-05T10:00:00.000Z")
    first = talk.write(folder)
    own_words(fork)
    before = mapped(fork.write(folder))
    first.unlink()
    fork.answer("Second answer.")
    path = fork.write(folder)
    assert inherited(mapped(path, before)) == [True, True, False, False]
    assert inherited(mapped(path)) == [False] * 4


@pytest.mark.parametrize("deeper", ["", "Scout"])
def test_a_sub_agent_belongs_to_the_session_beside_its_folder(folder: Path, deeper: str) -> None:
    path = original(Omp).write(folder)
    agent = Omp(OTHER_SESSION, parentSession=str(path))
    agent.entry("session_init", task="Count", systemPrompt="You are")
    agent.user("Count the files")
    found = mapped(agent.write(path.with_suffix("") / deeper, "Counter"))
    assert origin(found) == (Relation.SUBAGENT, SESSION)
    assert (found.facts.native_id, found.facts.title) == (OTHER_SESSION, "Count the files")
    assert found.counts.user_messages == 1


def test_a_sub_agent_elsewhere_names_its_parent_itself(folder: Path) -> None:
    agent = Omp(OTHER_SESSION, parentSession=f"/gone/{NAME}")
    agent.entry("session_init", task="Count", systemPrompt="You are")
    path = agent.write(folder, "Counter")
    assert origin(mapped(path)) == (Relation.SUBAGENT, SESSION)
    assert OmpReader().at(path) == [at(path, Agent.OMP)]
