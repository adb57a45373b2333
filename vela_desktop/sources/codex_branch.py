"""What counts of a Codex rollout, in reading order."""

from collections.abc import Iterator

from vela_desktop.domain.sessions import Counts, MapEntry
from vela_desktop.domain.text import safe
from vela_desktop.sources import codex_records as records
from vela_desktop.sources.codex_pass import EVENT, MARKED, RESPONSE, CodexPass, Row
from vela_desktop.sources.turns import Piece, numbered

_ANSWERS = frozenset({records.ASSISTANT, records.REASONING, records.CALL})


def kept_of(taken: CodexPass) -> list[Row]:
    """Return the rows that count.

    Versions log a message as a response item, as an event, or both; of each kind one is kept.
    """
    rows = taken.rows
    prompts = _prompt_sources(taken)
    answers = any(row.kind == records.ASSISTANT and row.source == RESPONSE for row in rows)
    kept: list[Row] = []
    for row in rows:
        if row.kind == records.PROMPT and row.source not in prompts:
            continue
        if row.kind == records.ASSISTANT and row.source == EVENT and answers:
            continue
        if row.kind == records.PROMPT and kept and _is_same(kept[-1], row):
            continue
        kept.append(row)
    return kept


def _prompt_sources(taken: CodexPass) -> frozenset[int]:
    events = any(row.kind == records.PROMPT and row.source == EVENT for row in taken.rows)
    return frozenset({EVENT, MARKED} if events else {RESPONSE, MARKED})


def _is_same(before: Row, row: Row) -> bool:
    """Tell whether two prompts in a row are the two logs of one."""
    return (
        before.kind == records.PROMPT
        and {before.source, row.source} == {EVENT, MARKED}
        and (before.chars, before.preview) == (row.chars, row.preview)
    )


def first_text(taken: CodexPass) -> str:
    """Return the first prompt with words, untruncated."""
    sources = _prompt_sources(taken)
    texts = [text for source, text in taken.first_texts.items() if int(source) in sources]
    return safe(min(texts, default=(0, ""))[1])


def entries(kept: list[Row]) -> tuple[MapEntry, ...]:
    """Return the entries of the conversation, without what a person took back."""
    return numbered(_pieces(_standing(kept)))


def counts(kept: list[Row], bad_lines: int, turns: int) -> Counts:
    """Return the counts over the whole file."""
    made = [row.call for row in kept if row.kind == records.CALL]
    return Counts(
        user_messages=sum(row.kind == records.PROMPT for row in kept),
        assistant_messages=sum(row.kind == records.ASSISTANT for row in kept),
        tool_calls=len(set(made) - {""}) + made.count(""),
        turns=turns,
        bad_lines=bad_lines,
    )


def _standing(kept: list[Row]) -> list[Row]:
    standing: list[Row] = []
    prompts: list[int] = []
    for row in kept:
        if row.kind == records.ROLLBACK:
            left = max(0, len(prompts) - max(0, row.chars))
            del standing[prompts[left] if left < len(prompts) else len(standing) :]
            del prompts[left:]
            continue
        if row.kind == records.PROMPT:
            prompts.append(len(standing))
        standing.append(row)
    return standing


def _pieces(rows: list[Row]) -> Iterator[Piece]:
    group, spoken = 0, False
    before = 0
    for row in rows:
        if row.kind in _ANSWERS:
            # one answer is thought, said, then acted on; each may be missing
            if before not in _ANSWERS or (row.kind != records.CALL and spoken):
                group, spoken = group + 1, False
            spoken = spoken or row.kind != records.REASONING
        before = row.kind
        yield _piece(row, f"#{group}" if row.kind in _ANSWERS else "")


def _piece(row: Row, key: str) -> Piece:
    return Piece(
        role=records.ROLES[row.kind],
        opens=row.kind == records.PROMPT,
        uid=row.uid,
        at=row.at,
        span=(row.offset, row.length),
        chars=row.chars,
        key=key,
        calls=(row.call,) if row.call else (),
        shown=row.preview,
        inherited=bool(row.inherited),
    )
