"""What counts of a Grok Build session, in reading order."""

from collections.abc import Iterator, Sequence

from vela_desktop.domain.sessions import Counts, MapEntry
from vela_desktop.sources import grok_records as records
from vela_desktop.sources.grok_rows import Row
from vela_desktop.sources.turns import Piece, numbered


def entries(rows: Sequence[Row]) -> tuple[MapEntry, ...]:
    """Return the entries of the conversation."""
    return numbered(_pieces(rows))


def counts(rows: Sequence[Row], bad_lines: int, turns: int) -> Counts:
    """Return the counts over the whole conversation."""
    made = [call for row in rows if row.kind in records.ANSWERS for call in row.calls]
    nameless = sum(row.kind == records.CALL and not row.calls for row in rows)
    spoken = {row.group for row in rows if row.group and row.kind != records.REASONING}
    return Counts(
        user_messages=sum(row.kind == records.PROMPT for row in rows),
        assistant_messages=len(spoken)
        + sum(row.kind == records.ASSISTANT and not row.group for row in rows),
        tool_calls=len(set(made)) + nameless,
        turns=turns,
        bad_lines=bad_lines,
    )


def _pieces(rows: Sequence[Row]) -> Iterator[Piece]:
    group, spoken, before = 0, False, 0
    for row in rows:
        if row.kind in records.ANSWERS:
            # thoughts and the service's own calls precede the words that they led to
            if before not in records.ANSWERS or spoken:
                group, spoken = group + 1, False
            spoken = row.kind == records.ASSISTANT
        before = row.kind
        if row.kind in records.ROLES and row.has_blocks:
            key = f"log {row.group}" if row.group else f"#{group}"
            yield _piece(row, key if row.kind in records.ANSWERS else "")


def _piece(row: Row, key: str) -> Piece:
    return Piece(
        role=records.ROLES[row.kind],
        opens=row.kind == records.PROMPT,
        uid=row.uid,
        at=row.at,
        span=(row.offset, row.length),
        chars=row.chars,
        key=key,
        calls=row.calls,
        shown=row.preview,
        inherited=row.inherited,
    )
