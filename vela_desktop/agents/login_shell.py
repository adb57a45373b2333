"""The PATH of the user's login shell: a program started from a desktop has a shorter one."""

import os
from collections.abc import Mapping
from pathlib import Path

from vela_desktop.agents import lines
from vela_desktop.agents.asking import NoAnswerError, printed
from vela_desktop.process.environment import foreign

SECONDS = 3.0

_MARK = "vela-path-follows"
_SHELLS = frozenset({"bash", "zsh", "fish", "sh", "dash", "ksh", "mksh"})
"""Those that take ``-l -i -c`` together."""


async def login_path(environment: Mapping[str, str]) -> str:
    """Return the PATH that the user's login shell sets, empty where there is none to be had.

    Interactive, because many people extend PATH in a file that only such a shell reads; what those
    files print stands before a mark.
    """
    shell = environment.get("SHELL", "")
    if os.name != "posix" or Path(shell).name not in _SHELLS:
        return ""
    home = lines.home(environment)
    try:
        told = await printed(
            (shell, "-l", "-i", "-c", f"echo {_MARK}; printenv PATH"),
            cwd=home if home.is_dir() else Path("/"),
            environment=foreign(environment),
            seconds=SECONDS,
        )
    except NoAnswerError:
        return ""
    _, mark, rest = told.decode("utf-8", "surrogateescape").rpartition(f"{_MARK}\n")
    return rest.partition("\n")[0] if mark else ""
