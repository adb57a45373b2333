"""``Work``: where everything that decodes transcripts or renders long text runs.

In a thread, one long line or a full garbage collection would stop the window for as long as it
takes. In a process it does not.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

from vela_desktop.work.lane import LaneProcess

T = TypeVar("T")

IDLE_SECONDS = 30.0


class Lane(StrEnum):
    """Who waits for a task."""

    NOW = "now"
    """A person. The process is kept."""
    LATER = "later"
    """Nobody: indexing, in slices. The process is niced, and ended when there is nothing to do."""


class Work:
    """Two worker processes, one a lane. Used on the event loop's thread only."""

    def __init__(self, idle_seconds: float = IDLE_SECONDS) -> None:
        self._lanes = {
            Lane.NOW: LaneProcess(background=False, idle_seconds=None),
            Lane.LATER: LaneProcess(background=True, idle_seconds=idle_seconds),
        }

    async def run(self, function: Callable[..., T], *arguments: object, lane: Lane = Lane.NOW) -> T:
        """Call *function* in a worker process and return what it returns.

        *function* is a module's, in a module that imports neither Qt nor SQLAlchemy; it, the
        arguments and the result are pickled. Tasks of one lane run one after the other. A task that
        is cancelled while it runs ends by itself and its result is dropped.

        Raises what *function* raises. A worker that dies is replaced and the task tried once more;
        where it dies again: VelaError ``internal``. A task that close() ends is cancelled.
        """
        return await self._lanes[lane].run(function, *arguments)

    async def close(self) -> None:
        """End both processes at once; what they write are transactions."""
        for lane in self._lanes.values():
            await lane.close()
