"""One pass over a Claude Code transcript: a row for each record, and the facts of the file."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from vela_desktop.domain.text import squeeze
from vela_desktop.sources import claude_records as records
from vela_desktop.sources.jsonl import Record
from vela_desktop.sources.times import milliseconds
from vela_desktop.sources.turns import preview

ROOT = -1
"""Parent of a record that begins a conversation."""
ABSENT = -2
"""Parent of a record that names none: it follows the one before it."""
LOOSE = -3
"""Parent of a record whose parent was not read before it; ``ClaudePass.loose`` names it."""

_QUEUED_CHARS = 400
_SYNTHETIC = "<synthetic>"

_What = tuple[int, str, tuple[str, ...], int, str]
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

    def feed(self, offset: int, length: int, record: Record) -> None:
        """Take the record at *offset*; one repeated with its uuid is taken once."""
        get, rows, index = record.get, self.rows, self._index
        uuid = get("uuid")
        if type(uuid) is not str:
            uuid = ""
        elif uuid in index:
            return
        at = milliseconds(get("timestamp"))
        if self.cwd is None:
            self._note_place(record)
        side = 1 if get("isSidechain") is True else 0
        type_ = get("type")
        if type_ == "assistant":
            what = self._assistant(record, side)
        elif type_ == "user":
            what = self._user(record, side)
        elif type_ == "attachment":
            what = self._attachment(record)
        elif type_ == "system":
            what = _system(record)
        else:
            what = self._aside(type_, Queued(offset, length, at, len(rows)), record)
        if uuid or what is not _NOTHING:
            kind, key, calls, chars, shown = what
            parent = get("parentUuid", record)
            known = index.get(parent) if type(parent) is str else self._unnamed(record, kind)
            if known is None:
                self.loose[len(rows)] = parent
                known = LOOSE
            if uuid:
                index[uuid] = len(rows)
            session = get("sessionId") or ""
            number = self._numbers.get(session) if type(session) is str else 0
            if number is None:
                number = self._new_session(session)
            if "forkedFrom" in record:
                self._note_fork(record)
            rows.append(
                (uuid, known, kind, side, offset, length, at, key, calls, chars, shown, number)
            )

    def times(self) -> tuple[int | None, int | None]:
        """Return the earliest and the latest time of any record."""
        stamps = [row[AT] for row in self.rows if row[AT] is not None]
        stamps += [at for at in (self.started, self.last) if at is not None]
        return min(stamps, default=None), max(stamps, default=None)

    def _note_place(self, record: Record) -> None:
        """Take the first working folder and what belongs to it."""
        if type(cwd := record.get("cwd")) is str:
            self.cwd = cwd
            self.version = _text(record, "version")

    def _note_fork(self, record: Record) -> None:
        if type(fork := record["forkedFrom"]) is dict:
            self.forked_rows = len(self.rows) + 1
            self.forked_from = self.forked_from or _text(fork, "sessionId")

    def _new_session(self, name: str) -> int:
        """Return the number of a session id that was not met before."""
        number = self._numbers[name] = len(self.sessions)
        self.sessions.append(name)
        return number

    def _unnamed(self, record: Record, kind: int) -> int | None:
        """Return the parent of a record whose ``parentUuid`` names none."""
        if kind == records.BOUNDARY:
            before = record.get("logicalParentUuid")
            return self._index.get(before, ABSENT) if type(before) is str else ABSENT
        if "parentUuid" in record and kind != records.SUMMARY:
            return ROOT
        return ABSENT

    def _assistant(self, record: Record, side: int) -> _What:
        message = record.get("message")
        if type(message) is not dict:
            return _NOTHING
        model = message.get("model")
        if model == _SYNTHETIC or record.get("isApiErrorMessage"):
            return _NOTHING
        if type(model) is str:
            self.sides[side].model = model
        key, content = message.get("id"), message.get("content")
        calls: tuple[str, ...] = ()
        chars = len(content) if type(content) is str else 0
        for block in content if type(content) is list else ():
            if type(block) is not dict:
                continue
            kind = block.get("type")
            if kind == "text":
                text = block.get("text")
                chars += len(text) if type(text) is str else 0
            elif kind == "tool_use":
                calls = (*calls, _id(block, "id"))
        return records.ASSISTANT, key if type(key) is str else "", calls, chars, ""

    def _user(self, record: Record, side: int) -> _What:
        message = record.get("message")
        if type(message) is not dict:
            return _NOTHING
        branch = record.get("gitBranch")
        if type(branch) is str and branch:
            self.branch = branch
        content = message.get("content")
        if type(content) is list:
            calls: tuple[str, ...] = ()
            for block in content:
                if type(block) is dict and block.get("type") == "tool_result":
                    calls = (*calls, _id(block, "tool_use_id"))
            if calls:
                return records.TOOL, "", calls, 0, ""
            if self._expands_a_command(record):
                return _NOTHING
        kind, text = records.classify(record, content)
        return self._said(kind, text, self.sides[side])

    def _expands_a_command(self, record: Record) -> bool:
        name = record.get("parentUuid")
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

    def _attachment(self, record: Record) -> _What:
        attachment = record.get("attachment")
        if type(attachment) is not dict or attachment.get("type") != "queued_command":
            return _NOTHING
        if record.get("isMeta") or attachment.get("isMeta"):
            return _NOTHING
        prompt = attachment.get("prompt")
        kind, text = records.queued(attachment, prompt)
        return self._said(kind, text, self.sides[0])

    def _aside(self, type_: object, place: Queued, record: Record) -> _What:
        """Take a record that is no part of the conversation but says something about it."""
        if (at := place.at) is not None:
            self.started = at if self.started is None else min(at, self.started)
            self.last = at if self.last is None else max(at, self.last)
        if type_ == "queue-operation":
            self._queue(place, record)
        elif type_ == "last-prompt":
            if type(leaf := record.get("leafUuid")) is str:
                self.leaf, self.leaf_row = leaf, len(self.rows)
        elif type_ == "custom-title":
            self.custom_title = _text(record, "customTitle")
        elif type_ == "ai-title":
            self.ai_title = _text(record, "aiTitle")
        elif type_ == "summary" and (text := _text(record, "summary")):
            leaf = str(record.get("leafUuid"))
            self.summaries.pop(leaf, None)
            self.summaries[leaf] = text
        return _NOTHING

    def _queue(self, place: Queued, record: Record) -> None:
        operation, content = record.get("operation"), record.get("content")
        if operation == "popAll":
            self.queued.clear()
        elif operation == "enqueue" and type(content) is str:
            text = records.typed(content)
            if text and text[0] not in "/!<[":
                self.queued.append(place._replace(text=_start(text), chars=len(text)))

    def _take_from_queue(self, text: str) -> None:
        if self.queued:
            start = _start(text)
            for number, queued in enumerate(self.queued):
                if queued.text == start:
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


def _system(record: Record) -> _What:
    subtype, content = record.get("subtype"), record.get("content")
    if subtype == "compact_boundary":
        return records.BOUNDARY, "", (), 0, ""
    if subtype != "local_command" or type(content) is not str:
        return _NOTHING
    kind, text = records.judged(records.typed(content))
    if kind not in {records.COMMAND, records.NOTICE} or not text:
        return _NOTHING
    return kind, "", (), len(text), preview(text) if kind == records.COMMAND else ""


def _id(block: Record, key: str) -> str:
    value = block.get(key)
    return value if type(value) is str else ""


def _text(record: Record, key: str) -> str | None:
    value = record.get(key)
    return squeeze(value) or None if type(value) is str else None


def _start(text: str) -> str:
    return squeeze(text[: 4 * _QUEUED_CHARS])[:_QUEUED_CHARS]
