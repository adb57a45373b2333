"""The agent's processes of running jobs, and how they look now."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from vela_desktop.curation.leases import is_here
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.jobs import Child, Job, Lease, RunningProcess
from vela_desktop.process.memory import memory_of
from vela_desktop.process.run import Started

OnStart = Callable[[Started], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Running:
    process: Started
    child: Child
    since: float
    """On the clock that only goes up."""


class Children:
    """The processes that one job of this program runs now. *changed* is called when one starts."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._running: dict[int, _Running] = {}
        self.now: tuple[Child, ...] = ()
        """Those that run now, the oldest first; may be read from any thread."""

    @contextmanager
    def of_call(self) -> Iterator[OnStart]:
        """Give what one call tells of the processes it starts. They end with it, at the latest."""
        own: list[int] = []

        def started(process: Started) -> None:
            own.append(process.pgid)
            self._running[process.pgid] = _running(process)
            self._count()
            self._changed()

        try:
            yield started
        finally:
            for pgid in own:
                self._running.pop(pgid, None)
            self._count()

    def _count(self) -> None:
        self.now = tuple(running.child for running in self._running.values())

    async def look(self) -> tuple[RunningProcess, ...]:
        """Return how they look now."""
        found = list(self._running.values())
        memory = await asyncio.to_thread(lambda: [_memory(running.child) for running in found])
        return tuple(map(_own, found, memory))


async def of_another(job: Job, me: Lease) -> tuple[RunningProcess, ...]:
    """Return how the processes of a job that another program runs look from here."""
    near = job.lease is not None and is_here(job.lease, me)
    children = job.children
    memory: list[int | None] = [None] * len(children)
    if near:
        memory = await asyncio.to_thread(lambda: [_memory(child) for child in children])
    now = time.time()
    return tuple(
        RunningProcess(
            pid=child.pid,
            seconds=max(0.0, now - child.started_at / 1000),
            command="",
            stdout_bytes=None,
            stderr_bytes=None,
            memory_bytes=taken,
        )
        for child, taken in zip(children, memory, strict=True)
    )


def _running(process: Started) -> _Running:
    child = Child(
        pgid=process.pgid,
        start_ticks=process.start_ticks,
        started_at=now_ms(),
    )
    return _Running(process=process, child=child, since=time.monotonic())


def _memory(child: Child) -> int | None:
    return memory_of(child.pgid, child.start_ticks)


def _own(running: _Running, memory: int | None) -> RunningProcess:
    stdout, stderr = running.process.heard()
    return RunningProcess(
        pid=running.child.pid,
        seconds=time.monotonic() - running.since,
        command=running.process.name,
        stdout_bytes=stdout,
        stderr_bytes=stderr,
        memory_bytes=memory,
    )
