"""What the readers of Pi's and OMP's transcripts share: a tree of entries, one file a session."""

from abc import ABC
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import MapEntry, Message, SessionFacts
from vela_desktop.sources import files, pi_blocks, pi_branch, places
from vela_desktop.sources.heads import glimpse, is_hashed
from vela_desktop.sources.jsonl import Record
from vela_desktop.sources.lines_reader import Content, LinesReader, beginning, turns_of
from vela_desktop.sources.passes import Taken
from vela_desktop.sources.pi_facts import facts_of, is_known
from vela_desktop.sources.pi_kin import copied_rows
from vela_desktop.sources.pi_names import AGENT, SESSIONS, SUFFIXES, listed_owner
from vela_desktop.sources.pi_pass import LINES, PiPass
from vela_desktop.sources.protocol import Found, Root

_DEPTH = 4
"""A folder for each working folder, in it one beside a session for sub-agents, and theirs."""


class TreeReader(LinesReader[PiPass], ABC):
    """Reads transcripts in Pi's format, versions 1 to 3."""

    suffixes = SUFFIXES
    shape = LINES
    command: ClassVar[str]
    """How a session is continued, before its id."""
    hidden: ClassVar[frozenset[str]] = frozenset()
    """Arguments of calls that are not the tool's."""

    def discover(self, root: Root) -> Iterator[Found]:
        """Yield main and sub-agent transcripts, the newest first."""
        walk = files.Walk(self.agent)
        self._walk(walk, root.path, 0 if _holds_more(root.path) else _DEPTH)
        return walk.newest_first()

    def _walk(self, walk: files.Walk, folder: Path, depth: int) -> None:
        found = walk.entries(folder)
        names = {entry.name for entry in found}
        for entry in found:
            if entry.name.startswith("."):
                # among them what OMP leaves when it is ended while it saves
                continue
            if entry.name.endswith(SUFFIXES):
                if files.is_double(entry.name, names):
                    continue
                if listed_owner(Path(entry.path)) is self.agent:
                    walk.add(entry)
            elif depth and files.is_folder(entry):
                self._walk(walk, Path(entry.path), depth - 1)

    def resume_command(self, facts: SessionFacts) -> str:
        """Return the command that continues the session in its folder; empty for a session whose
        id is not the agent's own."""
        return "" if is_hashed(facts.native_id) else places.resume(facts, self.command)

    def _transcripts(self, path: Path) -> Iterator[Path]:
        found = super()._transcripts(path)
        return (file for file in found if file == path or not file.name.startswith("."))

    def _fresh(self) -> PiPass:
        return PiPass()

    def _head(self, path: Path) -> SessionFacts:
        taken = PiPass()
        head = glimpse(
            path,
            LINES,
            taken,
            lambda: taken.native_id is not None and bool(taken.texts),
        )
        return facts_of(path, taken, head)

    def _settle(self, path: Path, taken: PiPass) -> None:
        """Find out once which rows are copies; while all are, more may come."""
        if taken.copied is None or taken.copied == len(taken.rows):
            taken.copied = copied_rows(path, taken)

    def _content(self, path: Path, done: Taken[PiPass]) -> Content:
        taken = done.taken
        branch = pi_branch.active(taken)
        entries = pi_branch.entries(taken, branch)
        return Content(
            facts=facts_of(path, taken, b"" if is_known(path, taken) else beginning(path)),
            entries=entries,
            counts=pi_branch.counts(taken, branch, done.bad_lines, turns_of(entries)),
            first_user_text=pi_branch.first_text(taken),
        )

    def _message(self, entry: MapEntry, records: list[Record]) -> Message:
        return pi_blocks.message(entry, records, self.hidden)


def _holds_more(folder: Path) -> bool:
    """Tell whether *folder* is the agent's own, where only very old files lie beside the rest."""
    return folder.name == AGENT or places.is_folder(folder / SESSIONS)


def sessions_below(agent: Agent, folder: Path) -> list[Root]:
    """Return the roots in *folder*, which a person named: the agent's own, or one with sessions."""
    inner = folder / SESSIONS
    return [places.root(agent, inner if places.is_folder(inner) else folder)]
