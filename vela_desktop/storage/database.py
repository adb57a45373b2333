"""The door to ``vela.db``: one thread that writes, two that read, and events after each commit."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from vela_desktop.config.paths import Paths
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import Event, Initiator
from vela_desktop.storage import changes, schema
from vela_desktop.storage.engine import reader_engine, trouble, writer_engine
from vela_desktop.storage.feed import FeedReader, this_writer
from vela_desktop.storage.work_unit import UnitOfWork

P = ParamSpec("P")
T = TypeVar("T")

READERS = 2

logger = logging.getLogger(__name__)


class Database:
    """Runs functions on the database's threads. Rows stay there; give back plain values.

    Every method raises ``VelaError``: ``data_disk_full``, ``data_busy`` (after 30 s),
    ``data_read_only`` or ``data_failed``; a write that raises has changed nothing.
    """

    def __init__(self, paths: Paths, bus: EventBus, poll_seconds: float) -> None:
        self.read_only = False
        """True where a newer program wrote the file: writes raise ``data_newer_schema``."""
        self._paths = paths
        self._bus = bus
        self._poll_seconds = poll_seconds
        self._writer_thread = ThreadPoolExecutor(1, "vela-db-write")
        self._reader_threads = ThreadPoolExecutor(READERS, "vela-db-read")
        self._writer = writer_engine(paths.database)
        self._readers = reader_engine(paths.database)
        self._identity = this_writer()
        self._feed: FeedReader | None = None
        self._pending: set[asyncio.Task[Any]] = set()
        self._poller: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, paths: Paths, bus: EventBus, poll_seconds: float = 0.5) -> "Database":
        """Open the database of a data folder; create it, or back it up and migrate it, first.

        Raises ``data_not_a_database``, ``data_read_only``, ``data_disk_full`` and the like.
        """
        database = cls(paths, bus, poll_seconds)
        try:
            await database._on(database._writer_thread, database._open)
        except BaseException:
            await database.close()
            raise
        return database

    async def read(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return ``function(connection, …)``, run on a reading thread in one transaction."""
        wanted = partial(self._look, lambda connection: function(connection, *args, **kwargs))
        return await self._on(self._reader_threads, wanted)

    async def write(
        self,
        function: Callable[..., T],
        *arguments: Any,
        initiator: Initiator,
        operation: str = "",
    ) -> T:
        """Run ``function(unit_of_work, …)`` in one IMMEDIATE transaction, then publish its events.

        Commit and publishing happen also when the caller is cancelled meanwhile. *operation* names
        the change in the history; by default the function's name does.
        """
        if self.read_only:
            raise VelaError(Code.DATA_NEWER, path=str(self._paths.database))
        name = operation or getattr(function, "__name__", "")
        wanted = partial(self._transact, lambda unit: function(unit, *arguments), initiator, name)
        return await self._shielded(self._commit(wanted))

    async def poll(self) -> None:
        """Publish what other processes committed since the last poll."""
        if self._feed is not None:
            await self._shielded(self._publish(self._feed))

    def start_polling(self) -> None:
        """Poll every ``poll_seconds`` until the database is closed."""
        self._poller = asyncio.create_task(self._poll_for_ever())

    async def close(self) -> None:
        """Finish what is being read and written, then let go of the files."""
        if self._poller is not None:
            self._poller.cancel()
            await asyncio.gather(self._poller, return_exceptions=True)
        while self._pending:
            await asyncio.wait(set(self._pending))
        await asyncio.to_thread(self._reader_threads.shutdown)
        self._readers.dispose()
        await self._on(self._writer_thread, self._writer.dispose)
        await asyncio.to_thread(self._writer_thread.shutdown)

    def _open(self) -> None:
        self.read_only = not schema.prepare(self._paths)
        if self.read_only:
            return  # the feed of a newer schema may mean something else
        self._purge()
        with self._writer.connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            self._feed = FeedReader(driver, self._identity)

    def _purge(self) -> None:
        """Drop what is kept for some days only. A failure keeps nobody from the rest."""
        try:
            with self._readers.begin() as connection:
                due = changes.is_due(connection, now_ms())
            if due:
                self._transact(changes.purge, Initiator(), "purge")
        except DBAPIError as error:
            logger.warning("purge put off: %s", trouble(error, self._paths.data).code)

    def _look(self, function: Callable[[Connection], T]) -> T:
        with self._readers.begin() as connection:
            return function(connection)

    def _transact(
        self, function: Callable[[UnitOfWork], T], initiator: Initiator, operation: str
    ) -> tuple[T, tuple[Event, ...]]:
        with self._writer.begin() as connection:
            unit = UnitOfWork(
                connection, initiator=initiator, operation=operation, writer=self._identity
            )
            result = function(unit)
            unit.flush()
        return result, unit.events

    async def _commit(self, call: Callable[[], tuple[T, tuple[Event, ...]]]) -> T:
        result, events = await self._on(self._writer_thread, call)
        for event in events:
            self._bus.publish(event)
        return result

    async def _publish(self, feed: FeedReader) -> None:
        for event in await self._on(self._writer_thread, feed.poll):
            self._bus.publish(event)

    async def _poll_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._poll_seconds)
            try:
                await self.poll()
            except VelaError as error:
                logger.warning("feed not read: %s", error.wire)

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)
        return await asyncio.shield(task)

    async def _on(self, threads: ThreadPoolExecutor, function: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, function)
        except (DBAPIError, sqlite3.Error, OSError) as error:
            raise trouble(error, self._paths.data) from error
