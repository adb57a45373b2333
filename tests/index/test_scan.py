"""Scanning: what is found, what is read again, and what is forgotten."""

import os
import pickle
import sqlite3
from pathlib import Path

import pytest

from support.index import NOON, Machine, claude_lines, finish, native, write
from support.opencode import NATIVE as OPENCODE_ID
from support.opencode import OpenCode, write_database, write_tree
from support.pi import Pi
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, Reason, VelaError
from vela_desktop.domain.ids import UNKNOWN_PROJECT, project_id, session_id
from vela_desktop.domain.jobs import JobOptions
from vela_desktop.domain.sessions import FoundSession, Location, Relation, SessionFacts
from vela_desktop.index import place, rows, scan, schema, walk
from vela_desktop.services.reading import source_of
from vela_desktop.sources import opencode_db
from vela_desktop.sources.claude import ClaudeReader
from vela_desktop.sources.readers import READERS


def sid(number: int, agent: Agent = Agent.CLAUDE) -> str:
    return session_id(agent, native(number))


def test_every_transcript_becomes_a_session_with_its_facts(machine: Machine) -> None:
    claude = machine.add(1, "把 discount() 也改成 Decimal", at=NOON)
    codex = machine.add_codex(2, "List the modules", at=NOON + 60)
    machine.scan()
    second, first = machine.sessions()
    assert first.id == sid(1)
    assert first.facts.native_id == native(1)
    assert first.facts.first_prompt == "把 discount() 也改成 Decimal"
    assert first.facts.cwd == "/home/dev/shop"
    assert first.facts.branch == "main"
    assert first.locations == (str(claude),)
    assert first.size == claude.stat().st_size
    assert first.mtime_ns == NOON * 10**9
    assert first.scan_error is None
    assert (second.agent, second.id) == (Agent.CODEX, sid(2, Agent.CODEX))
    assert second.facts.first_prompt == "List the modules"
    assert second.locations == (str(codex),)


def test_a_session_belongs_to_the_repository_it_ran_in(machine: Machine, tmp_path: Path) -> None:
    root = tmp_path / "repository"
    (root / ".git").mkdir(parents=True)
    (root / "src").mkdir()
    lines = claude_lines(1, "Hello", cwd=str(root / "src"))
    write(machine.claude / f"{native(1)}.jsonl", lines)
    machine.scan()
    (session,) = machine.sessions()
    assert session.project_root == str(root)
    assert session.project_id == project_id(str(root))


def test_without_a_working_folder_the_project_is_unknown(machine: Machine) -> None:
    write(machine.claude / f"{native(1)}.jsonl", claude_lines(1, "Hello", cwd=None))
    machine.scan()
    (session,) = machine.sessions()
    assert session.facts.cwd is None
    assert (session.project_id, session.project_root) == (UNKNOWN_PROJECT, "")


def test_sub_agents_are_found_with_their_parent(machine: Machine) -> None:
    machine.add(1)
    child = claude_lines(1, "Search the repo").replace(
        '"isSidechain": false', '"isSidechain": true'
    )
    path = machine.claude / native(1) / "subagents" / "agent-a870a4d5625457217.jsonl"
    write(path, child, NOON + 9)
    machine.scan()
    by_relation = {session.facts.relation: session for session in machine.sessions()}
    assert by_relation[Relation.SUBAGENT].facts.parent_native_id == native(1)
    assert by_relation[Relation.NONE].id == sid(1)


def test_the_newest_come_first_and_the_first_slice_is_one_screen(machine: Machine) -> None:
    numbers = range(scan.FIRST_SLICE + 20)
    for number in numbers:
        machine.add(number, at=NOON + number)
    path = machine.index
    state = scan.begin(path, machine.roots())
    first = scan.step(path, state, seconds=60)
    assert set(first.changed) == {sid(number) for number in numbers[20:]}
    assert (first.done, first.total, first.finished) == (scan.FIRST_SLICE, len(numbers), False)
    second = scan.step(path, first.state, seconds=60)
    assert set(second.changed) == {sid(number) for number in numbers[:20]}
    assert (second.done, second.total, second.finished) == (len(numbers), len(numbers), True)


