"""Functions for worker processes; standard library only, as all functions given to ``work``."""

import os
import sys
import time
from pathlib import Path

from vela_desktop.domain.errors import Code, VelaError


def pid() -> int:
    """Return the worker's process id."""
    return os.getpid()


def double(number: int) -> int:
    """Return twice *number*."""
    return 2 * number


def modules() -> list[str]:
    """Return what the worker has imported."""
    return sorted(sys.modules)


def main_module() -> str | None:
    """Return the file of the worker's main module."""
    return getattr(sys.modules["__main__"], "__file__", None)


def niceness() -> int:
    """Return how nice the worker is."""
    return os.nice(0)


def refuse() -> None:
    """Raise expected trouble."""
    raise VelaError(Code.SOURCE_GONE, path="/tmp/gone.jsonl")


def die() -> None:
    """Take the worker down."""
    os._exit(1)


def die_once(mark: Path) -> int:
    """Take the worker down the first time; return the second one's process id."""
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return os.getpid()


def sleep(seconds: float, mark: Path) -> int:
    """Write the worker's process id to *mark*, then sleep."""
    mark.write_text(f"{os.getpid()}\n")
    time.sleep(seconds)
    return os.getpid()


def wait_for(path: Path) -> None:
    """Keep the worker busy until *path* exists."""
    while not path.exists():
        time.sleep(0.01)


def append(word: str, path: Path) -> None:
    """Add a line to a file."""
    with path.open("a") as file:
        file.write(word + "\n")
