"""A program in a pseudo-terminal between it and the person's own."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from support.process import eventually
from support.terminals import Person, person

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")

RECORDER = """
import os, sys
from vela_desktop.process.terminal import Listener, run_in_terminal
file = open(sys.argv[1], "wb", buffering=0)
listener = Listener(
    output=file.write,
    resized=lambda size: file.write(b"<%dx%d>" % (size.columns, size.rows)),
)
sys.exit(run_in_terminal(sys.argv[2:], os.environ, listener))
"""


def recorder(heard: Path, *argv: str) -> list[str]:
    return [sys.executable, "-c", RECORDER, str(heard), *argv]


@contextmanager
def recorded(tmp_path: Path, *argv: str) -> Iterator[tuple[Person, Path]]:
    heard = tmp_path / "heard"
    with person(recorder(heard, *argv), os.environ) as someone:
        yield someone, heard


def test_what_is_shown_is_heard_and_the_exit_status_passes(tmp_path: Path) -> None:
    with recorded(tmp_path, "sh", "-c", "printf 'hello\\033[1m bold'; exit 3") as (someone, heard):
        assert someone.ended() == 3
    assert someone.seen == b"hello\x1b[1m bold"
    assert heard.read_bytes() == b"<100x30>hello\x1b[1m bold"


def test_keys_reach_the_program_and_are_not_heard_but_by_their_echo(tmp_path: Path) -> None:
    script = "stty -echo; echo ready; read line; echo got $line"
    with recorded(tmp_path, "sh", "-c", script) as (someone, heard):
        someone.wait_for(b"ready")
        someone.type(b"a secret\n")
        assert someone.ended() == 0
    assert b"got a secret" in someone.seen
    assert heard.read_bytes().count(b"a secret") == 1


def test_control_c_interrupts_the_program_and_not_the_recorder(tmp_path: Path) -> None:
    with recorded(tmp_path, "sh", "-c", "echo ready; exec sleep 30") as (someone, _):
        someone.wait_for(b"ready")
        someone.type(b"\x03")
        assert someone.ended() == 128 + signal.SIGINT


def test_a_signal_to_end_is_passed_on(tmp_path: Path) -> None:
    with recorded(tmp_path, "sh", "-c", "echo ready; exec sleep 30") as (someone, _):
        someone.wait_for(b"ready")
        someone.program.terminate()
        assert someone.ended() == 128 + signal.SIGTERM


def test_a_new_size_is_passed_on(tmp_path: Path) -> None:
    script = "trap 'stty size; exit' WINCH; stty size; while :; do sleep 0.05; done"
    with recorded(tmp_path, "sh", "-c", script) as (someone, heard):
        someone.wait_for(b"30 100")
        someone.resize(90, 20)
        someone.program.send_signal(signal.SIGWINCH)
        someone.wait_for(b"20 90")
        assert someone.ended() == 0
    assert b"<90x20>" in heard.read_bytes()


def test_the_terminal_is_given_back_as_it_was(tmp_path: Path) -> None:
    with recorded(tmp_path, "sh", "-c", "echo ready; read line") as (someone, _):
        before = someone.settings()
        someone.wait_for(b"ready")
        someone.type(b"\n")
        someone.ended()
        assert someone.settings() == before


def test_a_program_that_stops_itself_stops_the_recorder_until_both_go_on(tmp_path: Path) -> None:
    with recorded(tmp_path, "sh", "-c", "echo ready; kill -STOP $$; echo on") as (someone, _):
        someone.wait_for(b"ready")
        process = psutil.Process(someone.program.pid)
        assert eventually(lambda: process.status() == psutil.STATUS_STOPPED)
        someone.program.send_signal(signal.SIGCONT)
        assert someone.ended() == 0
    assert b"on\r\n" in someone.seen


def test_much_output_comes_whole(tmp_path: Path) -> None:
    with recorded(tmp_path, "seq", "1", "40000") as (someone, heard):
        assert someone.ended() == 0
    lines = heard.read_bytes().partition(b">")[2].split()
    assert lines == [str(number).encode() for number in range(1, 40001)]
    assert someone.seen.endswith(b"40000\r\n")


def test_a_program_that_is_not_there_ends_as_in_a_shell(tmp_path: Path) -> None:
    with recorded(tmp_path, "no-such-program-here") as (someone, _):
        assert someone.ended() == 127


def test_input_that_is_no_terminal_is_passed_on_to_its_end(tmp_path: Path) -> None:
    done = subprocess.run(
        recorder(tmp_path / "heard", "sh", "-c", "stty -echo; cat; stty size"),
        input=b"one\ntwo\n",
        capture_output=True,
        timeout=20,
        check=True,
    )
    assert b"one\r\ntwo\r\n" in done.stdout
    assert done.stdout.endswith(b"24 80\r\n")
