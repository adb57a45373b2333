"""Codex's transcripts: rollouts, one JSON Lines file a session, plain or compressed."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import MapEntry, Message, SessionFacts
from vela_desktop.sources import codex_blocks, codex_branch, codex_names, files, places
from vela_desktop.sources.codex_facts import facts_of
from vela_desktop.sources.codex_pass import CodexPass
from vela_desktop.sources.heads import glimpse
from vela_desktop.sources.jsonl import DICTS, Record
from vela_desktop.sources.lines_reader import Content, LinesReader, beginning, turns_of
from vela_desktop.sources.passes import Taken
from vela_desktop.sources.protocol import Found, Root
from vela_desktop.sources.uuids import is_uuid

_DEPTH = 5


class CodexReader(LinesReader[CodexPass]):
    """Reads the rollouts of Codex, from 0.20 on."""

    agent = Agent.CODEX
    suffixes = codex_names.SUFFIXES
    shape = DICTS

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the folders of live and archived rollouts.

        *override* may name Codex's folder or one with rollouts.
        """
        base = places.base(environment, override, "CODEX_HOME", ".codex")
        if override and not places.is_folder(base / codex_names.SESSIONS):
            return [places.root(self.agent, base)]
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
                if entry.name not in codex_names.LOGS and not files.is_double(entry.name, names):
                    walk.add(entry)
            elif depth and files.is_folder(entry):
                self._walk(walk, Path(entry.path), depth - 1)

    def _fresh(self) -> CodexPass:
        return CodexPass()

    def _head(self, path: Path) -> SessionFacts:
        taken = CodexPass()
        head = glimpse(path, DICTS, taken, lambda: taken.has_meta and bool(taken.first_texts))
        return facts_of(path, taken, head)

    def _content(self, path: Path, done: Taken[CodexPass]) -> Content:
        taken = done.taken
        kept = codex_branch.kept_of(taken)
        entries = codex_branch.entries(kept)
        return Content(
            facts=facts_of(path, taken, b"" if taken.native_id else beginning(path)),
            entries=entries,
            counts=codex_branch.counts(kept, done.bad_lines, turns_of(entries)),
            first_user_text=codex_branch.first_text(taken),
        )

    def _message(self, entry: MapEntry, records: list[Record]) -> Message:
        return codex_blocks.message(entry, records)

    def resume_command(self, facts: SessionFacts) -> str:
        """Return the command; empty for a session whose id is not Codex's own."""
        return places.resume(facts, "codex resume") if is_uuid(facts.native_id) else ""
