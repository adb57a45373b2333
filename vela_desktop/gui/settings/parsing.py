"""What a person types into the fields of an agent's settings, and what it means."""

import re
import shlex
from collections.abc import Mapping, Sequence

from vela_desktop.domain import limits
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate

LEAST_BYTES, MOST_BYTES = limits.SMALL_INPUT_BYTES, 8_388_608
"""The range of the largest input per call."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SEPARATORS = re.compile(r"[\s,_'’]")
_NAME_SHOWN = 40

_QUOTE = QT_TRANSLATE_NOOP("Settings", "A quotation mark is not closed.")
_CONTROL = QT_TRANSLATE_NOOP("Settings", "Line breaks and control characters are not possible.")
_NO_EQUALS = QT_TRANSLATE_NOOP("Settings", "Line {line}: write NAME=value.")
_BAD_NAME = QT_TRANSLATE_NOOP(
    "Settings",
    "Line {line}: “{name}” is no name of a variable. Letters, digits and _ are possible.",
)
_TWICE = QT_TRANSLATE_NOOP("Settings", "Line {line}: {name} is set twice.")
_NO_NUMBER = QT_TRANSLATE_NOOP("Settings", "Write a number of bytes, such as 131072.")
_RANGE = QT_TRANSLATE_NOOP("Settings", "Between {least} and {most} bytes are possible.")


class WrongInputError(ValueError):
    """What was typed means nothing. As text it is the reason, in the language of the moment."""

    def __init__(self, text: str, **details: str | int) -> None:
        super().__init__(text)
        self._text, self._details = text, details

    def __str__(self) -> str:
        """Return the reason in the present language."""
        return translate("Settings", self._text).format(**self._details)


def arguments(text: str) -> tuple[str, ...]:
    """Return the arguments in *text*, quoted as in a shell. Raises WrongInputError."""
    if any(ord(char) < ord(" ") for char in text):
        raise WrongInputError(_CONTROL)
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise WrongInputError(_QUOTE) from error


def shown_arguments(values: Sequence[str]) -> str:
    """Return *values* as they can be typed."""
    return shlex.join(values)


def variables(text: str) -> dict[str, str]:
    """Return the variables in *text*, one ``NAME=value`` a line. Raises WrongInputError.

    A reason names the line and the variable, never a value: that may be a secret.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        name, equals, value = line.partition("=")
        name = name.strip()
        if not equals:
            raise WrongInputError(_NO_EQUALS, line=number)
        if not _NAME.fullmatch(name):
            raise WrongInputError(_BAD_NAME, line=number, name=name[:_NAME_SHOWN])
        if "\0" in value:
            raise WrongInputError(_CONTROL)
        if name in found:
            raise WrongInputError(_TWICE, line=number, name=name)
        found[name] = value
    return found


def shown_variables(values: Mapping[str, str]) -> str:
    """Return *values* as they can be typed."""
    return "\n".join(f"{name}={value}" for name, value in values.items())


def byte_count(text: str) -> int | None:
    """Return the number of bytes in *text*, None for an empty one. Raises WrongInputError."""
    digits = _SEPARATORS.sub("", text)
    if not digits:
        return None
    if not (digits.isascii() and digits.isdigit()):
        raise WrongInputError(_NO_NUMBER)
    found = int(digits)
    if not LEAST_BYTES <= found <= MOST_BYTES:
        raise WrongInputError(_RANGE, least=f"{LEAST_BYTES:,}", most=f"{MOST_BYTES:,}")
    return found


def shown_bytes(value: int | None) -> str:
    """Return *value* as it can be typed."""
    return "" if value is None else f"{value:,}"
