"""A process is more than its number."""

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from support.process import DEAF, alive, eventually, gone, python, written_pid
from vela_desktop.process import identity


def started(argv: list[str], **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(argv, start_new_session=True, **options)


def test_host_and_boot_id_stay_the_same() -> None:
    assert identity.host()
    assert identity.boot_id() == identity.boot_id() != ""


def test_a_process_keeps_its_start_ticks_and_others_have_other_ones() -> None:
    ticks = identity.start_ticks(os.getpid())
    assert ticks is not None
    assert identity.same_process(os.getpid(), ticks)
    assert not identity.same_process(os.getpid(), ticks + 1)


def test_a_name_with_blanks_and_brackets_is_read(tmp_path: Path) -> None:
    program = tmp_path / "a) b (c"
    program.symlink_to("/bin/sleep")
    with started([str(program), "60"]) as process:
        assert identity.start_ticks(process.pid)
        process.kill()


def test_what_has_ended_does_not_run_even_before_it_is_reaped() -> None:
    process = started(["true"])
    ticks = identity.first_ticks(process.pid)
    assert gone(process.pid)
    assert not identity.same_process(process.pid, ticks)
    assert identity.first_ticks(process.pid) == ticks
    process.wait()
    assert identity.first_ticks(process.pid) == 0


def test_ending_a_group_reaches_all_of_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    process = started(["sh", "-c", 'sleep 60 & echo $! > "$0"; wait', str(pid)])
    child = written_pid(pid)
    assert set(identity.members(process.pid)) == {process.pid, child}
    assert identity.end_group(process.pid, identity.first_ticks(process.pid))
    process.wait()
    assert gone(child)
    assert not identity.end_group(process.pid, 0)


def test_a_number_that_another_process_has_by_now_is_left_alone() -> None:
    with started(["sleep", "60"]) as process:
        ticks = identity.first_ticks(process.pid)
        assert not identity.end_group(process.pid, ticks - 1)
        assert not identity.send(process.pid, ticks - 1, signal.SIGKILL)
        assert not identity.kill(process.pid, ticks - 1)
        assert alive(process.pid)
        assert identity.kill(process.pid, ticks)


@pytest.mark.parametrize("marked", [True, False])
def test_a_group_without_its_leader_is_ended_only_if_it_bears_our_mark(
    tmp_path: Path, marked: bool
) -> None:
    pid = tmp_path / "pid"
    environment = {**os.environ, identity.MARK: "1"} if marked else None
    argv = ["sh", "-c", 'sleep 60 & echo $! > "$0"', str(pid)]
    process = started(argv, env=environment)
    child, ticks = written_pid(pid), identity.first_ticks(process.pid)
    process.wait()
    assert identity.end_group(process.pid, ticks) is marked
    assert eventually(lambda: alive(child) is not marked)
    identity.kill(process.pid, ticks)
    assert gone(child)


def test_a_group_of_which_only_zombies_are_left_has_no_members(tmp_path: Path) -> None:
    process = started(python(DEAF, str(tmp_path / "pid")))
    process.kill()
    assert gone(process.pid)
    assert identity.members(process.pid) == []
    process.wait()
