"""Real child programs for tests of whatever starts some."""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from vela_desktop.process import identity


def python(code: str, *arguments: str) -> list[str]:
    """Return the argument vector of a Python one-liner (no site packages: it starts faster)."""
    return [sys.executable, "-S", "-E", "-c", code, *arguments]


def alive(pid: int) -> bool:
    """Tell whether a process runs; a zombie does not."""
    return identity.start_ticks(pid) is not None


def eventually(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Wait for *condition*, which a busy machine may take its time to make true."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


async def until(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Let the loop work until *true* is; a test that waits too long fails."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - there is nobody to set an event
            await asyncio.sleep(0.01)


def gone(pid: int) -> bool:
    """Tell whether a process ends within a moment."""
    return eventually(lambda: not alive(pid))


def appears(path: Path) -> bool:
    """Tell whether a file with something in it appears within a while."""
    return eventually(lambda: path.exists() and path.stat().st_size > 0)


def written_pid(path: Path) -> int:
    """Return the pid that a child writes to *path*, as soon as it has."""
    assert eventually(lambda: path.exists() and path.read_text().endswith("\n"))
    return int(path.read_text())


def open_files() -> set[Path]:
    """Return the files this process has open, other threads' among them.

    Those close and open some meanwhile: a descriptor that is gone when it is looked at is no file.
    """
    files = set[Path]()
    for descriptor in os.listdir("/proc/self/fd"):  # noqa: PTH208 - names, not paths
        with contextlib.suppress(FileNotFoundError):
            files.add(Path(os.readlink(f"/proc/self/fd/{descriptor}")))  # noqa: PTH115
    return files


GRANDCHILD = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-S", "-E", "-c", "import time; time.sleep(60)"])
with open(sys.argv[1], "w") as file: file.write(f"{child.pid}\\n")
print("parent says hello", flush=True)
"""
"""Starts a child that holds its pipes, writes that one's pid to a file, and ends."""

DEAF = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open(sys.argv[1], "w") as file: file.write(f"{os.getpid()}\\n")
time.sleep(60)
"""
"""Ignores SIGTERM and writes its pid to a file."""
