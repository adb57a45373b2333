"""Recordings that are being made, under names that tell which program does that."""

from dataclasses import dataclass
from pathlib import Path

from vela_desktop.process.program_names import is_at_work, own_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What is known of a recording that was just made: since when (UTC milliseconds), in which
    folder, and with which program."""

    since: int
    cwd: str
    program: str


def unfinished_name() -> str:
    """Return the name of the file in which this process makes a recording."""
    return f"{own_name()}.cast"


def abandoned(folder: Path) -> list[Path]:
    """Return the recordings in *folder* whose programs are gone."""
    return [path for path in sorted(folder.glob("*.cast")) if not is_at_work(path.stem)]
