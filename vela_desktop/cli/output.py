"""Printing: one JSON document, or lines for people. Errors go to stderr, or into the document."""

import contextlib
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from unicodedata import east_asian_width

import msgspec

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.messages import describe_error, in_a_row
from vela_desktop.domain.text import REPLACEMENT, safe

EXIT_CODES: dict[str, int] = {
    Code.USAGE: 2,
    Code.NO_AGENT_CHOSEN: 2,
    Code.SESSION_AMBIGUOUS: 2,
    Code.AMBIGUOUS: 2,
    f"{Code.INVALID}:model": 2,
    f"{Code.INVALID}:effort": 2,
    Code.NOT_FOUND: 3,
    Code.SESSION_NOT_FOUND: 3,
    Code.NO_TRANSCRIPT: 3,
    Code.SOURCE_GONE: 3,
    Code.SOURCE_UNREADABLE: 3,
    Code.AGENT_UNAVAILABLE: 3,
    Code.CONFLICT: 4,
    Code.DUPLICATE_TITLE: 4,
    Code.DATA_BUSY: 5,
    Code.SOURCE_TOO_LARGE: 6,
    Code.CONTEXT_TOO_LARGE: 6,
    Code.OUTPUT_TOO_LARGE: 6,
    Code.DATA_NEWER: 6,
    Code.UNSUPPORTED: 6,
    Code.INVALID: 6,
}
"""0 ok, 2 usage, 3 not found or nothing to read, 4 conflict, 5 busy, 6 refused, 1 anything else."""


_VISIBLE = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"}
_VISIBLE |= dict.fromkeys(range(0x7F, 0xA0), REPLACEMENT)
"""What is printed for control characters of texts, which a terminal would obey."""


def exit_code(error: VelaError) -> int:
    """Return the exit status that tells of *error*."""
    return EXIT_CODES.get(error.wire, EXIT_CODES.get(error.code, 1))


class OutputLost(Exception):  # noqa: N818 - as BrokenPipeError: no trouble of ours
    """Standard output takes no more. ``reason`` is empty where its reader has simply left."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        left = isinstance(error, BrokenPipeError)
        self.reason = "" if left else error.strerror or type(error).__name__


class Output:
    """Where one run of the program prints. What prints a result raises OutputLost."""

    def __init__(self, *, json: bool) -> None:
        self.json = json
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # it may know fewer characters than we print
                stream.reconfigure(errors="backslashreplace")

    def data(self, document: Any, lines: Iterable[str]) -> None:
        """Print the result: *document* with ``--json``, else *lines*."""
        if self.json:
            self._document({"ok": True, "data": document})
            return
        with _writing():
            for line in lines:
                print(line.translate(_VISIBLE))
            print(end="", flush=True)

    def error(self, error: VelaError) -> None:
        """Print what went wrong and what to do next."""
        if not self.json:
            self.warn(error)
            return
        details = {key: _plain(value) for key, value in error.details.items()}
        said = {"code": error.wire, "message": safe(in_a_row(error)), "details": details}
        self._document({"ok": False, "error": said})

    def warn(self, error: VelaError) -> None:
        """Say on stderr what is wrong, whatever else is printed."""
        text, action = describe_error(error)
        self.progress(f"vela: {text}\n      {action}")

    def progress(self, text: str) -> None:
        """Tell of work under way, on stderr. Nobody need be there to read it."""
        if sys.stderr is not None:
            with contextlib.suppress(OSError):
                print(text.translate(_VISIBLE), file=sys.stderr, flush=True)

    def lost(self, lost: OutputLost) -> None:
        """Say why nothing more is printed, and let the interpreter print the rest nowhere."""
        if lost.reason:
            self.progress(f"vela: the output cannot be written: {lost.reason}")
        with contextlib.suppress(OSError, ValueError):  # a stream that is no file needs no care
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _document(self, document: dict[str, Any]) -> None:
        if sys.stdout is None:
            return
        try:
            encoded = msgspec.json.encode(document)
        except UnicodeEncodeError:  # a name of a file that is no text
            encoded = msgspec.json.encode(_plain(msgspec.to_builtins(document)))
        with _writing():
            sys.stdout.buffer.write(encoded + b"\n")
            sys.stdout.buffer.flush()


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputLost(error) from error


def _plain(value: object) -> object:
    """Return *value* as what JSON knows, its texts such that they can be encoded."""
    if isinstance(value, str):
        return safe(value)
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {safe(str(key)): _plain(item) for key, item in value.items()}
    return safe(str(value))


def table(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Yield *rows* as lines with aligned columns."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)] if rows else []
    for row in rows:
        cells = (
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
        )
        yield "  ".join(cells).rstrip()


def _width(text: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
