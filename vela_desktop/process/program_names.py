"""Names for what a program has not finished: they tell later whether it still works on that."""

import os
import re
from typing import NamedTuple

from vela_desktop.process import identity

_NAME = re.compile(r"(\d+)-(\d+)(?:-|\Z)", re.ASCII)


class Worker(NamedTuple):
    """The program that works on something, as its name tells."""

    pid: int
    start_ticks: int

    def runs(self) -> bool:
        """Tell whether it has not ended."""
        return identity.same_process(self.pid, self.start_ticks)


def own_name() -> str:
    """Return what this program is called at the beginning of such names."""
    pid = os.getpid()
    return f"{pid}-{identity.start_ticks(pid) or 0}"


def named_in(name: str) -> Worker | None:
    """Return the program that *name* begins with, None where it begins with none."""
    found = _NAME.match(name)
    return Worker(int(found[1]), int(found[2])) if found else None


def is_at_work(name: str) -> bool:
    """Tell whether the program that *name* begins with still runs."""
    worker = named_in(name)
    return worker is not None and worker.runs()
