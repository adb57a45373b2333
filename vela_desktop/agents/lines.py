"""Small helpers for what agents print: lines of JSON that may be anything."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from vela_desktop.domain.text import safe

_MOST = 2**53
_BEFORE = b" \t\r\xef\xbb\xbf"
"""What may stand before a document: some programs begin with a byte order mark."""


def decode(line: bytes) -> Any:
    """Return the JSON value in *line*, or None where it is none."""
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return _decode_loosely(line)


def _decode_loosely(line: bytes) -> Any:
    """The standard decoder takes what orjson refuses: lone surrogates and NaN."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def objects(stdout: bytes) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects that stand alone on a line of *stdout*."""
    for line in stdout.split(b"\n"):
        value = decode(line) if line.lstrip(_BEFORE).startswith(b"{") else None
        if isinstance(value, dict):
            yield value


def under(value: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the object at *key*, an empty one where there is none."""
    found = value.get(key)
    return found if isinstance(found, dict) else {}


def rows(value: Mapping[str, Any], key: str) -> list[Any]:
    """Return the list at *key*, an empty one where there is none."""
    found = value.get(key)
    return found if isinstance(found, list) else []


def document(stdout: bytes) -> dict[str, Any]:
    """Return the JSON object that *stdout* holds after whatever precedes it; an empty one where
    there is none."""
    found = decode(stdout[max(stdout.find(b"{"), 0) :])
    return found if isinstance(found, dict) else {}


def text(value: Mapping[str, Any], key: str) -> str:
    """Return the text at *key*, empty where there is none."""
    found = value.get(key)
    return safe(found) if isinstance(found, str) else ""


def number(value: Mapping[str, Any], key: str) -> int:
    """Return the whole number at *key*, 0 where there is none that can be counted."""
    found = _number(value, key)
    return int(found) if found is not None else 0


def amount(value: Mapping[str, Any], key: str) -> float | None:
    """Return the amount at *key*, None where there is none."""
    found = _number(value, key)
    return float(found) if found is not None else None


def price(value: Mapping[str, Any], key: str) -> float | None:
    """Return the amount at *key* as a price is kept."""
    found = amount(value, key)
    return round(found, 6) if found is not None else None


def added_up(amounts: Iterable[float | None]) -> float | None:
    """Return the sum of *amounts*, None for nothing: who knows no price says 0."""
    return round(sum(amount or 0.0 for amount in amounts), 6) or None


def _number(value: Mapping[str, Any], key: str) -> int | float | None:
    """JSON as it is written also holds NaN, infinity, and numbers that no database takes."""
    found = value.get(key)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return found if 0 <= found <= _MOST else None
