"""Finds the JSON object in what a model said, for programs that cannot hold it to a schema."""

import json
import re

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n`]*\n(.*?)^[ \t]*\1", re.DOTALL | re.MULTILINE)
_DECODER = json.JSONDecoder()
STARTS = 200
"""How many opening braces are tried: prose holds few, and each try may read to the end."""


def recover(text: str) -> str | None:
    """Return the JSON object in *text*, or None where there is none.

    In this order: the whole text, what stands in a code fence, and the first balanced ``{…}`` that
    parses. It is returned as it was written; whether it fits the schema is for others to say.
    """
    whole = text.strip().removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    for candidate in (whole, *(fence[2].strip() for fence in _FENCE.finditer(text))):
        if candidate and _end(candidate, 0) == len(candidate):
            return candidate
    return _first(text)


def _first(text: str) -> str | None:
    start = text.find("{")
    for _ in range(STARTS):
        if start < 0:
            return None
        end = _end(text, start)
        if end is not None:
            return text[start:end]
        start = text.find("{", start + 1)
    return None


def _end(text: str, start: int) -> int | None:
    """Return where the object that opens at *start* ends, or None where it is no object."""
    if not text.startswith("{", start):
        return None
    try:
        return _DECODER.raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return None
