"""Several programs at one index, programs that are killed, and full or forbidden disks."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from support.index import Machine, finish
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import Location
from vela_desktop.index import place, scan, schema
from vela_desktop.index.maps import transcript_map
from vela_desktop.index.store import Index
from vela_desktop.work.pool import Lane, Work

_SCAN = """
import sys
from pathlib import Path
from support.index import Machine, finish
from vela_desktop.index import scan
machine = Machine(Path(sys.argv[1]))
sys.stdin.readline()
index = machine.index
state = scan.begin(index, machine.roots())
while True:
    part = scan.step(index, state, seconds=float(sys.argv[2]))
    state = part.state
    print(part.done, flush=True)
    if part.finished:
        break
"""


def start(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Start another program that waits for a line before it begins."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def go(*programs: subprocess.Popen[str]) -> None:
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()


def intact(path: Path) -> bool:
    with sqlite3.connect(path) as connection:
        result = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    return bool(result == ("ok",))


def test_two_programs_may_scan_at_the_same_time(machine: Machine) -> None:
    for number in range(200):
        machine.add(number)
    programs = [start(_SCAN, machine.home, 0.005) for _ in range(2)]
    go(*programs)
    for program in programs:
        _, errors = program.communicate(timeout=30)
        assert (program.returncode, errors) == (0, "")
    assert len(machine.sessions()) == 200
    assert intact(machine.index)
    assert machine.scan().changed == ()


async def test_workers_fill_the_index_while_the_window_reads_it(machine: Machine) -> None:
    path = machine.add(1, "Hello", "again")
    index, work = await Index.open(machine.folder), Work()
    roots = await work.run(scan.list_roots, {}, machine.variables)
    state = await work.run(scan.begin, index.path, roots, lane=Lane.LATER)
    part = await work.run(scan.step, index.path, state, lane=Lane.LATER)
    assert part.finished
    (session,) = await index.changed(part.changed)
    location = Location(session.agent, session.locations[0])
    made = await work.run(transcript_map, index.path, location)
    assert made.counts.user_messages == 2
    path.unlink()
    with pytest.raises(VelaError) as caught:
        await work.run(transcript_map, index.path, location)
    assert caught.value.code is Code.SOURCE_GONE
    await work.close()
    await index.close()


def test_many_programs_may_make_the_file_at_the_same_time(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from vela_desktop.index import place
sys.stdin.readline()
print(place.open_present(Path(sys.argv[1]))[0].name)
"""
    programs = [start(code, tmp_path) for _ in range(4)]
    go(*programs)
    names = [program.communicate(timeout=30) for program in programs]
    assert names == [("index.db\n", "")] * 4


def test_a_program_killed_in_a_scan_leaves_a_usable_file(machine: Machine) -> None:
    for number in range(200):
        machine.add(number)
    program = start(_SCAN, machine.home, 0.0)
    go(program)
    assert program.stdout is not None
    while int(program.stdout.readline()) < 70:
        pass
    program.send_signal(signal.SIGKILL)
    program.communicate()
    assert intact(machine.index)
    found = len(machine.sessions())
    assert 70 <= found <= 200
    assert len(machine.scan().changed) == 200 - found
    assert len(machine.sessions()) == 200


def test_a_full_disk_is_said_and_loses_nothing(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.add(1)
    machine.scan()
    for number in range(2, 400):
        machine.add(number)
    path = machine.index
    with monkeypatch.context() as full:
        full.setattr(schema, "PRAGMAS", (*schema.PRAGMAS, "max_page_count = 20"))
        with pytest.raises(VelaError) as caught:
            finish(path, scan.begin(path, machine.roots()))
        assert caught.value.code is Code.DATA_FULL
        assert caught.value.details["path"] == str(path)
    assert len(machine.sessions()) >= 1
    machine.scan()
    assert len(machine.sessions()) == 399


def test_a_lock_that_is_never_given_up_is_said(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "BUSY_SECONDS", 0.05)
    machine.add(1)
    _, other = place.open_present(machine.folder)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(VelaError) as caught:
        scan.begin(machine.index, machine.roots())
    other.close()
    assert caught.value.code is Code.DATA_BUSY


_as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="changes the user of a child"
)


def as_ordinary_user(code: str) -> list[str]:
    """Run *code* as a user whom permissions bind; return the lines it prints."""
    ran = subprocess.run(
        [sys.executable, "-c", _PRELUDE + code],
        env={"PYTHONPATH": str(Path(__file__).parent.parent)},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


_PRELUDE = """
import os, tempfile
from pathlib import Path
from support.index import Machine, finish
from vela_desktop.domain.errors import VelaError
from vela_desktop.index import place, rows
os.setgroups([])
os.setresgid(65534, 65534, 65534)
os.setresuid(65534, 65534, 65534)
folder = tempfile.TemporaryDirectory()
machine = Machine(Path(folder.name))
def problems():
    return rows.problems(place.open_present(machine.folder)[1])
"""


@_as_root
def test_an_unreadable_folder_is_a_problem_and_keeps_its_sessions() -> None:
    lines = as_ordinary_user("""
machine.add(1)
machine.add_codex(2, "Hello")
machine.scan()
machine.claude.parent.chmod(0)
machine.add_codex(3, "More")
last = machine.scan()
print(len(last.changed), len(last.gone), len(machine.sessions()))
for one in problems():
    print(one.agent, one.code, one.reason, one.path == str(machine.claude.parent))
machine.claude.parent.chmod(0o700)
print(len(machine.scan().changed), len(problems()))
""")
    assert lines[0] == "1 0 3"
    assert lines[1] == "claude source_unreadable file_denied True"
    assert lines[2] == "0 0"


@_as_root
def test_an_unreadable_project_hides_no_other() -> None:
    lines = as_ordinary_user("""
machine.add(1)
other = machine.claude.parent / "-other"
gone = machine.add(2, folder=other)
machine.scan()
machine.claude.chmod(0)
gone.unlink()
machine.add(3, folder=other)
last = machine.scan()
print(len(last.changed), len(last.gone), len(machine.sessions()))
for one in problems():
    print(one.path == str(machine.claude), one.reason)
machine.claude.chmod(0o700)
""")
    assert lines == ["1 1 2", "True file_denied"]


@_as_root
def test_an_unreadable_transcript_is_listed_with_the_reason_until_it_can_be_read() -> None:
    lines = as_ordinary_user("""
path = machine.add(1, "Hello")
path.chmod(0)
last = machine.scan()
(session,) = machine.sessions()
print(session.id in last.changed, session.facts.native_id == path.stem, session.scan_error)
print(machine.scan().changed)
path.chmod(0o600)
print(len(machine.scan().changed))
(session,) = machine.sessions()
print(session.facts.first_prompt, session.scan_error)
machine.add(1, "Hello", "again", at=1_790_000_000).chmod(0)
machine.scan()
(session,) = machine.sessions()
print(session.facts.first_prompt, session.scan_error)
path.chmod(0o600)
""")
    assert lines == [
        "True True file_denied",
        "()",
        "1",
        "Hello None",
        "Hello file_denied",
    ]


@_as_root
def test_a_folder_that_cannot_be_written_is_said() -> None:
    lines = as_ordinary_user("""
def attempt():
    try:
        place.open_present(machine.folder)
    except VelaError as error:
        return error.code
machine.folder.mkdir(parents=True)
machine.folder.chmod(0o500)
print(attempt())
machine.folder.chmod(0o700)
machine.index.chmod(0o400)
machine.add(1)
try:
    machine.scan()
except VelaError as error:
    print(error.code)
""")
    assert lines == ["data_read_only", "data_read_only"]
