"""``vela`` in a process that comes to grief at one named point of one job's stage.

``python -m support.fault_process ARGUMENTS``, with the point in ``FAULT``: ``STAGE:POINT:NUMBER``.
The *number*-th write that keeps what STAGE gave (a step of ``extract`` or ``merge``, the entries of
``commit``, the job and snapshot of ``submit``) is where it happens. At the point

- ``before`` the process is killed before that write begins,
- ``inside`` in its transaction, once all its rows are written,
- ``after`` when it is committed and told,
- ``event`` when it is committed and the next event is about to be told,
- ``full`` the disk is, once its rows are written, and for every other write during a while.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from vela_desktop.app.console import main
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.events import Event, Initiator
from vela_desktop.domain.jobs import Stage, Step
from vela_desktop.storage import replace
from vela_desktop.storage.database import Database
from vela_desktop.storage.work_unit import UnitOfWork

FAULT = "VELA_TEST_FAULT"
FULL_SECONDS = 1.2
"""How long the disk stays full: longer than it takes to try again what could not be written."""
LARGE = 1_000_000
"""Pages that no test needs."""

Write = Callable[..., Any]


class Fault:
    """The point, and what happens there."""

    def __init__(self, named: str) -> None:
        self._stage, self._point, number = named.split(":")
        self._left = int(number)
        self._write: Write = Database.write
        self._publish = EventBus.publish
        self._armed = False
        self._full = False

    def install(self) -> None:
        """Lead every write and every event of this process past here."""

        async def write(database: Database, function: Write, *arguments: Any, **named: Any) -> Any:
            here = self._is_it(function, arguments, str(named.get("operation", "")))
            if here and self._point == "full":
                self._filled = asyncio.create_task(self._fill(database))
                await asyncio.sleep(0)
            elif here:
                return await self._die(database, function, *arguments, **named)
            wanted = filled(function) if self._full else function
            return await self._write(database, wanted, *arguments, **named)

        def publish(bus: EventBus, event: Event) -> None:
            if self._armed:
                end()
            self._publish(bus, event)

        Database.write = write  # type: ignore[method-assign, assignment]
        EventBus.publish = publish  # type: ignore[method-assign]

    def _is_it(self, function: Write, arguments: tuple[Any, ...], operation: str) -> bool:
        if self._stage_of(function, arguments, operation) != self._stage:
            return False
        self._left -= 1
        return self._left == 0

    def _stage_of(self, function: Write, arguments: tuple[Any, ...], operation: str) -> str | None:
        steps = [argument for argument in arguments if isinstance(argument, Step)]
        if steps:
            return steps[0].stage
        if function is replace.replace_generated:
            return Stage.COMMIT
        return "submit" if operation == "job.submit" else None

    async def _die(self, database: Database, function: Write, *arguments: Any, **named: Any) -> Any:
        def wrapped(unit: UnitOfWork, *arguments: Any) -> Any:
            result = function(unit, *arguments)
            if self._point == "inside":
                end()
            self._armed = self._point == "event"
            return result

        if self._point == "before":
            end()
        result = await self._write(database, wrapped, *arguments, **named)
        if self._point == "after":
            end()
        return result

    async def _fill(self, database: Database) -> None:
        self._full = True
        await asyncio.sleep(FULL_SECONDS)
        self._full = False
        await self._write(database, limit_pages, LARGE, initiator=Initiator())


def filled(function: Write) -> Write:
    """Return *function* as it ends on a full disk: with SQLite's error once its rows are written.

    There is no room left in pages that are there already either.
    """

    def wrapped(unit: UnitOfWork, *arguments: Any) -> Any:
        limit_pages(unit, 1)
        function(unit, *arguments)
        unit.connection.exec_driver_sql("CREATE TABLE filler AS SELECT zeroblob(100000000) AS blob")
        raise AssertionError("there was room")

    return wrapped


def limit_pages(unit: UnitOfWork, pages: int) -> None:
    """Let the database have *pages* at most, or as many as it has; a function for a write."""
    unit.connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def end() -> None:
    """Kill this process as the system does."""
    os.kill(os.getpid(), signal.SIGKILL)
    signal.pause()  # in a thread: until the signal has reached the process


if __name__ == "__main__":
    if FAULT in os.environ:
        Fault(os.environ.pop(FAULT)).install()
    sys.exit(main())
