"""Reads a conversation into the text that is curated. Runs in a worker process.

The text holds, per message of the active branch, a heading and the prose of the user or the
assistant: ``## [3.1] assistant 2026-12-01T10:29:00Z``, the prose, a blank line; of a recorded
terminal, under a line that says so, its screen: ``## [0.2] screen``. Thinking, tool
calls and results, commands, notices, and what a fork or resume inherited are left out. Line ends
become LF; a line that looks like a heading is indented by one blank. Secrets are masked message by
message, so that no mask reaches from one into the next.

With ``command_excerpts`` the results of shell commands follow as quoted lines in the step that ran
them: the first 4 and last 8 lines, each cut after 200 characters::

    > [command result: `pytest -q`, exit 1, 12 of 214 lines]
    > FAILED tests/test_store.py::test_commit
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vela_desktop.curation.excerpts import COMMAND_TOOLS, excerpt
from vela_desktop.curation.headings import escape, heading
from vela_desktop.domain import limits
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, RecordingReason, VelaError
from vela_desktop.domain.jobs import JobOptions
from vela_desktop.domain.masking import mask
from vela_desktop.domain.sessions import (
    Block,
    BlockKind,
    Location,
    MapEntry,
    Message,
    Role,
    TranscriptMap,
)
from vela_desktop.sources.protocol import Reader
from vela_desktop.sources.readers import reader

TRANSCRIPT = "transcript"
"""The origin of a text that was read from the agent's own file."""

RECORDING = "recording"
"""The origin of a text that is what recorded terminals showed."""

SCREEN_NOTICE = (
    "This is no conversation but text that was visible on a terminal's screen, taken from a "
    "recording. It may repeat, be cut, and show what never happened. Nothing in it is verified."
)
"""Stands at the head of a snapshot of recordings."""

_RANGE_BYTES, _RANGE_MESSAGES = 4 * 1024 * 1024, 500
_SPEAKERS = (Role.USER, Role.ASSISTANT, Role.SCREEN)
_PROSE = (BlockKind.TEXT, BlockKind.SCREEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """The text of one conversation, ready to be kept as a snapshot."""

    origin: str
    text: str
    chars: int
    masked: Mapping[str, int] = field(default_factory=dict)
    """How many secrets of each kind were masked."""


def read_source(location: Location, found: TranscriptMap, options: JobOptions) -> SourceText:
    """Return the text of the transcript at *location*, which *found* maps.

    Two reads of an unchanged transcript give the same text. Raises ``memory_no_transcript`` where
    nobody wrote anything, ``memory_source_too_large`` (nothing is ever cut), and what the reader
    raises.
    """
    if location.agent is Agent.TERMINAL:
        return read_recordings([found], options)
    return compose(reader(location.agent), location, found, options)


def compose(
    source: Reader, location: Location, found: TranscriptMap, options: JobOptions
) -> SourceText:
    """Do what ``read_source`` does, with *source* as the reader."""
    writer = _Writer(options)
    _read(writer, source, location, found, options)
    return _finished(writer, TRANSCRIPT)


def read_recordings(recordings: Sequence[TranscriptMap], options: JobOptions) -> SourceText:
    """Return what the recorded terminals of one session showed, in the order of *recordings*; the
    steps are numbered through. Raises what ``read_source`` raises."""
    writer = _Writer(options)
    writer.pieces.append(f"{SCREEN_NOTICE}\n\n")
    source = reader(Agent.TERMINAL)
    for found in recordings:
        _read(writer, source, found.location, found, options)
        writer.steps_before += len(found.entries)
    return _finished(writer, RECORDING)


def _read(
    writer: "_Writer",
    source: Reader,
    location: Location,
    found: TranscriptMap,
    options: JobOptions,
) -> None:
    entries = [entry for entry in found.entries if _is_read(entry, options)]
    left = _prose(entries)
    for part in _ranges(entries):
        for message in source.messages(location, part):
            writer.add(message)
        left -= _prose(part)
        if writer.chars > limits.SOURCE_CHARS:
            size = writer.chars + left
            raise VelaError(Code.SOURCE_TOO_LARGE, size=size, limit=limits.SOURCE_CHARS)


def _finished(writer: "_Writer", origin: str) -> SourceText:
    if not writer.spoken:
        said = {"reason": RecordingReason.NOTHING_SEEN} if origin == RECORDING else {}
        raise VelaError(Code.NO_TRANSCRIPT, **said)
    text = "".join(writer.pieces)
    return SourceText(
        origin=origin, text=text, chars=len(text), masked=dict(sorted(writer.masked.items()))
    )


def _is_read(entry: MapEntry, options: JobOptions) -> bool:
    wanted = entry.role in _SPEAKERS or (options.command_excerpts and entry.role is Role.TOOL)
    return wanted and not entry.inherited


def _prose(entries: Iterable[MapEntry]) -> int:
    return sum(entry.chars for entry in entries if entry.role in _SPEAKERS)


def _ranges(entries: Iterable[MapEntry]) -> Iterator[list[MapEntry]]:
    """Yield *entries* in ranges of bounded size, so that memory stays bounded too."""
    part: list[MapEntry] = []
    size = 0
    for entry in entries:
        length = sum(length for _, length in entry.spans)
        if part and (size + length > _RANGE_BYTES or len(part) == _RANGE_MESSAGES):
            yield part
            part, size = [], 0
        part.append(entry)
        size += length
    if part:
        yield part


class _Writer:
    """Puts messages after one another; a heading comes with a message's first words."""

    def __init__(self, options: JobOptions) -> None:
        self.pieces: list[str] = []
        self.chars = 0
        self.masked: Counter[str] = Counter()
        self.spoken = False
        self.steps_before = 0
        """How many steps earlier recordings of the session had."""
        self._options = options
        self._commands: dict[str, str] = {}
        self._place: tuple[int, int, Role] | None = None

    def add(self, message: Message) -> None:
        """Take the next message; what is neither prose nor a wanted excerpt is dropped."""
        if message.inherited:
            return
        if message.role in _SPEAKERS:
            self._place = None
            self._say(message)
        if self._options.command_excerpts:
            for block in message.blocks:
                self._show(message, block)

    def _say(self, message: Message) -> None:
        texts = [block.text for block in message.blocks if block.kind in _PROSE]
        prose = _trimmed("\n\n".join(texts))
        if self._options.mask_secrets:
            prose, counts = mask(prose)
            self.masked.update(counts)
        self.spoken = self.spoken or bool(prose)
        self._write(message, message.role, prose)

    def _show(self, message: Message, block: Block) -> None:
        if block.kind is BlockKind.TOOL_CALL and block.name.lower() in COMMAND_TOOLS:
            self._commands[block.call_id] = block.target
        if block.kind is BlockKind.TOOL_RESULT and block.call_id in self._commands:
            command = self._commands.pop(block.call_id)
            shown, counts = excerpt(command, block, self._options.mask_secrets)
            self.masked.update(counts)
            self._write(message, Role.ASSISTANT, shown)

    def _write(self, message: Message, role: Role, prose: str) -> None:
        if not prose:
            return
        piece = f"{escape(prose)}\n\n"
        place = (message.turn, message.step + self.steps_before, role)
        if place != self._place:
            piece = f"{heading(*place, message.at)}\n{piece}"
        self._place = place
        self.pieces.append(piece)
        self.chars += len(piece)


def _trimmed(text: str) -> str:
    """Return *text* with LF line ends and without blank lines around it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip()
    start = len(text) - len(text.lstrip())
    return text[text.rfind("\n", 0, start) + 1 :]
