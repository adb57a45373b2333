"""Codex's transcripts: rollouts, one JSON Lines file a session, plain or compressed."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import (
    Fingerprint,
    Location,
    MapEntry,
    Message,
    Relation,
    SessionFacts,
    TranscriptMap,
)
from vela_desktop.sources import codex_blocks, codex_branch, codex_names, files, places
from vela_desktop.sources.codex_facts import ID_BYTES, facts_of
from vela_desktop.sources.codex_pass import CodexPass
from vela_desktop.sources.heads import glimpse
from vela_desktop.sources.jsonl import DICTS
from vela_desktop.sources.passes import collector_paused, take
from vela_desktop.sources.protocol import Found, Root
from vela_desktop.sources.sniff import agent_of
from vela_desktop.sources.spans import records_of
from vela_desktop.sources.uuids import is_uuid

_DEPTH = 5


class CodexReader:
    """Reads the rollouts of Codex, from 0.20 on."""

    agent: ClassVar[Agent] = Agent.CODEX

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the folders of live and archived rollouts.

        *override* may name Codex's folder or one with rollouts.
        """
        if override:
            base = Path(override).expanduser()
            if not places.is_folder(base / codex_names.SESSIONS):
                return [places.root(self.agent, base)]
        elif named := environment.get("CODEX_HOME"):
            base = Path(named).expanduser()
        else:
            base = places.home(environment) / ".codex"
        folders = (base / codex_names.SESSIONS, base / codex_names.ARCHIVED)
        return [places.root(self.agent, folder) for folder in folders]

    def discover(self, root: Root) -> Iterator[Found]:
        """Yield the rollouts, the newest first; of a plain and a compressed one the plain."""
        walk = files.Walk(self.agent)
        self._walk(walk, root.path, _DEPTH)
        return walk.newest_first()

    def _walk(self, walk: files.Walk, folder: Path, depth: int) -> None:
        entries = walk.entries(folder)
        names = {entry.name for entry in entries}
        for entry in entries:
            if entry.name.endswith(codex_names.SUFFIXES):
                if entry.name not in codex_names.LOGS and not _is_double(entry.name, names):
                    walk.add(entry)
            elif depth and files.is_folder(entry):
                self._walk(walk, Path(entry.path), depth - 1)

    def accepts(self, path: Path) -> bool:
        """Tell by content, and for an empty file by its name, whether *path* holds rollouts."""
        return any(True for _ in self._transcripts(path))

    def at(self, path: Path) -> list[Location]:
        """Return the main sessions at *path*; sub-agents only where there is nothing else."""
        found = list(self._transcripts(path))
        main = [file for file in found if len(found) == 1 or not self._is_subagent(file)]
        return [Location(self.agent, files.ref_of(file)) for file in main or found]

    def _transcripts(self, path: Path) -> Iterator[Path]:
        for file in places.files_at(path, codex_names.SUFFIXES):
            plain = codex_names.plain_of(file)
            if file not in (path, plain) and plain.exists():
                continue
            if agent_of(file) is self.agent:
                yield file

    def _is_subagent(self, path: Path) -> bool:
        return self._head(path).relation is Relation.SUBAGENT

    def fingerprint(self, location: Location) -> Fingerprint:
        """Return size and mtime of the rollout now."""
        return files.fingerprint(files.path_of(location))

    def head(self, location: Location) -> SessionFacts:
        """Return the facts that head and tail give."""
        return self._head(files.path_of(location))

    def _head(self, path: Path) -> SessionFacts:
        taken = CodexPass()
        beginning = glimpse(path, DICTS, taken, lambda: taken.has_meta and bool(taken.first_texts))
        return facts_of(path, taken, beginning)

    def index(
        self,
        location: Location,
        previous: TranscriptMap | None = None,
        max_bytes: int | None = None,
    ) -> TranscriptMap:
        """Return the map of the conversation, with the counts of the whole file."""
        with collector_paused():
            return self._index(location, previous, max_bytes)

    def _index(
        self, location: Location, previous: TranscriptMap | None, max_bytes: int | None
    ) -> TranscriptMap:
        path = files.path_of(location)
        done = take(location, path, DICTS, CodexPass, previous, max_bytes)
        taken = done.taken
        beginning = b""
        if not taken.native_id:
            with files.opened(path) as stream:
                beginning = stream.read(ID_BYTES)
        kept = codex_branch.kept_of(taken)
        entries = codex_branch.entries(kept)
        return TranscriptMap(
            location=location,
            fingerprint=done.fingerprint,
            facts=facts_of(path, taken, beginning),
            entries=entries,
            counts=codex_branch.counts(kept, done.bad_lines, entries[-1].turn if entries else 0),
            first_user_text=codex_branch.first_text(taken),
            complete=done.complete,
            end=done.end,
            state=done.state,
        )

    def messages(self, location: Location, entries: Sequence[MapEntry]) -> list[Message]:
        """Read the messages of *entries*."""
        with files.opened(files.path_of(location)) as stream:
            return [
                codex_blocks.message(entry, records_of(stream, location, entry))
                for entry in entries
            ]

    def resume_command(self, facts: SessionFacts) -> str:
        """Return the command; empty for a session whose id is not Codex's own."""
        return places.resume(facts, "codex resume") if is_uuid(facts.native_id) else ""


def _is_double(name: str, names: set[str]) -> bool:
    return name.endswith(".zst") and name.removesuffix(".zst") in names
