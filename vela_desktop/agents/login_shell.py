"""The PATH of the user's login shell: a program started from a desktop has a shorter one."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from vela_desktop.agents.asking import NoAnswerError, printed
from vela_desktop.config.home import home
from vela_desktop.process.environment import foreign
from vela_desktop.process.watchdog import Watchdog

SECONDS = 3.0

_MARK = "vela-path-follows"
_SHELLS = frozenset({"bash", "zsh", "fish", "sh", "dash", "ksh", "mksh"})
"""Those that take ``-l -i -c`` together."""


async def login_path(environment: Mapping[str, str], watchdog: Watchdog | None) -> str:
    """Return the PATH that the user's login shell sets, empty where there is none to be had.

    Interactive, because many people extend PATH in a file that only such a shell reads; what those
    files print stands before a mark, and what they start in the background (an agent that holds
    keys, say) is the user's and lives on.
    """
    shell = environment.get("SHELL", "")
    if os.name != "posix" or Path(shell).name not in _SHELLS:
        return ""
    try:
        told = await printed(
            (shell, "-l", "-i", "-c", f"echo {_MARK}; printenv PATH"),
            cwd=await asyncio.to_thread(_folder, environment),
            environment=foreign(environment),
            watchdog=watchdog,
            may_leave=True,
            seconds=SECONDS,
        )
    except NoAnswerError:
        return ""
    _, mark, rest = told.decode("utf-8", "surrogateescape").rpartition(f"{_MARK}\n")
    return rest.partition("\n")[0] if mark else ""


def _folder(environment: Mapping[str, str]) -> Path:
    folder = home(environment)
    return folder if folder.is_dir() else Path("/")
