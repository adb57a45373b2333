"""One pass over a Claude Code transcript: a row for each record, and the facts of the file."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from vela_desktop.domain.text import squeeze
from vela_desktop.sources import claude_records as records
from vela_desktop.sources.claude_lines import Line
from vela_desktop.sources.times import milliseconds
from vela_desktop.sources.turns import preview

ROOT = -1
"""Parent of a record that begins a conversation."""
ABSENT = -2
"""Parent of a record that names none: it follows the one before it."""
LOOSE = -3
"""Parent of a record whose parent was not read before it; ``ClaudePass.loose`` names it."""

_QUEUED_CHARS = 400
_LOOK_BACK = 50
"""How many waiting prompts are compared with one that arrives."""
_SYNTHETIC = "<synthetic>"

_What = tuple[int, str, Sequence[str], int, str]
"""Kind, message id, call ids, characters of prose, preview."""
_NOTHING: _What = (records.LINK, "", (), 0, "")


Row = tuple[str, int, int, int, int, int, int | None, str, Sequence[str], int, str, int]
"""What is kept of one record: uuid, number of the row it hangs on, kind, side (1 for a sub-agent,
which older versions wrote into the main file), offset, length, time, message id, call ids,
characters of prose, preview, number of its session in ``sessions``. A plain tuple: there are very
many, and they are stored as they are."""
UUID: Final = 0
PARENT: Final = 1
KIND: Final = 2
SIDE: Final = 3
OFFSET: Final = 4
LENGTH: Final = 5
AT: Final = 6
KEY: Final = 7
CALLS: Final = 8
SESSION: Final = 11


class Queued(NamedTuple):
    """A prompt that was put into the queue and has not been met elsewhere yet."""

    offset: int
    length: int
    at: int | None
    before: int
    """How many rows there were."""
    text: str = ""
    """Its beginning, with single blanks."""
    chars: int = 0


class Side:
    """Facts about one side of a file: the main conversation, or the sub-agents in it."""

    def __init__(self) -> None:
        self.first_text: str | None = None
        self.first_command: str | None = None
        self.model: str | None = None


class ClaudePass:
    """Takes the records of one transcript in file order.

    ``dump`` and ``restore`` let it go on another time; ``rows`` is what branches are made of.
    """

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.loose: dict[int, str] = {}
        self.sessions: list[str] = []
        self.forked_from: str | None = None
        self.forked_rows = 0
        self.cwd: str | None = None
        self.branch: str | None = None
        self.started: int | None = None
        self.last: int | None = None
        """The times of records that have no row."""
        self.custom_title: str | None = None
        self.ai_title: str | None = None
        self.summaries: dict[str, str] = {}
        self.leaf: str | None = None
        self.leaf_row = 0
        self.version: str | None = None
        self.origin: list[Any] | None = None
        """What the reader found out about where the file's first rows come from."""
        self.queued: list[Queued] = []
        self.sides = (Side(), Side())
        self._index: dict[str, int] = {}
        self._numbers: dict[str, int] = {}

    def dump(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {name: getattr(self, name) for name in _PLAIN} | {
            "rows": self.rows,
            "loose": list(self.loose.items()),
            "queued": [tuple(queued) for queued in self.queued],
            "sides": [vars(side) for side in self.sides],
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Take up where ``dump`` left off."""
        for name in _PLAIN:
            setattr(self, name, data[name])
        self.rows = data["rows"]
        self.loose = dict(data["loose"])
        self.queued = [Queued(*queued) for queued in data["queued"]]
        for side, values in zip(self.sides, data["sides"], strict=True):
            vars(side).update(values)
        self._index = {row[UUID]: number for number, row in enumerate(self.rows) if row[UUID]}
        self._numbers = {name: number for number, name in enumerate(self.sessions)}

    def row_of(self, uuid: str) -> int | None:
        """Return the number of the row with this uuid."""
        return self._index.get(uuid)

    def feed(self, offset: int, length: int, line: Line, /) -> None:
        """Take the record at *offset*; one repeated with its uuid is taken once."""
        rows, index, uuid = self.rows, self._index, line.uuid
        if uuid is None:
            uuid = ""
        elif uuid in index:
            return
        at = milliseconds(line.timestamp)
        if self.cwd is None and line.cwd is not None:
            self.cwd, self.version = line.cwd, line.version
        side = 1 if line.is_sidechain else 0
        type_ = line.type
        if type_ == "assistant":
            what = self._assistant(line, side)
        elif type_ == "user":
            what = self._user(line, side)
        elif type_ == "attachment":
            what = self._attachment(line)
        elif type_ == "system":
            what = _system(line)
        else:
            what = self._aside(Queued(offset, length, at, len(rows)), line)
        if uuid or what is not _NOTHING:
            kind, key, calls, chars, shown = what
            parent = self._parent(line, kind)
            if uuid:
                index[uuid] = len(rows)
            session = self._numbers.get(line.session_id or "")
            if session is None:
                session = self._new_session(line.session_id or "")
            if line.forked_from is not None:
                self.forked_rows = len(rows) + 1
                self.forked_from = self.forked_from or line.forked_from.session_id
            rows.append(
                (uuid, parent, kind, side, offset, length, at, key, calls, chars, shown, session)
            )

    def _parent(self, line: Line, kind: int) -> int:
        """Return the row that a record hangs on, or why none can be told."""
        name = line.parent_uuid
        if name is None and kind == records.BOUNDARY:
            name = line.logical_parent_uuid or UNSET
        if type(name) is str:
            known = self._index.get(name)
            if known is None:
                self.loose[len(self.rows)] = name
                return LOOSE
            return known
        return ROOT if name is None and kind != records.SUMMARY else ABSENT

    def times(self) -> tuple[int | None, int | None]:
        """Return the earliest and the latest time of any record."""
        stamps = [row[AT] for row in self.rows if row[AT] is not None]
        stamps += [at for at in (self.started, self.last) if at is not None]
        return min(stamps, default=None), max(stamps, default=None)

    def _new_session(self, name: str) -> int:
        """Return the number of a session id that was not met before."""
        number = self._numbers[name] = len(self.sessions)
        self.sessions.append(name)
        return number

    def _assistant(self, line: Line, side: int) -> _What:
        message = line.message
        if message is None or message.model == _SYNTHETIC or line.is_api_error_message:
            return _NOTHING
        if message.model is not None:
            self.sides[side].model = message.model
        content = message.content
        calls: list[str] = []
        chars = len(content) if type(content) is str else 0
        for block in content if type(content) is list else ():
            if block.type == "text":
                chars += len(block.text or "")
            elif block.type == "tool_use":
                calls.append(block.id or "")
        return records.ASSISTANT, message.id or "", calls, chars, ""

    def _user(self, line: Line, side: int) -> _What:
        if line.message is None:
            return _NOTHING
        self.branch = line.git_branch or self.branch
        content = line.message.content
        if type(content) is list:
            calls = [block.tool_use_id or "" for block in content if block.type == "tool_result"]
            if calls:
                return records.TOOL, "", calls, 0, ""
            if self._expands_a_command(line):
                return _NOTHING
        kind, text = records.classify(line, content)
        return self._said(kind, text, self.sides[side])

    def _expands_a_command(self, line: Line) -> bool:
        name = line.parent_uuid
        parent = self._index.get(name) if type(name) is str else None
        return parent is not None and self.rows[parent][KIND] == records.COMMAND

    def _said(self, kind: int, text: str, side: Side) -> _What:
        """Return what is kept of words that came from outside the model."""
        if kind == records.LINK:
            return _NOTHING
        if kind in {records.PROMPT, records.STEERING}:
            self._take_from_queue(text)
        if kind == records.PROMPT and text and side.first_text is None:
            side.first_text = text
        elif kind == records.COMMAND and side.first_command is None:
            side.first_command = text
        shown = "" if kind in {records.NOTICE, records.SUMMARY} else preview(text)
        return kind, "", (), len(text), shown

    def _attachment(self, line: Line) -> _What:
        attachment = line.attachment
        if attachment is None or attachment.type != "queued_command":
            return _NOTHING
        if line.is_meta or attachment.is_meta:
            return _NOTHING
        kind, text = records.queued(attachment)
        return self._said(kind, text, self.sides[0])

    def _aside(self, place: Queued, line: Line) -> _What:
        """Take a record that is no part of the conversation but says something about it."""
        if (at := place.at) is not None:
            self.started = at if self.started is None else min(at, self.started)
            self.last = at if self.last is None else max(at, self.last)
        if line.type == "queue-operation":
            self._queue(place, line)
        elif line.type == "last-prompt" and line.leaf_uuid is not None:
            self.leaf, self.leaf_row = line.leaf_uuid, len(self.rows)
        elif line.type == "custom-title":
            self.custom_title = squeeze(line.custom_title or "")
        elif line.type == "ai-title":
            self.ai_title = squeeze(line.ai_title or "")
        elif line.type == "summary" and line.summary and line.summary.strip():
            leaf = line.leaf_uuid or ""
            self.summaries.pop(leaf, None)
            self.summaries[leaf] = squeeze(line.summary)
        return _NOTHING

    def _queue(self, place: Queued, line: Line) -> None:
        if line.operation == "popAll":
            self.queued.clear()
        elif line.operation == "enqueue" and isinstance(line.content, str):
            text = records.typed(line.content)
            if text and text[0] not in "/!<[":
                self.queued.append(place._replace(text=_start(text), chars=len(text)))

    def _take_from_queue(self, text: str) -> None:
        """Forget the prompt *text* where it waits in the queue: it has arrived."""
        start = _start(text) if self.queued else ""
        for number in range(len(self.queued) - 1, max(-1, len(self.queued) - _LOOK_BACK), -1):
            if self.queued[number].text == start:
                del self.queued[number]
                return


_PLAIN = (
    "sessions",
    "forked_from",
    "forked_rows",
    "cwd",
    "branch",
    "started",
    "last",
    "custom_title",
    "ai_title",
    "summaries",
    "leaf",
    "leaf_row",
    "version",
    "origin",
)
"""Fields that are stored as they are."""


def _system(line: Line) -> _What:
    if line.subtype == "compact_boundary":
        return records.BOUNDARY, "", (), 0, ""
    if line.subtype != "local_command" or not isinstance(line.content, str):
        return _NOTHING
    kind, text = records.judged(records.typed(line.content))
    if kind not in {records.COMMAND, records.NOTICE} or not text:
        return _NOTHING
    return kind, "", (), len(text), preview(text) if kind == records.COMMAND else ""


def _start(text: str) -> str:
    return squeeze(text[: 4 * _QUEUED_CHARS])[:_QUEUED_CHARS]
