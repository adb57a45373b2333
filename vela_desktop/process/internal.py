"""How our own helpers are started, from a checkout, an installation or a bundle."""

import sys
from pathlib import Path


def internal_command(name: str, *arguments: str) -> list[str]:
    """Return the argument vector of ``vela --internal NAME ARGUMENTS``."""
    return [*_console(), "--internal", name, *arguments]


def console_program() -> str:
    """Return the bundle's ``vela``, which holds no Qt and so makes light workers."""
    program = Path(sys.executable)
    return str(program.with_name("vela" + program.suffix))


def frozen() -> bool:
    """Tell whether this program runs out of a bundle."""
    return bool(getattr(sys, "frozen", False))


def _console() -> list[str]:
    if frozen():
        return [console_program()]
    # -P: a folder named vela_desktop in the working folder must not be taken for ours
    return [sys.executable, "-P", "-m", "vela_desktop.app.console"]
