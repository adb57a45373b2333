"""Every page has a ``vela://`` link. Formatted and parsed here and nowhere else.

A link is ``vela://<page>[/<id>[/<part>]][?key=value…]``.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import Citation
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import JobStatus

SCHEME = "vela"
SETTINGS_PAGES = ("agents", "jobs")


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRoute:
    """The first page: what was found on this computer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRoute:
    """A conversation, optionally at one turn and step."""

    session_id: str
    turn: int | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CurateRoute:
    """The curate dialog over a session."""

    session_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRoute:
    """An entry's page."""

    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFormRoute:
    """The form for an entry's title, summary, tags and kind."""

    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionRoute:
    """An older version of an entry."""

    entry_id: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotRoute:
    """The text that was read at curation time."""

    source_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesRoute:
    """A list of entries: of everything, a project, or a session."""

    project_id: str | None = None
    session_id: str | None = None
    tag: str | None = None
    sort: str = "updated"
    page: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsRoute:
    """The records (整理记录), filtered and paged; ``job_id`` opens one row."""

    status: JobStatus | None = None
    project_id: str | None = None
    session_id: str | None = None
    page: int = 1
    job_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsRoute:
    """The settings window at one of its pages; ``agent`` is the one that page Agents shows."""

    page: str = "agents"
    agent: Agent | None = None


Route = (
    StartRoute
    | SessionRoute
    | CurateRoute
    | EntryRoute
    | EntryFormRoute
    | RevisionRoute
    | SnapshotRoute
    | EntriesRoute
    | JobsRoute
    | SettingsRoute
)

Pairs = dict[str, str]


def _url(name: str, /, *parts: str, **query: object) -> str:
    path = "/".join((name, *(quote(part, safe="") for part in parts)))
    kept = {key: str(value) for key, value in query.items() if value is not None}
    return f"{SCHEME}://{path}" + (f"?{urlencode(kept)}" if kept else "")


def format_route(route: Route) -> str:
    """Return the link of *route*."""
    match route:
        case StartRoute():
            return _url("start")
        case SessionRoute():
            return _url("session", route.session_id, turn=route.turn, step=route.step)
        case CurateRoute():
            return _url("curate", route.session_id)
        case EntryRoute():
            return _url("entry", route.entry_id)
        case EntryFormRoute():
            return _url("entry", route.entry_id, "edit")
        case RevisionRoute():
            return _url("entry", route.entry_id, str(route.version))
        case SnapshotRoute():
            return _url("snapshot", route.source_id)
        case EntriesRoute():
            return _url(
                "entries",
                project=route.project_id,
                session=route.session_id,
                tag=route.tag,
                sort=None if route.sort == "updated" else route.sort,
                page=None if route.page == 1 else route.page,
            )
        case JobsRoute():
            return _url(
                "jobs",
                status=route.status,
                project=route.project_id,
                session=route.session_id,
                page=None if route.page == 1 else route.page,
                job=route.job_id,
            )
        case SettingsRoute():
            return _url("settings", route.page, agent=route.agent)


def _number(query: Pairs, key: str) -> int | None:
    return int(query[key]) if key in query else None


def _entry(parts: list[str], query: Pairs) -> Route:
    del query
    if len(parts) == 1:
        return EntryRoute(entry_id=parts[0])
    entry_id, part = parts
    if part == "edit":
        return EntryFormRoute(entry_id=entry_id)
    return RevisionRoute(entry_id=entry_id, version=int(part))


def _session(parts: list[str], query: Pairs) -> Route:
    (session,) = parts
    return SessionRoute(
        session_id=session, turn=_number(query, "turn"), step=_number(query, "step")
    )


def _entries(parts: list[str], query: Pairs) -> Route:
    if parts:
        raise ValueError(parts)
    sort = query.get("sort", "updated")
    if sort not in {"updated", "title"}:
        raise ValueError(sort)
    return EntriesRoute(
        project_id=query.get("project"),
        session_id=query.get("session"),
        tag=query.get("tag"),
        sort=sort,
        page=_page(query),
    )


def _jobs(parts: list[str], query: Pairs) -> Route:
    if parts:
        raise ValueError(parts)
    return JobsRoute(
        status=JobStatus(query["status"]) if "status" in query else None,
        project_id=query.get("project"),
        session_id=query.get("session"),
        page=_page(query),
        job_id=query.get("job"),
    )


def _page(query: Pairs) -> int:
    page = int(query.get("page", "1"))
    if page < 1:
        raise ValueError(page)
    return page


def _start(parts: list[str], query: Pairs) -> Route:
    del query
    if parts:
        raise ValueError(parts)
    return StartRoute()


def _curate(parts: list[str], query: Pairs) -> Route:
    del query
    (session,) = parts
    return CurateRoute(session_id=session)


def _snapshot(parts: list[str], query: Pairs) -> Route:
    del query
    (source,) = parts
    return SnapshotRoute(source_id=source)


def _settings(parts: list[str], query: Pairs) -> Route:
    page = parts[0] if parts else SETTINGS_PAGES[0]
    if len(parts) > 1 or page not in SETTINGS_PAGES:
        raise ValueError(parts)
    return SettingsRoute(page=page, agent=Agent(query["agent"]) if "agent" in query else None)


_PAGES: dict[str, Callable[[list[str], Pairs], Route]] = {
    "start": _start,
    "session": _session,
    "curate": _curate,
    "entry": _entry,
    "snapshot": _snapshot,
    "entries": _entries,
    "jobs": _jobs,
    "settings": _settings,
}


def parse_route(url: str) -> Route:
    """Return the route that *url* names.

    Raises VelaError ``memory_invalid:route`` for anything else.
    """
    try:
        split = urlsplit(url.strip())
        if split.scheme != SCHEME:
            raise ValueError(split.scheme)
        parts = [unquote(part) for part in split.path.split("/") if part]
        query = dict(
            parse_qsl(split.query, keep_blank_values=True, strict_parsing=bool(split.query))
        )
        return _PAGES[split.netloc](parts, query)
    except (ValueError, KeyError) as error:
        raise VelaError(Code.INVALID, what="route", value=url[:200]) from error


_CITATION = re.compile(
    r"(?P<session>[0-9a-f-]{36})@(?P<turn>\d{1,9})(?::step(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?)?"
)


def format_citation(citation: Citation) -> str:
    """Return the link target of *citation*: ``SID@N``, ``SID@N:stepA`` or ``SID@N:stepA-B``."""
    base = f"{citation.session_id}@{citation.turn}"
    if citation.step_from is None:
        return base
    last = citation.step_to
    more = f"-{last}" if last is not None and last != citation.step_from else ""
    return f"{base}:step{citation.step_from}{more}"


def parse_citation(target: str) -> Citation | None:
    """Return the citation that a link target names, or None where it is no citation."""
    match = _CITATION.fullmatch(target.strip())
    if match is None:
        return None
    first, last = match["first"], match["last"]
    return Citation(
        session_id=match["session"],
        turn=int(match["turn"]),
        step_from=int(first) if first else None,
        step_to=int(last) if last else None,
    )
