"""Grok Build's transcripts: a folder for each session, with a conversation and a log."""

import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import (
    Fingerprint,
    Location,
    MapEntry,
    Message,
    SessionFacts,
    TranscriptMap,
)
from vela_desktop.sources import files, grok_blocks, grok_branch, places
from vela_desktop.sources import grok_names as names
from vela_desktop.sources.grok_chat import ChatPass
from vela_desktop.sources.grok_facts import facts_of, is_subagent, is_timed, summary_of
from vela_desktop.sources.grok_log import LogPass
from vela_desktop.sources.grok_reading import parts_of, place_at, talk_of
from vela_desktop.sources.grok_skim import LOG
from vela_desktop.sources.heads import glimpse
from vela_desktop.sources.jsonl import DICTS
from vela_desktop.sources.lines_reader import turns_of
from vela_desktop.sources.passes import collector_paused
from vela_desktop.sources.protocol import Found, Root
from vela_desktop.sources.sniff import agent_of
from vela_desktop.sources.uuids import is_uuid

_DEPTH = 2


class GrokReader:
    """Reads the sessions of Grok Build."""

    agent: ClassVar[Agent] = Agent.GROK

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the folder of all sessions; *override* may name it or the one above it."""
        base = places.base(environment, override, "GROK_HOME", ".grok")
        return [places.root_below(self.agent, base, names.SESSIONS, chosen=bool(override))]

    def discover(self, root: Root) -> Iterator[Found]:
        """Yield the sessions, the newest first."""
        walk = files.Walk(self.agent)
        found = list(self._walk(walk, root.path, _DEPTH))
        yield from sorted(found, key=lambda one: one.fingerprint.mtime_ns, reverse=True)
        walk.raise_problem()

    def _walk(self, walk: files.Walk, folder: Path, depth: int) -> Iterator[Found]:
        for entry in walk.entries(folder):
            if not files.is_folder(entry):
                continue
            path = Path(entry.path)
            try:
                fingerprint, identity = _fingerprint(path), files.identity(path.stat())
            except OSError:
                continue
            except VelaError as error:
                if error.code is Code.SOURCE_GONE and depth and not is_uuid(entry.name):
                    yield from self._walk(walk, path, depth - 1)
                continue
            location = Location(self.agent, files.ref_of(path))
            yield Found(location=location, fingerprint=fingerprint, identity=identity)

    def accepts(self, path: Path) -> bool:
        """Tell by content whether *path* holds sessions."""
        return any(True for _ in self._transcripts(path))

    def at(self, path: Path) -> list[Location]:
        """Return the main sessions at *path*; sub-agents only where there is nothing else.

        A file of a session stands for the session.
        """
        found = list(dict.fromkeys(self._transcripts(path)))
        main = [one for one in found if not is_subagent(summary_of(names.place_of(one)))]
        return [Location(self.agent, files.ref_of(one)) for one in main or found]

    def _transcripts(self, path: Path) -> Iterator[Path]:
        """Yield the folder of each session, and files with a conversation or log that are alone."""
        for file in places.files_at(path, (names.SUFFIX,)):
            if agent_of(file) is self.agent:
                yield file.parent if names.is_talk(file) else file

    def is_superseded(self, location: Location) -> bool:
        """Tell no: a copy of a session is as good as another."""
        del location
        return False

    def fingerprint(self, location: Location) -> Fingerprint:
        """Return the size of all files that are read, and when the last of them was written."""
        return _fingerprint(files.path_of(location))

    def head(self, location: Location) -> SessionFacts:
        """Return the facts that the summary and the heads of the files give."""
        place = place_at(files.path_of(location))
        summary, chat, log = summary_of(place), ChatPass(), LogPass()
        if place.chat:
            glimpse(place.chat, DICTS, chat, lambda: bool(chat.first_text))
        # the log still has the first prompt of a conversation that was compacted
        if place.updates and (not chat.rows or place.requests or not is_timed(summary)):
            glimpse(place.updates, LOG, log, lambda: bool(log.first_text))
        of_log = log.first_text if place.requests or not chat.rows else None
        return facts_of(place, summary, chat, log, of_log or chat.first_text)

    def index(
        self,
        location: Location,
        previous: TranscriptMap | None = None,
        max_bytes: int | None = None,
    ) -> TranscriptMap:
        """Return the map of the conversation, with what was said before it was compacted."""
        path = files.path_of(location)
        fingerprint = _fingerprint(path)
        place = place_at(path)
        with collector_paused():
            talk = talk_of(location, place, previous, max_bytes)
            entries = grok_branch.entries(talk.rows)
        return TranscriptMap(
            location=location,
            fingerprint=fingerprint,
            facts=facts_of(place, summary_of(place), talk.chat, talk.log, talk.first_text),
            entries=entries,
            counts=grok_branch.counts(talk.rows, talk.bad_lines, turns_of(entries)),
            first_user_text=talk.first_text,
            complete=talk.complete,
            end=talk.end,
            state=talk.state,
        )

    def messages(self, location: Location, entries: Sequence[MapEntry]) -> list[Message]:
        """Read the messages of *entries*."""
        place = place_at(files.path_of(location))
        return [
            grok_blocks.message(entry, parts) for entry, parts in parts_of(location, place, entries)
        ]

    def resume_command(self, facts: SessionFacts) -> str:
        """Return the command; empty for a session whose id is not Grok's own."""
        return places.resume(facts, "grok --resume") if is_uuid(facts.native_id) else ""


def _fingerprint(path: Path) -> Fingerprint:
    """Return the fingerprint of the session at *path*. Raises ``source_gone`` where there is none,
    also where a folder holds nothing of a session but its summary."""
    try:
        status = path.stat()
        if not stat.S_ISDIR(status.st_mode):
            return files.fingerprint(path)
    except OSError as error:
        raise files.trouble(path, error) from error
    size = newest = 0
    talks = 0
    for name in (*names.TALKS, names.SUMMARY):
        try:
            one = files.fingerprint(path / name)
        except VelaError as error:
            if error.code is Code.SOURCE_GONE:
                continue
            raise
        talks += name in names.TALKS
        size, newest = size + one.size, max(newest, one.mtime_ns)
    if not talks:
        raise VelaError(Code.SOURCE_GONE, path=files.shown(str(path)), reason="no conversation")
    return Fingerprint(size, newest)
