"""One pass over a Codex rollout: a row for each item of the conversation, and its facts."""

from typing import Any, NamedTuple

from vela_desktop.sources import codex_records as records
from vela_desktop.sources.jsonl import Record
from vela_desktop.sources.times import milliseconds
from vela_desktop.sources.turns import preview
from vela_desktop.sources.uuids import born

RESPONSE = 0
EVENT = 1
MARKED = 2
"""A response item that Codex itself marks as typed by a person."""

_BURST_MS = 250
"""Copied lines are written in one go; a longer pause ends the copy."""


class Row(NamedTuple):
    """What is kept of one line."""

    kind: int
    source: int
    offset: int
    length: int
    at: int | None
    uid: str
    call: str
    chars: int
    preview: str
    inherited: int


class CodexPass:
    """Takes the lines of one rollout in file order."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.native_id: str | None = None
        self.cwd: str | None = None
        self.turn_cwd: str | None = None
        self.noted_cwd: str | None = None
        self.branch: str | None = None
        self.model: str | None = None
        self.parent: str | None = None
        self.is_subagent = False
        self.agent_name: str | None = None
        self.started: int | None = None
        self.last: int | None = None
        self.has_meta = False
        self.own_from: int | None = None
        """Lines with a smaller ordinal are the parent's."""
        self.copying = False
        self.copied_at: int | None = None
        self.first_texts: dict[str, tuple[int, str]] = {}
        """By source: which row holds the first prompt with words, and the words."""

    def dump(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return vars(self) | {"rows": [tuple(row) for row in self.rows]}

    def restore(self, data: dict[str, Any]) -> None:
        """Take up where ``dump`` left off."""
        vars(self).update(data)
        self.rows = [Row(*row) for row in data["rows"]]

    def feed(self, offset: int, length: int, record: Record) -> None:
        """Take the line at *offset*."""
        type_, item = _opened(record)
        if type_ == "session_meta":
            self._meta(item)
        ordinal = record.get("ordinal")
        if self.own_from is not None and type(ordinal) is int and 0 < ordinal < self.own_from:
            return
        at = milliseconds(record.get("timestamp"))
        if at is not None:
            self._note_time(at)
        if self.copying:
            self._still_copying(type_, item, at)
        what = self._what(type_, item, record)
        if what is None:
            return
        kind, source, chars, shown = what
        call = records.call_id(item) if kind in {records.CALL, records.RESULT} else ""
        uid = item.get("id")
        if type(uid) is not str or not uid:
            uid = f"@{offset}"
        inherited = 1 if self.copying else 0
        self.rows.append(Row(kind, source, offset, length, at, uid, call, chars, shown, inherited))

    def _note_time(self, at: int) -> None:
        if self.started is None or at < self.started:
            self.started = at
        if self.last is None or at > self.last:
            self.last = at

    def _meta(self, item: Record) -> None:
        """Take the head of a session; a second one with another id is the parent's, copied."""
        if self.has_meta:
            if item.get("id") != self.native_id and not self.rows and self.own_from is None:
                self.copying = True
            return
        self.has_meta = True
        if (at := milliseconds(item.get("timestamp"))) is not None:
            self._note_time(at)
        self.native_id = _string(item, "id")
        self.cwd = _string(item, "cwd")
        git = item.get("git")
        self.branch = _string(git, "branch") if type(git) is dict else None
        self._family(item)

    def _family(self, item: Record) -> None:
        source, spawn = item.get("source"), None
        if type(source) is dict and "subagent" in source:
            self.is_subagent = True
            if type(source["subagent"]) is dict:
                spawn = source["subagent"].get("thread_spawn")
        self.is_subagent = self.is_subagent or item.get("thread_source") == "subagent"
        path = _string(item, "agent_path") or ""
        self.agent_name = path.rpartition("/")[2] or _string(item, "agent_nickname")
        forked = _string(item, "forked_from_id")
        spawned = _string(spawn, "parent_thread_id") if type(spawn) is dict else None
        self.parent = _string(item, "parent_thread_id") or spawned or forked
        start = item.get("subagent_history_start_ordinal")
        self.own_from = start if type(start) is int else None
        self.copying = bool(forked) and self.own_from is None and not item.get("history_base")

    def _still_copying(self, type_: object, item: Record, at: int | None) -> None:
        """Find out whether the copy of the parent's lines ends at this one."""
        turn, own = born(item.get("turn_id")), born(self.native_id)
        if turn is not None and own is not None:
            self.copying = turn < own
        elif at is not None and self.copied_at is not None and type_ != "session_meta":
            self.copying = at - self.copied_at <= _BURST_MS
        if at is not None:
            self.copied_at = max(at, self.copied_at or at)

    def _what(
        self, type_: object, item: Record, record: Record
    ) -> tuple[int, int, int, str] | None:
        """Return kind, source, characters and preview of a line that is part of the talk."""
        if type_ == "response_item":
            return self._response(item, record)
        if type_ == "event_msg":
            return self._event(item)
        if type_ == "turn_context":
            self.model = _string(item, "model") or self.model
            self.turn_cwd = self.turn_cwd or _string(item, "cwd")
        elif type_ == "compacted":
            text = item.get("message")
            repeated = bool(self.rows) and self.rows[-1].kind == records.SUMMARY
            if type(text) is str and text.strip() and not repeated:
                return records.SUMMARY, RESPONSE, len(text.strip()), ""
        return None

    def _response(self, item: Record, record: Record) -> tuple[int, int, int, str] | None:
        kind = records.kind_of(item)
        if kind == "message":
            return self._message(item, record)
        if kind in records.CALLS:
            return records.CALL, RESPONSE, 0, ""
        if kind in records.RESULTS:
            return records.RESULT, RESPONSE, 0, ""
        if kind == "reasoning" and records.thought(item):
            return records.REASONING, RESPONSE, 0, ""
        return _notice(item)

    def _message(self, item: Record, record: Record) -> tuple[int, int, int, str] | None:
        role = item.get("role")
        if role == "assistant":
            chars = len(records.text_of(item.get("content")))
            about = record.get("metadata")
            summary = type(about) is dict and about.get("compaction_output") is True
            kind = records.SUMMARY if summary else records.ASSISTANT
            return kind, RESPONSE, chars, ""
        if role != "user":
            return None
        if records.is_marked(item):
            return self._prompt(MARKED, records.marked_text(item), item)
        text = records.text_of(item.get("content"))
        if (command := records.shell_command(text)) is not None:
            return records.COMMAND, RESPONSE, len(command) + 2, preview(f"! {command}")
        if records.is_injected(text):
            self.noted_cwd = self.noted_cwd or records.cwd_in(text)
            return None
        return self._prompt(RESPONSE, text, item)

    def _prompt(self, source: int, text: str, item: Record) -> tuple[int, int, int, str] | None:
        text = records.typed(text)
        if not text and not records.images_in(item):
            return None
        if text:
            self.first_texts.setdefault(str(source), (len(self.rows), text))
        return records.PROMPT, source, len(text), preview(text)

    def _event(self, item: Record) -> tuple[int, int, int, str] | None:
        kind, text = item.get("type"), item.get("message")
        if kind == "user_message":
            said = text if type(text) is str else ""
            if item.get("kind") in (None, "plain") and not records.is_injected(said):
                return self._prompt(EVENT, said, item)
            return None
        if kind == "agent_message":
            return (records.ASSISTANT, EVENT, len(text), "") if type(text) is str else None
        if kind == "thread_rolled_back":
            turns = item.get("num_turns")
            return records.ROLLBACK, EVENT, turns if type(turns) is int else 1, ""
        return _notice(item)


def _notice(item: Record) -> tuple[int, int, int, str] | None:
    text = records.notice_of(item)
    return (records.NOTICE, RESPONSE, len(text), "") if text else None


def _opened(record: Record) -> tuple[object, Record]:
    """Return type and content of a line, as if every version had written envelopes."""
    type_, payload = record.get("type"), record.get("payload")
    if type(payload) is dict:
        return type_, payload
    if type_ is None and "instructions" in record and "id" in record:
        return "session_meta", record
    if type_ == "error":
        return "event_msg", record
    if records.kind_of(record) in _ITEMS:
        return "response_item", record
    return None, record


_ITEMS = frozenset({"message", "reasoning"}) | records.CALLS | records.RESULTS


def _string(item: Record, key: str) -> str | None:
    value = item.get(key)
    return value if type(value) is str and value else None
