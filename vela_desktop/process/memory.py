"""How much memory running programs take."""

import psutil

from vela_desktop.process import identity


def memory_of(pgid: int, ticks: int) -> int | None:
    """Return the resident bytes of the processes of a group, pages they share counted for each;
    None where its leader, started at *ticks*, does not run any more. May take milliseconds."""
    if not identity.same_process(pgid, ticks):
        return None
    sizes = [size for pid in {pgid, *_others(pgid)} if (size := _resident(pid)) is not None]
    return sum(sizes) if sizes else None


def _others(pgid: int) -> list[int]:
    if not psutil.WINDOWS:
        return identity.members(pgid)
    try:
        return [child.pid for child in psutil.Process(pgid).children(recursive=True)]
    except psutil.Error:
        return []


def _resident(pid: int) -> int | None:
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return None
