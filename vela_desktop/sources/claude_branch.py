"""The active branch of a Claude Code transcript, and its counts."""

from collections import deque
from collections.abc import Iterator

from vela_desktop.domain.sessions import Counts, MapEntry, Role
from vela_desktop.domain.text import safe
from vela_desktop.sources import claude_records as records
from vela_desktop.sources.claude_pass import (
    CALLS,
    KEY,
    KIND,
    LOOSE,
    PARENT,
    ROOT,
    SIDE,
    ClaudePass,
    Queued,
    Row,
)
from vela_desktop.sources.turns import Piece, numbered, preview

_ANSWERING = frozenset({records.ASSISTANT, records.TOOL})
_TALK = _ANSWERING | {records.PROMPT}


def side_of(taken: ClaudePass) -> int:
    """Return which side of a file is its conversation: 1 where everything is a sub-agent's."""
    side = 0
    for row in taken.rows:
        if row[KIND] in _TALK:
            if not row[SIDE]:
                return 0
            side = 1
    return side


def entries(taken: ClaudePass, inherited_rows: int) -> tuple[MapEntry, ...]:
    """Return the entries of the active branch; the first *inherited_rows* rows are copies."""
    return numbered(_pieces(taken, _active(taken, side_of(taken)), inherited_rows))


def counts(taken: ClaudePass, bad_lines: int, turns: int) -> Counts:
    """Return the counts over the whole file, dead branches included."""
    side = side_of(taken)
    said = [row for row in taken.rows if row[KIND] == records.ASSISTANT and row[SIDE] == side]
    return Counts(
        user_messages=sum(row[KIND] == records.PROMPT and row[SIDE] == side for row in taken.rows),
        assistant_messages=_distinct([row[KEY] for row in said]),
        tool_calls=_distinct([call for row in said for call in row[CALLS]]),
        turns=turns,
        bad_lines=bad_lines,
    )


def _distinct(ids: list[str]) -> int:
    """Return how many things *ids* name; each empty one is a thing of its own."""
    return len(set(ids) - {""}) + ids.count("")


def first_user_text(taken: ClaudePass) -> str:
    """Return the first prompt with words, untruncated."""
    return safe((taken.sides[side_of(taken)].first_text or "").strip())


def _active(taken: ClaudePass, side: int) -> list[bool]:
    """Tell for each row whether it is on the active branch."""
    rows = taken.rows
    active = [False] * len(rows)
    parents = _Parents(taken, side)
    at = _leaf(taken, side)
    while at >= 0 and not active[at]:
        active[at] = True
        parent = rows[at][PARENT]
        at = parent if parent >= 0 else parents.of(at, parent)
    messages = {row[KEY] for row, on in zip(rows, active, strict=True) if on} - {""}
    calls: set[str] = set()
    for number, row in enumerate(rows):
        kind = row[KIND]
        if kind == records.ASSISTANT:
            # blocks of one answer hang on each other in any way; all of them were said
            if not active[number] and row[SIDE] == side and row[KEY] in messages:
                active[number] = True
            if active[number]:
                calls.update(row[CALLS])
        elif kind == records.TOOL and not active[number] and row[SIDE] == side:
            # results of parallel calls hang on different parents
            active[number] = any(call in calls for call in row[CALLS] if call)
    return active


def _leaf(taken: ClaudePass, side: int) -> int:
    """Return the row at which the active branch ends, -1 where there is none."""
    last = _before(taken.rows, len(taken.rows), side)
    if last >= taken.leaf_row:
        return last
    known = taken.row_of(taken.leaf) if taken.leaf else None
    return last if known is None or taken.rows[known][SIDE] != side else known


class _Parents:
    """Finds what a record hangs on where it does not simply say so."""

    def __init__(self, taken: ClaudePass, side: int) -> None:
        self._taken = taken
        self._side = side
        self._flat = any(
            row[PARENT] == ROOT and row[SIDE] == side and row[KIND] in _ANSWERING
            for row in taken.rows[1:]
        )
        """An answer hangs on something; where one does not, the file links nothing."""

    def of(self, at: int, parent: int) -> int:
        if parent == LOOSE:
            known = self._taken.row_of(self._taken.loose[at])
            if known is not None:
                return known
        elif parent == ROOT and not self._flat:
            return ROOT
        return _before(self._taken.rows, at, self._side)


def _before(rows: list[Row], at: int, side: int) -> int:
    return next((number for number in range(at - 1, -1, -1) if rows[number][SIDE] == side), -1)


def _pieces(taken: ClaudePass, active: list[bool], inherited_rows: int) -> Iterator[Piece]:
    queued = deque(taken.queued)
    roles = records.ROLES
    for number, row in enumerate(taken.rows):
        while queued and queued[0].before <= number:
            yield _steering(queued.popleft())
        if not active[number]:
            continue
        uuid, _, kind, _, offset, length, at, key, calls, chars, shown, _ = row
        if kind in roles:
            yield Piece(
                role=roles[kind],
                opens=kind == records.PROMPT,
                uid=key or uuid or f"@{offset}",
                at=at,
                span=(offset, length),
                chars=chars,
                key=key,
                calls=calls,
                shown=shown,
                inherited=number < inherited_rows,
            )
    yield from map(_steering, queued)


def _steering(queued: Queued) -> Piece:
    return Piece(
        role=Role.USER,
        opens=False,
        uid=f"@{queued.offset}",
        at=queued.at,
        span=(queued.offset, queued.length),
        chars=queued.chars,
        shown=preview(queued.text),
    )
