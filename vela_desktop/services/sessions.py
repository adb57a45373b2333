"""The session list: what the index found, with what the knowledge base adds to each row."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from pathlib import Path

from vela_desktop.domain import limits
from vela_desktop.domain.entries import Group
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import (
    FoundSession,
    RootProblem,
    RootStatus,
    SessionQuery,
    SessionRow,
)
from vela_desktop.domain.values import Page
from vela_desktop.index.store import Index
from vela_desktop.services.prefixes import several_sessions
from vela_desktop.services.session_rows import (
    NO_BADGES,
    Badges,
    Recorded,
    SessionRows,
    matches,
    project_name,
    session_title,
    to_row,
)

__all__ = [
    "NO_BADGES",
    "Badges",
    "Recorded",
    "SessionService",
    "matches",
    "project_name",
    "session_title",
    "to_row",
]

ALL_ANEW = 500
"""So many changes behind, the whole list is read: the index does not remember all that went."""


class SessionService:
    """Reads the index. Works before the knowledge base is open: rows then have no badges.

    Rows are kept between questions; only those that the index says have changed are read again,
    whichever program changed them. Assembling and filtering happens in a thread.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self._badges: Callable[[], Awaitable[Badges]] | None = None
        self._recorded: Callable[[], Awaitable[Recorded]] | None = None
        self._rows = SessionRows()
        self._sequence = 0
        self._path: Path | None = None
        self._reading = asyncio.Lock()

    def use_badges(self, badges: Callable[[], Awaitable[Badges]]) -> None:
        """Ask *badges* from now on for what to add to each row."""
        self._badges = badges

    def use_recorded(self, recorded: Callable[[], Awaitable[Recorded]]) -> None:
        """Ask *recorded* from now on for the sessions with recordings."""
        self._recorded = recorded

    async def list(self, query: SessionQuery) -> Page[SessionRow]:
        """Return the sessions that match *query*, newest first."""
        badges = await self._present_badges()
        async with self._reading:
            await self._catch_up()
            rows = await asyncio.to_thread(self._rows.matching, badges, query)
        if query.page is None:
            return Page(len(rows), 1, tuple(rows))
        start = (query.page - 1) * limits.PAGE_SIZE
        return Page(len(rows), query.page, tuple(rows[start : start + limits.PAGE_SIZE]))

    async def rows(self, session_ids: Iterable[str]) -> tuple[SessionRow, ...]:
        """Return the present rows of *session_ids*; those that are gone are left out."""
        badges, wanted = await self._present_badges(), tuple(session_ids)
        found = await self._index.changed(wanted)
        present = {one.id for one in found}
        gone = [badges.recorded[key] for key in wanted if key in badges.recorded]
        kept = [*found, *(one for one in gone if one.id not in present)]
        return await asyncio.to_thread(lambda: tuple(to_row(one, badges) for one in kept))

    async def get(self, session_id: str) -> SessionRow:
        """Return one session's row; raises ``session_not_found``."""
        badges = await self._present_badges()
        return to_row(await self._known(session_id, badges.recorded), badges)

    async def found(self, session_id: str) -> FoundSession:
        """Return what the index knows of a session, and its recordings; where its transcript is
        gone, what was known when the last one was attached. Raises ``session_not_found``."""
        return await self._known(session_id, await self._present_recorded())

    async def _known(self, session_id: str, every: Recorded) -> FoundSession:
        found, recorded = await self._index.get(session_id), every.get(session_id)
        if found is not None and recorded is not None:
            return replace(found, recordings=recorded.recordings)
        known = found or recorded
        if known is None:
            raise VelaError(Code.SESSION_NOT_FOUND, value=session_id)
        return known

    async def by_prefix(self, prefix: str) -> FoundSession:
        """Return the one session whose id or native id begins with *prefix*.

        Raises ``session_not_found`` or, with the ids in ``sessions``, ``session_ambiguous``.
        """
        recorded = await self._present_recorded()
        ids = {found.id for found in await self._index.by_prefix(prefix)} | {
            one.id
            for one in recorded.values()
            if one.id.startswith(prefix) or one.facts.native_id.startswith(prefix)
        }
        if not ids:
            raise VelaError(Code.SESSION_NOT_FOUND, value=prefix)
        if len(ids) > 1:
            raise several_sessions(prefix, sorted(ids))
        return await self._known(ids.pop(), recorded)

    async def projects(self) -> tuple[Group, ...]:
        """Return every project that sessions ran in, with how many, by name."""
        badges = await self._present_badges()
        async with self._reading:
            await self._catch_up()
            return await asyncio.to_thread(self._rows.projects, badges)

    async def roots(self) -> tuple[RootStatus, ...]:
        """Return the agents' folders, with what was found in each."""
        return await self._index.roots()

    async def problems(self) -> tuple[RootProblem, ...]:
        """Return the folders that could not be listed."""
        return await self._index.problems()

    async def size_bytes(self) -> int:
        """Return the size of the index on disk."""
        return await self._index.size_bytes()

    async def _catch_up(self) -> None:
        """Read what changed in the index since the last question; all of it the first time."""
        newest = await self._index.sequence()
        if self._path != self._index.path or not 0 <= newest - self._sequence <= ALL_ANEW:
            found, rows = await self._index.sessions(), SessionRows()
            await asyncio.to_thread(rows.update, found)
            self._rows, self._sequence, self._path = rows, newest, self._index.path
            return
        changes = await self._index.changes(self._sequence)
        if changes.sequence != self._sequence:
            found = await self._index.changed(changes.changed)
            gone = (set(changes.changed) - {one.id for one in found}) | set(changes.gone)
            await asyncio.to_thread(self._rows.update, found, gone)
            self._sequence = changes.sequence

    async def _present_badges(self) -> Badges:
        badges = NO_BADGES if self._badges is None else await self._badges()
        return replace(badges, recorded=await self._present_recorded())

    async def _present_recorded(self) -> Recorded:
        return {} if self._recorded is None else await self._recorded()
