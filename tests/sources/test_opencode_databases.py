"""Reading a database that OpenCode has open, and trouble with one."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.opencode import (
    NATIVE,
    OTHER,
    OpenCode,
    connect,
    put,
    put_second,
    tool,
    write_database,
)
from support.process import eventually, open_files
from support.sources import shown
from vela_desktop.domain.errors import Code, Reason, VelaError
from vela_desktop.domain.messages import describe_error
from vela_desktop.domain.sessions import Location, Role
from vela_desktop.sources import opencode_db
from vela_desktop.sources.opencode import OpenCodeReader
from vela_desktop.sources.protocol import Root

READER = OpenCodeReader()


def talk(said: str = "Go", native_id: str = NATIVE) -> OpenCode:
    one = OpenCode(native_id)
    one.user(said)
    one.answer("Done.")
    return one


def of(path: Path, native_id: str = NATIVE) -> Location:
    return Location(READER.agent, f"{path}#{native_id}")


def said(location: Location) -> list[str]:
    return shown(READER.messages(location, READER.index(location).entries))


def reason(location: Location) -> str:
    with pytest.raises(VelaError) as caught:
        READER.head(location)
    assert caught.value.code is Code.SOURCE_UNREADABLE
    assert caught.value.details["path"] == location.ref.partition("#")[0]
    return str(caught.value.details["reason"])


@contextmanager
def somebody_else() -> Iterator[None]:
    """Do what follows as somebody whom permissions bind."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def unwritable(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A database with all of its rows in the log, in a folder where nobody can make a file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "data")
        live = Path(name, "live", "opencode.db")
        connection = connect(live)
        put(connection, talk("Still in the log"))
        folder.mkdir()
        spare = Path(name, "spare")
        spare.mkdir()
        spare.chmod(0o777)
        monkeypatch.setattr(tempfile, "tempdir", str(spare))
        for file in (live, live.with_name("opencode.db-wal")):
            shutil.copy(file, folder)
            (folder / file.name).chmod(0o444)
        connection.close()
        Path(name).chmod(0o755)
        folder.chmod(0o555)
        yield folder / "opencode.db"
        folder.chmod(0o755)


def test_what_is_only_in_the_log_is_read(tmp_path: Path) -> None:
    connection = connect(tmp_path / "opencode.db")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = (tmp_path / "opencode.db").stat().st_size
    put(connection, talk("Only in the log"))
    assert (tmp_path / "opencode.db").stat().st_size == size
    assert said(of(tmp_path / "opencode.db"))[0] == "1.0 user: Only in the log"
    connection.close()


def test_a_writer_is_not_held_up_between_reads(tmp_path: Path) -> None:
    connection = connect(tmp_path / "opencode.db")
    one, location = talk(), of(tmp_path / "opencode.db")
    put(connection, one)
    before = READER.index(location)
    one.user("And now?")
    put(connection, one)
    assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    after = READER.index(location, before)
    assert after.fingerprint != before.fingerprint
    assert [entry.turn for entry in after.entries] == [1, 1, 2]
    connection.close()


def test_a_call_that_ends_changes_the_fingerprint(tmp_path: Path) -> None:
    connection = connect(tmp_path / "opencode.db")
    one, location = OpenCode(), of(tmp_path / "opencode.db")
    one.user("Go")
    one.answer(tool("bash", "c1", None, command="make"), done=False)
    put(connection, one)
    before, entries = READER.fingerprint(location), READER.index(location).entries
    query = "UPDATE part SET time_updated = time_updated + 5, data = ? WHERE id LIKE '%0001%'"
    connection.execute(query, ('{"type":"tool","callID":"c1","state":{"output":"built"}}',))
    assert READER.fingerprint(location) != before
    assert len(READER.messages(location, entries)) == len(entries)
    connection.close()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_a_file_is_let_go_of_when_nobody_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    monkeypatch.setattr(opencode_db, "IDLE_SECONDS", 0.05)
    READER.head(of(path))
    assert eventually(lambda: path not in open_files())


def test_a_folder_that_cannot_be_written_is_read_from_a_copy(unwritable: Path) -> None:
    with somebody_else():
        assert said(of(unwritable))[0] == "1.0 user: Still in the log"
        names = sorted(path.name for path in unwritable.parent.iterdir())
    assert names == ["opencode.db", "opencode.db-wal"]


