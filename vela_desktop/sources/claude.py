"""Claude Code's transcripts: one JSON Lines file a session, in a folder for each project."""

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
from vela_desktop.sources import claude_blocks, claude_branch, files, places
from vela_desktop.sources.claude_facts import ID_BYTES, facts_of
from vela_desktop.sources.claude_kin import Kin, kin_of, told_kin
from vela_desktop.sources.claude_lines import LINES
from vela_desktop.sources.claude_names import LOG, SUBAGENTS, SUFFIX, id_of, is_subagent
from vela_desktop.sources.claude_pass import ClaudePass
from vela_desktop.sources.heads import glimpse
from vela_desktop.sources.passes import collector_paused, take
from vela_desktop.sources.protocol import Found, Root
from vela_desktop.sources.sniff import agent_of
from vela_desktop.sources.spans import records_of
from vela_desktop.sources.uuids import is_uuid

_PROJECTS = "projects"


class ClaudeReader:
    """Reads the transcripts of Claude Code, from 0.2 on."""

    agent: ClassVar[Agent] = Agent.CLAUDE

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the folder of all projects; *override* may name it or the one above it."""
        if override:
            base = Path(override).expanduser()
        elif named := environment.get("CLAUDE_CONFIG_DIR"):
            base = Path(named).expanduser()
        else:
            base = places.home(environment) / ".claude"
        inner = base / _PROJECTS
        return [
            places.root(self.agent, base if override and not places.is_folder(inner) else inner)
        ]

    def discover(self, root: Root) -> Iterator[Found]:
        """Yield main and sub-agent transcripts, the newest first."""
        walk = files.Walk(self.agent)
        for project in walk.entries(root.path):
            if files.is_folder(project):
                self._project(walk, Path(project.path))
            elif project.name.endswith(SUFFIX) and project.name != LOG:
                walk.add(project)
        return walk.newest_first()

    def _project(self, walk: files.Walk, folder: Path) -> None:
        for entry in walk.entries(folder):
            if entry.name.endswith(SUFFIX):
                walk.add(entry)
            elif is_uuid(entry.name) and files.is_folder(entry):
                self._subagents(walk, Path(entry.path) / SUBAGENTS)

    def _subagents(self, walk: files.Walk, folder: Path, depth: int = 3) -> None:
        for entry in walk.entries(folder):
            if entry.name.endswith(SUFFIX) and entry.name.startswith("agent-"):
                walk.add(entry)
            elif depth and files.is_folder(entry):
                self._subagents(walk, Path(entry.path), depth - 1)

    def accepts(self, path: Path) -> bool:
        """Tell by content, and for an empty file by its name, whether *path* holds transcripts."""
        return any(True for _ in self._transcripts(path))

    def at(self, path: Path) -> list[Location]:
        """Return the main sessions at *path*; sub-agents only where there is nothing else."""
        found = list(self._transcripts(path))
        main = [file for file in found if len(found) == 1 or not self._is_subagent(file)]
        return [Location(self.agent, files.ref_of(file)) for file in main or found]

    def _transcripts(self, path: Path) -> Iterator[Path]:
        return (file for file in places.files_at(path, (SUFFIX,)) if agent_of(file) is self.agent)

    def _is_subagent(self, path: Path) -> bool:
        return is_subagent(path) or self._head(path).relation is Relation.SUBAGENT

    def fingerprint(self, location: Location) -> Fingerprint:
        """Return size and mtime of the transcript now."""
        return files.fingerprint(files.path_of(location))

    def head(self, location: Location) -> SessionFacts:
        """Return the facts that head and tail give."""
        return self._head(files.path_of(location))

    def _head(self, path: Path) -> SessionFacts:
        taken = ClaudePass()
        beginning = glimpse(
            path,
            LINES,
            taken,
            lambda: taken.cwd is not None and taken.sides[0].first_text is not None,
        )
        _note(taken, told_kin(path, taken))
        return facts_of(path, taken, beginning)

    def index(
        self,
        location: Location,
        previous: TranscriptMap | None = None,
        max_bytes: int | None = None,
    ) -> TranscriptMap:
        """Return the map of the active branch, with the counts of the whole file."""
        with collector_paused():
            return self._index(location, previous, max_bytes)

    def _index(
        self, location: Location, previous: TranscriptMap | None, max_bytes: int | None
    ) -> TranscriptMap:
        path = files.path_of(location)

        def settle(taken: ClaudePass) -> None:
            _settle(path, taken)

        done = take(location, path, LINES, ClaudePass, previous, max_bytes, settle)
        taken = done.taken
        beginning = b""
        if not id_of(path):
            with files.opened(path) as stream:
                beginning = stream.read(ID_BYTES)
        facts = facts_of(path, taken, beginning)
        entries = claude_branch.entries(taken, taken.origin[2] if taken.origin else 0)
        counts = claude_branch.counts(taken, done.bad_lines, entries[-1].turn if entries else 0)
        return TranscriptMap(
            location=location,
            fingerprint=done.fingerprint,
            facts=facts,
            entries=entries,
            counts=counts,
            first_user_text=claude_branch.first_user_text(taken),
            complete=done.complete,
            end=done.end,
            state=done.state,
        )

    def messages(self, location: Location, entries: Sequence[MapEntry]) -> list[Message]:
        """Read the messages of *entries*."""
        with files.opened(files.path_of(location)) as stream:
            return [
                claude_blocks.message(entry, records_of(stream, location, entry))
                for entry in entries
            ]

    def resume_command(self, facts: SessionFacts) -> str:
        """Return the command; empty for a session whose id is not Claude Code's own."""
        return places.resume(facts, "claude --resume") if is_uuid(facts.native_id) else ""


def _settle(path: Path, taken: ClaudePass) -> None:
    """Find out once where the first rows of a transcript come from."""
    if taken.origin is None:
        kin, settled = kin_of(path, taken)
        _note(taken, kin)
        if settled and not kin and taken.rows:
            taken.origin = []


def _note(taken: ClaudePass, kin: Kin | None) -> None:
    if kin:
        taken.origin = [kin.native_id, str(kin.relation), kin.rows]
