"""One pass over Grok Build's log of updates: rows of what was said and done, with times."""

import time
from pathlib import Path
from typing import Any

from vela_desktop.domain.sessions import Location, TranscriptMap
from vela_desktop.sources import grok_records as records
from vela_desktop.sources.files import opened
from vela_desktop.sources.grok_names import UPDATES_BASE
from vela_desktop.sources.grok_rows import Row, digest
from vela_desktop.sources.grok_skim import KEPT_BYTES, LOG, Skimmed
from vela_desktop.sources.jsonl import Record, Scan
from vela_desktop.sources.passes import STILL_NS, Taken
from vela_desktop.sources.states import pack, unpack
from vela_desktop.sources.times import milliseconds
from vela_desktop.sources.turns import preview

_ENDED = ("completed", "failed")
_CHUNKS = {"agent_message_chunk": records.ASSISTANT, "agent_thought_chunk": records.REASONING}


class LogPass:
    """Takes the lines of one log in file order."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.native_id: str | None = None
        self.model: str | None = None
        self.started: int | None = None
        self.last: int | None = None
        self.first_text: str | None = None
        self.first_row: int | None = None
        self.prompts: list[int] = []
        """The rows with which the turns begin that were not taken back."""
        self.is_marked = False
        """Whether prompts are numbered; what bears no number then opens no turn."""
        self.run = ""
        """What the line before was a piece of; empty where the next one goes on with nothing."""
        self.group = 0
        self.stream: int | None = None
        """When the model began with the answer of that group, where Grok says so."""
        self.is_over = True
        """Whether the next answer is another one, where Grok does not say so."""

    def dump(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return vars(self) | {"rows": [tuple(row) for row in self.rows]}

    def restore(self, data: dict[str, Any]) -> None:
        """Take up where ``dump`` left off."""
        vars(self).update(data)
        self.rows = [Row(*row)._replace(calls=tuple(row[5])) for row in data["rows"]]

    def feed(self, offset: int, length: int, record: Record) -> None:
        """Take the line at *offset*."""
        update, params = records.update_of(record), records.params_of(record)
        about = params.get("_meta")
        about = about if isinstance(about, dict) else {}
        at = milliseconds(about.get("agentTimestampMs"))
        at = milliseconds(record.get("timestamp")) if at is None else at
        self._note(params, about, at)
        kind = records.string(update, "sessionUpdate")
        row = Row(
            0,
            UPDATES_BASE + offset,
            length,
            at,
            uid=f"@{offset}",
            inherited=_is_copied(params, about),
        )
        if kind == "user_message_chunk":
            self._asked(row, update)
        elif kind in _CHUNKS:
            self._said(row._replace(kind=_CHUNKS[kind]), update, about)
        elif kind == "tool_call":
            self._called(row._replace(kind=records.CALL), update, about)
        elif kind == "tool_call_update":
            self._ended(row._replace(kind=records.RESULT), update)
        else:
            self._other(row, update)

    def _note(self, params: Record, about: Record, at: int | None) -> None:
        self.native_id = self.native_id or records.string(params, "sessionId") or None
        self.model = records.string(about, "modelId") or self.model
        if at is not None:
            self.started = at if self.started is None else min(at, self.started)
            self.last = at if self.last is None else max(at, self.last)

    def _asked(self, row: Row, update: Record) -> None:
        about = update.get("_meta")
        about = about if isinstance(about, dict) else {}
        self.model = records.string(about, "modelId") or self.model
        number = about.get("promptIndex")
        number = number if type(number) is int else None
        self.is_marked = self.is_marked or number is not None
        kind = records.PROMPT if number is not None or not self.is_marked else records.STEERING
        if about.get("hostTurn") is True:
            kind = records.COMMAND
        text = records.text_of(update.get("content"))
        run = f"user {kind} {number}"
        if run == self.run and kind != records.COMMAND:
            self._go_on(row, text)
        else:
            if kind == records.PROMPT:
                self.prompts.append(len(self.rows))
            self.rows.append(
                row._replace(
                    kind=kind,
                    number=number,
                    chars=len(text.strip()),
                    preview=preview(text),
                    key=digest(text),
                )
            )
        self.run, self.is_over = run, True
        self._first(kind, text)

    def _first(self, kind: int, text: str) -> None:
        """Keep the first prompt with words, all pieces of it."""
        if kind != records.PROMPT or not text.strip():
            return
        here = len(self.rows) - 1
        if self.first_text is None:
            self.first_text, self.first_row = text, here
        elif self.first_row == here:
            self.first_text += text

    def _go_on(self, row: Row, text: str) -> None:
        """Add a line to the run that ends the rows."""
        last = self.rows[-1]
        self.rows[-1] = last._replace(
            length=row.offset + row.length - last.offset,
            chars=last.chars + len(text),
            preview=last.preview or preview(text),
        )

    def _said(self, row: Row, update: Record, about: Record) -> None:
        self._answer(about)
        text = records.text_of(update.get("content"))
        run = f"{row.kind} {self.group}"
        if run == self.run:
            self._go_on(row, text)
        else:
            self.rows.append(row._replace(chars=len(text), group=self.group))
        self.run = run

    def _called(self, row: Row, update: Record, about: Record) -> None:
        self._answer(about)
        call = records.string(update, "toolCallId")
        calls = (call,) if call else ()
        self.rows.append(row._replace(uid=call or row.uid, calls=calls, group=self.group))
        self.run = ""

    def _answer(self, about: Record) -> None:
        """Find out whether a line belongs to the same answer of the model as the one before."""
        stream = about.get("streamStartMs")
        if type(stream) is int:
            self.group += stream != self.stream
            self.stream = stream
        else:
            self.group += self.is_over
            self.stream = None
        self.is_over = False

    def _ended(self, row: Row, update: Record) -> None:
        self.run = ""
        call = records.string(update, "toolCallId")
        if not call or update.get("status") not in _ENDED:
            return
        self.is_over = True
        row = row._replace(uid=f"result {call}", calls=(call,), length=min(row.length, KEPT_BYTES))
        for nth in range(len(self.rows) - 1, max(-1, len(self.rows) - _LOOK_BACK), -1):
            if self.rows[nth].uid == row.uid:
                self.rows[nth] = row
                return
        self.rows.append(row)

    def _other(self, row: Row, update: Record) -> None:
        kind = records.string(update, "sessionUpdate")
        if kind == "rewind_marker":
            self._back(update.get("target_prompt_index"))
        elif kind == "compaction_checkpoint":
            self.rows.append(row._replace(kind=records.COMPACTED))
        self.run = ""
        self.is_over = self.is_over or kind != "plan"

    def _back(self, target: object) -> None:
        """Forget the turns that a person took back."""
        if type(target) is not int or not 0 <= target < len(self.prompts):
            return
        begin = self.prompts[target]
        del self.rows[begin:]
        del self.prompts[target:]
        if self.first_row is not None and self.first_row >= begin:
            self.first_text = self.first_row = None


_LOOK_BACK = 64
"""A call is ended again, if at all, soon after it was ended first."""


def _is_copied(params: Record, about: Record) -> bool:
    """Tell whether an event is another session's, copied by a fork."""
    event, session = records.string(about, "eventId"), records.string(params, "sessionId")
    return bool(event and session) and not event.startswith(session)


