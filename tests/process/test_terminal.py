"""A program in a pseudo-terminal between it and the person's own."""

import os
import shlex
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from support.process import alive, eventually, gone, written_pid
from support.terminals import PROMPT, Person, person, shell

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")

RECORDER = """
import os, sys
from vela_desktop.process.terminal import Listener, run_in_terminal
file = open(sys.argv[1], "wb", buffering=0)
listener = Listener(
    output=file.write,
    resized=lambda size: file.write(b"<%dx%d>" % (size.columns, size.rows)),
    lost=lambda error: None,
)
status = run_in_terminal(sys.argv[2:], os.environ, listener)
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    sys.exit(status)
sys.exit("a child was left")
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


@contextmanager
def at_a_shell(tmp_path: Path) -> Iterator[tuple[Person, Path]]:
    """A person at a shell that has control over the jobs it starts; ``rec PROGRAM…`` records."""
    heard, file = tmp_path / "heard", tmp_path / "rc"
    file.write_text(f'rec() {{ {shlex.join(recorder(heard))} "$@"; }}\n', encoding="utf-8")
    with person(shell(file), {**os.environ, "TERM": "dumb"}) as someone:
        someone.wait_for(PROMPT)
        yield someone, heard


def family(someone: Person) -> list[psutil.Process]:
    """The recorder that runs in the shell, the leader of the session in it, and its program."""
    found = list[psutil.Process]()

    def complete() -> bool:
        with suppress(psutil.Error):  # commands of the shell come and go
            for job in psutil.Process(someone.program.pid).children():
                found[:] = [job, *job.children(recursive=True)]
                if len(found) >= 3:
                    return True
        return False

    assert eventually(complete)
    return found[-3:]  # before them there may be another shell


def looping(tmp_path: Path, code: str) -> bytes:
    """The command that records a Python program; the shell is too slow a parent of short sleeps."""
    path = tmp_path / "program.py"
    path.write_text(f"import os, signal, sys, time\n{code}\n", encoding="utf-8")
    return shlex.join(["rec", sys.executable, "-S", "-E", str(path)]).encode()


SIZES = """
def tell(number, frame): os.write(1, b"size %d %d\\n" % os.get_terminal_size())
signal.signal(signal.SIGWINCH, tell)
os.write(1, b"begun\\n")
while True: time.sleep(0.05)
"""
LEAVES = """
def leave(number, frame):
    os.write(1, b"leaving\\n")
    os.kill(os.getpid(), signal.SIGSTOP)
