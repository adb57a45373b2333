"""Joins statements that stand together into quotes: spans of the source, verbatim."""

from collections.abc import Sequence
from dataclasses import dataclass

from vela_desktop.agents.builtin.conversation import Message
from vela_desktop.agents.builtin.judge import Statement
from vela_desktop.agents.builtin.senses import Sense
from vela_desktop.agents.builtin.words import keywords

_LONGEST = 1_200
"""Statements are joined up to this many characters; a block of code is never cut."""
_CLEAR = 2.6
"""A finding that weighs less is a side remark where there is a better one."""
_FINDINGS = frozenset({Sense.CAUSE, Sense.FIX, Sense.FACT})
_GAP = 160
"""Words between two statements of one paragraph are taken along up to this many characters."""
_SHORT_GAP = 60
"""The same, where a paragraph ends in between."""


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
    return _without_side_remarks([_quote(source, messages, group) for group in groups])


def _without_side_remarks(quotes: Sequence[Quote]) -> list[Quote]:
    """Leave out weak findings of a turn that has a clear one; of weak ones alone keep the best."""
    best: dict[int, Quote] = {}
    for quote in quotes:
        rival = best.get(quote.turn)
        if not quote.by_user and (rival is None or rival.best.weight < quote.best.weight):
            best[quote.turn] = quote
    return [
        quote
        for quote in quotes
        if quote.by_user
        or quote.best.weight >= _CLEAR
        or quote.sense not in _FINDINGS
        or quote is best[quote.turn]
    ]


def _together(source: str, group: Sequence[Statement], following: Statement) -> bool:
    last = group[-1]
    if last.message != following.message:
        return False
    if max(following.end, last.end) - group[0].start > _LONGEST:
        return following.start < last.end
    between = source[last.end : following.start]
    if not between.strip(" \t\r\n-*+•0123456789.)、"):
        return True
    if last.block == following.block:
        return len(between) <= _GAP
    return len(between) <= _SHORT_GAP and "```" not in between and "\n#" not in between


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
