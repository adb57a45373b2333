"""What an entry's Markdown body says about other things: citations, and ``[[Title]]`` links."""

import re
from collections.abc import Iterator

from vela_desktop.domain.entries import Citation
from vela_desktop.domain.routes import parse_citation
from vela_desktop.domain.text import squeeze

_FENCE = re.compile(r"\n {0,3}(?P<marks>`{3,}|~{3,})[^\n]*")
_TICKS = re.compile(r"`+")
_WIKI = re.compile(r"\[\[([^\[\]\n]{1,400})\]\]")
_TARGET = re.compile(r"\]\(\s*<?([^\s()<>]+)>?")


def prose(body: str) -> str:
    """Return *body* without fenced code blocks and code spans, where links mean nothing."""
    if "```" in body or "~~~" in body:
        body = "\n".join(_outside_fences(body))
    if "`" not in body:
        return body
    return "\n\n".join(_outside_spans(paragraph) for paragraph in body.split("\n\n"))


def wiki_titles(body: str) -> tuple[str, ...]:
    """Return the titles that ``[[Title]]`` links of *body* name, each once, in order."""
    titles = (squeeze(match[1]) for match in _WIKI.finditer(prose(body)))
    return tuple(dict.fromkeys(title for title in titles if title))


def citations(body: str) -> tuple[Citation, ...]:
    """Return the citations that link targets of *body* name, each once, in order."""
    targets = (parse_citation(match[1]) for match in _TARGET.finditer(prose(body)))
    return tuple(dict.fromkeys(target for target in targets if target is not None))


def _outside_fences(body: str) -> Iterator[str]:
    text, start, fence = f"\n{body}", 1, ""
    for match in _FENCE.finditer(text):
        if not fence:
            if match.start() >= start:
                yield text[start : match.start()]
            fence = match["marks"]
        elif match["marks"].startswith(fence) and not match[0].strip().strip(fence[0]):
            start, fence = match.end() + 1, ""
    if not fence and start <= len(text):
        yield text[start:]


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
