"""Leads the session of a program in a terminal of its own, as the shell does in the person's.

The kernel stops a process group at Ctrl+Z only where a parent in the same session, but in another
group, could let it go on. So between the program and us stands a copy of this program that starts
it in a group of its own, waits, and says through a pipe what becomes of it.

POSIX only.
"""

import contextlib
import os
import signal
import struct
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

_NOT_FOUND, _NOT_EXECUTABLE = 127, 126
"""Exit statuses of a shell for a program that cannot be started."""

_RESET = (
    *(signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGWINCH),
    *(signal.SIGCHLD, signal.SIGTSTP, signal.SIGTTOU, signal.SIGCONT),
)
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)
_NUMBER = struct.Struct("i")
_LAST = 3
"""The first descriptor after those of the terminal."""


class Leader:
    """Our side: starts *argv* in the terminal *slave*, which stays open here.

    Must be made in the main thread of a program that has no others: it forks.
    """

    def __init__(
        self, argv: Sequence[str], environment: Mapping[str, str], slave: int, master: int
    ) -> None:
        self.report, writing = os.pipe()
        """Has something to read whenever the program was stopped or has ended."""
        self._pid = os.fork()
        if self._pid == 0:
            _lead(argv, environment, slave, writing, (master, self.report))
        os.close(writing)
        self._program = self._number()

    def told(self) -> int | None:
        """Return the next wait status of the program; None where there will be none: the leader was
        killed, and its terminal with it."""
        return self._number()

    def send(self, number: int) -> None:
        """Send a signal to the program's process group, which may just have gone. Who is hung up
        is let go on as well, as by the kernel: what is stopped would not notice."""
        if self._program is not None:
            with contextlib.suppress(OSError):
                os.killpg(self._program, number)
                if number == signal.SIGHUP:
                    os.killpg(self._program, signal.SIGCONT)

    def close(self) -> int:
        """Wait for the leader, which ends after the program, and return its own wait status."""
        os.close(self.report)
        try:
            return os.waitpid(self._pid, 0)[1]
        except ChildProcessError:  # who started us wants to know nothing of children
            return 0

    def _number(self) -> int | None:
        data = os.read(self.report, _NUMBER.size)
        return _NUMBER.unpack(data)[0] if data else None


def _lead(
    argv: Sequence[str],
    environment: Mapping[str, str],
    slave: int,
    report: int,
    others: Iterable[int],
) -> NoReturn:
    """Be the leader: a copy of the program that must not go on as that."""
    try:
        ignored = [number for number in _RESET if signal.getsignal(number) is signal.SIG_IGN]
        signal.set_wakeup_fd(-1)
        for number in _RESET:
            signal.signal(number, signal.SIG_DFL)
        for descriptor in others:
            os.close(descriptor)
        os.login_tty(slave)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        program = os.fork()
        if program == 0:
            _become(argv, environment, ignored)
        _follow(program, report)
    finally:
        os._exit(_NOT_EXECUTABLE)


def _become(
    argv: Sequence[str], environment: Mapping[str, str], ignored: Sequence[int]
) -> NoReturn:
    """Be the program, in the foreground of the terminal."""
    try:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        for ours in (signal.SIGTTOU, *_IGNORED_BY_PYTHON):
            signal.signal(ours, signal.SIG_DFL)
        for number in ignored:  # as under nohup
            signal.signal(number, signal.SIG_IGN)
        os.execvpe(argv[0], list(argv), dict(environment))
    except FileNotFoundError:
        os._exit(_NOT_FOUND)
    finally:
        os._exit(_NOT_EXECUTABLE)


def _follow(program: int, report: int) -> NoReturn:
    """Say what becomes of *program* until it has ended.

    Where the recorder is killed, its end of the terminal closes. Who leads the session hears of
    that, and passes it on to the program.
    """

    def hang_up(number: int, frame: Any) -> None:
        del number, frame
        with contextlib.suppress(ProcessLookupError):
            os.kill(program, signal.SIGHUP)
            os.kill(program, signal.SIGCONT)

    signal.signal(signal.SIGHUP, hang_up)
    with contextlib.suppress(OSError):  # it did so itself, and is another program by now
        os.setpgid(program, program)
    _say(report, program)
    _close_all_but(report)
    while True:
        _, status = os.waitpid(program, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            break
        _say(report, status)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with contextlib.suppress(OSError):  # the terminal is gone
        # what the program leaves in the background is not hung up when its leader ends
        os.tcsetpgrp(0, os.getpgrp())
    _say(report, status)
    os._exit(0)


def _say(report: int, number: int) -> None:
    with contextlib.suppress(BrokenPipeError):  # the recorder is gone, and the terminal with it
        os.write(report, _NUMBER.pack(number))


def _close_all_but(kept: int) -> None:
    """Hold nothing of what the recorder has open: pipes would seem to be in use."""
    for name in os.listdir("/dev/fd"):  # noqa: PTH208 - numbers, not paths
        if int(name) >= _LAST and int(name) != kept:
            with contextlib.suppress(OSError):  # it was that of the listing
                os.close(int(name))


if sys.platform == "win32":
    raise ImportError("there are no sessions of this kind on Windows")
