"""The session list: what the index found, with what the knowledge base adds to each row."""

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePath

from vela_desktop.domain import limits
from vela_desktop.domain.entries import Group, GroupKind
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import (
    FoundSession,
    Relation,
    RootStatus,
    SessionQuery,
    SessionRow,
)
from vela_desktop.domain.text import elide
from vela_desktop.domain.values import Page
from vela_desktop.index.store import Index

TITLE_SHOWN = 120
"""Characters of a first prompt that stand in for a missing title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Badges:
    """What the knowledge base says of sessions: entries (any edited?) and unfinished jobs."""

    entries: dict[str, tuple[int, bool]]
    curating: frozenset[str]


NO_BADGES = Badges(entries={}, curating=frozenset())


class SessionService:
    """Reads the index. Works before the knowledge base is open: rows then have no badges."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._badges: Callable[[], Awaitable[Badges]] | None = None

    def use_badges(self, badges: Callable[[], Awaitable[Badges]]) -> None:
        """Ask *badges* from now on for what to add to each row."""
        self._badges = badges

    async def list(self, query: SessionQuery) -> Page[SessionRow]:
        """Return the sessions that match *query*, newest first."""
        badges = await self._present_badges()
        found = await self._index.sessions()
        rows = await asyncio.to_thread(_matching, found, badges, query)
        if query.page is None:
            return Page(len(rows), 1, tuple(rows))
        start = (query.page - 1) * limits.PAGE_SIZE
        return Page(len(rows), query.page, tuple(rows[start : start + limits.PAGE_SIZE]))

    async def rows(self, session_ids: Iterable[str]) -> tuple[SessionRow, ...]:
        """Return the present rows of *session_ids*; those that are gone are left out."""
        badges = await self._present_badges()
        return tuple(to_row(found, badges) for found in await self._index.changed(session_ids))

    async def get(self, session_id: str) -> SessionRow:
        """Return one session's row; raises ``session_not_found``."""
        return to_row(await self.found(session_id), await self._present_badges())

    async def found(self, session_id: str) -> FoundSession:
        """Return what the index knows of a session; raises ``session_not_found``."""
        found = await self._index.get(session_id)
        if found is None:
            raise VelaError(Code.SESSION_NOT_FOUND, value=session_id)
        return found

    async def by_prefix(self, prefix: str) -> FoundSession:
        """Return the one session whose id or native id begins with *prefix*.

        Raises ``session_not_found`` or, with the ids in ``sessions``, ``session_ambiguous``.
        """
        matches = await self._index.by_prefix(prefix)
        if not matches:
            raise VelaError(Code.SESSION_NOT_FOUND, value=prefix)
        if len(matches) > 1:
            raise ambiguous(prefix, [found.id for found in matches])
        return matches[0]

    async def projects(self) -> tuple[Group, ...]:
        """Return every project that sessions ran in, with how many, by name."""
        counts: dict[str, int] = {}
        names: dict[str, str] = {}
        for found in await self._index.sessions():
            if found.facts.relation is not Relation.SUBAGENT:
                counts[found.project_id] = counts.get(found.project_id, 0) + 1
                names[found.project_id] = project_name(found.project_root)
        groups = (
            Group(kind=GroupKind.PROJECT, id=key, project_id=key, name=names[key], count=count)
            for key, count in counts.items()
        )
        return tuple(sorted(groups, key=lambda group: group.name.casefold()))

    async def roots(self) -> tuple[RootStatus, ...]:
        """Return the agents' folders, with what was found in each."""
        return await self._index.roots()

    async def size_bytes(self) -> int:
        """Return the size of the index on disk."""
        return await self._index.size_bytes()

    async def _present_badges(self) -> Badges:
        return NO_BADGES if self._badges is None else await self._badges()


def ambiguous(value: str, sessions: list[str]) -> VelaError:
    """Return the error that says which sessions *value* may mean."""
    listed = ", ".join(sessions[:8]) + (" …" if len(sessions) > 8 else "")
    return VelaError(Code.SESSION_AMBIGUOUS, value=value, sessions=sessions, listed=listed)


def project_name(root_path: str) -> str:
    """Return how a project is called: its folder's name, or nothing where it is unknown."""
    return PurePath(root_path).name or root_path


def session_title(found: FoundSession) -> str:
    """Return how a session is called: its title, else its first prompt, else its id."""
    title = found.facts.title or found.facts.first_prompt or ""
    return elide(title, TITLE_SHOWN) or found.facts.native_id


def to_row(found: FoundSession, badges: Badges) -> SessionRow:
    """Return the row of *found* with its badges."""
    count, edited = badges.entries.get(found.id, (0, False))
    facts = found.facts
    return SessionRow(
        id=found.id,
        agent=found.agent,
        native_id=facts.native_id,
        title=session_title(found),
        project_id=found.project_id,
        project=project_name(found.project_root),
        cwd=facts.cwd,
        branch=facts.branch,
        started_at=facts.started_at,
        last_at=facts.last_at or found.mtime_ns // 1_000_000,
        first_prompt=facts.first_prompt,
        relation=facts.relation,
        path=found.locations[0] if found.locations else None,
        entries=count,
        edited=edited,
        curating=found.id in badges.curating,
        scan_error=found.scan_error,
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def matches(row: SessionRow, query: SessionQuery) -> bool:
    """Tell whether *row* belongs in a list filtered by *query*."""
    wanted = (
        query.children or row.relation is not Relation.SUBAGENT,
        query.agent is None or row.agent is query.agent,
        query.project_id is None or row.project_id == query.project_id,
        query.since is None or (row.last_at or 0) >= query.since,
        not query.uncurated or row.entries == 0,
        query.archived is None or row.archived == query.archived,
    )
    return all(wanted) and _has_words(row, query.text)


def _has_words(row: SessionRow, text: str) -> bool:
    words = _folded(text).split()
    if not words:
        return True
    hay = _folded(f"{row.title}\n{row.id}\n{row.native_id}\n{row.first_prompt or ''}")
    return all(word in hay for word in words)


def _matching(
    found: tuple[FoundSession, ...], badges: Badges, query: SessionQuery
) -> list[SessionRow]:
    rows = (to_row(item, badges) for item in found)
    return sorted(
        (row for row in rows if matches(row, query)),
        key=lambda row: row.last_at or 0,
        reverse=True,
    )
