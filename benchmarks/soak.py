"""Starts programs and workers for a while, in every way they end, and counts what stays behind.

usage: python -m benchmarks.soak [SECONDS]

Exits 1 where a file stays open, a process stays alive, or memory keeps growing.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import psutil

from vela_desktop.domain.errors import VelaError
from vela_desktop.process.environment import foreign
from vela_desktop.process.run import Ended, Outcome, Started, run
from vela_desktop.process.watchdog import Watchdog
from vela_desktop.work.pool import Lane, Work

GROWTH_MB = 16.0
"""How much more memory is allowed at the end than after the first cycle."""

Round = Callable[["Soak"], Awaitable[None]]


class Soak:
    """What a cycle uses."""

    def __init__(self) -> None:
        self.work = Work(idle_seconds=0.05)
        self.watchdog = Watchdog()
        self.myself = psutil.Process()

    async def run(self, script: str, seconds: float = 30.0, stdin: bytes = b"") -> Outcome:
        """Run a shell script as an agent is run."""
        started: list[Started] = []

        def on_start(child: Started) -> None:
            started.append(child)
            self.watchdog.register(child.pgid, child.start_ticks)

        try:
            return await run(
                ["sh", "-c", script],
                cwd=Path("/"),
                environment=foreign(os.environ),
                stdin=stdin,
                seconds=seconds,
                stream_bytes=1_000_000,
                on_start=on_start,
                grace=0.1,
            )
        finally:
            for child in started:  # none, where it was cancelled while it started
                self.watchdog.unregister(child.pgid)

    def measure(self) -> tuple[int, float]:
        """Return how many files are open and how many MB of memory are used."""
        return self.myself.num_fds(), self.myself.memory_info().rss / 1e6


async def clean_exit(soak: Soak) -> None:
    """Much goes in and comes out."""
    outcome = await soak.run("cat", stdin=b"x" * 900_000)
    assert len(outcome.stdout) == 900_000


async def left_child(soak: Soak) -> None:
    """The program ends and leaves a child that holds its pipes."""
    assert (await soak.run("sleep 600 & echo hello")).ended is Ended.EXITED


async def deaf(soak: Soak) -> None:
    """A whole group ignores the request to end."""
    outcome = await soak.run("trap '' TERM; sleep 600 & sleep 600", seconds=0.05)
    assert outcome.ended is Ended.TIMED_OUT


async def flood(soak: Soak) -> None:
    """Output without an end."""
    assert (await soak.run("yes >&2")).ended is Ended.TOO_MUCH_OUTPUT


async def cancelled(soak: Soak) -> None:
    """A person cancels."""
    task = asyncio.ensure_future(soak.run("sleep 600 & sleep 600"))
    await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()


async def workers(soak: Soak) -> None:
    """Workers work, die, and come again."""
    assert await soak.work.run(abs, -1) == 1
    assert await soak.work.run(abs, -1, lane=Lane.LATER) == 1
    try:
        await soak.work.run(os._exit, 1)
    except VelaError:
        await asyncio.sleep(0.1)


ROUNDS: tuple[Round, ...] = (clean_exit, left_child, deaf, flood, cancelled, workers)


async def soak(seconds: float) -> int:
    """Run cycles for *seconds*; return the exit code."""
    logging.disable()  # workers are killed on purpose
    it = Soak()
    await it.watchdog.start()
    for _ in range(2):  # what is loaded once is loaded now
        await cycle(it)
    (files, memory), cycles, end = it.measure(), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        await cycle(it)
        cycles += 1
    files_after, memory_after = it.measure()
    await it.work.close()
    await it.watchdog.close()
    left = [child for child in it.myself.children(recursive=True) if not tracker(child)]
    print(f"{cycles} cycles of {len(ROUNDS)} runs in {seconds:.0f} s")
    print(f"open files   {files} before, {files_after} after")
    print(f"memory       {memory:.1f} MB before, {memory_after:.1f} MB after")
    print(f"processes    {len(left)} left")
    good = files_after <= files and memory_after < memory + GROWTH_MB and not left
    return 0 if good else 1


async def cycle(it: Soak) -> None:
    """Run everything once, side by side where that is allowed."""
    await asyncio.gather(*(each(it) for each in ROUNDS))
    await asyncio.sleep(0.2)


def tracker(child: psutil.Process) -> bool:
    """Tell whether *child* is Python's own helper, which ends with this program."""
    return "multiprocessing.resource_tracker" in " ".join(child.cmdline())


if __name__ == "__main__":
    sys.exit(asyncio.run(soak(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)))
