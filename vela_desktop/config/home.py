"""The user's home folder, as other programs find it that are started in the same environment."""

import os
from collections.abc import Mapping
from pathlib import Path


def home(environment: Mapping[str, str], *, windows: bool = os.name == "nt") -> Path:
    """Return the user's home folder as *environment* names it, else as the system does.

    By the variables of ``os.path.expanduser``. On Windows ``HOME`` is not one of them: who has it
    there has it from a shell of another world, and the agents do not look at it either.
    """
    named = _on_windows(environment) if windows else environment.get("HOME")
    return Path(named) if named else Path.home()


def _on_windows(environment: Mapping[str, str]) -> str | None:
    below = environment.get("HOMEPATH")
    return environment.get("USERPROFILE") or (below and environment.get("HOMEDRIVE", "") + below)
