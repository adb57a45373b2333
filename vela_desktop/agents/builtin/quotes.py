"""Joins statements that stand together into quotes: spans of the source, verbatim."""

from collections.abc import Sequence
from dataclasses import dataclass

from vela_desktop.agents.builtin.conversation import Message
from vela_desktop.agents.builtin.judge import Statement
from vela_desktop.agents.builtin.senses import Sense
from vela_desktop.agents.builtin.words import keywords

_LONGEST = 1_200
"""Statements are joined up to this many characters; a block of code is never cut."""
_GAP = 160
"""Words between two statements of one paragraph are taken along up to this many characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A span of one message with what it states."""

    message: int
    turn: int
    step: int | None
    by_user: bool
    start: int
    end: int
    text: str
    """Verbatim, with its line ends."""
    statements: tuple[Statement, ...]
    words: frozenset[str]

    @property
    def best(self) -> Statement:
        """The statement that weighs most; the first of equals, and none that only announces."""
        return max(
            self.statements, key=lambda item: (not item.text.endswith((":", "：")), item.weight)
        )

    @property
    def sense(self) -> Sense:
        """What the quote is kept for."""
        return self.best.sense

    @property
    def change(self) -> bool:
        """True where it takes back or adjusts something said before."""
        return any(item.change for item in self.statements)


def join(source: str, messages: Sequence[Message], statements: Sequence[Statement]) -> list[Quote]:
    """Return *statements* as quotes, each message's neighbours joined."""
    groups: list[list[Statement]] = []
    for statement in statements:
        if groups and _together(source, groups[-1], statement):
            groups[-1].append(statement)
        else:
            groups.append([statement])
    return [_quote(source, messages, group) for group in groups]


def _together(source: str, group: Sequence[Statement], following: Statement) -> bool:
    last = group[-1]
    if last.message != following.message:
        return False
    if max(following.end, last.end) - group[0].start > _LONGEST:
        return following.start < last.end
    between = source[last.end : following.start]
    if not between.strip(" \t\r\n-*+•0123456789.)、"):
        return True
    return last.block == following.block and len(between) <= _GAP


def _quote(source: str, messages: Sequence[Message], group: Sequence[Statement]) -> Quote:
    message = messages[group[0].message]
    start, end = group[0].start, max(item.end for item in group)
    text = source[start:end]
    return Quote(
        message=group[0].message,
        turn=message.turn,
        step=message.step,
        by_user=message.role == "user",
        start=start,
        end=end,
        text=text,
        statements=tuple(group),
        words=frozenset(keywords(text)),
    )