def test_a_slice_ends_when_its_time_is_over(machine: Machine) -> None:
    for number in range(5):
        machine.add(number)
    path = machine.index
    part = scan.step(path, scan.begin(path, machine.roots()), seconds=0.0)
    assert (part.done, part.total, part.finished) == (1, 5, False)


def test_the_state_between_slices_stays_small(machine: Machine) -> None:
    for number in range(100):
        machine.add(number)
    state = scan.begin(machine.index, machine.roots())
    assert len(pickle.dumps(state)) < 500
    assert finish(machine.index, pickle.loads(pickle.dumps(state))).done == 100


def test_a_scan_also_reports_what_other_programs_changed_since(machine: Machine) -> None:
    machine.add(1)
    seen = machine.scan().state.sequence
    machine.add(2)
    machine.scan()
    machine.add(3)
    path = machine.index
    assert finish(path, scan.begin(path, machine.roots(), seen)).changed == (sid(2), sid(3))
    assert finish(path, scan.begin(path, machine.roots())).changed == ()


def test_a_scan_that_was_cut_off_is_taken_up_by_the_next(machine: Machine) -> None:
    for number in range(5):
        machine.add(number)
    path = machine.index
    scan.step(path, scan.begin(path, machine.roots()), seconds=0.0)
    assert len(machine.scan().changed) == 4
    assert len(machine.sessions()) == 5


def test_unchanged_transcripts_are_not_opened(machine: Machine) -> None:
    path = machine.add(1, "Before")
    machine.scan()
    write(path, claude_lines(1, "After!"))
    again = machine.scan()
    assert (again.changed, again.gone, again.total) == ((), (), 0)
    assert machine.sessions()[0].facts.first_prompt == "Before"


def test_a_grown_transcript_is_read_again(machine: Machine) -> None:
    machine.add(1, "One")
    machine.add(2, "Another")
    machine.scan()
    path = machine.add(1, "One", "Two", at=NOON + 30)
    assert machine.scan().changed == (sid(1),)
    session = machine.sessions()[0]
    assert (session.size, session.mtime_ns) == (path.stat().st_size, (NOON + 30) * 10**9)


def test_a_deleted_transcript_takes_its_session_along(machine: Machine) -> None:
    machine.add(1)
    machine.add(2).unlink()
    path = machine.add(3)
    machine.scan()
    path.unlink()
    last = machine.scan()
    assert (last.changed, last.gone) == ((), (sid(3),))
    assert [session.id for session in machine.sessions()] == [sid(1)]


def test_a_deleted_folder_takes_all_its_sessions_along(machine: Machine) -> None:
    machine.add(1).unlink()
    path = machine.add_codex(2, "Hello")
    machine.scan()
    path.unlink()
    for folder in list(path.parents)[:4]:
        folder.rmdir()
    assert machine.scan().gone == (sid(2, Agent.CODEX),)


def test_a_session_that_comes_back_is_listed_again(machine: Machine) -> None:
    path = machine.add(1)
    machine.scan()
    path.unlink()
    machine.scan()
    machine.add(1)
    assert machine.scan().changed == (sid(1),)
    assert len(machine.sessions()) == 1


def test_one_id_in_two_places_is_one_session_the_newest_first(machine: Machine) -> None:
    old = machine.add(1, "Old copy", at=NOON)
    other = machine.claude.parent / "-elsewhere"
    new = machine.add(1, "New copy", at=NOON + 5, folder=other)
    machine.scan()
    (session,) = machine.sessions()
    assert session.locations == (str(new), str(old))
    assert session.facts.first_prompt == "New copy"
    new.unlink()
    last = machine.scan()
    assert (last.changed, last.gone) == ((sid(1),), ())
    (session,) = machine.sessions()
    assert session.locations == (str(old),)
    assert session.facts.first_prompt == "Old copy"