def test_a_file_that_may_not_be_read(unwritable: Path) -> None:
    unwritable.chmod(0)
    if os.geteuid() == 0:
        with somebody_else():
            assert reason(of(unwritable)) == "file_denied"


def test_a_database_that_stays_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    monkeypatch.setattr(opencode_db, "BUSY_SECONDS", 0.05)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    assert reason(of(path)) == Reason.DATABASE_LOCKED
    connection.close()
    assert READER.head(of(path)).first_prompt == "Go"


def test_who_asks_a_locked_database_again_does_not_wait_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    monkeypatch.setattr(opencode_db, "BUSY_SECONDS", 1.0)
    waits: list[float] = []
    connect_to = sqlite3.connect

    def noted(*arguments: Any, timeout: float, **named: Any) -> sqlite3.Connection:
        waits.append(timeout)
        return connect_to(*arguments, timeout=0.0, **named)

    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(sqlite3, "connect", noted)
    for _ in range(3):
        assert reason(of(path)) == Reason.DATABASE_LOCKED
    connection.close()
    assert READER.head(of(path)).first_prompt == "Go"
    assert waits == [1.0, 0.0, 0.0, 0.0]


def listing_trouble(path: Path) -> VelaError:
    root = Root(agent=READER.agent, path=path.parent, exists=True, flat=True)
    with pytest.raises(VelaError) as caught:
        list(READER.discover(root))
    return caught.value


