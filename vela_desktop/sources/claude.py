"""Claude Code's transcripts: one JSON Lines file a session, in a folder for each project."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import MapEntry, Message, SessionFacts
from vela_desktop.sources import claude_blocks, claude_branch, files, places
from vela_desktop.sources.claude_facts import facts_of
from vela_desktop.sources.claude_kin import Kin, kin_of, told_kin
from vela_desktop.sources.claude_lines import LINES
from vela_desktop.sources.claude_names import LOG, SUBAGENTS, SUFFIX, id_of, is_subagent
from vela_desktop.sources.claude_pass import ClaudePass
from vela_desktop.sources.heads import glimpse
from vela_desktop.sources.jsonl import Record
from vela_desktop.sources.lines_reader import Content, LinesReader, beginning, turns_of
from vela_desktop.sources.passes import Taken
from vela_desktop.sources.protocol import Found, Root
from vela_desktop.sources.uuids import is_uuid

_PROJECTS = "projects"


class ClaudeReader(LinesReader[ClaudePass]):
    """Reads the transcripts of Claude Code, from 0.2 on."""

    agent = Agent.CLAUDE
    suffixes = (SUFFIX,)
    shape = LINES

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the folder of all projects; *override* may name it or the one above it."""
        base = places.base(environment, override, "CLAUDE_CONFIG_DIR", ".claude")
        return [places.root_below(self.agent, base, _PROJECTS, chosen=bool(override))]

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

    def _is_subagent(self, path: Path) -> bool:
        return is_subagent(path) or super()._is_subagent(path)

    def _fresh(self) -> ClaudePass:
        return ClaudePass()

    def _head(self, path: Path) -> SessionFacts:
        taken = ClaudePass()
        head = glimpse(
            path,
            LINES,
            taken,
            lambda: taken.cwd is not None and taken.sides[0].first_text is not None,
        )
        _note(taken, told_kin(path, taken))
        return facts_of(path, taken, head)

    def _settle(self, path: Path, taken: ClaudePass) -> None:
        """Find out once where the first rows of a transcript come from."""
        if taken.origin is None:
            kin, settled = kin_of(path, taken)
            _note(taken, kin)
            if settled and not kin and taken.rows:
                taken.origin = []

    def _content(self, path: Path, done: Taken[ClaudePass]) -> Content:
        taken = done.taken
        entries = claude_branch.entries(taken, taken.origin[2] if taken.origin else 0)
        return Content(
            facts=facts_of(path, taken, b"" if id_of(path) else beginning(path)),
            entries=entries,
            counts=claude_branch.counts(taken, done.bad_lines, turns_of(entries)),
            first_user_text=claude_branch.first_user_text(taken),
        )

    def _message(self, entry: MapEntry, records: list[Record]) -> Message:
        return claude_blocks.message(entry, records)

    def resume_command(self, facts: SessionFacts) -> str:
        """Return the command; empty for a session whose id is not Claude Code's own."""
        return places.resume(facts, "claude --resume") if is_uuid(facts.native_id) else ""


def _note(taken: ClaudePass, kin: Kin | None) -> None:
    if kin:
        taken.origin = [kin.native_id, str(kin.relation), kin.rows]
