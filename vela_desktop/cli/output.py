"""Printing: one JSON document, or lines for people. Errors go to stderr, or into the document."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any
from unicodedata import east_asian_width

import msgspec

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.messages import describe_error

EXIT_CODES: dict[str, int] = {
    Code.USAGE: 2,
    Code.NO_AGENT_CHOSEN: 2,
    Code.SESSION_AMBIGUOUS: 2,
    f"{Code.INVALID}:agent": 2,
    f"{Code.INVALID}:model": 2,
    f"{Code.INVALID}:effort": 2,
    f"{Code.INVALID}:kind": 2,
    Code.NOT_FOUND: 3,
    Code.SESSION_NOT_FOUND: 3,
    Code.NO_TRANSCRIPT: 3,
    Code.SOURCE_GONE: 3,
    Code.AGENT_UNAVAILABLE: 3,
    Code.CONFLICT: 4,
    Code.DUPLICATE_TITLE: 4,
    Code.DATA_BUSY: 5,
    Code.SOURCE_TOO_LARGE: 6,
    Code.CONTEXT_TOO_LARGE: 6,
    Code.OUTPUT_TOO_LARGE: 6,
    Code.DATA_NEWER: 6,
    Code.INVALID: 6,
}
"""0 ok, 2 usage, 3 not found or nothing to read, 4 conflict, 5 busy, 6 refused, 1 anything else."""


def exit_code(error: VelaError) -> int:
    """Return the exit status that tells of *error*."""
    return EXIT_CODES.get(error.wire, EXIT_CODES.get(error.code, 1))


class Output:
    """Where one run of the program prints."""

    def __init__(self, *, json: bool) -> None:
        self.json = json

    def data(self, document: Any, lines: Iterable[str]) -> None:
        """Print the result: *document* with ``--json``, else *lines*."""
        if self.json:
            self._document({"ok": True, "data": document})
        else:
            for line in lines:
                print(line)

    def error(self, error: VelaError) -> None:
        """Print what went wrong and what to do next."""
        text, action = describe_error(error)
        if self.json:
            details = {key: _plain(value) for key, value in error.details.items()}
            said = {"code": error.wire, "message": f"{text} {action}", "details": details}
            self._document({"ok": False, "error": said})
        else:
            print(f"vela: {text}\n      {action}", file=sys.stderr)

    def progress(self, text: str) -> None:
        """Tell of work under way, on stderr."""
        print(text, file=sys.stderr, flush=True)

    def _document(self, document: dict[str, Any]) -> None:
        sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")
        sys.stdout.buffer.flush()


def _plain(value: object) -> object:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return msgspec.to_builtins(value, enc_hook=str)


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
