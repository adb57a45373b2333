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
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_CHUNK = 64 << 10
_END_OF_INPUT = b"\x04"
_NOT_FOUND, _NOT_EXECUTABLE = 127, 126
"""Exit statuses of a shell for a program that cannot be started."""

_FORWARDED = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
_HEARD = (signal.SIGWINCH, signal.SIGCHLD, *_FORWARDED)
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)
_LOCAL_MODES = 3
"""Where ``ECHO`` stands in what ``termios.tcgetattr`` returns."""


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
    settings = termios.tcgetattr(source) if os.isatty(source) else None
    master, slave = os.openpty()
    _set_window_size(slave, window_size(target))
    termios.tcsetattr(slave, termios.TCSANOW, settings or _without_echo(termios.tcgetattr(slave)))
    child = os.fork()
    if child == 0:
        _become(argv, environment, slave)
    os.close(slave)
    os.set_blocking(master, False)
    session = _Session(child, master, listener, source, target, settings)
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, master)
        bell = stack.enter_context(_signals())
        session.resize()
        stack.enter_context(session.raw())
        return session.follow(bell)


def _become(argv: Sequence[str], environment: Mapping[str, str], slave: int) -> None:
    """Replace the forked child by the program in its terminal *slave*; never returns."""
    try:
        os.login_tty(slave)
        for number in _HEARD:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
                signal.signal(number, signal.SIG_DFL)
        for number in _IGNORED_BY_PYTHON:
            signal.signal(number, signal.SIG_DFL)
        os.execvpe(argv[0], list(argv), dict(environment))
    except FileNotFoundError:
        os._exit(_NOT_FOUND)
    except BaseException:  # noqa: BLE001 - this is a copy of the program that must not go on
        os._exit(_NOT_EXECUTABLE)


def _without_echo(settings: list[Any]) -> list[Any]:
    """Return *settings* for input that no person types: it is not shown."""
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
        self,
        child: int,
        master: int,
        listener: Listener,
        source: int,
        target: int,
        settings: list[Any] | None,
    ) -> None:
        self._child = child
        self._master = master
        self._listener = listener
        self._source = source
        self._target = target
        self._settings = settings
        self._typing = True
        self._typed = b""
        """What the program has not taken yet."""
        self._line_begins = True
        self._shown = True
        """Whether anybody still takes what is shown."""

    def resize(self) -> None:
        """Give the program's terminal the size of the person's."""
        size = window_size(self._target)
        with contextlib.suppress(OSError):  # the program has just gone
            _set_window_size(self._master, size)
        self._listener.resized(size)

    @contextlib.contextmanager
    def raw(self) -> Iterator[None]:
        """Let every key through to the program, and give the terminal back as it was."""
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
        status = self._look(os.WNOHANG)  # it may have ended before anybody listened
        while True:
            ready, can_take = self._wait(bell, None if status is None else 0.0)
            if bell in ready:
                status = self._heed(bell, status)
            if self._source in ready:
                self._type()
            if can_take:
                self._pass_on()
            if self._master in ready:
                if not self._show():
                    return self._ended(bell) if status is None else status
            elif status is not None and bell not in ready:
                return status

    def _wait(self, bell: int, timeout: float | None) -> tuple[list[int], bool]:
        """Return who has something to say, and whether the program can take what was typed.

        A program that is busy with showing takes nothing, so its taking is never waited for alone.
        """
        wanted = [self._master, bell]
        if self._typing and not self._typed:
            wanted.append(self._source)
        taking = [self._master] if self._typed else []
        ready, can_take, _ = select.select(wanted, taking, [], timeout)
        return ready, bool(can_take)

    def _show(self) -> bool:
        """Show what the program says; False when it says no more."""
        try:
            data = os.read(self._master, _CHUNK)
        except BlockingIOError:
            return True
        except OSError as error:
            if error.errno != errno.EIO:  # how Linux says that nobody has the terminal open
                raise
            return False
        if data:
            self._listener.output(data)
            if self._shown and not _write(self._target, data):
                self._shown = False
                self._tell(signal.SIGHUP)  # or it would go on for nobody, for ever
        return bool(data)

    def _type(self) -> None:
        try:
            data = os.read(self._source, _CHUNK)
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

    def _heed(self, bell: int, status: int | None) -> int | None:
        """React to the signals that arrived; return the exit status once there is one."""
        for number in os.read(bell, _CHUNK):
            if number == signal.SIGWINCH:
                self.resize()
            elif number == signal.SIGCHLD:
                status = self._look(os.WNOHANG) if status is None else status
            elif number in _FORWARDED and status is None:
                self._tell(number)
        return status

    def _tell(self, number: int) -> None:
        with contextlib.suppress(OSError):  # the program has just gone
            os.killpg(self._child, number)

    def _look(self, options: int) -> int | None:
        child, status = os.waitpid(self._child, options | os.WUNTRACED)
        if child == 0:
            return None
        if os.WIFSTOPPED(status):
            self._stop_too()
            return None
        return _as_in_a_shell(os.waitstatus_to_exitcode(status))

    def _ended(self, bell: int) -> int:
        """The program closed its terminal: wait for its end."""
        status = self._look(os.WNOHANG)
        while status is None:
            select.select([bell], [], [])
            status = self._heed(bell, status)
        return status

    def _stop_too(self) -> None:
        """The program was stopped (Ctrl+Z): stop as well, and go on together."""
        self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._let_through()
        self.resize()
        self._tell(signal.SIGCONT)


def _as_in_a_shell(code: int) -> int:
    return 128 - code if code < 0 else code


def _write(descriptor: int, data: bytes) -> bool:
    """Write all of *data*; False when nobody takes it any more."""
    while data:
        try:
            data = data[os.write(descriptor, data) :]
        except BlockingIOError:  # others who have the terminal open may have set that
            select.select([], [descriptor], [])
        except OSError:
            return False
    return True


if sys.platform == "win32":
    raise ImportError("there are no pseudo-terminals of this kind on Windows")
