"""Runs a program in a pseudo-terminal between it and the person's own, and lets on what it shows.

For the person nothing changes: keys, sizes, signals, job control and the exit status pass through.
POSIX only.
"""

import contextlib
import errno
import fcntl
import os
import select
import signal
import struct
import sys
import termios
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vela_desktop.process.own_terminal import OwnTerminal
from vela_desktop.process.session_leader import Leader

_CHUNK = 64 << 10
_HELD = 1 << 20
"""More bytes than a terminal holds: what it shows beyond them came later."""
_END_OF_INPUT = b"\x04"
_BACKGROUND_SECONDS = 0.2
"""How often we look whether the shell has put us into the foreground, which it tells nobody who
runs."""

_FORWARDED = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)
_HEARD = (signal.SIGWINCH, signal.SIGCONT, *_FORWARDED)
_LOCAL_MODES = 3
"""Where ``ECHO`` stands in what ``termios.tcgetattr`` returns."""


@dataclass(frozen=True, slots=True)
class WindowSize:
    """Columns and rows of a terminal."""

    columns: int = 80
    rows: int = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """Who hears what is shown: the bytes as they come, and every new size; and why nobody sees it
    any more. None may raise."""

    output: Callable[[bytes], None]
    resized: Callable[[WindowSize], None]
    lost: Callable[[OSError], None]


def window_size(descriptor: int) -> WindowSize:
    """Return the size of the terminal at *descriptor*, 80 × 24 where there is none."""
    try:
        packed = fcntl.ioctl(descriptor, termios.TIOCGWINSZ, b"\0" * 8)
    except OSError:
        return WindowSize()
    rows, columns, _, _ = struct.unpack("HHHH", packed)
    return WindowSize(columns, rows) if rows and columns else WindowSize()


def _set_window_size(descriptor: int, size: WindowSize) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", size.rows, size.columns, 0, 0))


def run_in_terminal(
    argv: Sequence[str],
    environment: Mapping[str, str],
    listener: Listener,
    source: int = 0,
    target: int = 1,
) -> int:
    """Run *argv* to its end and return its exit status as a shell has it (128 + N for signal N).

    The person's terminal is at the descriptors *source* and *target*, which need not be terminals.
    Must be called in the main thread of a program that has no others: it forks.
    """
    own = OwnTerminal(source)
    master, slave = os.openpty()
    _set_window_size(slave, window_size(target))
    termios.tcsetattr(slave, termios.TCSANOW, _settings(own, slave))
    leader = Leader(argv, environment, slave, master)
    os.close(slave)
    os.set_blocking(master, False)
    session = _Session(leader, master, listener, own, target)
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, master)
        bell = stack.enter_context(_signals())
        stack.callback(own.give_back)
        session.arrive()
        return session.follow(bell)


def _settings(own: OwnTerminal, slave: int) -> list[Any]:
    """Return how the program's terminal is to be set: as the person's, unless that is set for
    somebody else just now; what no person types is not shown."""
    if own.settings is not None and own.is_ours():
        return own.settings
    settings = termios.tcgetattr(slave)
    if own.settings is None:
        settings[_LOCAL_MODES] &= ~termios.ECHO
    return settings


