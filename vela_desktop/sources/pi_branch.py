"""The active branch of a Pi or OMP transcript, and its counts."""

from collections.abc import Iterator

from vela_desktop.domain.sessions import Counts, MapEntry
from vela_desktop.domain.text import safe
from vela_desktop.sources import pi_records as records
from vela_desktop.sources.pi_pass import PiPass, Row
from vela_desktop.sources.turns import Piece, numbered


def active(taken: PiPass) -> list[int]:
    """Return the numbers of the rows on the way from the root to the last entry.

    What hangs elsewhere was abandoned.
    """
    numbers: list[int] = []
    at = len(taken.rows) - 1
    while at >= 0:
        numbers.append(at)
        at = taken.rows[at].parent
    return numbers[::-1]


def entries(taken: PiPass, branch: list[int]) -> tuple[MapEntry, ...]:
    """Return the entries of the conversation on *branch*."""
    return numbered(_pieces(taken.rows, branch, taken.copied or 0))


def counts(taken: PiPass, branch: list[int], bad_lines: int, turns: int) -> Counts:
    """Return the prompts on *branch*, and the answers and calls of the whole file."""
    rows = taken.rows
    made = [call for row in rows if row.kind == records.ASSISTANT for call in row.calls]
    return Counts(
        user_messages=sum(rows[number].kind == records.PROMPT for number in branch),
        assistant_messages=sum(row.kind in records.ANSWERS for row in rows),
        tool_calls=len(set(made) - {""}) + made.count(""),
        turns=turns,
        bad_lines=bad_lines,
    )


def first_text(taken: PiPass) -> str:
    """Return the first prompt with words, untruncated."""
    return safe(taken.first_text())


def _pieces(rows: list[Row], branch: list[int], copied: int) -> Iterator[Piece]:
    for number in branch:
        row = rows[number]
        if row.kind in records.ROLES:
            yield Piece(
                role=records.ROLES[row.kind],
                opens=row.kind == records.PROMPT,
                uid=row.uid or f"@{row.offset}",
                at=row.at,
                span=(row.offset, row.length),
                chars=row.chars,
                calls=row.calls,
                shown=row.preview,
                inherited=number < copied,
            )
