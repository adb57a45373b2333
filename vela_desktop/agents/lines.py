"""Small helpers for what agents print: lines of JSON that may be anything."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson


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
        value = decode(line) if line.lstrip().startswith(b"{") else None
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
    return found if isinstance(found, str) else ""


def number(value: Mapping[str, Any], key: str) -> int:
    """Return the whole number at *key*, 0 where there is none."""
    found = value.get(key)
    return int(found) if isinstance(found, int | float) and not isinstance(found, bool) else 0


def home(environment: Mapping[str, str]) -> Path:
    """Return the user's home folder as *environment* names it."""
    named = environment.get("HOME") or environment.get("USERPROFILE")
    return Path(named) if named else Path.home()