def test_tables_that_are_not_known_are_said_to_be_unknown(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE session_v9 (id TEXT)")
    connection.commit()
    connection.close()
    assert listing_trouble(path).details["reason"] == Reason.DATABASE_UNKNOWN


def test_a_database_without_tables_holds_nothing_yet(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "opencode.db")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    root = Root(agent=READER.agent, path=tmp_path, exists=True, flat=True)
    assert not list(READER.discover(root))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
def test_no_room_for_a_copy_is_said(unwritable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        del source, target
        Path("/dev/full").write_bytes(b"x")

    monkeypatch.setattr(shutil, "copyfile", full)
    with somebody_else():
        assert reason(of(unwritable)) == Reason.DATABASE_NO_ROOM


def test_each_reason_says_what_to_do_and_only_one_is_about_permission() -> None:
    reasons = [one for one in Reason if one.name.startswith("DATABASE_")]
    errors = [VelaError(Code.SOURCE_UNREADABLE, path="/p", reason=one) for one in reasons]
    texts, actions = zip(*map(describe_error, errors), strict=True)
    assert len(set(texts)) == len(set(actions)) == len(reasons)
    asking = [one for one, action in zip(reasons, actions, strict=True) if "permission" in action]
    assert asking == [Reason.DATABASE_DENIED]
    assert texts[0] == "/p cannot be read: another program has locked it"


def test_a_damaged_database(tmp_path: Path) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * 8000)
    assert reason(of(path)) == Reason.DATABASE_DAMAGED
    path.write_bytes(b"no database at all" * 100)
    assert reason(of(path)) == Reason.DATABASE_NONE


def test_a_session_or_a_database_that_is_gone(tmp_path: Path) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    entries = READER.index(of(path)).entries
    connection = connect(path)
    connection.execute("DELETE FROM session")
    connection.close()
    for attempt in (
        lambda: READER.head(of(path)),
        lambda: READER.fingerprint(of(path)),
        lambda: READER.index(of(path)),
        lambda: READER.messages(of(path), entries),
        lambda: READER.head(of(tmp_path / "other.db")),
    ):
        with pytest.raises(VelaError) as caught:
            attempt()
        assert caught.value.code is Code.SOURCE_GONE


def test_a_database_in_the_place_of_another_is_read_anew(tmp_path: Path) -> None:
    path = write_database(tmp_path / "opencode.db", talk("First"))
    assert READER.head(of(path)).first_prompt == "First"
    for file in tmp_path.iterdir():
        file.unlink()
    write_database(tmp_path / "new.db", talk("Second")).rename(path)
    assert READER.head(of(path)).first_prompt == "Second"


def test_rows_that_moved_are_not_taken_for_others(tmp_path: Path) -> None:
    path = write_database(tmp_path / "opencode.db", talk("Before", OTHER), talk())
    entries = READER.index(of(path)).entries
    connection = connect(path)
    connection.execute("UPDATE message SET rowid = rowid + 100 WHERE session_id = ?", (NATIVE,))
    connection.close()
    with pytest.raises(VelaError) as caught:
        READER.messages(of(path), entries)
    assert caught.value.details["reason"] == "file_changed"


def test_rows_that_are_no_json_are_counted_and_passed_over(tmp_path: Path) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    connection = connect(path)
    connection.execute("UPDATE part SET data = '{\"type\":' WHERE id LIKE '%0001%'")
    connection.execute(
        "UPDATE part SET data = CAST(x'7b2274797065223a2274657874222c22746578"
        "74223a22ff227d' AS TEXT) WHERE id LIKE '%0000%' AND id NOT LIKE '%0001%'"
    )
    connection.close()
    found = READER.index(of(path))
    assert (found.counts.bad_lines, found.counts.assistant_messages) == (1, 1)
    assert said(of(path)) == ["1.0 user: \ufffd"]


def test_of_both_generations_the_newer_counts(tmp_path: Path) -> None:
    path = write_database(tmp_path / "opencode.db", talk("Old"), talk("Only old", OTHER))
    connection = connect(tmp_path / "second.db", "2.0.12")
    schema = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master") if sql]
    connection.close()
    connection = connect(path)
    connection.execute("DROP TABLE session_message")
    for statement in schema:
        connection.execute(statement)
    put_second(connection, OpenCode(title="Newer"), [("user", {"text": "New"})])
    connection.close()
    assert sorted(READER.head(one).first_prompt or "" for one in READER.at(path)) == [
        "New",
        "Only old",
    ]


@pytest.mark.parametrize("damaged", [b"\xff\xfe", "a\0b", 7, None, "\N{REPLACEMENT CHARACTER}"])
@pytest.mark.parametrize("column", ["id", "time_created", "data"])
def test_damaged_rows_do_not_keep_a_pass_from_ending(
    tmp_path: Path, column: str, damaged: object
) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    connection = sqlite3.connect(path)
    change = f"UPDATE OR IGNORE message SET {column} = CAST(? AS TEXT) WHERE rowid % 2 = 0"
    connection.execute(change, (damaged,))
    connection.execute(change.replace("CAST(? AS TEXT)", "?").replace("= 0", "= 1"), (damaged,))
    connection.commit()
    connection.close()
    whole = READER.index(of(path))
    taken, steps = READER.index(of(path), max_bytes=1), 1
    while not taken.complete:
        taken, steps = READER.index(of(path), taken, max_bytes=1), steps + 1
        assert steps < 10
    assert taken.entries == whole.entries
    assert "\0" not in repr(READER.messages(of(path), whole.entries))


def test_times_that_no_calendar_knows_are_none(tmp_path: Path) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    connection = sqlite3.connect(path)
    connection.execute("UPDATE session SET time_created = ?, time_updated = ?", (2**62, 2**63 - 1))
    connection.commit()
    connection.close()
    facts = READER.head(of(path))
    assert facts.started_at is None
    assert READER.fingerprint(of(path)).mtime_ns < 2**63


@pytest.mark.parametrize("native_id", [b"\xff", "a\0b", "a#b", ""])
def test_a_session_that_cannot_be_referred_to_is_left_out(
    tmp_path: Path, native_id: str | bytes
) -> None:
    path = write_database(tmp_path / "opencode.db", talk(), talk(native_id=OTHER))
    connection = sqlite3.connect(path)
    connection.execute("UPDATE session SET id = CAST(? AS TEXT) WHERE id = ?", (native_id, OTHER))
    connection.commit()
    connection.close()
    assert READER.at(path) == [of(path)]


def test_a_schema_that_is_no_text_is_damage(tmp_path: Path) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA writable_schema = 1")
    change = "UPDATE sqlite_master SET name = CAST(x'a5ff' AS TEXT), sql = 'CREATE TABLE ('"
    connection.execute(f"{change} WHERE name = 'message'")
    connection.commit()
    connection.close()
    assert reason(of(path)) == Reason.DATABASE_DAMAGED


def test_a_bounded_pass_goes_on_behind_an_answer_that_broke_off(tmp_path: Path) -> None:
    one = OpenCode()
    one.user("Go")
    one.answer("Half", done=False)
    one.user("And now?")
    location = of(write_database(tmp_path / "opencode.db", one))
    taken = READER.index(location, max_bytes=1)
    while not taken.complete:
        taken = READER.index(location, taken, max_bytes=1)
    assert taken.entries == READER.index(location).entries
    assert [entry.role for entry in taken.entries] == [
        Role.USER,
        Role.ASSISTANT,
        Role.NOTICE,
        Role.USER,
    ]
