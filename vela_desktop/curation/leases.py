"""Who owns a running job, and when an owner counts as gone."""

import os
import sys
import time
from collections.abc import Callable, Iterable

from vela_desktop.domain import limits
from vela_desktop.domain.jobs import ACTIVE, Job, Lease
from vela_desktop.process import identity

Clock = Callable[[], float]
"""Seconds that only go up, such as ``time.monotonic``: untouched by changes of the clock. Whether
they go on while the machine sleeps depends on the system."""


def own_lease() -> Lease:
    """Return the lease under which this process runs jobs."""
    pid = os.getpid()
    return Lease(
        host=identity.host(),
        boot_id=identity.boot_id(),
        pid=pid,
        start_ticks=identity.first_ticks(pid),
        namespace=_namespace(),
    )


def is_here(lease: Lease, me: Lease) -> bool:
    """Tell whether the processes of *lease* can be seen from this one, and their ids mean the same.

    The host's name does not count: it changes with the network, and containers may bear it too.
    """
    return (lease.boot_id, lease.namespace) == (me.boot_id, me.namespace)


def _namespace() -> str:
    if sys.platform == "win32":
        return identity.host()  # its boot id is a small number, which other machines have as well
    return identity.pid_namespace()


class Observer:
    """Watches the leases of jobs that others run."""

    def __init__(self, me: Lease, clock: Clock = time.monotonic) -> None:
        self._me = me
        self._clock = clock
        self._looked = clock()
        self._silent: dict[str, tuple[Lease, float]] = {}
        """What was seen last, and for how many seconds it has been so."""

    def gone(self, jobs: Iterable[Job]) -> list[Job]:
        """Return those of the unfinished *jobs* whose owner is gone, or silent for too long."""
        owned = [job for job in jobs if job.status in ACTIVE and job.lease]
        passed = self._passed()
        self._silent = {job.id: self._look(job, passed) for job in owned}
        return [job for job in owned if self._is_gone(job.id)]

    def forgive(self, job: Job) -> None:
        """Count the silence of *job*'s owner anew: what kept this program from writing kept the
        owner from beating."""
        self._silent.pop(job.id, None)

    def _passed(self) -> float:
        """Return the seconds since the last look, but not more than count: in a longer time this
        process slept, or stood still, and so may the owner have done."""
        before, self._looked = self._looked, self._clock()
        return min(self._looked - before, limits.LOOK_SECONDS)

    def _look(self, job: Job, passed: float) -> tuple[Lease, float]:
        """Return the lease as it is now, beat included, and for how long it has been so."""
        assert job.lease
        lease, silent = self._silent.get(job.id, (None, 0.0))
        return (job.lease, silent + passed) if lease == job.lease else (job.lease, 0.0)

    def _is_gone(self, job_id: str) -> bool:
        lease, silent = self._silent[job_id]
        return self._is_dead(lease) or silent > limits.SILENCE_SECONDS

    def _is_dead(self, lease: Lease) -> bool:
        if lease.boot_id != self._me.boot_id:
            return lease.host == self._me.host
        return is_here(lease, self._me) and not identity.same_process(lease.pid, lease.start_ticks)
