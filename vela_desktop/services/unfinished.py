"""Recordings that are being made, each in a file whose name tells who makes it."""

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


def unfinished_name() -> str:
    """Return the name of the file in which this process makes a recording: it tells later whether
    the process still runs."""
    pid = os.getpid()
    return f"{pid}-{identity.start_ticks(pid)}.cast"


def abandoned(folder: Path) -> list[Path]:
    """Return the recordings in *folder* whose programs are gone."""
    return [path for path in sorted(folder.glob("*.cast")) if not _is_being_made(path)]


def _is_being_made(path: Path) -> bool:
    pid, _, ticks = path.stem.partition("-")
    if not (pid.isdecimal() and ticks.isdecimal()):
        return False
    return identity.same_process(int(pid), int(ticks))