signal.signal(signal.SIGTSTP, leave)
os.write(1, b"begun\\n")
while True: time.sleep(0.05)
"""
WAITS = """
print("begun", flush=True)
while not os.path.exists("go"): time.sleep(0.05)
print("went", flush=True)
os.execvp("cat", ["cat"])
"""


class TestJobControl:
    def test_control_z_stops_the_program_and_us_and_both_go_on(self, tmp_path: Path) -> None:
        with at_a_shell(tmp_path) as (someone, heard):
            someone.do(b"rec sh -c 'echo up; exec cat'", until=b"up\r\n")
            someone.do(b"one", until=b"one\r\none\r\n")
            someone.do(b"\x1a", until=PROMPT)
            recorder, leader, program = family(someone)
            assert {recorder.status(), program.status()} == {psutil.STATUS_STOPPED}
            assert leader.status() != psutil.STATUS_STOPPED
            someone.do(b"stty -a", until=PROMPT)
            assert b" icanon" in someone.seen
            assert b" echo " in someone.seen
            someone.do(b"fg")
            someone.do(b"two", until=b"two\r\ntwo\r\n")
            someone.do(b"\x04", until=PROMPT)
            someone.do(b"echo status $?", until=b"status 0")
        assert b"stty" not in heard.read_bytes()

    def test_the_size_of_a_window_that_changed_meanwhile_is_passed_on(self, tmp_path: Path) -> None:
        with at_a_shell(tmp_path) as (someone, _):
            someone.do(looping(tmp_path, SIZES), until=b"begun\r\n")
            someone.do(b"\x1a", until=PROMPT)
            someone.resize(90, 20)
            someone.do(b"fg", until=b"size 90 20")
            someone.do(b"\x03", until=PROMPT)
            someone.do(b"echo status $?", until=b"status 130")

    def test_what_is_shown_before_the_stop_is_there_before_the_shell_says_so(
        self, tmp_path: Path
    ) -> None:
        with at_a_shell(tmp_path) as (someone, _):
            someone.do(looping(tmp_path, LEAVES), until=b"begun\r\n")
            someone.do(b"\x1a", until=PROMPT)
            assert b"leaving\r\n" in someone.seen.partition(b"Stopped")[0]

    def test_it_goes_on_in_the_background_and_comes_back_with_its_keys(
        self, tmp_path: Path
    ) -> None:
        with at_a_shell(tmp_path) as (someone, _):
            someone.do(f"cd {tmp_path}".encode(), until=PROMPT)
            someone.do(looping(tmp_path, WAITS), until=b"begun\r\n")
            someone.do(b"\x1a", until=PROMPT)
            someone.do(b"bg; touch go", until=b"went\r")
            someone.do(b"stty -a", until=b" icanon")
            someone.do(b"fg")
            recorder, _, _ = family(someone)
            assert eventually(lambda: not someone.settings()[3] & termios.ICANON)
            someone.do(b"key", until=b"key\r\nkey\r\n")
            assert recorder.status() != psutil.STATUS_STOPPED

    def test_begun_in_the_background_it_leaves_the_keys_to_the_shell(self, tmp_path: Path) -> None:
        with at_a_shell(tmp_path) as (someone, _):
            script = "rec sh -c 'echo $((40 + 2)); exec sleep 30' &"
            someone.do(script.encode(), until=b"42\r")
            someone.do(b"echo $((6 * 11))", until=b"66\r\n")
            recorder, _, _ = family(someone)
            assert recorder.status() != psutil.STATUS_STOPPED

    def test_a_program_is_stopped_where_the_keys_come_from_elsewhere(self, tmp_path: Path) -> None:
        with at_a_shell(tmp_path) as (someone, _):
            someone.do(b"rec sh -c 'echo be; exec sleep 30' < /dev/null", until=b"be\r")
            someone.do(b"\x1a", until=PROMPT)
            recorder, _, program = family(someone)
            assert {recorder.status(), program.status()} == {psutil.STATUS_STOPPED}

    def test_where_nobody_could_let_it_go_on_nothing_stops(self, tmp_path: Path) -> None:
        with recorded(tmp_path, "sh", "-c", "echo ready; read line; echo got $line") as (
            someone,
            _,
        ):
            someone.wait_for(b"ready")
            someone.type(b"\x1a")
            someone.type(b"on\n")
            assert someone.ended() == 0
        assert b"got on" in someone.seen


class TestEnds:
    @pytest.mark.parametrize("script", ["exec sleep 60", "sleep 60; :"])
    def test_the_program_of_a_killed_recorder_is_hung_up(self, script: str, tmp_path: Path) -> None:
        with recorded(tmp_path, "sh", "-c", f"echo ready; {script}") as (someone, _):
            someone.wait_for(b"ready")
            started = psutil.Process(someone.program.pid).children(recursive=True)
            assert len(started) >= 2
            someone.program.kill()
            someone.program.wait()
            assert all(gone(process.pid) for process in started)

    def test_the_program_of_a_recorder_that_is_killed_while_both_are_stopped_is_hung_up(
        self, tmp_path: Path
    ) -> None:
        with recorded(tmp_path, "sh", "-c", "echo ready; kill -STOP $$; sleep 60") as (someone, _):
            someone.wait_for(b"ready")
            process = psutil.Process(someone.program.pid)
            started = process.children(recursive=True)
            assert eventually(lambda: process.status() == psutil.STATUS_STOPPED)
            someone.program.kill()
            someone.program.wait()
            assert all(gone(process.pid) for process in started)

    def test_a_part_of_it_that_is_stopped_is_hung_up_too(self, tmp_path: Path) -> None:
        left = tmp_path / "left"
        script = f"sleep 60 & kill -STOP $!; echo $! > {left}; wait"
        with recorded(tmp_path, "sh", "-c", script) as (someone, _):
            pid = written_pid(left)
            someone.program.send_signal(signal.SIGHUP)
            assert someone.ended() == 128 + signal.SIGHUP
            assert gone(pid)

    def test_a_program_whose_leader_is_killed_ends_with_it(self, tmp_path: Path) -> None:
        with recorded(tmp_path, "sh", "-c", "echo ready; exec sleep 60") as (someone, _):
            someone.wait_for(b"ready")
            leader, program = psutil.Process(someone.program.pid).children(recursive=True)
            leader.kill()
            assert someone.ended() == 128 + signal.SIGKILL
            assert gone(program.pid)

    def test_what_it_leaves_in_the_background_goes_on_and_is_not_waited_for(
        self, tmp_path: Path
    ) -> None:
        left = tmp_path / "left"
        script = f"sleep 60 & echo $! > {left}; echo done"
        with recorded(tmp_path, "sh", "-c", script) as (someone, _):
            assert someone.ended() == 0
        assert someone.seen == b"done\r\n"
        pid = written_pid(left)
        try:
            assert not eventually(lambda: not alive(pid), 0.3)
        finally:
            os.kill(pid, signal.SIGKILL)

    def test_somebody_in_the_background_who_never_stops_talking_is_not_waited_for(
        self, tmp_path: Path
    ) -> None:
        with recorded(tmp_path, "sh", "-c", "yes & exit 3") as (someone, _):
            assert someone.ended() == 3

    def test_the_program_has_no_descriptors_of_ours(self, tmp_path: Path) -> None:
        with recorded(tmp_path, "ls", "/proc/self/fd") as (someone, _):
            assert someone.ended() == 0
        assert someone.seen.split() == [b"0", b"1", b"2", b"3"]  # the last is of ls
