"""One pass over a Grok Build conversation: a row for each line of the talk, and its facts."""

from typing import Any

from vela_desktop.domain.text import squeeze
from vela_desktop.sources import grok_records as records
from vela_desktop.sources.grok_rows import Row, digest
from vela_desktop.sources.jsonl import Record
from vela_desktop.sources.turns import preview

_SUMMARY_KEY_CHARS = 600


class ChatPass:
    """Takes the lines of one conversation in file order."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.items = 0
        self.model: str | None = None
        self.noted_cwd: str | None = None
        self.first_text: str | None = None
        """The first prompt with words."""
        self.own_from = 0
        """How many rows precede the note that what precedes it is another session's."""
        self.starts: list[int] = []
        """For each row, how many lines precede it."""

    def dump(self) -> dict[str, Any]:
        """Return nothing: a conversation is read whole each time, for Grok rewrites it."""
        return {}

    def restore(self, data: dict[str, Any]) -> None:
        """Begin anew."""

    def feed(self, offset: int, length: int, record: Record) -> None:
        """Take the line at *offset*."""
        record = records.message_of(record)
        self.items += 1
        self.noted_cwd = self.noted_cwd or records.cwd_in(record)
        if records.is_fork_note(record):
            self.own_from = len(self.rows)
        kind = records.kind_of(record)
        if kind is None:
            return
        row = _row(kind, Row(kind, offset, length, uid=f"@{offset}"), record)
        if kind == records.ASSISTANT:
            self.model = records.string(record, "model_id") or self.model
        elif kind == records.PROMPT and self.first_text is None and row.chars:
            self.first_text = records.typed(record)
        self.rows.append(row)
        self.starts.append(self.items - 1)


def _row(kind: int, row: Row, record: Record) -> Row:
    if kind in records.ASKED:
        return _asked(row, record)
    if kind == records.ASSISTANT:
        return _answered(row, record)
    if kind == records.RESULT:
        call = records.string(record, "tool_call_id")
        return row._replace(calls=(call,) if call else (), key=call and f"result {call}")
    if kind == records.CALL:
        call, _, _ = records.backend(record)
        return row._replace(uid=call or row.uid, calls=(call,) if call else (), key=call)
    if kind == records.REASONING:
        return row._replace(key=records.string(record, "id") or digest(records.thought(record)))
    text = records.noticed(record)
    key = squeeze(text[: 2 * _SUMMARY_KEY_CHARS])[:_SUMMARY_KEY_CHARS]
    return row._replace(chars=len(text), key=key, has_blocks=bool(text))


def _asked(row: Row, record: Record) -> Row:
    text, number = records.typed(record), record.get("prompt_index")
    return row._replace(
        chars=len(text),
        preview=preview(text),
        key=digest(text),
        number=number if type(number) is int else None,
    )


def _answered(row: Row, record: Record) -> Row:
    text = records.text_of(record.get("content"))
    calls = [records.string(call, "id") for call in records.made(record)]
    known = tuple(call for call in calls if call)
    return row._replace(
        uid=known[0] if known else row.uid,
        calls=known,
        chars=len(text),
        key=f"answer {known[0]}" if known else digest(text),
        has_blocks=bool(text.strip() or calls or records.pondered(record)),
    )
