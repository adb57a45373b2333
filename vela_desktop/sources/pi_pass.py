"""One pass over a Pi or OMP transcript: a row for each entry of its tree, and its facts."""

from typing import Any, Final, NamedTuple

from vela_desktop.domain.text import safe, squeeze
from vela_desktop.sources import pi_records as records
from vela_desktop.sources.jsonl import DICTS, Record, Shape
from vela_desktop.sources.times import milliseconds
from vela_desktop.sources.turns import preview

ROOT: Final = -1
"""Parent of an entry that begins a conversation."""
SLOT_BYTES: Final = 256

LINES: Final[Shape[Record]] = Shape(
    kind=DICTS.kind,
    decode=DICTS.decode,
    loosen=DICTS.loosen,
    is_timed=DICTS.is_timed,
    slot_bytes=SLOT_BYTES,
)
"""How a scan reads the lines; OMP keeps the title in a first line that it rewrites in place."""


class Row(NamedTuple):
    """What is kept of one entry."""

    uid: str
    parent: int
    """Number of the row it hangs on."""
    first: int
    """Number of the first prompt with words up to here, ``ROOT`` where there is none."""
    kind: int
    offset: int
    length: int
    at: int | None
    calls: tuple[str, ...]
    chars: int
    preview: str


class PiPass:
    """Takes the records of one transcript in file order."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.texts: dict[int, str] = {}
        """The prompts that no other precedes, by their row: one more for each new beginning."""
        self.native_id: str | None = None
        self.cwd: str | None = None
        self.born: int | None = None
        """When this file was begun; a fork holds older entries."""
        self.forked_from: str | None = None
        """Path or id of the session that this one was copied from."""
        self.copied: int | None = None
        """How many of the first rows are copies, once the reader found out."""
        self.is_subagent = False
        self.name: str | None = None
        self.slot_title: str | None = None
        self.header_title: str | None = None
        self.changed_title: str | None = None
        self.model: str | None = None
        self.chosen_model: str | None = None
        self.started: int | None = None
        self.last: int | None = None
        self._numbers: dict[str, int] = {}

    def dump(self) -> dict[str, Any]:
        """Return everything as plain values."""
        plain = {name: value for name, value in vars(self).items() if name != "_numbers"}
        return plain | {
            "rows": [tuple(row) for row in self.rows],
            "texts": list(self.texts.items()),
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Take up where ``dump`` left off."""
        vars(self).update(data)
        self.rows = [Row(*row)._replace(calls=tuple(row[7])) for row in data["rows"]]
        self.texts = dict(data["texts"])
        self._numbers = {row.uid: number for number, row in enumerate(self.rows) if row.uid}

    def feed(self, offset: int, length: int, record: Record, /) -> None:
        """Take the record at *offset*; one that is repeated whole is taken once.

        Where two have one id, what follows hangs on the later one, as for Pi itself.
        """
        type_ = record.get("type")
        if type_ == "title":
            self.slot_title = squeeze(records.string(record, "title"))
            return
        at = milliseconds(record.get("timestamp"))
        if at is not None:
            self._note_time(at)
        if type_ == "session":
            self._header(record, at)
            return
        uid = records.string(record, "id")
        what = records.what_of(record)
        if uid in self._numbers and self._is_repeated(self._numbers[uid], length, at, what, record):
            return
        self._note(type_, record)
        if uid or what.kind != records.LINK:
            self._add(uid, offset, length, at, what, record)

    def _is_repeated(
        self, number: int, length: int, at: int | None, what: records.What, record: Record
    ) -> bool:
        """Tell whether *record* is the one of row *number* again, by all that is kept of that."""
        row = self.rows[number]
        return (
            (row.length, row.at, row.kind, row.calls, row.chars)
            == (length, at, what.kind, what.calls, len(what.text))
            and row.preview in {"", preview(what.text)}
            and ("parentId" not in record or row.parent == self._parent(record))
        )

    def first_text(self) -> str:
        """Return the first prompt with words on the way to the last entry, else nothing."""
        return self.texts.get(self.rows[-1].first, "") if self.rows else ""

    def _note_time(self, at: int) -> None:
        self.started = at if self.started is None else min(at, self.started)
        self.last = at if self.last is None else max(at, self.last)

    def _header(self, record: Record, at: int | None) -> None:
        if self.native_id is not None:
            return
        self.native_id = records.string(record, "id")
        self.cwd = records.string(record, "cwd") or None
        self.born = at
        self.forked_from = safe(records.string(record, "parentSession")) or None
        self.header_title = squeeze(records.string(record, "title"))
        self.chosen_model = records.string(record, "modelId") or None

    def _note(self, type_: object, record: Record) -> None:
        """Take what an entry says about the session."""
        if type_ == "session_info":
            self.name = squeeze(records.string(record, "name"))
        elif type_ == "title_change":
            self.changed_title = squeeze(records.string(record, "title"))
        elif type_ == "session_init":
            self.is_subagent = True
        elif type_ == "model_change":
            named = records.string(record, "model").rpartition("/")[2]
            self.chosen_model = records.string(record, "modelId") or named or self.chosen_model

    def _add(
        self,
        uid: str,
        offset: int,
        length: int,
        at: int | None,
        what: records.What,
        record: Record,
    ) -> None:
        number = len(self.rows)
        parent = self._parent(record)
        if uid:
            self._numbers[uid] = number
        first = self.rows[parent].first if parent >= 0 else ROOT
        if what.kind == records.PROMPT and what.text and first == ROOT:
            first = number
            self.texts[number] = what.text
        if what.kind == records.ASSISTANT:
            model = records.string(records.item_of(record), "model")
            self.model = model or self.model
        is_prompt = what.kind in {records.PROMPT, records.COMMAND}
        shown = preview(what.text) if is_prompt else ""
        chars = len(what.text)
        self.rows.append(
            Row(uid, parent, first, what.kind, offset, length, at, what.calls, chars, shown)
        )

    def _parent(self, record: Record) -> int:
        """Return the row that an entry hangs on.

        Version 1 names none: there, and where the one that is named was lost, it is the row before.
        """
        name = record.get("parentId", "")
        if name is None:
            return ROOT
        known = self._numbers.get(name) if type(name) is str else None
        return len(self.rows) - 1 if known is None else known
