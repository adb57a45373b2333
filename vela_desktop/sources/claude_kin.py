"""Finds the session that a Claude Code transcript was forked or resumed from.

A fork copies records with their uuids, an old resume at least the answers with their message ids;
few say whose they are. So the transcripts beside it are asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.sessions import Relation
from vela_desktop.sources import claude_records as records
from vela_desktop.sources.claude_lines import LINES
from vela_desktop.sources.claude_names import SUFFIX
from vela_desktop.sources.claude_pass import (
    AT,
    KEY,
    KIND,
    LENGTH,
    OFFSET,
    SESSION,
    SIDE,
    UUID,
    ClaudePass,
    Row,
)
from vela_desktop.sources.files import listed, opened
from vela_desktop.sources.jsonl import Scan
from vela_desktop.sources.uuids import is_uuid

HEAD_BYTES = 64 << 10
SIBLINGS = 200
"""How many other transcripts of the folder are looked at, the newest first."""
SEARCH_BYTES = 256 << 20
"""How much of them is searched for the place at which a compacted session was forked."""
_SAMPLE = 6
_SAID = frozenset({records.PROMPT, records.ASSISTANT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """Where a transcript comes from, and how many of its first rows are copies."""

    native_id: str
    relation: Relation
    rows: int


def kin_of(path: Path, taken: ClaudePass) -> tuple[Kin | None, bool]:
    """Return what the transcript at *path* was copied from, None for one that begins itself.

    The second value tells whether that will stay so; it will not for a copy without words of its
    own yet, which could as well be the original.
    """
    if not is_uuid(path.stem):
        return None, True
    if kin := told_kin(path, taken):
        return kin, True
    return _copied(path, taken)


def told_kin(path: Path, taken: ClaudePass) -> Kin | None:
    """Return what the transcript at *path* itself says it was copied from."""
    if not is_uuid(path.stem):
        return None
    if taken.forked_from:
        return Kin(native_id=taken.forked_from, relation=Relation.FORK, rows=taken.forked_rows)
    return _renamed(path.stem, taken)


def _renamed(own: str, taken: ClaudePass) -> Kin | None:
    """Return the session whose id the first records still have where later ones have *own*."""
    first = next((name for name in taken.sessions if name), own)
    if first == own or own not in taken.sessions or not is_uuid(first):
        return None
    number = taken.sessions.index(own)
    rows = next(i for i, row in enumerate(taken.rows) if row[SESSION] == number)
    return Kin(native_id=first, relation=Relation.RESUME, rows=rows)


def _copied(path: Path, taken: ClaudePass) -> tuple[Kin | None, bool]:
    """Return the most alike of the sessions beside *path*, of those the first, that it copies."""
    best: Kin | None = None
    most, settled = (0, 0), True
    for other in _alike(path, taken):
        try:
            theirs = _read(other)
        except VelaError:
            continue
        rows, shared = _copied_rows(taken, theirs)
        settled = settled and rows >= 0
        likeness = shared, -(theirs.times()[0] or 0)
        if rows > 0 and (best is None or likeness > most):
            most = likeness
            best = Kin(native_id=other.stem, relation=_relation(taken), rows=rows)
    return best, settled


def _relation(taken: ClaudePass) -> Relation:
    """Before version 2 a resumed session got a file of its own; since then only forks do."""
    return Relation.RESUME if (taken.version or "")[:2] in {"0.", "1."} else Relation.FORK


def _alike(path: Path, taken: ClaudePass) -> Iterator[Path]:
    """Yield the transcripts beside *path* that hold ids of its beginning."""
    first = [row for row in taken.rows if not row[SIDE] and row[KIND] != records.LINK][:_SAMPLE]
    ids = {key.encode() for row in first for key in (row[UUID], row[KEY]) if len(key) >= 8}
    if not ids:
        return
    compacted = first[0][KIND] in {records.BOUNDARY, records.SUMMARY}
    budget = SEARCH_BYTES
    for other in _siblings(path):
        limit = budget if compacted else HEAD_BYTES
        try:
            found, read = _holds(other, ids, limit)
        except VelaError:
            continue
        budget -= read if compacted else 0
        if found:
            yield other


def _siblings(path: Path) -> list[Path]:
    dated = []
    for entry in listed(path.parent):
        other = Path(entry.path)
        if other.suffix == SUFFIX and other != path and is_uuid(other.stem):
            try:
                dated.append((entry.stat().st_mtime_ns, other))
            except OSError:
                continue
    return [other for _, other in sorted(dated, reverse=True)[:SIBLINGS]]


def _holds(path: Path, ids: set[bytes], limit: int) -> tuple[bool, int]:
    """Tell whether one of *ids* stands in the first *limit* bytes, and how many were read."""
    read, before = 0, b""
    with opened(path) as stream:
        while read < limit and (chunk := stream.read(min(1 << 20, limit - read))):
            read += len(chunk)
            text = before + chunk
            if any(name in text for name in ids):
                return True, read
            before = text[-64:]
    return False, read


def _read(path: Path) -> ClaudePass:
    taken = ClaudePass()
    with opened(path) as stream:
        scan = Scan(stream, LINES, 0, stream.size)
        for offset, length, record in scan.records():
            taken.feed(offset, length, record)
    return taken


def _copied_rows(mine: ClaudePass, theirs: ClaudePass) -> tuple[int, int]:
    """Return how many rows of *mine* are copies, and how many messages both share.

    No rows where it is the other way round or nothing is shared, -1 where *mine* has nothing else.
    """
    ours, others = _split(mine, theirs), _split(theirs, mine)
    if not ours[0]:
        return 0, 0
    if not ours[1]:
        return -1, 0
    return (ours[0][-1] + 1, len(ours[0])) if _is_later(mine, theirs, ours, others) else (0, 0)


def _split(taken: ClaudePass, other: ClaudePass) -> tuple[list[int], list[int]]:
    """Return the numbers of the messages that *other* has too, and of those it has not."""
    names = {name for row in other.rows if not row[SIDE] for name in (row[UUID], row[KEY]) if name}
    shared: list[int] = []
    own: list[int] = []
    for number, row in enumerate(taken.rows):
        if row[KIND] in _SAID and not row[SIDE]:
            (shared if row[UUID] in names or row[KEY] in names else own).append(number)
    return shared, own


def _is_later(
    mine: ClaudePass,
    theirs: ClaudePass,
    ours: tuple[list[int], list[int]],
    others: tuple[list[int], list[int]],
) -> bool:
    """Tell whether *mine* is the copy.

    A copy is written in one go: later where it gets new times, and without the program's notes
    between the records. Where that does not tell, it is the one that went on later.
    """
    our_time, their_time = _time(mine.rows, ours[0]), _time(theirs.rows, others[0])
    if our_time != their_time:
        return our_time > their_time
    our_gaps, their_gaps = _gaps(mine.rows, ours[0]), _gaps(theirs.rows, others[0])
    if our_gaps != their_gaps:
        return our_gaps < their_gaps
    return _time(mine.rows, ours[1]) > _time(theirs.rows, others[1])


def _time(rows: list[Row], numbers: list[int]) -> int:
    return min((rows[number][AT] or 0 for number in numbers), default=0)


def _gaps(rows: list[Row], numbers: list[int]) -> int:
    """Return how often other lines stand between the rows from first to last of *numbers*."""
    part = rows[numbers[0] : numbers[-1] + 1]
    return sum(
        after[OFFSET] > before[OFFSET] + before[LENGTH] + 2 for before, after in pairwise(part)
    )
