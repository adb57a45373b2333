"""What a terminal is sent, reduced to what the emulator understands.

The emulator prints parts of sequences that it does not know, and fails on others. So only those
sequences pass that it carries out as a terminal does, in their plainest form; everything else that
is no text goes: strings of the kinds DCS, APC, PM, SOS and OSC, private and intermediate forms,
reports, shifts, and controls without an effect. Colours pass, written with semicolons.
"""

import re
from collections.abc import Callable

from pyte.charsets import VT100_MAP

STRING_CHARS = 8 << 20
"""How long a string that is never ended may be: images are sent in strings of several megabytes."""

_NUMBER = 9999
_MOST_CHARS = 4096
"""Longer sequences are damage."""

_ESC = "\x1b"
_LINES = {code: VT100_MAP[code] for code in range(0x5F, 0x7F)}
"""The line drawing set: what it shows in the place of ``_`` to ``~``."""

_SPECIAL = re.compile(
    r"(?P<csi>(?:\x1b\[|\x9b)(?P<parameters>[ -?]*)(?P<final>[@-~]?))"
    r"|(?P<palette>\x1b\](?:R|P[0-9A-Fa-f]{7}|(?P<begun>(?:P[0-9A-Fa-f]{0,6})?\Z)))"
    r"|(?P<string>\x1b[PX^_\]]|[\x90\x98\x9d-\x9f])"
    r"|(?P<escape>\x1b(?P<between>[ -/]*)(?P<last>[0-~]?))"
    r"|(?P<control>[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x8f\x91-\x97\x99\x9a\x9c])"
)
_END = re.compile(r"\x07|\x18|\x1a|\x9c|\x1b\\|\x1b(?=[^\\])")
_PLAIN = re.compile(r"[0-9;]*")

_CONTROLS = {"\x0b": "\n", "\x0c": "\n", "\x84": "\x1bD", "\x85": "\r\n", "\x88": "\x1bH"}
_CONTROLS |= {"\x8d": "\x1bM"}
_ESCAPES = {"7": "\x1b7", "8": "\x1b8", "D": "\x1bD", "E": "\r\n", "H": "\x1bH", "M": "\x1bM"}
_ESCAPES |= {"c": "\x1bc"}

_COUNTED = dict.fromkeys("@ABCDEFGLMPSTXbd", 1) | {"H": 2, "f": 2, "r": 2}
"""Finals that pass with at most so many numbers."""
_RENAMED = {"`": "G", "a": "C", "e": "B"}
_CHOICES = {"J": ("", "0", "1", "2"), "K": ("", "0", "1", "2"), "g": ("", "0", "3")}
_MODES = ("4", "20")
_PRIVATE_MODES = {"7": "7", "47": "1049", "1047": "1049", "1049": "1049"}
_TAB_STOPS = 32


