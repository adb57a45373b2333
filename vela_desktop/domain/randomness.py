"""Tells made-up strings (passwords, keys) from words, identifiers and placeholders."""

import re

_RUN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_]+")
_SHORT_MEAN, _LONG_MEAN, _LONG = 3.0, 3.6, 20
"""Characters between changes of kind: about 2 in random text, 4 and more in names. A long string
may lie further from the mean and still be random."""
_PIECE = re.compile(r"[A-Za-z0-9]{20,}")

_STANDS_IN = re.compile(
    r"^[<$%{*#]|\.\.\.|…|xxxx|\*\*\*|[<>{}]|%s"
    r"|(?:your|my|the)[-_ ]?(?:own|api|access|secret|token|key|password)"
    r"|placeholder|change[-_]?(?:me|it|this)|redacted|dummy|replace[-_]?(?:me|this|with)",
    re.IGNORECASE,
)
_WORD = re.compile(
    r"(?:x+|test|none|null|true|false|undefined|example|secret|token|pass(?:word|wd|phrase)?|pwd"
    r"|postgres|mysql|root|admin|user(?:name)?|guest|demo|foo|bar|tiger|密码)\d{0,4}",
    re.IGNORECASE,
)


def is_placeholder(value: str) -> bool:
    """Tell whether *value* stands in for a secret: ``<your-key>``, ``xxx``, ``$TOKEN``…"""
    return (
        len(set(value[-8:].lower())) <= 2
        or _STANDS_IN.search(value) is not None
        or _WORD.fullmatch(value) is not None
    )


def looks_random(value: str) -> bool:
    """Tell whether *value* mixes letters and digits as no word or identifier does."""
    runs = _RUN.findall(value)
    digits = [run for run in runs if run.isdigit()]
    if len(value) < 8 or not digits or len(digits) == len(runs):
        return False
    mean = sum(map(len, runs)) / len(runs)
    return mean <= (_SHORT_MEAN if len(value) < _LONG else _LONG_MEAN) or has_key_piece(value)


def has_key_piece(value: str) -> bool:
    """Tell whether *value* holds 20 letters and digits in a row with digits in two places."""
    return any(
        sum(run.isdigit() for run in _RUN.findall(piece)) >= 2 for piece in _PIECE.findall(value)
    )
