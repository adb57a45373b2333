"""The mark in the environment of a child program: who started it, under whose guard, in which run.

What the child starts inherits it. So it also finds a process that left its group, and one that
nobody has heard of because its owner was killed while it started it.
"""

import os
from functools import cache
from typing import NamedTuple

from vela_desktop.process import identity

GROUP_ONLY = "1"
"""The mark of a run whose group is ours, but not what leaves it: a login shell starts programs that
are the user's."""

_NOBODY = "-"


class Owner(NamedTuple):
    """The program that started a child. A pid says something only in its boot and its namespace."""

    boot_id: str
    namespace: str
    pid: int
    start_ticks: int

    def is_gone(self) -> bool:
        """Tell whether it has ended, as far as that can be told from here."""
        here = self[:2] == own_owner()[:2]
        return here and not identity.same_process(self.pid, self.start_ticks)


class Mark(NamedTuple):
    """What the variable says. *keeper* is the watchdog's, *run* another one for each run."""

    owner: Owner
    keeper: str
    run: str

    def __str__(self) -> str:
        return ":".join(map(str, (*self.owner, self.keeper, self.run)))


def own_owner() -> Owner:
    """Return this program as the owner of what it starts."""
    return _owner(os.getpid())


def new_mark(keeper: str | None) -> Mark:
    """Return the mark of a run that begins, guarded by *keeper* if by anybody."""
    return Mark(own_owner(), keeper or _NOBODY, token())


def token() -> str:
    """Return a word that nobody else uses."""
    return os.urandom(8).hex()


def parse(text: str) -> Mark | None:
    """Return the mark that *text* is; None where it names no owner."""
    try:
        boot_id, namespace, pid, ticks, keeper, run = text.split(":")
        return Mark(Owner(boot_id, namespace, int(pid), int(ticks)), keeper, run)
    except ValueError:
        return None


@cache
def _owner(pid: int) -> Owner:
    return Owner(identity.boot_id(), identity.pid_namespace(), pid, identity.first_ticks(pid))