@contextlib.contextmanager
def _signals() -> Iterator[int]:
    """Give a descriptor on which the number of each signal arrives as a byte."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    os.set_blocking(reading, False)
    before = {number: signal.signal(number, _do_nothing) for number in _HEARD}
    wakeup = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reading)
        os.close(writing)


def _do_nothing(number: int, frame: Any) -> None:
    """Be a handler, so that the signal is told of at all."""


class _Session:
    """One program in its terminal."""

    def __init__(
        self, leader: Leader, master: int, listener: Listener, own: OwnTerminal, target: int
    ) -> None:
        self._leader = leader
        self._master = master
        self._listener = listener
        self._own = own
        self._target = target
        self._typing = True
        self._typed = b""
        """What the program has not taken yet."""
        self._line_begins = True
        self._showing = True
        """Whether the program has its terminal open."""
        self._shown = True
        """Whether anybody still takes what is shown."""

    def arrive(self) -> None:
        """Take the person's terminal, and give the program's the same size: at the beginning, and
        whenever we may have been away."""
        self._own.take()
        self._resize()

    def _resize(self) -> None:
        size = window_size(self._target)
        with contextlib.suppress(OSError):  # the program has just gone
            _set_window_size(self._master, size)
        self._listener.resized(size)

    def follow(self, bell: int) -> int:
        """Pass everything on until the program has ended and all that it said is shown."""
        while True:
            ready, can_take = self._wait(bell)
            if bell in ready:
                self._heed(bell)
            if not self._own.taken:
                self.arrive()
            if self._own.descriptor in ready:
                self._type()
            if can_take:
                self._pass_on()
            if self._master in ready:
                self._show()
            if self._leader.report in ready:
                status = self._leader.told()
                self._show_the_rest()
                if status is None or not os.WIFSTOPPED(status):
                    end = self._leader.close()
                    return _as_in_a_shell(end if status is None else status)
                self._stop_too(os.WSTOPSIG(status))

    def _wait(self, bell: int) -> tuple[list[int], bool]:
        """Return who has something to say, and whether the program can take what was typed.

        A program that is busy with showing takes nothing, so its taking is never waited for alone.
        """
        wanted = [self._leader.report, bell]
        if self._showing:
            wanted.append(self._master)
        if self._typing and not self._typed and self._own.taken:
            wanted.append(self._own.descriptor)
        taking = [self._master] if self._typed and self._showing else []
        timeout = None if self._own.taken else _BACKGROUND_SECONDS
        ready, can_take, _ = select.select(wanted, taking, [], timeout)
        return ready, bool(can_take)

    def _show(self) -> int:
        """Show what the program says; return how many bytes that was."""
        try:
            data = os.read(self._master, _CHUNK)
        except BlockingIOError:
            return 0
        except OSError as error:
            if error.errno != errno.EIO:  # how Linux says that nobody has the terminal open
                raise
            data = b""
        self._showing = bool(data)
        if data:
            self._listener.output(data)
            if self._shown:
                self._let_on(data)
        return len(data)

    def _let_on(self, data: bytes) -> None:
        try:
            _write(self._target, data)
        except OSError as error:
            self._shown = False
            self._listener.lost(error)
            self._leader.send(signal.SIGHUP)  # or it would go on for nobody, for ever

    def _show_the_rest(self) -> None:
        """Show what the program said before it stopped or ended; others that it left in its
        terminal may go on."""
        left = _HELD
        while left > 0 and self._showing and select.select([self._master], [], [], 0)[0]:
            left -= self._show()

    def _type(self) -> None:
        try:
            data = os.read(self._own.descriptor, _CHUNK)
        except OSError:
            data = b""
        self._typing = bool(data)
        if data:
            self._typed = data
            self._line_begins = data.endswith((b"\n", b"\r"))
        else:  # within a line the first one only ends the line
            self._typed = _END_OF_INPUT if self._line_begins else 2 * _END_OF_INPUT

    def _pass_on(self) -> None:
        try:
            self._typed = self._typed[os.write(self._master, self._typed) :]
        except BlockingIOError:
            return
        except OSError:  # the program has gone
            self._typed = b""

    def _heed(self, bell: int) -> None:
        """React to the signals that arrived."""
        for number in os.read(bell, _CHUNK):
            if number == signal.SIGWINCH:
                self._resize()
            elif number == signal.SIGCONT:
                self.arrive()
            elif number in _FORWARDED:
                self._leader.send(number)

    def _stop_too(self, number: int) -> None:
        """The program was stopped by the signal *number*: stop as well, and go on together.

        What Ctrl+Z stops is the whole of what the shell started, of which we may be a part. Where
        nobody could let us go on, the kernel does not let us be stopped so, and nor is the program.
        """
        self._own.give_back()
        if number == signal.SIGSTOP:
            os.kill(os.getpid(), signal.SIGSTOP)
        else:
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.killpg(0, signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)
        self.arrive()
        self._leader.send(signal.SIGCONT)


def _as_in_a_shell(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return 128 - code if code < 0 else code


def _write(descriptor: int, data: bytes) -> None:
    """Write all of *data*. Raises OSError when nobody takes it any more."""
    while data:
        try:
            data = data[os.write(descriptor, data) :]
        except BlockingIOError:  # others who have the terminal open may have set that
            select.select([], [descriptor], [])


if sys.platform == "win32":
    raise ImportError("there are no pseudo-terminals of this kind on Windows")
