"""The window's and the command line's view of ``index.db``: read only, on one thread of its own.

Workers fill the file through ``index.scan`` and ``index.maps``. Imports nothing heavy, so that the
first list can be painted before the rest of the program is loaded.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import FoundSession, RootProblem, RootStatus
from vela_desktop.index import place, rows, schema
from vela_desktop.index.failures import translated
from vela_desktop.index.rows import Changes

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)


class Index:
    """Answers questions about the sessions that were found.

    Where the file proves broken while it is read, an empty one takes its place and ``path`` moves
    on; a new scan fills it.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, thread: ThreadPoolExecutor
    ) -> None:
        self._path = path
        self._connection = connection
        self._thread = thread

    @classmethod
    async def open(cls, folder: Path) -> "Index":
        """Open the present index file in *folder*, creating or replacing it as needed.

        Raises VelaError ``data_…`` where the folder cannot be used.
        """
        thread = ThreadPoolExecutor(1, thread_name_prefix="index")
        try:
            path, connection = await asyncio.wrap_future(
                thread.submit(_open_for_reading, lambda: place.open_present(folder))
            )
        except BaseException:
            thread.shutdown(wait=False)
            raise
        return cls(path, connection, thread)

    @property
    def path(self) -> Path:
        """The file that worker functions are given; ask for it anew with every call."""
        return self._path

    async def sessions(self) -> tuple[FoundSession, ...]:
        """Return every session, the newest first."""
        return await self._read(rows.sessions)

    async def get(self, session_id: str) -> FoundSession | None:
        """Return the session with this id."""
        found = await self._read(rows.of_ids, (session_id,))
        return found[0] if found else None

    async def changed(self, ids: Iterable[str]) -> tuple[FoundSession, ...]:
        """Return the sessions of *ids* that are still there, the newest first."""
        return await self._read(rows.of_ids, tuple(ids))

    async def by_prefix(self, prefix: str) -> tuple[FoundSession, ...]:
        """Return the sessions whose id or native id begins with *prefix*, the newest first."""
        return await self._read(rows.by_prefix, prefix)

    async def problems(self) -> tuple[RootProblem, ...]:
        """Return the folders that could not be listed."""
        return await self._read(rows.problems)

    async def roots(self) -> tuple[RootStatus, ...]:
        """Return every folder that was looked at, and what was found in it."""
        return await self._read(rows.roots)

    async def sequence(self) -> int:
        """Return the number of the newest change, for ``changes`` and ``scan.begin``.

        Ask before ``sessions``, so that nothing falls between the two.
        """
        return await self._read(schema.last_sequence)

    async def changes(self, after: int) -> Changes:
        """Return what any program changed after the change numbered *after*."""
        return await self._read(rows.changes, after)

    async def size_bytes(self) -> int:
        """Return how much room the index takes on disk, in bytes."""
        return await self._run(self._size)

    async def renew(self, broken: Path) -> None:
        """Go on from the file after *broken*, which a worker found not to be a database.

        Does nothing when that was done already.
        """
        await self._run(self._renew, broken)

    async def close(self) -> None:
        """Close the file; the index cannot be used afterwards."""
        await self._run(self._connection.close)
        self._thread.shutdown(wait=False)

    async def _read(
        self,
        function: Callable[Concatenate[sqlite3.Connection, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        return await self._run(self._reading, lambda now: function(now, *arguments, **named))

    async def _run(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        return await asyncio.wrap_future(self._thread.submit(function, *arguments, **named))

    def _reading(self, function: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return self._attempt(function)
        except VelaError as error:
            if error.code is not Code.DATA_INVALID:
                raise
        self._renew(self._path)
        return self._attempt(function)

    def _attempt(self, function: Callable[[sqlite3.Connection], T]) -> T:
        with translated(self._path):
            return function(self._connection)

    def _renew(self, broken: Path) -> None:
        if self._path != broken:
            return
        path, connection = _open_for_reading(lambda: place.open_instead(broken))
        self._connection.close()
        self._path, self._connection = path, connection
        logger.warning("the index file was broken; %s takes its place", self._path.name)

    def _size(self) -> int:
        files = self._path.parent.glob(f"{self._path.name}*")
        return sum(file.stat().st_size for file in files)


def _open_for_reading(
    open_file: Callable[[], tuple[Path, sqlite3.Connection]],
) -> tuple[Path, sqlite3.Connection]:
    path, connection = open_file()
    connection.execute("PRAGMA query_only = ON")
    return path, connection
