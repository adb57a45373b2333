"""Versions as programs print them."""

import re

_NUMBER = re.compile(r"(?<![\w.])v?(\d+\.\d+(?:\.\d+)*)")
_BARE = re.compile(r"\d+\.\d+\.\d+\S*")


def find(printed: str) -> str | None:
    """Return the first version number in what ``--version`` printed."""
    found = _NUMBER.search(printed)
    return found[1] if found else None


def is_bare(printed: str) -> bool:
    """Tell whether *printed* is a version number and nothing else."""
    return bool(_BARE.fullmatch(printed.strip()))


def numbers(version: str) -> tuple[int, ...]:
    """Return *version* as numbers that can be compared; empty for no version."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())
