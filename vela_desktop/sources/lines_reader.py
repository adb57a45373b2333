"""What the readers of transcripts in JSON Lines share: a file is a session."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import (
    Counts,
    Fingerprint,
    Location,
    MapEntry,
    Message,
    Relation,
    SessionFacts,
    TranscriptMap,
)
from vela_desktop.sources import files, places
from vela_desktop.sources.heads import ID_BYTES
from vela_desktop.sources.jsonl import Record, Shape
from vela_desktop.sources.passes import Pass, Taken, collector_paused, take
from vela_desktop.sources.protocol import Found, Root
from vela_desktop.sources.sniff import agent_of
from vela_desktop.sources.spans import records_of

P = TypeVar("P", bound=Pass[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a pass over a transcript found."""

    facts: SessionFacts
    entries: tuple[MapEntry, ...]
    counts: Counts
    first_user_text: str


class LinesReader(ABC, Generic[P]):
    """Reads the transcripts of one agent that keeps a file of JSON Lines a session."""

    agent: ClassVar[Agent]
    suffixes: ClassVar[tuple[str, ...]]
    """How the names of transcripts end."""
    shape: ClassVar[Shape[Any]]
    """How their lines are read."""

    @abstractmethod
    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return where this agent keeps its transcripts."""

    @abstractmethod
    def discover(self, root: Root) -> Iterator[Found]:
        """Yield every transcript below *root*, the newest first."""

    @abstractmethod
    def resume_command(self, facts: SessionFacts) -> str:
        """Return the command, empty where the agent cannot continue the session."""

    @abstractmethod
    def _fresh(self) -> P:
        """Return a pass that has taken nothing."""

    @abstractmethod
    def _head(self, path: Path) -> SessionFacts:
        """Return the facts that head and tail give."""

    @abstractmethod
    def _content(self, path: Path, done: Taken[P]) -> Content:
        """Return what *done* found in the transcript at *path*."""

    @abstractmethod
    def _message(self, entry: MapEntry, records: list[Record]) -> Message:
        """Return the message of *entry*, which *records* make up."""

    def _settle(self, path: Path, taken: P) -> None:
        """Find out what the transcript itself does not say, once it is read to its end."""

    def accepts(self, path: Path) -> bool:
        """Tell by content, and for an empty file by its name, whether *path* holds transcripts."""
        return any(True for _ in self._transcripts(path))

    def at(self, path: Path) -> list[Location]:
        """Return the main sessions at *path*; sub-agents only where there is nothing else."""
        found = list(self._transcripts(path))
        main = [file for file in found if len(found) == 1 or not self._is_subagent(file)]
        return [Location(self.agent, files.ref_of(file)) for file in main or found]

    def _transcripts(self, path: Path) -> Iterator[Path]:
        """Yield the transcripts at *path*; of a plain and a compressed one the plain."""
        for file in places.files_at(path, self.suffixes):
            plain = file.with_name(files.plain_of(file.name))
            if file not in (path, plain) and places.is_file(plain):
                continue
            if agent_of(file) is self.agent:
                yield file

    def _is_subagent(self, path: Path) -> bool:
        return self._head(path).relation is Relation.SUBAGENT

    def is_superseded(self, location: Location) -> bool:
        """Tell no: a copy of a session is as good as another."""
        del location
        return False

    def fingerprint(self, location: Location) -> Fingerprint:
        """Return size and mtime of the transcript now."""
        return files.fingerprint(files.path_of(location))

    def head(self, location: Location) -> SessionFacts:
        """Return the facts that head and tail give."""
        return self._head(files.path_of(location))

    def index(
        self,
        location: Location,
        previous: TranscriptMap | None = None,
        max_bytes: int | None = None,
    ) -> TranscriptMap:
        """Return the map of the conversation as it stands, with the counts of the file."""
        with collector_paused():
            return self._index(location, previous, max_bytes)

    def _index(
        self, location: Location, previous: TranscriptMap | None, max_bytes: int | None
    ) -> TranscriptMap:
        path = files.path_of(location)

        def settle(taken: P) -> None:
            self._settle(path, taken)

        done = take(location, path, self.shape, self._fresh, previous, max_bytes, settle)
        content = self._content(path, done)
        return TranscriptMap(
            location=location,
            fingerprint=done.fingerprint,
            facts=content.facts,
            entries=content.entries,
            counts=content.counts,
            first_user_text=content.first_user_text,
            complete=done.complete,
            end=done.end,
            state=done.state,
        )

    def messages(self, location: Location, entries: Sequence[MapEntry]) -> list[Message]:
        """Read the messages of *entries*."""
        with files.opened(files.path_of(location)) as stream:
            return [self._message(entry, records_of(stream, location, entry)) for entry in entries]


def turns_of(entries: Sequence[MapEntry]) -> int:
    """Return how many turns the map *entries* hold."""
    return entries[-1].turn if entries else 0


def beginning(path: Path) -> bytes:
    """Return the first bytes of the transcript at *path*, which make an id."""
    with files.opened(path) as stream:
        return stream.read(ID_BYTES)
