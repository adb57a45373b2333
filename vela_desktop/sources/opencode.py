"""OpenCode's sessions: its databases of every version, and the JSON trees from before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, FileReason, VelaError
from vela_desktop.domain.sessions import (
    Fingerprint,
    Location,
    MapEntry,
    Message,
    Relation,
    SessionFacts,
    TranscriptMap,
)
from vela_desktop.domain.text import elide, safe
from vela_desktop.sources import files, opencode_blocks, places
from vela_desktop.sources import opencode_places as holders
from vela_desktop.sources.heads import PROMPT_CHARS, TITLE_CHARS
from vela_desktop.sources.opencode_names import is_title, location_of, parts_of, reference_of
from vela_desktop.sources.opencode_pass import OpenCodePass
from vela_desktop.sources.opencode_talk import About, Listed, Store, Talk
from vela_desktop.sources.passes import collector_paused
from vela_desktop.sources.protocol import Found, Root
from vela_desktop.sources.states import packed, unpacked

_VERSION = 1
"""Of the state: another number than the stored one means to begin anew."""
_SEARCHED = 50
"""Among how many prompts one with words is looked for."""


class OpenCodeReader:
    """Reads the sessions of OpenCode 0.5 to 2.

    A span of a map is the place of a message (in a database its row, in a tree the number of its
    file) and how many bytes it has with its parts; a message's call and result lie at one place.
    """

    agent: ClassVar[Agent] = Agent.OPENCODE

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the data folder, its trees, and a database that lies elsewhere."""
        return holders.roots(environment, override)

    def discover(self, root: Root) -> Iterator[Found]:
        """Yield the sessions, of each database or tree the newest first.

        Those of a tree that a database beside it has too are left out. A database that cannot be
        read hides neither the others nor the tree.
        """
        problem = None
        for container in holders.containers_of(root):
            try:
                status = holders.status_of(container)
                found, trouble = _listed(container, is_tree=not root.flat)
            except VelaError as error:
                problem = problem or error
                continue
            problem = problem or trouble
            reference = reference_of(container)
            for one in found:
                yield Found(
                    location=Location(self.agent, reference + one.native_id),
                    fingerprint=one.fingerprint,
                    identity=files.identity(status, one.native_id),
                )
        if problem:
            raise problem

    def accepts(self, path: Path) -> bool:
        """Tell whether *path* is or holds a database of OpenCode's or a tree."""
        return any(True for _ in holders.containers_at(path))

    def at(self, path: Path) -> list[Location]:
        """Return the main sessions at *path*; sub-agents only where there is nothing else.

        A database that cannot be read only matters where there is nothing else either.
        """
        found: dict[str, tuple[Location, bool]] = {}
        listed, problem = _every(holders.containers_at(path))
        for container, one in listed:
            where = location_of(container, one.native_id), one.is_main
            found.setdefault(one.native_id, where)
        if problem and not found:
            raise problem
        main = [location for location, is_main in found.values() if is_main]
        return main or [location for location, _ in found.values()]

    def is_superseded(self, location: Location) -> bool:
        """Tell whether *location* is in a tree: sessions were copied from these to a database."""
        return not holders.is_database(parts_of(location)[0])

    def fingerprint(self, location: Location) -> Fingerprint:
        """Return how large the session is, and when it changed last.

        The size is the number of messages in a database, and bytes in a tree.
        """
        store, native_id = _opened(location)
        return store.fingerprint(native_id)

    def head(self, location: Location) -> SessionFacts:
        """Return the facts that the session and its first message give."""
        store, native_id = _opened(location)
        about = store.about(native_id)
        if about.reverted or not about.first_text:
            taken = OpenCodePass()
            for talk in store.talks(native_id, taken.after):
                taken.feed(talk, about)
                if taken.first_text or taken.users == _SEARCHED:
                    break
            return _facts(about, taken.first_text, taken)
        return _facts(about, about.first_text)

    def index(
        self,
        location: Location,
        previous: TranscriptMap | None = None,
        max_bytes: int | None = None,
    ) -> TranscriptMap:
        """Return the map of the session.

        Rows change in place, so a session that changed is read from its start; *previous* is only
        of use where it is of an unchanged session and not complete.
        """
        with collector_paused():
            return self._index(location, previous, max_bytes)

    def _index(
        self, location: Location, previous: TranscriptMap | None, max_bytes: int | None
    ) -> TranscriptMap:
        store, native_id = _opened(location)
        fingerprint = store.fingerprint(native_id)
        about, taken = store.about(native_id), OpenCodePass()
        if previous and previous.location == location and previous.fingerprint == fingerprint:
            _restore(taken, previous.state)
        start, complete = taken.bytes, True
        for talk in store.talks(native_id, taken.after):
            taken.feed(talk, about)
            if max_bytes is not None and taken.bytes - start >= max_bytes:
                complete = False
                break
        entries = taken.entries()
        return TranscriptMap(
            location=location,
            fingerprint=fingerprint,
            facts=_facts(about, taken.first_text, taken),
            entries=entries,
            counts=taken.counts(entries[-1].turn if entries else 0),
            first_user_text=taken.first_text,
            complete=complete,
            end=taken.bytes,
            state=b"" if complete else _state(taken),
        )

    def messages(self, location: Location, entries: Sequence[MapEntry]) -> list[Message]:
        """Read the messages of *entries*.

        Raises ``source_unreadable`` with reason ``file_changed`` where another message is in the
        place of one: the map is then older than the session.
        """
        store, native_id = _opened(location)
        found: list[Message] = []
        talk: Talk | None = None
        for entry in entries:
            ((place, _),) = entry.spans
            if talk is None or talk.place != place:
                talk = store.talk_at(native_id, place)
            if talk is None or safe(talk.id) != entry.uid:
                raise VelaError(
                    Code.SOURCE_UNREADABLE, path=location.ref, reason=FileReason.CHANGED
                )
            found.append(opencode_blocks.message(entry, talk))
        return found

    def resume_command(self, facts: SessionFacts) -> str:
        """Return the command, which every OpenCode with a database understands."""
        return places.resume(facts, "opencode --session")


