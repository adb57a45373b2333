"""A program in a pseudo-terminal between it and the person's own."""

import os
import signal
import subprocess
import sys
import termios
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


def piped(tmp_path: Path, given: bytes, *argv: str) -> bytes:
    command = recorder(tmp_path / "heard", *argv)
    done = subprocess.run(command, input=given, capture_output=True, timeout=20, check=True)
    return done.stdout


def test_input_that_is_no_terminal_is_not_shown(tmp_path: Path) -> None:
    assert piped(tmp_path, b"one\n", "cat") == b"one\r\n"


def test_input_that_ends_within_a_line_ends(tmp_path: Path) -> None:
    assert piped(tmp_path, b"one", "cat") == b"one"


def test_a_program_that_answers_while_much_is_typed_is_not_waited_for(tmp_path: Path) -> None:
    lines = [str(number).encode() for number in range(40_000)]
    assert piped(tmp_path, b"\n".join(lines) + b"\n", "cat").split() == lines


def test_a_program_whose_reader_goes_is_ended_by_a_broken_pipe_as_ever(tmp_path: Path) -> None:
    shown = piped(tmp_path, b"", "bash", "-c", "yes | head -1; echo ${PIPESTATUS[0]}")
    assert shown == b"y\r\n141\r\n"


def test_a_program_that_shows_to_nobody_is_hung_up(tmp_path: Path) -> None:
    with subprocess.Popen(
        recorder(tmp_path / "heard", "yes"), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.wait(timeout=20) == 128 + signal.SIGHUP


def test_an_interruption_from_elsewhere_is_passed_on(tmp_path: Path) -> None:
    with recorded(tmp_path, "sh", "-c", "echo ready; exec sleep 30") as (someone, _):
        someone.wait_for(b"ready")
        someone.program.send_signal(signal.SIGINT)
        assert someone.ended() == 128 + signal.SIGINT


def test_the_size_and_the_settings_of_the_terminal_are_there_from_the_beginning(
    tmp_path: Path,
) -> None:
    with recorded(tmp_path, "sh", "-c", "stty size; stty -a") as (someone, _):
        before = someone.settings()
        assert someone.ended() == 0
    assert someone.seen.startswith(b"30 100")
    assert bool(before[0] & termios.IXON) is (b" ixon" in someone.seen)


def test_a_signal_reaches_a_program_that_closed_its_terminal(tmp_path: Path) -> None:
    script = "echo ready; exec sleep 30 <&- >&- 2>&-"
    with recorded(tmp_path, "sh", "-c", script) as (someone, _):
        someone.wait_for(b"ready")
        someone.program.terminate()
        assert someone.ended() == 128 + signal.SIGTERM
