"""Numbers the pieces of a conversation: turns, steps, whole messages. The same for all agents."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from vela_desktop.domain.sessions import MapEntry, Role
from vela_desktop.domain.text import elide, safe

PREVIEW_CHARS = 200
_SPEAKERS = (Role.USER, Role.ASSISTANT)


class Piece(NamedTuple):
    """One record that is part of the conversation. A tuple: there are very many."""

    role: Role
    opens: bool
    """Whether it is a prompt that opens a turn."""
    uid: str
    at: int | None
    span: tuple[int, int]
    """Its place in the file."""
    chars: int
    """Characters of prose."""
    key: str = ""
    """Pieces of one turn with the same key are one message; empty stands alone."""
    calls: Sequence[str] = ()
    """The calls that an assistant makes, or that results answer."""
    shown: str = ""
    """What an outline shows of a prompt."""
    inherited: bool = False


def preview(text: str) -> str:
    """Return the first line of a prompt, short enough for an outline."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    return safe(elide(line, PREVIEW_CHARS))


def numbered(pieces: Iterable[Piece]) -> tuple[MapEntry, ...]:
    """Return the map entries of *pieces*, which come in reading order.

    A turn opens at a piece that says so; steps count the assistant's messages inside it. Results
    carry the step of their call, what a person typed is step 0, the rest the step it follows.
    Where all words are inherited none count as such: there is nothing else to read.
    """
    messages: list[list[Any]] = []
    turn = step = 0
    unfinished: dict[str, list[Any]] = {}
    steps: dict[str, int] = {}
    for role, opens, uid, at, span, chars, key, calls, shown, inherited in pieces:
        at_step = step
        if role is Role.ASSISTANT:
            known = unfinished.get(key) if key else None
            at_step = step + 1 if known is None else known[2]
            for call in calls:
                steps[call] = at_step
            if known is not None:
                known[5].append(span)
                known[6] += chars
                continue
            step = at_step
        elif role is Role.TOOL:
            at_step = steps.get(calls[0], step) if calls else step
        elif role is Role.USER:
            at_step = 0
            if opens:
                turn, step = turn + 1, 0
                unfinished, steps = {}, {}
        message = [role, turn, at_step, uid, at, [span], chars, inherited, shown]
        messages.append(message)
        if key:
            unfinished[key] = message
    return _entries(messages)


def _entries(messages: list[list[Any]]) -> tuple[MapEntry, ...]:
    has_own = any(
        chars and not inherited
        for role, _, _, _, _, _, chars, inherited, _ in messages
        if role in _SPEAKERS
    )
    return tuple(
        MapEntry(
            index=index,
            role=role,
            turn=turn,
            step=step,
            uid=safe(uid),
            at=at,
            spans=tuple(spans),
            chars=chars,
            inherited=inherited and has_own,
            preview=shown,
        )
        for index, (role, turn, step, uid, at, spans, chars, inherited, shown) in enumerate(
            messages
        )
    )