def _opened(location: Location) -> tuple[Store, str]:
    container, native_id = parts_of(location)
    return holders.store_at(container), native_id


def _listed(container: Path, *, is_tree: bool) -> tuple[list[Listed], VelaError | None]:
    """Return the sessions of a database, or those of a tree that no database beside it has; and
    why one of these could not be asked."""
    found = holders.store_at(container).sessions()
    if not is_tree or not found:
        return found, None
    inside, problem = _every(holders.superseding(container))
    copied = {one.native_id for _, one in inside}
    return [one for one in found if one.native_id not in copied], problem


def _every(containers: Iterable[Path]) -> tuple[list[tuple[Path, Listed]], VelaError | None]:
    """Return the sessions of *containers*, each with where it is; and the first problem with one
    that could not be read."""
    found: list[tuple[Path, Listed]] = []
    problem = None
    for container in containers:
        try:
            found += [(container, one) for one in holders.store_at(container).sessions()]
        except VelaError as error:
            problem = problem or error
    return found, problem


def _facts(about: About, first: str, taken: OpenCodePass | None = None) -> SessionFacts:
    title = about.title if is_title(about.title) else first or about.title
    cwd = about.cwd or (taken.cwd if taken else None)
    model = about.model or (taken.model if taken else None)
    relation, parent = _family(about)
    return SessionFacts(
        native_id=safe(about.native_id),
        title=safe(elide(title, TITLE_CHARS)) if title else None,
        first_prompt=safe(first[:PROMPT_CHARS]) or None,
        cwd=safe(cwd) if cwd else None,
        model=safe(model) if model else None,
        started_at=about.started,
        last_at=about.last,
        parent_native_id=safe(parent) if parent else None,
        relation=relation,
    )


def _family(about: About) -> tuple[Relation, str | None]:
    """Return how the session stands to another one. A fork says nothing of where it comes from,
    but its first messages are older than itself."""
    if about.parent:
        return Relation.SUBAGENT, about.parent
    is_older = bool(about.started and about.first_at and about.first_at < about.started)
    if about.forked_from or is_older:
        return Relation.FORK, about.forked_from
    return Relation.NONE, None


def _state(taken: OpenCodePass) -> bytes:
    return packed({"version": _VERSION, "pass": taken.dump()})


def _restore(taken: OpenCodePass, state: bytes) -> None:
    """Let *taken* go on from *state*, or leave it fresh where that is none of this version's."""
    data = unpacked(state)
    if data.get("version") == _VERSION:
        taken.restore(data["pass"])
