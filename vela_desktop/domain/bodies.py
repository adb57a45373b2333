"""What an entry's Markdown body says about other things: citations, and ``[[Title]]`` links."""

import re
from dataclasses import dataclass

from vela_desktop.domain import fences
from vela_desktop.domain.entries import Citation
from vela_desktop.domain.routes import parse_citation
from vela_desktop.domain.text import squeeze

_TICKS = re.compile(r"`+")
_WIKI = re.compile(r"\[\[([^\[\]\n]{1,400})\]\]")
_TARGET = re.compile(r"\]\(\s*<?([^\s()<>]+)>?")


def prose(body: str) -> str:
    """Return *body* without fenced code blocks and code spans, where links mean nothing."""
    if "```" in body or "~~~" in body:
        body = "\n".join(fences.outside(body))
    if "`" not in body:
        return body
    return "\n\n".join(_outside_spans(paragraph) for paragraph in body.split("\n\n"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """What a body names, each once, in order."""

    titles: tuple[str, ...]
    """Those of its ``[[Title]]`` links."""
    citations: tuple[Citation, ...]
    """Those that its link targets are."""


def mentions(body: str) -> Mentions:
    """Return what *body* names. It is read once for all of that: a body may be long."""
    text = prose(body)
    titles = (squeeze(match[1]) for match in _WIKI.finditer(text))
    targets = (parse_citation(match[1]) for match in _TARGET.finditer(text))
    return Mentions(
        titles=tuple(dict.fromkeys(title for title in titles if title)),
        citations=tuple(dict.fromkeys(target for target in targets if target is not None)),
    )


def _outside_spans(paragraph: str) -> str:
    """Drop what stands between two runs of equally many backticks, in one pass over the runs."""
    runs = list(_TICKS.finditer(paragraph))
    closing: list[int | None] = [None] * len(runs)
    seen: dict[int, int] = {}
    for number in range(len(runs) - 1, -1, -1):
        closing[number] = seen.get(len(runs[number][0]))
        seen[len(runs[number][0])] = number
    kept, start, number = [], 0, 0
    while number < len(runs):
        end = closing[number]
        if end is not None:
            kept.append(paragraph[start : runs[number].start()])
            start, number = runs[end].end(), end
        number += 1
    return " ".join((*kept, paragraph[start:]))
