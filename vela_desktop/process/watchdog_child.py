"""The watchdog's own process: ends what it was told of once the app is gone.

It lives as long as the app, so it imports little: no event loop.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator

from vela_desktop.process import identity, strays

_IGNORED = ("SIGINT", "SIGTERM", "SIGHUP")
"""What ends the app or its terminal is no reason to end before the pipe closes."""

GOODBYE = "."
"""The last line of an app that closes the pipe on purpose."""

_GRACE_SECONDS = 2.0
_PAUSE = 0.02
_STARTING_SECONDS = 0.3
"""What the app was just starting when it was killed bears its mark a moment after that."""


def main(keeper: str) -> int:
    """Follow the pipe on standard input, then end what is registered, and what left its group but
    bears the mark of a run that *keeper* guarded."""
    for name in _IGNORED:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    groups: dict[int, int] = {}
    killed = True
    for line in _lines(sys.stdin.fileno()):
        follow(groups, line)
        killed = line != GOODBYE
    end_all(groups)
    strays.end_kept(keeper)
    if killed:
        time.sleep(_STARTING_SECONDS)
        strays.end_kept(keeper)
    return 0


def follow(groups: dict[int, int], line: str) -> None:
    """Apply one line: ``+ PGID TICKS`` or ``- PGID``."""
    match line.split():
        case ["+", pgid, ticks]:
            groups[int(pgid)] = int(ticks)
        case ["-", pgid]:
            groups.pop(int(pgid), None)


def end_all(groups: dict[int, int], grace: float = _GRACE_SECONDS) -> None:
    """Ask each group to end and kill it after *grace* seconds. A group whose leader started at
    other ticks is somebody else's by now and is left alone."""
    asked = {
        pgid: ticks
        for pgid, ticks in groups.items()
        if identity.signal_group(pgid, ticks, signal.SIGTERM)
    }
    deadline = time.monotonic() + grace
    while asked and time.monotonic() < deadline:
        time.sleep(_PAUSE)
        asked = {pgid: ticks for pgid, ticks in asked.items() if identity.members(pgid)}
    for pgid, ticks in asked.items():
        identity.kill(pgid, ticks)


def _lines(descriptor: int) -> Iterator[str]:
    """Yield the whole lines; a last one that the app died in the middle of is not one."""
    rest = b""
    while data := os.read(descriptor, 4096):
        *whole, rest = (rest + data).split(b"\n")
        yield from (line.decode("ascii") for line in whole)
