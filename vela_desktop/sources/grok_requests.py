"""What a Grok Build conversation held before it was compacted.

At compaction Grok replaces the conversation by a summary, the last prompt and some of the last
messages. The history that it sent for that is kept beside, one JSON document for each try.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.text import squeeze
from vela_desktop.sources import files
from vela_desktop.sources import grok_records as records
from vela_desktop.sources.grok_chat import ChatPass
from vela_desktop.sources.grok_names import base_of
from vela_desktop.sources.grok_rows import Row
from vela_desktop.sources.jsonl import decode

_MOST_BYTES = 64 << 20
"""Larger documents are left out; what a model reads at once is far smaller."""
_CORE_CHARS = 120
_HISTORY = "chat_history"
_BLANK = " \t\r\n\xef\xbb\xbf"
"""White space, and the bytes of a byte order mark."""
_JSON = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A history that was sent for compaction."""

    created: str
    summary: str
    """The beginning of what it became; empty where compaction failed."""
    taken: ChatPass


def requests_of(paths: Sequence[Path]) -> list[Request]:
    """Return the requests that can be read, the oldest first."""
    found = (_request(path, base_of(nth)) for nth, path in enumerate(paths))
    return sorted((one for one in found if one), key=lambda one: one.created)


def _request(path: Path, base: int) -> Request | None:
    try:
        with files.opened(path) as stream:
            data = stream.read(_MOST_BYTES + 1) if (stream.size or 0) <= _MOST_BYTES else b""
    except VelaError:
        return None
    taken = ChatPass()
    facts: dict[str, bytes] = {}
    for name, start, end in _members(data):
        if name != _HISTORY:
            facts[name] = data[start:end]
        elif (record := decode(data[start:end])) is not None:
            taken.feed(base + start, end - start, record)
    if taken.rows and taken.rows[-1].kind == records.PROMPT and taken.rows[-1].number is None:
        taken.rows.pop()  # the request to sum up
    return Request(
        created=_text(facts.get("created_at", b"")),
        summary=_core(_text(facts.get("summary", b""))),
        taken=taken,
    )


def _text(value: bytes) -> str:
    try:
        text = json.loads(value)
    except ValueError:
        return ""
    return text if isinstance(text, str) else ""


def _core(summary: str) -> str:
    """Return the beginning of a summary as it stands in the conversation too."""
    return squeeze(summary.rpartition("<summary>")[2].partition("</summary>")[0])[:_CORE_CHARS]


def _members(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield name and place of the members of the object that *data* is, as far as it is whole.

    Of the history each message is a member.
    """
    # a character for each byte, so that places in the text are places in the file
    text = data.decode("latin-1")
    try:
        at = _next(text, _next(text, 0, "{"))
        while text[at] == '"':
            name, at = _JSON.raw_decode(text, at)
            at = _next(text, _next(text, at, ":"))
            if name == _HISTORY and text[at] == "[":
                at = _next(text, at + 1)
                while text[at] != "]":
                    _, end = _JSON.raw_decode(text, at)
                    yield name, at, end
                    at = _after(text, end)
                at += 1
            else:
                start = at
                _, at = _JSON.raw_decode(text, at)
                yield name, start, at
            at = _after(text, at)
    except (ValueError, IndexError, RecursionError):
        return


def _next(text: str, at: int, wanted: str = "") -> int:
    """Return where the next word is, behind *wanted* where that has to come first."""
    while text[at] in _BLANK:
        at += 1
    if not wanted:
        return at
    if text[at] != wanted:
        raise ValueError(wanted)
    return at + 1


def _after(text: str, at: int) -> int:
    at = _next(text, at)
    return _next(text, at + 1) if text[at] == "," else at


def stitched(chat: ChatPass, requests: Sequence[Request]) -> tuple[list[Row], str | None]:
    """Return the rows of the whole conversation, and the first prompt with words.

    A history leads to the conversation, or to the next history, that holds its summary; a try
    that failed, or whose outcome was taken back, leads to none.
    """
    chain = [chat]
    left = list(requests)
    while left and (summary := _last_summary(chain[0].rows)):
        found = _before(summary, left)
        if found is None:
            break
        chain.insert(0, left[found].taken)
        del left[found:]
    rows: list[Row] = []
    seen: set[str] = set()
    for taken in chain:
        fresh = _unseen(taken.rows, seen) if rows else taken.rows
        seen.update(row.key for row in fresh if row.key)
        rows += fresh
    texts = (taken.first_text for taken in chain if taken.first_text)
    return rows, next(texts, None)


def _last_summary(rows: Sequence[Row]) -> Row | None:
    return next((row for row in reversed(rows) if row.kind == records.SUMMARY), None)


def _before(summary: Row, requests: Sequence[Request]) -> int | None:
    """Return which request led to *summary*: the one with its words, else the last that led to
    any."""
    made = [nth for nth, one in enumerate(requests) if one.summary]
    same = [nth for nth in made if requests[nth].summary in summary.key]
    return max(same or made, default=None)


def _unseen(rows: Sequence[Row], seen: set[str]) -> list[Row]:
    """Return *rows* without those that compaction copied from what precedes it."""
    fresh = []
    is_new = False
    last = _last_summary(rows)
    for row in rows:
        is_new = is_new or row is last
        if row.key not in seen or (is_new and not row.calls):
            fresh.append(row)
    return fresh
