"""The command line on one data folder: in this process, which is quick, or in one of its own."""

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import pytest

from vela_desktop.cli.main import main

NOBODY = 65534

_AS_NOBODY = f"""
import os, sys
import vela_desktop.cli.main, vela_desktop.wiring.services
os.setgroups([]), os.setgid({NOBODY}), os.setuid({NOBODY})
sys.exit(vela_desktop.cli.main.main(sys.argv[1:]))
"""
"""Becomes nobody after importing: an interpreter may lie where nobody cannot read it."""


@dataclass(frozen=True, slots=True)
class Done:
    """What one run left."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def document(self) -> Any:
        """The one JSON document that was printed."""
        assert self.stdout.count("\n") == 1, self.stdout + self.stderr
        return json.loads(self.stdout)

    @property
    def error(self) -> Any:
        """The error in that document."""
        assert not self.document["ok"]
        return self.document["error"]


class Vela:
    """Runs ``vela`` with a data folder and a home folder of its own."""

    def __init__(self, data: Path, home: Path) -> None:
        self.data, self.home = data, home

    @property
    def variables(self) -> dict[str, str]:
        """The environment that leads it to the two folders."""
        return {"VELA_DATA_DIR": str(self.data), "HOME": str(self.home)}

    def run(
        self,
        *arguments: str,
        stdin: bytes = b"",
        stdout: TextIO | None = None,
        heard: bool = True,
        **variables: str,
    ) -> Done:
        """Run it here, printing to *stdout* where given, and without an error stream where it is
        not *heard*."""
        out = stdout or io.TextIOWrapper(io.BytesIO(), "utf-8")
        err = io.TextIOWrapper(io.BytesIO(), "utf-8")
        with pytest.MonkeyPatch.context() as patch, _own_log():
            for name, value in (self.variables | variables).items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err if heard else None)
            status = main(arguments)
        return Done(status, _written(out), _written(err))

    def process(self, *arguments: str, nobody: bool = False, **variables: str) -> Done:
        """Run it as a process of its own, that of an ordinary user where *nobody*."""
        program = ["-c", _AS_NOBODY] if nobody else ["-m", "vela_desktop.app.console"]
        environment = {**os.environ, **self.variables, **variables}
        done = subprocess.run(
            [sys.executable, *program, *arguments],
            capture_output=True,
            text=True,
            timeout=120,
            env=environment,
        )
        assert "Traceback" not in done.stderr
        return Done(done.returncode, done.stdout, done.stderr)

    def start(self, *arguments: str, **variables: str) -> "subprocess.Popen[str]":
        """Start it in a process group of its own, as a shell does."""
        return subprocess.Popen(
            [sys.executable, "-m", "vela_desktop.app.console", *arguments],
            env={**os.environ, **self.variables, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def json(self, *arguments: str, stdin: bytes = b"", **variables: str) -> Any:
        """Run it here with ``--json`` and return the document."""
        return self.run("--json", *arguments, stdin=stdin, **variables).document

    def data_of(self, *arguments: str, stdin: bytes = b"") -> Any:
        """Return the result of a run that must go well."""
        document = self.json(*arguments, stdin=stdin)
        assert document["ok"], document
        return document["data"]


def _written(stream: TextIO) -> str:
    stream.flush()
    if not stream.seekable() or not stream.readable():
        return ""
    stream.seek(0)
    return stream.read()


@contextmanager
def _own_log() -> Iterator[None]:
    """Close the log that a run starts: a process would end with it."""
    root = logging.getLogger()
    before = list(root.handlers)
    yield
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()
