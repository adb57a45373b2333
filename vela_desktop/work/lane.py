"""One worker process and the tasks that wait for it."""

import asyncio
import logging
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import ModuleType
from typing import TypeVar

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.work.worker import begin

T = TypeVar("T")

logger = logging.getLogger(__name__)

_ATTEMPTS = 2
_MAIN = threading.Lock()
"""Both lanes may start at once."""


class LaneProcess:
    """Runs one task at a time in one process, which is started for the first one.

    Tasks queue up here and not in the pool, so that a task which kills the process fails alone, and
    a task that is cancelled while it waits never runs.
    """

    def __init__(self, *, background: bool, idle_seconds: float | None) -> None:
        self._background = background
        self._idle_seconds = idle_seconds
        self._turn = asyncio.Lock()
        self._worker: asyncio.Future[_Worker] | None = None
        self._end: asyncio.TimerHandle | None = None
        self._closed = False

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """Return what *function* returns; see ``Work.run``."""
        async with self._turn:
            self._stay()
            try:
                return await self._attempt(function, *arguments)
            finally:
                self._rest()

    async def close(self) -> None:
        """End the process, even in the middle of a task, whose caller is then cancelled."""
        self._closed = True
        self._stay()
        if self._worker:
            worker = await self._present()
            await asyncio.to_thread(worker.kill)

    async def _attempt(self, function: Callable[..., T], *arguments: object) -> T:
        for _ in range(_ATTEMPTS):
            if self._closed:
                raise asyncio.CancelledError("the workers are closed")
            worker = await self._present()
            try:
                return await asyncio.wrap_future(worker.submit(function, *arguments))
            except BrokenProcessPool:
                logger.warning("a worker died, in or before %s", function.__qualname__)
                self._worker = None
        raise VelaError(Code.INTERNAL, what="worker", function=function.__qualname__)

    async def _present(self) -> "_Worker":
        """Return the worker. Its start takes 10 ms and more, too long for a loop that paints; so it
        happens in a thread, and goes on for the next task where this one is cancelled."""
        if not self._worker:
            self._worker = asyncio.ensure_future(asyncio.to_thread(_Worker, self._background))
        try:
            return await asyncio.shield(self._worker)
        except OSError:  # no more processes or files
            self._worker = None
            raise

    def _stay(self) -> None:
        if self._end:
            self._end.cancel()
            self._end = None

    def _rest(self) -> None:
        if self._idle_seconds is not None and not self._closed:
            loop = asyncio.get_running_loop()
            self._end = loop.call_later(self._idle_seconds, self._leave)

    def _leave(self) -> None:
        worker, self._worker = self._worker, None
        if worker:
            worker.add_done_callback(lambda started: started.result().dismiss())


class _Worker:
    """A pool of one process, and the leash that ends the process at once when it is let go."""

    def __init__(self, background: bool) -> None:
        context = multiprocessing.get_context("spawn")
        theirs, self._leash = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            max_workers=1, mp_context=context, initializer=begin, initargs=(theirs, background)
        )
        with _without_main():
            self._pool.submit(os.getpid)  # the first task starts the process
        theirs.close()  # which has its own by now

    def submit(self, function: Callable[..., T], *arguments: object) -> Future[T]:
        """Hand a task to the process. Raises BrokenProcessPool where that has died."""
        return self._pool.submit(function, *arguments)

    def dismiss(self) -> None:
        """Let the process end after what it does now, without waiting for that."""
        self._pool.shutdown(wait=False)

    def kill(self) -> None:
        """End the process now and wait until it is gone."""
        self._leash.close()
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def _without_main() -> Iterator[None]:
    """Hide the main module while a process starts.

    A spawned process imports its parent's main module again, be it the window with all of Qt or a
    test runner. No task needs anything of it: tasks live in modules of their own.
    """
    with _MAIN:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main
