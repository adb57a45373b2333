"""Recordings of terminals: what was on the screen, where there is no transcript."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

import orjson

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import RecordingReason
from vela_desktop.domain.sessions import (
    Block,
    BlockKind,
    Counts,
    Fingerprint,
    Location,
    MapEntry,
    Message,
    Role,
    SessionFacts,
    TranscriptMap,
)
from vela_desktop.domain.text import elide, safe
from vela_desktop.sources import files, places
from vela_desktop.sources.jsonl import DICTS, Record, Scan
from vela_desktop.sources.protocol import Found, Root
from vela_desktop.sources.spans import records_of
from vela_desktop.sources.terminal_events import MOST_SECONDS, Events
from vela_desktop.sources.terminal_names import SUFFIXES, Format, Opening, opening
from vela_desktop.sources.terminal_text import (
    NAME,
    Screens,
    Summary,
    is_recording,
    rendered,
    summary_beside,
    summary_of,
)

_SHA256 = re.compile(r"[0-9a-f]{64}")
_BLOCK = 1 << 20
_READ_WHOLE = 4 << 20
"""Events of a recording up to this size are read for the time of the last one."""
_TAIL = 64 << 10
_TITLE_CHARS = 200
_PROMPT_CHARS = 500


class TerminalReader:
    """Reads recordings: asciicast 2 and 3, typescripts, and bare bytes.

    In the application's own folder each is in a folder named by the SHA-256 of its bytes; the text
    that rendering gave is beside it. Elsewhere, and before that is done, it is rendered in memory.
    """

    agent: ClassVar[Agent] = Agent.TERMINAL

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the application's folder of recordings, which is *override*; no other is known."""
        del environment
        return [places.root(self.agent, places.expanded(override))] if override else []

    def discover(self, root: Root) -> Iterator[Found]:
        """Yield the recording in each folder, the newest first."""
        walk = files.Walk(self.agent)
        for folder in walk.entries(root.path):
            if _SHA256.fullmatch(folder.name) and files.is_folder(folder):
                inside = sorted(walk.entries(Path(folder.path)), key=lambda entry: entry.name)
                for entry in [entry for entry in inside if is_recording(entry.name)][:1]:
                    walk.add(entry)
        return walk.newest_first()

    def accepts(self, path: Path) -> bool:
        """Tell by content whether *path* is a recording or a folder with some."""
        return any(True for _ in self._recordings(path))

    def at(self, path: Path) -> list[Location]:
        """Return the recordings at *path*. Bare bytes are taken for one only if named themselves.

        Raises ``source_unreadable`` for a recording of a kind that is not read.
        """
        return [Location(self.agent, files.ref_of(file)) for file in self._recordings(path)]

    def _recordings(self, path: Path) -> Iterator[Path]:
        for file in places.files_at(path, SUFFIXES):
            found = opening(file)
            if found is None or (file != path and found.format in (Format.RAW, Format.UNREAD)):
                continue
            if found.format is Format.UNREAD:
                reason = RecordingReason.OTHER_VERSION
                raise files.unreadable(file, reason, format=found.name)
            yield file

    def is_superseded(self, location: Location) -> bool:
        """Tell no: a copy of a session is as good as another."""
        del location
        return False

    def fingerprint(self, location: Location) -> Fingerprint:
        """Return size and mtime of the recording now."""
        return files.fingerprint(files.path_of(location))

    def head(self, location: Location) -> SessionFacts:
        """Return the facts that the header and the last event give."""
        path = files.path_of(location)
        beside = _beside(path)
        return _facts(path, beside[1].last_at if beside else None)

    def index(
        self,
        location: Location,
        previous: TranscriptMap | None = None,
        max_bytes: int | None = None,
    ) -> TranscriptMap:
        """Return the map of the text that was seen.

        A recording that grew is rendered again: what is on the screen at the end is not yet text.
        """
        del previous, max_bytes
        path = files.path_of(location)
        present = files.fingerprint(path)
        entries: list[MapEntry] = []
        end = Summary(size=0, bad_lines=0, last_at=None, pieces=0)
        with _text(path) as text:
            for offset, length, record in Scan(text, DICTS).records():
                if "text" in record:
                    entries.append(_entry(len(entries), offset, length, record))
                else:
                    end = summary_of(record) or end
        return TranscriptMap(
            location=location,
            fingerprint=present,
            facts=_facts(path, end.last_at),
            entries=tuple(entries),
            counts=Counts(bad_lines=end.bad_lines),
            end=present.size,
        )

    def messages(self, location: Location, entries: Sequence[MapEntry]) -> list[Message]:
        """Read the pieces of text that *entries* point to."""
        with _text(files.path_of(location)) as text:
            return [_message(entry, records_of(text, location, entry)) for entry in entries]

    def resume_command(self, facts: SessionFacts) -> str:
        """Return nothing: a recording cannot be continued."""
        del facts
        return ""


def _beside(path: Path) -> tuple[Path, Summary] | None:
    """Return the file with the text of the recording at *path*, where there is one."""
    if not _SHA256.fullmatch(path.parent.name):
        return None
    text = path.with_name(NAME)
    summary = summary_beside(path, text)
    return (text, summary) if summary else None


@contextmanager
def _text(path: Path) -> Iterator[files.Stream | Screens]:
    if beside := _beside(path):
        with files.opened(beside[0]) as stream:
            yield stream
    else:
        yield rendered(path)


def _entry(index: int, offset: int, length: int, record: Record) -> MapEntry:
    return MapEntry(
        index=index,
        role=Role.SCREEN,
        turn=0,
        step=index + 1,
        uid=f"screen-{index + 1}",
        at=record.get("at"),
        spans=((offset, length),),
        chars=len(record["text"]),
    )


def _message(entry: MapEntry, records: list[Record]) -> Message:
    return entry.message(Block(kind=BlockKind.SCREEN, text=record["text"]) for record in records)


def _facts(path: Path, last_at: int | None) -> SessionFacts:
    said = opening(path) or Opening(format=Format.RAW)
    name = safe(files.shown(path.name))
    return SessionFacts(
        native_id=_native_id(path),
        title=elide(said.title or name, _TITLE_CHARS),
        first_prompt=said.command[:_PROMPT_CHARS] if said.command else None,
        cwd=said.cwd,
        started_at=said.started_at,
        last_at=last_at or _last_at(path, said),
    )


def _native_id(path: Path) -> str:
    if _SHA256.fullmatch(path.parent.name):
        return path.parent.name
    digest = sha256()
    with files.opened(path) as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _last_at(path: Path, said: Opening) -> int | None:
    """Return when the last event was, where that is quickly found out."""
    if said.started_at is None or said.format is not Format.CAST:
        return None
    with files.opened(path) as stream:
        size = stream.size or 0
        if said.version == 2:
            return _last_of_tail(stream.at(max(said.body, size - _TAIL), _TAIL), said.started_at)
        if size > _READ_WHOLE:
            return None
        events = Events(stream, said)
        for _ in events:
            pass
        return events.last_at


def _last_of_tail(tail: bytes, started_at: int) -> int | None:
    """Return the time of the last whole event in *tail*."""
    for line in reversed(tail.split(b"\n")):
        try:
            event = orjson.loads(line)
        except ValueError:
            continue
        match event:
            case [int() | float() as time, *_] if 0 <= time < MOST_SECONDS:
                return started_at + round(time * 1000)
    return None
