"""Looking over the folders of transcripts: what is new, changed or gone, before any is read."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import Fingerprint, Location
from vela_desktop.index.records import Met
from vela_desktop.index.rows import marks
from vela_desktop.sources.files import shown
from vela_desktop.sources.protocol import Root
from vela_desktop.sources.readers import reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the index has of a location."""

    location: Location
    fingerprint: Fingerprint
    root: str | None
    registered: bool
    failed: bool
    """Its last reading failed: it is tried again, for a permission may have changed unseen."""


@dataclass(slots=True, kw_only=True)
class Survey:
    """What a walk over the folders met."""

    met: dict[Location, Met] = field(default_factory=dict)
    problems: dict[Root, VelaError] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What the index has to do about a survey."""

    pending: tuple[Met, ...]
    gone: tuple[Location, ...]


def survey(roots: Iterable[Root]) -> Survey:
    """List the transcripts below *roots*; a folder that cannot be listed becomes a problem."""
    result = Survey()
    for root in roots:
        if not root.exists:
            continue
        try:
            _walk(root, result.met)
        except VelaError as error:
            if error.code is not Code.SOURCE_GONE:
                result.problems[root] = error
    return result


def known(connection: sqlite3.Connection, agents: Sequence[Agent]) -> list[Known]:
    """Return every location of *agents* that the index has."""
    query = f"""
        SELECT agent, ref, size, mtime_ns, root, registered, scan_error IS NOT NULL
        FROM location WHERE agent IN {marks(agents)}
    """
    names = {str(agent): agent for agent in agents}
    return [
        Known(
            location=Location(names[agent], ref),
            fingerprint=Fingerprint(size, mtime_ns),
            root=root,
            registered=bool(registered),
            failed=bool(failed),
        )
        for agent, ref, size, mtime_ns, root, registered, failed in connection.execute(
            query, list(map(str, agents))
        )
    ]


def compare(roots: Iterable[Root], seen: Survey, before: Sequence[Known]) -> Plan:
    """Tell what is to be read and what to be forgotten.

    A location that the walk did not meet is forgotten when its file is gone, or when its folder is
    none of its agent's any more. So a file that another program found a moment ago stays, and so
    does everything in a folder that cannot be listed just now.
    """
    folders = {name(root) for root in roots}
    had = {one.location: one for one in before}
    pending = [met for met in seen.met.values() if _to_read(met, had)]
    gone = []
    for one in before:
        if one.location in seen.met:
            continue
        now = _fingerprint(one) if one.registered or one.root in folders else None
        if now is None:
            gone.append(one.location)
        elif now != one.fingerprint or one.failed:
            pending.append(Met(location=one.location, fingerprint=now, root=one.root))
    return Plan(pending=tuple(pending), gone=tuple(gone))


def name(root: Root) -> str:
    """Return the folder of *root* as text that can be stored and shown."""
    return shown(str(root.path))


def _walk(root: Root, met: dict[Location, Met]) -> None:
    path = name(root)
    for found in reader(root.agent).discover(root):
        met.setdefault(
            found.location,
            Met(location=found.location, fingerprint=found.fingerprint, root=path),
        )


def _to_read(met: Met, had: Mapping[Location, Known]) -> bool:
    one = had.get(met.location)
    return one is None or one.failed or one.fingerprint != met.fingerprint or one.root != met.root


def _fingerprint(one: Known) -> Fingerprint | None:
    """Return the fingerprint of *one* now, None where its file is gone; the old one where that
    cannot be told."""
    try:
        return reader(one.location.agent).fingerprint(one.location)
    except VelaError as error:
        return None if error.code is Code.SOURCE_GONE else one.fingerprint
