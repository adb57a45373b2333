"""Runs a program in a pseudo-terminal between it and the person's own, and lets on what it shows.

For the person nothing changes: keys, sizes, signals, job control and the exit status pass through.
POSIX only.
"""

import contextlib
import errno
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_CHUNK = 64 << 10
_END_OF_INPUT = b"\x04"
_NOT_FOUND, _NOT_EXECUTABLE = 127, 126
"""Exit statuses of a shell for a program that cannot be started."""

_FORWARDED = (signal.SIGTERM, signal.SIGHUP)
_HEARD = (signal.SIGWINCH, signal.SIGCHLD, *_FORWARDED)


@dataclass(frozen=True, slots=True)
class WindowSize:
    """Columns and rows of a terminal."""

    columns: int = 80
    rows: int = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """Who hears what is shown: the bytes as they come, and every new size. Neither may raise."""

    output: Callable[[bytes], None]
    resized: Callable[[WindowSize], None]


def window_size(descriptor: int) -> WindowSize:
    """Return the size of the terminal at *descriptor*, 80 × 24 where there is none."""
    try:
        packed = fcntl.ioctl(descriptor, termios.TIOCGWINSZ, b"\0" * 8)
    except OSError:
        return WindowSize()
    rows, columns, _, _ = struct.unpack("HHHH", packed)
    return WindowSize(columns, rows) if rows and columns else WindowSize()


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
    child, master = pty.fork()
    if child == pty.CHILD:
        _become(argv, environment)
    session = _Session(child, master, listener, source, target)
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, master)
        bell = stack.enter_context(_signals())
        session.resize()
        stack.enter_context(session.raw())
        return session.follow(bell)


def _become(argv: Sequence[str], environment: Mapping[str, str]) -> None:
    """Replace the forked child by the program; never returns."""
    try:
        for number in _HEARD:
            signal.signal(number, signal.SIG_DFL)
        os.execvpe(argv[0], list(argv), dict(environment))
    except FileNotFoundError:
        os._exit(_NOT_FOUND)
    except BaseException:  # noqa: BLE001 - this is a copy of the program that must not go on
        os._exit(_NOT_EXECUTABLE)


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
        self, child: int, master: int, listener: Listener, source: int, target: int
    ) -> None:
        self._child = child
        self._master = master
        self._listener = listener
        self._source = source
        self._target = target
        self._typing = True
        self._settings: list[Any] | None = None

    def resize(self) -> None:
        """Give the program's terminal the size of the person's."""
        size = window_size(self._target)
        packed = struct.pack("HHHH", size.rows, size.columns, 0, 0)
        with contextlib.suppress(OSError):  # the program has just gone
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, packed)
        self._listener.resized(size)

    @contextlib.contextmanager
    def raw(self) -> Iterator[None]:
        """Let every key through to the program, and give the terminal back as it was."""
        if os.isatty(self._source):
            self._settings = termios.tcgetattr(self._source)
        try:
            self._let_through()
            yield
        finally:
            self._give_back()

    def _let_through(self) -> None:
        if self._settings is not None:
            tty.setraw(self._source)

    def _give_back(self) -> None:
        if self._settings is not None:
            with contextlib.suppress(termios.error):  # the terminal is gone
                termios.tcsetattr(self._source, termios.TCSAFLUSH, self._settings)

    def follow(self, bell: int) -> int:
        """Pass everything on until the program has ended and all that it said is shown."""
        status: int | None = None
        while True:
            wanted = [self._master, bell, *([self._source] if self._typing else [])]
            timeout = None if status is None else 0.0
            ready, _, _ = select.select(wanted, [], [], timeout)
            if bell in ready:
                status = self._heed(bell, status)
            if self._source in ready:
                self._type()
            if self._master in ready:
                if not self._show():
                    return self._ended() if status is None else status
            elif status is not None and bell not in ready:
                return status

    def _show(self) -> bool:
        """Show what the program says; False when it says no more."""
        try:
            data = os.read(self._master, _CHUNK)
        except OSError as error:
            if error.errno != errno.EIO:  # how Linux says that nobody has the terminal open
                raise
            return False
        if data:
            self._listener.output(data)
            _write(self._target, data)
        return bool(data)

    def _type(self) -> None:
        try:
            data = os.read(self._source, _CHUNK)
        except OSError:
            data = b""
        self._typing = bool(data)
        _write(self._master, data or _END_OF_INPUT)

    def _heed(self, bell: int, status: int | None) -> int | None:
        """React to the signals that arrived; return the exit status once there is one."""
        for number in os.read(bell, _CHUNK):
            if number == signal.SIGWINCH:
                self.resize()
            elif number == signal.SIGCHLD:
                status = self._look(os.WNOHANG) if status is None else status
            elif number in _FORWARDED and status is None:
                os.killpg(self._child, number)
        return status

    def _look(self, options: int) -> int | None:
        child, status = os.waitpid(self._child, options | os.WUNTRACED)
        if child == 0:
            return None
        if os.WIFSTOPPED(status):
            self._stop_too()
            return None
        return _as_in_a_shell(os.waitstatus_to_exitcode(status))

    def _ended(self) -> int:
        """The program closed its terminal: wait for its end."""
        while (status := self._look(0)) is None:
            pass
        return status

    def _stop_too(self) -> None:
        """The program was stopped (Ctrl+Z): stop as well, and go on together."""
        self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._let_through()
        self.resize()
        os.killpg(self._child, signal.SIGCONT)


def _as_in_a_shell(code: int) -> int:
    return 128 - code if code < 0 else code


def _write(descriptor: int, data: bytes) -> None:
    """Write all of *data*; what nobody takes any more is dropped."""
    while data:
        try:
            data = data[os.write(descriptor, data) :]
        except OSError:
            return


if sys.platform == "win32":
    raise ImportError("there are no pseudo-terminals of this kind on Windows")
