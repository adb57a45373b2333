"""Writes recordings of terminals as asciicast v2: https://docs.asciinema.org/manual/asciicast/v2/."""

import codecs
import json
import time
from collections.abc import Callable, Mapping
from typing import BinaryIO

_KEPT = ("SHELL", "TERM")
"""Variables that say how to read the recording; no other is written down."""


class CastWriter:
    """Writes one recording, line by line, so that a crash loses a line at most.

    The file must not be buffered. When it takes no more, ``problem`` says why, and the rest is
    dropped: whoever is recorded must not notice.
    """

    def __init__(
        self,
        file: BinaryIO,
        *,
        columns: int,
        rows: int,
        command: str,
        environment: Mapping[str, str],
        cwd: str,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._file = file
        self._clock = clock
        self._began = clock()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.problem: OSError | None = None
        shown = {name: environment[name] for name in _KEPT if name in environment}
        self._line(
            {
                "version": 2,
                "width": columns,
                "height": rows,
                "timestamp": int(now()),
                "title": command,
                "command": command,
                "env": {**shown, "PWD": cwd},
            }
        )

    def output(self, data: bytes) -> None:
        """Write what was shown. Half a character waits for its other half."""
        if text := self._decoder.decode(data):
            self._event("o", text)

    def resized(self, columns: int, rows: int) -> None:
        """Write a new size."""
        self._event("r", f"{columns}x{rows}")

    def end(self) -> None:
        """Write what still waits."""
        if text := self._decoder.decode(b"", final=True):
            self._event("o", text)

    def _event(self, kind: str, data: str) -> None:
        self._line([round(self._clock() - self._began, 6), kind, data])

    def _line(self, value: object) -> None:
        if self.problem:
            return
        line = json.dumps(value).encode("ascii") + b"\n"
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            self.problem = error
