"""Recordings that are being made or taken in, under names that tell which process does that."""

import os
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.process import identity


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What is known of a recording that was just made: since when (UTC milliseconds), in which
    folder, and with which program."""

    since: int
    cwd: str
    program: str


def program_name() -> str:
    """Return what this process is called in the names of what it has not finished: it tells later
    whether the process still runs."""
    pid = os.getpid()
    return f"{pid}-{identity.start_ticks(pid)}"


def is_at_work(name: str) -> bool:
    """Tell whether the process that is called so at the beginning of *name* still runs."""
    pid, ticks, *_ = [*name.split("-"), ""]
    if not (pid.isdecimal() and ticks.isdecimal()):
        return False
    return identity.same_process(int(pid), int(ticks))


def unfinished_name() -> str:
    """Return the name of the file in which this process makes a recording."""
    return f"{program_name()}.cast"


def abandoned(folder: Path) -> list[Path]:
    """Return the recordings in *folder* whose programs are gone."""
    return [path for path in sorted(folder.glob("*.cast")) if not is_at_work(path.stem)]
