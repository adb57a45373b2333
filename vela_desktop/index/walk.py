"""Looking over the folders of transcripts: what is new, changed or gone, before any is read."""

import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import Fingerprint, Location
from vela_desktop.index.records import Met
from vela_desktop.index.rows import marks
from vela_desktop.sources.files import path_of, shown
from vela_desktop.sources.protocol import Found, Identity, Root
from vela_desktop.sources.readers import reader
from vela_desktop.sources.sniff import agent_of


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
    doubles: set[Location] = field(default_factory=set)
    """Other paths to files that were met: links, mounts, folders that two agents use."""
    problems: dict[Root, VelaError] = field(default_factory=dict)
    _places: dict[Identity, Location] = field(default_factory=dict)

    def meet(self, found: Found, root: str) -> None:
        """Take a transcript that was found in *root*, once whichever paths lead to it."""
        location, identity = found.location, found.identity
        if location in self.met or location in self.doubles:
            return
        if identity is not None:
            other = self._places.setdefault(identity, location)
            if other != location and not _is_better(location, other):
                self.doubles.add(location)
                return
            if other != location:
                self.doubles.add(other)
                del self.met[other]
                self._places[identity] = location
        self.met[location] = Met(location=location, fingerprint=found.fingerprint, root=root)


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
            folder = name(root)
            for found in reader(root.agent).discover(root):
                result.meet(found, folder)
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

    A location that the walk did not meet is forgotten when its file is gone or was met at another
    path, or when its folder is none of its agent's any more. So a file that another program found
    a moment ago stays, and so does everything in a folder that cannot be listed just now.
    """
    folders = {name(root) for root in roots}
    had = {one.location: one for one in before}
    pending = [met for met in seen.met.values() if _to_read(met, had)]
    gone = []
    for one in before:
        if one.location in seen.met:
            continue
        is_kept = one.registered or (one.root in folders and one.location not in seen.doubles)
        now = _fingerprint(one) if is_kept else None
        if now is None:
            gone.append(one.location)
        elif now != one.fingerprint or one.failed:
            pending.append(Met(location=one.location, fingerprint=now, root=one.root))
    return Plan(pending=tuple(pending), gone=tuple(gone))


def name(root: Root) -> str:
    """Return the folder of *root* as text that can be stored and shown."""
    return shown(str(root.path))


def _is_better(new: Location, before: Location) -> bool:
    """Tell whether of two paths to one file *new* is the one to name it by: that of the agent that
    wrote it, else the one without links, else the one that was met first."""
    if new.agent is not before.agent:
        writer = _writer(before)
        if writer in (new.agent, before.agent):
            return writer is new.agent
    return _has_no_links(new) and not _has_no_links(before)


def _writer(location: Location) -> Agent | None:
    try:
        return agent_of(path_of(location))
    except VelaError:
        return None


def _has_no_links(location: Location) -> bool:
    return os.path.realpath(location.ref) == location.ref


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
