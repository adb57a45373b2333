"""Versions as programs print them."""

import re

_NUMBER = re.compile(r"(?<![\w.])v?(\d{1,9}\.\d{1,9}(?:\.\d{1,9})*)", re.ASCII)
_BARE = re.compile(r"\d{1,9}\.\d{1,9}\.\d{1,9}\S*", re.ASCII)


def find(printed: str, itself: str = "") -> str | None:
    """Return the version number in what ``--version`` printed.

    A warning may stand before it, and name another version: a line on which the program says who
    it is (as *itself*, see ``is_itself``) or a bare number come first.
    """
    told = printed.splitlines()
    named = [line for line in told if itself and is_itself(line, itself)]
    bare = [line for line in told if is_bare(line)]
    found = (_NUMBER.search(line) for line in (*named, *bare, *told))
    return next((number[1] for number in found if number), None)


def is_bare(printed: str) -> bool:
    """Tell whether *printed* is a version number and nothing else."""
    return bool(_BARE.fullmatch(printed.strip()))


def has_bare(printed: str) -> bool:
    """Tell whether a line of *printed* is."""
    return any(map(is_bare, printed.splitlines()))


def is_itself(printed: str, itself: str) -> bool:
    """Tell whether *printed* is what a program says of itself: a word, or a pattern for one line.

    Where there is only a word, a bare version number may be a wrapper's.
    """
    if itself.isalpha():
        return itself in printed.casefold() or has_bare(printed)
    return any(re.search(itself, line) for line in printed.casefold().splitlines())


def numbers(version: str) -> tuple[int, ...]:
    """Return *version* as numbers that can be compared; empty for no version."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())
