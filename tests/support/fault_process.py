"""``vela`` in a process that comes to grief at one named point of one job's stage.

``python -m support.fault_process ARGUMENTS``, with the point in ``FAULT``: ``STAGE:POINT:NUMBER``.
The *number*-th write that keeps what STAGE gave (a step of ``extract`` or ``merge``, the entries of
``commit``, the job and snapshot of ``submit``, the lease of ``claim``) is where it happens; of
``spawn`` it is the *number*-th start of a program. At the point

- ``before`` the process is killed before that write begins,
- ``inside`` in its transaction, once all its rows are written,
- ``after`` when it is committed and told,
- ``event`` when it is committed and the next event is about to be told,
- ``full`` the disk is, once its rows are written, and for every other write during a while,
- ``busy`` the database is, which another program has locked, and for every other write too,
- ``impatient`` it is full, but the job does not wait until there is room again.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from typing import Any

from vela_desktop.app.console import main
from vela_desktop.curation.ledger import Paid
from vela_desktop.domain import limits
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.events import Event, Initiator
from vela_desktop.domain.jobs import Stage
from vela_desktop.process.group import Group
from vela_desktop.storage import jobs, replace
from vela_desktop.storage.database import Database
from vela_desktop.storage.work_unit import UnitOfWork

FAULT = "VELA_TEST_FAULT"
FULL_SECONDS = 1.2
"""How long the disk stays full, or the database locked: longer than it takes to try again what
could not be written."""
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
        if self._point == "impatient":
            limits.WRITE_SECONDS = 0.0

    def install(self) -> None:
        """Lead every write and every event of this process past here."""

        async def write(database: Database, function: Write, *arguments: Any, **named: Any) -> Any:
            here = self._is_it(function, arguments, str(named.get("operation", "")))
            if here and self._point == "busy":
                await self._write(database, soon_busy, initiator=Initiator())
                self._trouble = asyncio.create_task(self._lock(database))
                await asyncio.sleep(0)
            elif here and self._point in ("full", "impatient"):
                self._trouble = asyncio.create_task(self._fill(database))
                await asyncio.sleep(0)
            elif here:
                return await self._die(database, function, *arguments, **named)
            wanted = filled(function) if self._full else function
            return await self._write(database, wanted, *arguments, **named)

        def publish(bus: EventBus, event: Event) -> None:
            if self._armed:
                end()
            self._publish(bus, event)

        begin = Group.__init__

        def spawned(group: Group, *arguments: Any) -> None:
            if self._counts("spawn"):
                end()
            begin(group, *arguments)

        Group.__init__ = spawned  # type: ignore[method-assign]
        Database.write = write  # type: ignore[method-assign, assignment]
        EventBus.publish = publish  # type: ignore[method-assign]

    def _is_it(self, function: Write, arguments: tuple[Any, ...], operation: str) -> bool:
        return self._counts(self._stage_of(function, arguments, operation))

    def _counts(self, stage: str | None) -> bool:
        if stage != self._stage:
            return False
        self._left -= 1
        return self._left == 0

    def _stage_of(self, function: Write, arguments: tuple[Any, ...], operation: str) -> str | None:
        steps = [one.step for one in arguments if isinstance(one, Paid) and one.step]
        if steps:
            return steps[0].stage
        if function is jobs.claim:
            return "claim"
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

    async def _lock(self, database: Database) -> None:
        with closing(sqlite3.connect(database._paths.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(FULL_SECONDS)

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


def soon_busy(unit: UnitOfWork) -> None:
    """Wait for other programs for a moment only; a function for a write."""
    unit.connection.exec_driver_sql("PRAGMA busy_timeout = 30")


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
