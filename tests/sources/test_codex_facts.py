"""What a Codex rollout and the files beside it say about a session."""

import sqlite3
from contextlib import closing
from pathlib import Path

import zstandard

from support.sources import Codex, at, line, said
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import SessionFacts
from vela_desktop.sources.codex import CodexReader

READER = CodexReader()


def facts(path: Path) -> SessionFacts:
    """Return the facts of *path*, the same from a glimpse and from the whole."""
    location = at(path, Agent.CODEX)
    head = READER.head(location)
    assert head == READER.index(location).facts
    return head


def talk() -> Codex:
    session = Codex()
    session.add("turn_context", cwd="/elsewhere", model="gpt-5.6-sol")
    session.prompt("What is in src?")
    session.message("assistant", "cart.py")
    return session


def day(home: Path) -> Path:
    return home / "sessions" / "2026" / "11" / "05"


def test_the_facts_of_a_session(tmp_path: Path) -> None:
    session = talk()
    assert facts(session.write(day(tmp_path))) == SessionFacts(
        native_id=session.native_id,
        title="What is in src?",
        first_prompt="What is in src?",
        cwd="/home/dev/shop",
        branch="main",
        model="gpt-5.6-sol",
        started_at=1793876401000,
        last_at=1793876405000,
    )


def test_the_last_name_in_the_index_is_the_title(tmp_path: Path) -> None:
    session = talk()
    path = session.write(day(tmp_path))
    names = [("Made", session.native_id), ("Given", session.native_id), ("Another", "x")]
    index = b"".join(line({"id": id_, "thread_name": name}) for name, id_ in names)
    (tmp_path / "session_index.jsonl").write_bytes(b"broken\n" + index)
    assert facts(path).title == "Given"


def test_else_the_table_of_threads_has_it(tmp_path: Path) -> None:
    session = talk()
    path = session.write(tmp_path / "archived_sessions")
    with closing(sqlite3.connect(tmp_path / "state_5.sqlite")) as database:
        database.execute("CREATE TABLE threads (id TEXT, title TEXT, name TEXT)")
        rows = [(session.native_id, "Made\nof words", None), ("x", "Made", "Given")]
        database.executemany("INSERT INTO threads VALUES (?, ?, ?)", rows)
        database.commit()
    before = sorted(tmp_path.iterdir())
    assert facts(path).title == "Made of words"
    assert sorted(tmp_path.iterdir()) == before
    (tmp_path / "state_5.sqlite").write_bytes(b"no database")
    assert facts(path).title == "What is in src?"


def test_a_database_in_use_is_read_beside_its_log(tmp_path: Path) -> None:
    session = talk()
    path = session.write(day(tmp_path))
    with closing(sqlite3.connect(tmp_path / "state_9.sqlite")) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE threads (id TEXT, name TEXT)")
        database.execute("INSERT INTO threads VALUES (?, 'Given')", (session.native_id,))
        database.commit()
        assert facts(path).title == "Given"


def test_the_folder_of_the_first_turn_stands_in_for_the_session_s(tmp_path: Path) -> None:
    session = talk()
    assert isinstance(session.records[0], dict)
    del session.records[0]["payload"]["cwd"]
    assert facts(session.write(tmp_path)).cwd == "/elsewhere"


def test_an_environment_note_stands_in_for_both(tmp_path: Path) -> None:
    session = Codex()
    assert isinstance(session.records[0], dict)
    del session.records[0]["payload"]["cwd"]
    session.message("user", "<environment_context>\n  <cwd>/noted</cwd>\n</environment_context>")
    assert facts(session.write(tmp_path)).cwd == "/noted"


def test_without_a_head_the_file_name_has_the_id(tmp_path: Path) -> None:
    session = talk()
    path = session.write(tmp_path)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    assert facts(path).native_id == session.native_id


def test_a_compressed_rollout_reads_the_same(tmp_path: Path) -> None:
    session = talk()
    plain = session.write(tmp_path)
    packed = plain.with_name(plain.name + ".zst")
    packed.write_bytes(zstandard.compress(plain.read_bytes()))
    expected = said(READER, plain)
    plain.unlink()
    assert said(READER, packed) == expected
    location = at(packed, Agent.CODEX)
    found = READER.index(location)
    assert found.facts == READER.head(location)
    assert READER.messages(location, found.entries[::-1]) == READER.messages(
        location, found.entries
    )[::-1]  # fmt: skip
    bounded = READER.index(location, max_bytes=100)
    assert not bounded.complete
    assert READER.index(location, bounded).entries == found.entries


def test_a_session_is_continued_in_its_folder(tmp_path: Path) -> None:
    session = talk()
    found = facts(session.write(tmp_path))
    assert READER.resume_command(found) == f"cd /home/dev/shop && codex resume {session.native_id}"
    assert READER.resume_command(SessionFacts(native_id="f" * 64)) == ""