def test_a_transcript_deleted_between_listing_and_reading_is_no_trouble(machine: Machine) -> None:
    machine.add(1)
    doomed = machine.add(2)
    path = machine.index
    state = scan.begin(path, machine.roots())
    doomed.unlink()
    last = finish(path, state)
    assert (last.changed, last.done) == ((sid(1),), 2)
    assert len(machine.sessions()) == 1


def test_a_known_transcript_deleted_before_reading_is_reported_gone(machine: Machine) -> None:
    machine.add(1)
    machine.scan()
    doomed = machine.add(1, "Grown", "more", at=NOON + 9)
    path = machine.index
    state = scan.begin(path, machine.roots())
    doomed.unlink()
    assert finish(path, state).gone == (sid(1),)


def test_another_folder_for_an_agent_replaces_the_one_before(
    machine: Machine, tmp_path: Path
) -> None:
    machine.add(1)
    machine.add_codex(2, "Stays")
    elsewhere = tmp_path / "backup"
    machine.add(3, folder=elsewhere / "-home-dev-shop")
    machine.scan()
    machine.overrides["claude"] = str(elsewhere)
    last = machine.scan()
    assert (last.changed, last.gone) == ((sid(3),), (sid(1),))
    assert {session.id for session in machine.sessions()} == {sid(2, Agent.CODEX), sid(3)}


def test_a_scan_of_one_agent_leaves_the_others_alone(machine: Machine) -> None:
    machine.add(1)
    machine.add_codex(2, "Stays")
    machine.scan()
    roots = [root for root in machine.roots() if root.agent is Agent.CLAUDE]
    assert finish(machine.index, scan.begin(machine.index, roots)).gone == ()
    assert len(machine.sessions()) == 2


def test_other_readers_read_everything_again(machine: Machine) -> None:
    path = machine.add(1, "Before")
    machine.scan()
    write(path, claude_lines(1, "After!"))
    with schema.opened(machine.index) as connection:
        connection.execute("UPDATE meta SET value = 'older' WHERE key = 'stamp'")
    assert machine.scan().changed == (sid(1),)
    assert machine.sessions()[0].facts.first_prompt == "After!"
    assert machine.scan().changed == ()


def test_a_name_that_is_no_text_is_no_trouble(machine: Machine) -> None:
    folder = os.fsencode(machine.claude.parent) + b"/-home-\xff\xfe"
    Path(os.fsdecode(folder)).mkdir(parents=True)
    write(Path(os.fsdecode(folder)) / f"{native(1)}.jsonl", claude_lines(1, "Hello"))
    machine.scan()
    (session,) = machine.sessions()
    assert session.facts.first_prompt == "Hello"
    assert r"\xff" in session.locations[0]
    assert machine.scan().changed == ()


