"""A person at a terminal: starts a program in it, types, reads, changes its size."""

import contextlib
import fcntl
import os
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from support.process import python

SECONDS = 20.0

_IN_CHARGE = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
PROMPT = b"ready> "


def shell(file: Path) -> list[str]:
    """Return the command of a shell that is in charge of its terminal and reads *file* first."""
    bash = ["bash", "--noprofile", "--rcfile", str(file), "-i"]
    with file.open("a", encoding="utf-8") as rc:
        rc.write(f"PS1='{PROMPT.decode()}'; unset HISTFILE; TERM=dumb\n")
    return python(_IN_CHARGE, *bash)


class Person:
    """One program in a terminal of its own; ``seen`` is all that it showed."""

    def __init__(self, program: "subprocess.Popen[bytes]", master: int) -> None:
        self.program = program
        self.seen = b""
        self._master = master

    def type(self, keys: bytes) -> None:
        """Press *keys*."""
        os.write(self._master, keys)

    def wait_for(self, text: bytes) -> None:
        """Read until *text* was shown."""
        until = time.monotonic() + SECONDS
        while text not in self.seen:
            assert time.monotonic() < until, self.seen
            self._read(0.2)

    def do(self, keys: bytes, until: bytes = b"") -> None:
        """Press *keys*, and Enter after those of a command, and read until *until* was shown."""
        before = len(self.seen)
        self.type(keys + b"\n" if keys >= b" " else keys)
        deadline = time.monotonic() + SECONDS
        while until not in self.seen[before:]:
            assert time.monotonic() < deadline, self.seen
            self._read(0.2)

    def ended(self) -> int:
        """Read to the end and return the exit status."""
        until = time.monotonic() + SECONDS
        while self.program.poll() is None:
            assert time.monotonic() < until, self.seen
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.program.returncode

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def settings(self) -> list[Any]:
        """Return how the terminal is set."""
        return termios.tcgetattr(self._master)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        if ready:
            with contextlib.suppress(OSError):
                data = os.read(self._master, 65536)
                self.seen += data
                return bool(data)
        return False


@contextlib.contextmanager
def person(
    argv: Sequence[str], environment: Mapping[str, str], columns: int = 100, rows: int = 30
) -> Iterator[Person]:
    """Start *argv* in a new terminal; it is killed at the end if it still runs."""
    master, slave = os.openpty()
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    with subprocess.Popen(
        argv, stdin=slave, stdout=slave, stderr=slave, env=dict(environment), start_new_session=True
    ) as program:
        try:
            yield Person(program, master)
        finally:
            program.kill()
            os.close(slave)
            os.close(master)
