"""Finds marked processes that should be gone, wherever they went, and ends them with their groups.

Each look reads the environments of this user's processes, which takes some milliseconds: never on
the event loop. What the system does not show is passed over.
"""

import os
import time
from collections.abc import Callable, Iterator

from vela_desktop.process import identity
from vela_desktop.process.mark import Mark, parse

_SECONDS, _PAUSE = 3.0, 0.02
"""How long to look again for what was started while the others were being ended."""


def end_run(run: str) -> int:
    """End what is left of one run; return how many processes were found."""
    return end(lambda mark: mark.run == run)


def end_kept(keeper: str) -> int:
    """End what is left of all runs that one watchdog guarded; return how many were found."""
    return end(lambda mark: mark.keeper == keeper)


def end_orphans() -> int:
    """End all whose owner is gone, whoever that was; return how many processes were found."""
    return end(lambda mark: mark.owner.is_gone())


def end(wanted: Callable[[Mark], bool]) -> int:
    """End the processes with a *wanted* mark and their groups; return how many were found."""
    ended = set[tuple[int, int]]()
    deadline = time.monotonic() + _SECONDS
    while found := list(_marked(wanted)):
        for pid, ticks in found:
            identity.end_group_of(pid, ticks)
        ended.update(found)
        if time.monotonic() > deadline:
            break
        time.sleep(_PAUSE)
    return len(ended)


def _marked(wanted: Callable[[Mark], bool]) -> Iterator[tuple[int, int]]:
    """Yield pid and start ticks of those processes that can be ended from here."""
    for pid in identity.pids():
        if not _is(pid, wanted) or pid == os.getpid():
            continue
        ticks = identity.start_ticks(pid)
        # once more: the number may have become another process' between the first look and this
        if ticks is not None and _is(pid, wanted) and not identity.is_in_own_group(pid):
            yield pid, ticks


def _is(pid: int, wanted: Callable[[Mark], bool]) -> bool:
    text = identity.mark_of(pid)
    mark = parse(text) if text else None
    return mark is not None and wanted(mark)