class Filter:
    """Filters one recording. Sequences may be cut anywhere between two calls of ``feed``."""

    def __init__(self) -> None:
        self._rest = ""
        self._string: int | None = None
        """Inside a string: how much of it was left out so far."""
        self._sets = ["B", "B"]
        self._shifted = 0

    def feed(self, text: str) -> str:
        """Return what of *text*, and of what was held back before, the emulator is to get."""
        data, self._rest = self._rest + text, ""
        parts: list[str] = []
        at = self._skip(data, 0) if self._string is not None else 0
        while match := _SPECIAL.search(data, at):
            if match.start() > at:
                parts.append(self._drawn(data[at : match.start()]))
            if match.lastgroup == "string":
                self._string = 0
                at = self._skip(data, match.end())
            elif self._is_cut(match, data):
                self._rest = data[match.start() :]
                at = len(data)
            else:
                parts.append(self._passed(match))
                at = match.end()
        parts.append(self._drawn(data[at:]))
        return "".join(parts)

    def _skip(self, data: str, at: int) -> int:
        """Return where the string that goes on at *at* ends, or where all that is here does."""
        assert self._string is not None
        left = max(0, STRING_CHARS - self._string)
        match = _END.search(data, at, at + left)
        if match:
            self._string = None
            return match.start() if match[0] == _ESC else match.end()
        end = min(len(data), at + left)
        if data.endswith(_ESC) and end == len(data):
            self._rest, end = _ESC, len(data) - 1
        self._string = self._string + end - at if end - at < left else None
        return end + len(self._rest)

    def _is_cut(self, match: re.Match[str], data: str) -> bool:
        """Tell whether the end of *data* stands inside the sequence of *match*."""
        if match.end() != len(data) or match.end() - match.start() > _MOST_CHARS:
            return False
        if match["csi"]:
            return not match["final"]
        if match["escape"]:
            return not match["last"]
        return match["begun"] is not None

    def _drawn(self, text: str) -> str:
        return text.translate(_LINES) if self._sets[self._shifted] == "0" else text

    def _passed(self, match: re.Match[str]) -> str:
        if match["csi"]:
            return _csi(match["parameters"], match["final"])
        if match["escape"]:
            return self._escape(match["between"], match["last"])
        return self._control(match["control"] or "")

    def _escape(self, between: str, last: str) -> str:
        if between in ("(", ")"):
            self._sets["()".index(between)] = last
        elif last == "c" and not between:
            self._sets, self._shifted = ["B", "B"], 0
        return "" if between else _ESCAPES.get(last, "")

    def _control(self, control: str) -> str:
        if control in ("\x0e", "\x0f"):
            self._shifted = int(control == "\x0e")
        return _CONTROLS.get(control, "")


def _csi(parameters: str, final: str) -> str:
    if parameters.startswith("?"):
        return _private(parameters[1:], final)
    if final == "m":
        parameters = parameters.replace(":", ";")
    if not _PLAIN.fullmatch(parameters):
        return ""
    if final == "m":
        return f"{_ESC}[{parameters}m"
    final = _RENAMED.get(final, final)
    numbers = parameters.split(";")
    if most := _COUNTED.get(final):
        return _counted(numbers, final, most)
    if final in _CHOICES:
        return f"{_ESC}[{numbers[0]}{final}" if numbers[0] in _CHOICES[final] else ""
    special = _SPECIALS.get(final)
    return special(numbers) if special else ""


def _private(parameters: str, final: str) -> str:
    if final in ("J", "K"):
        return _csi(parameters, final)
    if final not in ("h", "l"):
        return ""
    return "".join(_private_mode(number, final) for number in parameters.split(";"))


def _private_mode(number: str, final: str) -> str:
    if number == "1048":
        return f"{_ESC}7" if final == "h" else f"{_ESC}8"
    mode = _PRIVATE_MODES.get(number)
    return f"{_ESC}[?{mode}{final}" if mode else ""


def _counted(numbers: list[str], final: str, most: int) -> str:
    if final == "T" and len(numbers) > 1:  # asks for the pointer
        return ""
    kept = (str(min(int(number[:9]), _NUMBER)) if number else "" for number in numbers[:most])
    return f"{_ESC}[{';'.join(kept)}{final}"


def _modes(final: str) -> Callable[[list[str]], str]:
    def passed(numbers: list[str]) -> str:
        return "".join(f"{_ESC}[{number}{final}" for number in numbers if number in _MODES)

    return passed


def _tabs(numbers: list[str]) -> str:
    return "\t" * min(int(numbers[0][:9] or 1), _TAB_STOPS)


def _cursor(sequence: str) -> Callable[[list[str]], str]:
    return lambda numbers: sequence if numbers == [""] else ""


_SPECIALS: dict[str, Callable[[list[str]], str]] = {
    "h": _modes("h"),
    "l": _modes("l"),
    "I": _tabs,
    "s": _cursor(f"{_ESC}7"),
    "u": _cursor(f"{_ESC}8"),
}
