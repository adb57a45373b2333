"""Ends the agents' processes when the app dies, however it dies.

One child per app (``process.watchdog_child``) reads from a pipe which groups run. The pipe closes
when the app is gone, killed or not; the child then ends what is still registered, and what bears
the mark of a run that this watchdog guarded, wherever it went. It runs in a session of its own, so
that neither Ctrl+C nor a kill of the app's group ends it first. On Windows job objects do this
already.
"""

import asyncio
import logging
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from vela_desktop.process.environment import own
from vela_desktop.process.internal import internal_command
from vela_desktop.process.mark import token
from vela_desktop.process.watchdog_child import GOODBYE

logger = logging.getLogger(__name__)

_CLOSE_SECONDS = 5.0


class Watchdog:
    """The app's side: tells the child which groups run. Used on the event loop's thread only."""

    def __init__(self) -> None:
        self.keeper = token()
        """Stands in the marks of the runs that are guarded."""
        self._groups: dict[int, int] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The child's process id; None before the start, after the end, and on Windows."""
        return self._process.pid if self._process else None

    async def start(self) -> None:
        """Start the child unless it runs already. Raises OSError."""
        async with self._starting:
            if self._process is None and sys.platform != "win32":
                self._process = await asyncio.to_thread(_start, self.keeper)
                self._tell(self._all())

    def register(self, pgid: int, start_ticks: int) -> None:
        """Have the group ended if this program dies; a watchdog that is gone is started anew.

        Where none can be started, the next ``start`` tries again and tells it everything.
        """
        self._groups[pgid] = start_ticks
        self._tell(_added(pgid, start_ticks))

    def unregister(self, pgid: int) -> None:
        """The group has ended by itself. Unknown groups are ignored."""
        if self._groups.pop(pgid, None) is not None:
            self._tell(f"- {pgid}\n")

    async def close(self) -> None:
        """End the groups that are still registered and what left others, then the child."""
        async with self._starting:
            process, self._process = self._process, None
            self._groups.clear()
            if process:
                await asyncio.to_thread(_end, process)

    def _tell(self, line: str) -> None:
        if not self._process:
            return
        try:
            _write(self._process, line)
        except BrokenPipeError:
            logger.warning("the watchdog was gone; starting another one")
            process, self._process = self._process, None
            _end(process)
            self._start_again()

    def _start_again(self) -> None:
        try:
            self._process = _start(self.keeper)
            _write(self._process, self._all())
        except OSError as error:
            logger.warning("no watchdog: %s", type(error).__name__)

    def _all(self) -> str:
        return "".join(_added(*group) for group in self._groups.items())


def _added(pgid: int, start_ticks: int) -> str:
    return f"+ {pgid} {start_ticks}\n"


def _write(process: subprocess.Popen[bytes], text: str) -> None:
    assert process.stdin
    os.write(process.stdin.fileno(), text.encode("ascii"))


def _start(keeper: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        internal_command("watchdog", keeper),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=Path.home().anchor,  # holds no folder that somebody may want to unmount
        env=own(os.environ),
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin
    with suppress(BrokenPipeError):
        _write(process, f"{GOODBYE}\n")
    process.stdin.close()
    try:
        process.wait(_CLOSE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