def take_log(
    location: Location, path: Path, previous: TranscriptMap | None, max_bytes: int | None
) -> Taken[LogPass]:
    """Pass over the log at *path* as ``passes.take`` does, but skim its long lines."""
    taken, bad, start = LogPass(), 0, 0
    with opened(path) as stream:
        data = unpack(stream, location, previous)
        if data is not None and previous is not None:
            taken.restore(data["pass"])
            bad, start = data["bad"], previous.end
        else:
            stream.seek(0)
        skimmed = Skimmed(stream, start, stream.size)
        scan = Scan(skimmed, LOG, start)
        for offset, length, record in scan.records(max_bytes):
            _give(taken, skimmed, offset, length, record)
        end = skimmed.real(scan.end)
        state = pack(stream, end, {"bad": bad + scan.bad, "pass": taken.dump()})
        is_fresh = time.time_ns() - stream.fingerprint.mtime_ns < STILL_NS
        if scan.finished and not (scan.half_written and is_fresh):
            for offset, length, record in scan.last():
                _give(taken, skimmed, offset, length, record)
    return Taken(
        taken=taken,
        fingerprint=stream.fingerprint,
        bad_lines=bad + scan.bad,
        complete=scan.finished,
        end=end,
        state=state,
    )


def _give(taken: LogPass, skimmed: Skimmed, offset: int, length: int, record: Record) -> None:
    at = skimmed.real(offset)
    taken.feed(at, skimmed.real(offset + length) - at, record)
