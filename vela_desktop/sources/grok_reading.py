"""Puts a Grok Build session together from its files, and reads the pieces again."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from vela_desktop.domain.errors import Code, FileReason, VelaError
from vela_desktop.domain.sessions import Location, MapEntry, TranscriptMap
from vela_desktop.domain.text import safe
from vela_desktop.sources import files
from vela_desktop.sources import grok_names as names
from vela_desktop.sources import grok_records as records
from vela_desktop.sources.grok_chat import ChatPass
from vela_desktop.sources.grok_log import LogPass, take_log
from vela_desktop.sources.grok_names import Place
from vela_desktop.sources.grok_requests import requests_of, stitched
from vela_desktop.sources.grok_rows import Row
from vela_desktop.sources.grok_skim import lines_of
from vela_desktop.sources.grok_times import timed
from vela_desktop.sources.heads import LARGE
from vela_desktop.sources.jsonl import DICTS, Record, Scan, decode
from vela_desktop.sources.passes import take


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """The whole conversation of a session."""

    chat: ChatPass
    log: LogPass
    rows: list[Row]
    first_text: str
    bad_lines: int
    complete: bool
    end: int
    state: bytes


def place_at(path: Path) -> Place:
    """Return the files of the session at *path*. Raises ``source_gone`` where there are none."""
    place = names.place_of(path)
    if place.chat == path and path.name != names.CHAT and _is_log(path):
        place = names.place_of(path, is_log=True)
    if place.chat is None and place.updates is None:
        raise VelaError(Code.SOURCE_GONE, path=files.shown(str(path)), reason="no conversation")
    return place


def _is_log(path: Path) -> bool:
    with files.opened(path) as stream:
        scan = Scan(BytesIO(stream.read(LARGE)), DICTS)
    first = next((record for _, _, record in scan.records()), None)
    return records.is_update(first) if first else b'"sessionUpdate"' in scan.tail


def talk_of(
    location: Location, place: Place, previous: TranscriptMap | None, max_bytes: int | None
) -> Talk:
    """Return the conversation at *place*.

    Grok rewrites the conversation, which a model's window bounds, so it is read whole each time;
    it appends to the log, which nothing bounds, so there *previous* and *max_bytes* count. Without
    a conversation the log is all there is.
    """
    chat, log = ChatPass(), LogPass()
    bad, complete, end, state = 0, True, 0, b""
    if place.updates:
        logged = take_log(location, place.updates, previous, max_bytes)
        log, bad, complete = logged.taken, logged.bad_lines, logged.complete
        end, state = logged.end, logged.state
    rows, first = log.rows, log.first_text
    if place.chat:
        done = take(location, place.chat, DICTS, ChatPass, None, None)
        chat = done.taken
        if chat.rows or not log.rows:
            bad, end = done.bad_lines, end if place.updates else done.end
            whole, first = stitched(chat, requests_of(place.requests))
            rows = _inherited(timed(whole, log.rows), chat)
    return Talk(
        chat=chat,
        log=log,
        rows=rows,
        first_text=safe((first or "").strip()),
        bad_lines=bad,
        complete=complete,
        end=end,
        state=state,
    )


def _inherited(rows: list[Row], chat: ChatPass) -> list[Row]:
    """Mark what precedes the note of a fork: the log may not go back as far."""
    if not chat.own_from:
        return rows
    last = chat.rows[chat.own_from - 1].offset
    own = next((nth for nth, row in enumerate(rows) if row.offset == last), -1) + 1
    copied = [row._replace(inherited=True) for row in rows[:own]]
    return copied + [row._replace(inherited=False) for row in rows[own:]]


def parts_of(
    location: Location, place: Place, entries: Sequence[MapEntry]
) -> Iterator[tuple[MapEntry, list[Record]]]:
    """Yield each of *entries* with the records that it points to.

    Raises ``source_unreadable`` with reason ``file_changed`` where they are no longer there.
    """
    with ExitStack() as stack:
        streams: dict[int, files.Stream] = {}
        for entry in entries:
            parts: list[Record] = []
            for offset, length in entry.spans:
                number, at = names.parted(offset)
                if number not in streams:
                    path = place.file(number)
                    if path is None:
                        raise _changed(location)
                    streams[number] = stack.enter_context(files.opened(path))
                part = streams[number].at(at, length)
                parts += _records(location, number, part, length)
            yield entry, parts


def _records(location: Location, number: int, part: bytes, length: int) -> list[Record]:
    found: list[Record] = []
    if len(part) == length and number == names.UPDATES_FILE:
        found = [record for record in lines_of(part) if records.is_update(record)]
    elif len(part) == length:
        found = [records.message_of(record)] if (record := decode(part)) else []
    if not found:
        raise _changed(location)
    return found


def _changed(location: Location) -> VelaError:
    return VelaError(Code.SOURCE_UNREADABLE, path=location.ref, reason=FileReason.CHANGED)