def test_a_reader_that_stumbles_over_one_file_reads_the_others(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Stumbling(ClaudeReader):
        def head(self, location: Location) -> SessionFacts:
            if native(1) in location.ref:
                raise KeyError("unheard of")
            return super().head(location)

    machine.add(1)
    machine.add(2)
    monkeypatch.setitem(READERS, Agent.CLAUDE, Stumbling())
    machine.scan()
    errors = {session.id: session.scan_error for session in machine.sessions()}
    assert errors == {sid(1): "KeyError", sid(2): None}
    assert len(caplog.records) == 1


class TestRegister:
    """Transcripts that a person names by their path."""

    def test_it_need_not_lie_in_any_root(self, machine: Machine, tmp_path: Path) -> None:
        path = machine.add(7, "From a backup", folder=tmp_path / "backup")
        session = scan.register(machine.index, Location(Agent.CLAUDE, str(path)))
        assert session.id == sid(7)
        assert session.facts.first_prompt == "From a backup"
        assert session.locations == (str(path),)
        assert machine.sessions() == (session,)

    def test_it_survives_scans_while_its_file_exists(
        self, machine: Machine, tmp_path: Path
    ) -> None:
        path = machine.add(7, folder=tmp_path / "backup")
        scan.register(machine.index, Location(Agent.CLAUDE, str(path)))
        machine.add(1)
        assert machine.scan().gone == ()
        assert len(machine.sessions()) == 2
        path.unlink()
        assert machine.scan().gone == (sid(7),)
        assert len(machine.sessions()) == 1

    def test_a_scan_reads_it_again_when_it_grew(self, machine: Machine, tmp_path: Path) -> None:
        folder = tmp_path / "backup"
        path = machine.add(7, "One", folder=folder)
        scan.register(machine.index, Location(Agent.CLAUDE, str(path)))
        machine.scan()
        machine.add(7, "One", "Two", at=NOON + 3, folder=folder)
        assert machine.scan().changed == (sid(7),)
        assert machine.sessions()[0].size == path.stat().st_size

    def test_a_second_copy_joins_the_session(self, machine: Machine, tmp_path: Path) -> None:
        found = machine.add(1, at=NOON + 5)
        machine.scan()
        copy = machine.add(1, folder=tmp_path / "backup", at=NOON)
        session = scan.register(machine.index, Location(Agent.CLAUDE, str(copy)))
        assert session.locations == (str(found), str(copy))
        assert len(machine.sessions()) == 1

    def test_it_is_kept_when_its_agent_gets_another_folder(
        self, machine: Machine, tmp_path: Path
    ) -> None:
        path = machine.add(1)
        machine.scan()
        scan.register(machine.index, Location(Agent.CLAUDE, str(path)))
        machine.overrides["claude"] = str(tmp_path / "other")
        assert machine.scan().gone == ()
        assert len(machine.sessions()) == 1

    def test_a_missing_file_registers_nothing(self, machine: Machine, tmp_path: Path) -> None:
        with pytest.raises(VelaError) as caught:
            scan.register(machine.index, Location(Agent.CLAUDE, str(tmp_path / "none.jsonl")))
        assert caught.value.code is Code.SOURCE_GONE
        assert machine.sessions() == ()


def test_a_file_that_the_walk_missed_is_not_gone(machine: Machine) -> None:
    """Another program may have found it after this one's walk went by."""
    path = machine.add(1)
    machine.scan()
    with schema.opened(machine.index) as connection:
        known = walk.known(connection, [Agent.CLAUDE])
    assert walk.compare(machine.roots(), walk.Survey(), known).gone == ()
    path.unlink()
    assert len(walk.compare(machine.roots(), walk.Survey(), known).gone) == 1


def pi_at(folder: Path, number: int = 1) -> Path:
    one = Pi(native(number))
    one.user("Go")
    one.answer("Gone.")
    return one.write(folder)


def found_by(machine: Machine) -> list[tuple[Agent, tuple[str, ...]]]:
    return [(session.agent, session.locations) for session in machine.sessions()]


@pytest.mark.parametrize(("mine", "other"), [(Agent.PI, ".pi"), (Agent.OMP, ".omp")])
def test_a_folder_of_one_agent_that_is_a_link_to_another_s_holds_nothing_of_its_own(
    machine: Machine, mine: Agent, other: str
) -> None:
    linked = ".omp" if mine is Agent.PI else ".pi"
    path = pi_at(machine.home / other / "agent" / "sessions" / "--x--")
    (machine.home / linked).symlink_to(machine.home / other)
    machine.scan()
    assert found_by(machine) == [(mine, (str(path),))]


def test_a_transcript_that_two_agents_folders_hold_is_the_first_one_s(machine: Machine) -> None:
    """A bind mount has no link that could be followed: it shows the same file at two paths."""
    path = pi_at(machine.home / ".pi" / "agent" / "sessions" / "--x--")
    other = machine.home / ".omp" / "agent" / "sessions" / "--x--" / path.name
    other.parent.mkdir(parents=True)
    other.hardlink_to(path)
    machine.scan()
    assert found_by(machine) == [(Agent.PI, (str(path),))]


def test_what_a_transcript_says_decides_between_two_agents_folders(machine: Machine) -> None:
    path = machine.add(1)
    day = machine.codex
    day.mkdir(parents=True)
    (day / f"rollout-2026-05-28T11-00-00-{native(1)}.jsonl").hardlink_to(path)
    machine.scan()
    assert found_by(machine) == [(Agent.CLAUDE, (str(path),))]


def test_a_folder_reached_twice_gives_each_session_once_and_by_its_own_name(
    machine: Machine,
) -> None:
    paths = [machine.add(number) for number in range(3)]
    for name in ("-a", "-z"):
        (machine.claude.parent / name).symlink_to(machine.claude)
    machine.scan()
    expected = sorted((Agent.CLAUDE, (str(path),)) for path in paths)
    assert sorted(found_by(machine)) == expected
    assert not machine.scan().changed


def test_a_second_path_that_was_listed_before_is_forgotten(machine: Machine) -> None:
    path = machine.add(1)
    other = machine.home / "elsewhere" / "projects" / "-x" / path.name
    other.parent.mkdir(parents=True)
    other.write_bytes(path.read_bytes())
    (machine.claude.parent / "-y").symlink_to(other.parent)
    machine.scan()
    assert len(machine.sessions()[0].locations) == 2
    other.unlink()
    other.hardlink_to(path)
    machine.scan()
    assert found_by(machine) == [(Agent.CLAUDE, (str(path),))]


def test_a_locked_database_is_a_problem_with_its_reason_and_keeps_its_sessions(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opencode_db, "BUSY_SECONDS", 0.05)
    folder = machine.home / ".local" / "share" / "opencode"
    talk = OpenCode()
    talk.user("Go")
    path = write_database(folder / "opencode.db", talk)
    machine.scan()
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA locking_mode = EXCLUSIVE")
    writer.execute("BEGIN EXCLUSIVE")
    machine.scan()
    writer.close()
    assert [session.agent for session in machine.sessions()] == [Agent.OPENCODE]
    _, connection = place.open_present(machine.folder)
    (problem,) = rows.problems(connection)
    (status,) = (one for one in rows.roots(connection) if one.problem)
    connection.close()
    assert (problem.path, problem.reason) == (str(path), Reason.DATABASE_LOCKED)
    assert (status.path, status.reason) == (str(folder), Reason.DATABASE_LOCKED)
    with pytest.raises(VelaError) as caught:
        source_of_a_locked(*machine.sessions(), path)
    assert caught.value.code is Code.SOURCE_UNREADABLE


def source_of_a_locked(session: FoundSession, path: Path) -> None:
    """Ask for what a curation would read while another program has locked the database."""
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA locking_mode = EXCLUSIVE")
    writer.execute("BEGIN EXCLUSIVE")
    try:
        source_of(None, session, JobOptions())
    finally:
        writer.close()


def test_a_database_counts_more_than_a_newer_tree_however_it_was_found(machine: Machine) -> None:
    talk = OpenCode()
    talk.user("Go")
    path = write_database(machine.home / "own" / "my.db", talk)
    talk.answer("Written later, by an older version.")
    tree = write_tree(machine.home / "old" / "storage", talk)
    for container in (path, tree):
        found = scan.register(machine.index, Location(Agent.OPENCODE, f"{container}#{OPENCODE_ID}"))
    assert found.locations == (f"{path}#{OPENCODE_ID}", f"{tree}#{OPENCODE_ID}")
    path.unlink()
    path.write_bytes(b"no database")
    machine.overrides[Agent.OPENCODE] = str(machine.home / "nothing")
    machine.scan()
    (found,) = machine.sessions()
    assert found.locations[0] == f"{tree}#{OPENCODE_ID}"
