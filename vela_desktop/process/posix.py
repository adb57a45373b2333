"""Process groups: the processes of one run as one thing that can be ended."""

import asyncio
import logging
import signal
import sys
from typing import Any, ClassVar

from vela_desktop.process import identity

assert sys.platform != "win32"

logger = logging.getLogger(__name__)

_KILL_SECONDS = 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 0.2


class ProcessGroup:
    """A process group: the program, started in a session of its own, and its descendants."""

    START: ClassVar[dict[str, Any]] = {"start_new_session": True}

    def __init__(self, pid: int, exited: asyncio.Future[None]) -> None:
        self.pgid = pid
        self.start_ticks = identity.first_ticks(pid)
        self._exited = exited

    async def end(self, grace: float) -> None:
        """Ask the group to end, kill what is left after *grace* seconds, and wait until it is gone.

        A leader that has ended is no reason to leave: its children may live on.
        """
        try:
            if grace and identity.send(self.pgid, self.start_ticks, signal.SIGTERM):
                await self._gone_within(grace)
        finally:
            identity.kill(self.pgid, self.start_ticks)
        if not await self._gone_within(_KILL_SECONDS):
            logger.warning("process group %d survived its kill", self.pgid)

    async def _gone_within(self, seconds: float) -> bool:
        loop = asyncio.get_running_loop()
        deadline, pause = loop.time() + seconds, _FIRST_PAUSE
        while not self._gone():
            if loop.time() >= deadline:
                return False
            await self._wait(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
        return True

    async def _wait(self, seconds: float) -> None:
        if self._exited.done():
            await asyncio.sleep(seconds)
        else:
            await asyncio.wait({self._exited}, timeout=seconds)

    def _gone(self) -> bool:
        return self._exited.done() and not identity.members(self.pgid)
