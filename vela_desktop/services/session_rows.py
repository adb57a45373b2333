"""The session list as plain data: rows are assembled once and again only where they changed.

No I/O and no event loop here, so that a thread can do it.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from threading import Lock

from vela_desktop.domain.entries import Group, GroupKind
from vela_desktop.domain.sessions import FoundSession, Relation, SessionQuery, SessionRow
from vela_desktop.domain.text import elide

TITLE_SHOWN = 120
"""Characters of a first prompt that stand in for a missing title."""


Recorded = Mapping[str, FoundSession]
"""The sessions with recordings, as they were known when the last one was attached, by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Badges:
    """What the database adds to sessions: entries (any edited?), unfinished jobs, recordings."""

    entries: Mapping[str, tuple[int, bool]] = field(default_factory=dict)
    curating: frozenset[str] = frozenset()
    recorded: Recorded = field(default_factory=dict)

    def of(self, session_id: str) -> tuple[int, bool, bool, int]:
        """Return the number of entries, whether one was edited, whether a job is unfinished, and
        the number of recordings."""
        entries = self.entries.get(session_id, (0, False))
        recorded = self.recorded.get(session_id)
        recordings = len(recorded.recordings) if recorded else 0
        return *entries, session_id in self.curating, recordings


NO_BADGES = Badges()


@dataclass(slots=True)
class _Kept:
    found: FoundSession
    row: SessionRow
    badge: tuple[int, bool, bool, int]
    words: str = ""
    """What is searched for words, folded; made when it is first asked for."""


@dataclass(slots=True)
class SessionRows:
    """Every session that was found, with its row."""

    _kept: dict[str, _Kept] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    """A question that was given up may still be at work in its thread."""

    def update(self, changed: Iterable[FoundSession], gone: Iterable[str] = ()) -> None:
        """Follow the index: *changed* sessions replace what was known of them."""
        with self._lock:
            for session_id in gone:
                self._kept.pop(session_id, None)
            for found in changed:
                row = to_row(found, NO_BADGES)
                self._kept[found.id] = _Kept(found, row, NO_BADGES.of(found.id))

    def matching(self, badges: Badges, query: SessionQuery) -> list[SessionRow]:
        """Return the rows that match *query*, the newest first; among them the recorded sessions
        whose transcripts are gone."""
        words = folded(query.text).split()
        with self._lock:
            self._wear(badges)
            rows = [
                kept.row
                for kept in self._kept.values()
                if passes(kept.row, query)
                and (not words or all(word in _words(kept) for word in words))
            ]
            gone = [one for key, one in badges.recorded.items() if key not in self._kept]
        rows += [row for one in gone if matches(row := to_row(one, badges), query)]
        rows.sort(key=age)
        return rows

    def projects(self, badges: Badges) -> tuple[Group, ...]:
        """Return every project that sessions ran in, with how many, by name; counted among them
        the recorded sessions whose transcripts are gone."""
        counts: dict[str, int] = {}
        names: dict[str, str] = {}
        with self._lock:
            rows = [kept.row for kept in self._kept.values()]
            gone = [one for key, one in badges.recorded.items() if key not in self._kept]
        for row in (*rows, *(to_row(one, badges) for one in gone)):
            if row.relation is not Relation.SUBAGENT:
                counts[row.project_id] = counts.get(row.project_id, 0) + 1
                names[row.project_id] = row.project
        groups = (
            Group(kind=GroupKind.PROJECT, id=key, project_id=key, name=names[key], count=count)
            for key, count in counts.items()
        )
        return tuple(sorted(groups, key=lambda group: group.name.casefold()))

    def _wear(self, badges: Badges) -> None:
        """Bring every row's badges up to date."""
        for session_id, kept in self._kept.items():
            badge = badges.of(session_id)
            if badge != kept.badge:
                kept.row, kept.badge = to_row(kept.found, badges), badge


def _words(kept: _Kept) -> str:
    if not kept.words:
        kept.words = searched(kept.row)
    return kept.words


def age(row: SessionRow) -> tuple[int, str]:
    """Return the key that sorts the newest session first."""
    return -(row.last_at or 0), row.id


def project_name(root_path: str) -> str:
    """Return how a project is called: its folder's name, or nothing where it is unknown."""
    return PurePath(root_path).name or root_path


def session_title(found: FoundSession) -> str:
    """Return how a session is called: its title, else its first prompt, else its id."""
    title = found.facts.title or found.facts.first_prompt or ""
    return elide(title, TITLE_SHOWN) or found.facts.native_id


def to_row(found: FoundSession, badges: Badges) -> SessionRow:
    """Return the row of *found* with its badges."""
    count, edited, curating, recordings = badges.of(found.id)
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
        curating=curating,
        scan_error=found.scan_error,
        recordings=recordings,
    )


def folded(text: str) -> str:
    """Return *text* as words are compared: compatible forms and case make no difference."""
    return unicodedata.normalize("NFKC", text).casefold()


def searched(row: SessionRow) -> str:
    """Return what the words of a query are looked for in."""
    return folded(f"{row.title}\n{row.id}\n{row.native_id}\n{row.first_prompt or ''}")


def passes(row: SessionRow, query: SessionQuery) -> bool:
    """Tell whether *row* passes the filters of *query*, its words apart."""
    return (
        (query.children or row.relation is not Relation.SUBAGENT)
        and (query.agent is None or row.agent is query.agent)
        and (query.project_id is None or row.project_id == query.project_id)
        and (query.since is None or (row.last_at or 0) >= query.since)
        and (not query.uncurated or row.entries == 0)
        and (query.archived is None or row.archived == query.archived)
    )


def matches(row: SessionRow, query: SessionQuery) -> bool:
    """Tell whether *row* belongs in a list filtered by *query*."""
    words = folded(query.text).split()
    return passes(row, query) and (not words or all(word in searched(row) for word in words))
