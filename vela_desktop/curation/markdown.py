"""Tells an entry's own prose from its quotes and code, line by line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from vela_desktop.domain.fences import Fences, is_fence

_QUOTE = re.compile(r" {0,3}>[ >]*")


class LineKind(StrEnum):
    """What a line of Markdown is part of."""

    PROSE = "prose"
    QUOTE = "quote"
    CODE = "code"
    BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it is, and where it stands (the LF not counted)."""

    kind: LineKind
    start: int
    end: int


def lines(body: str) -> Iterator[Line]:
    """Yield the lines of *body* in order."""
    scanner, start = _Scanner(), 0
    for text in body.split("\n"):
        yield Line(scanner.kind(text), start, start + len(text))
        start += len(text) + 1


def prose_runs(body: str) -> Iterator[tuple[int, int]]:
    """Yield where prose stands in *body*: runs of lines that no blank line, quote or code parts."""
    run: tuple[int, int] | None = None
    for line in lines(body):
        if line.kind is LineKind.PROSE:
            run = (run[0] if run else line.start, line.end)
        elif run:
            yield run
            run = None
    if run:
        yield run


def quoted_lines(body: str) -> Iterator[str]:
    """Yield the words of each ``>`` line of *body*, without the marks; empty ones are left out."""
    for line in lines(body):
        if line.kind is LineKind.QUOTE:
            text = _QUOTE.sub("", body[line.start : line.end], count=1).strip()
            if text and not is_fence(text):
                yield text


def close_fence(body: str) -> str:
    """Return *body*, with the code block closed that is still open at its end."""
    fences = Fences()
    for text in body.split("\n"):
        fences.take(text)
    return f"{body}\n{fences.closing}" if fences.closing else body


class _Scanner:
    """Classifies lines in order: what a line is depends on those before it."""

    def __init__(self) -> None:
        self._fences = Fences()
        self._before = LineKind.BLANK

    def kind(self, text: str) -> LineKind:
        self._before = self._kind(text)
        return self._before

    def _kind(self, text: str) -> LineKind:
        if self._fences.take(text):
            return LineKind.CODE
        if not text.strip():
            return LineKind.CODE if self._before is LineKind.CODE else LineKind.BLANK
        if _QUOTE.match(text):
            return LineKind.QUOTE
        indented = text.startswith(("    ", "\t")) and not self._fences.in_list
        if indented and self._before in {LineKind.BLANK, LineKind.CODE}:
            return LineKind.CODE
        return LineKind.PROSE
