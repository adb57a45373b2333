"""Who owns a running job, and when an owner counts as gone."""

import os
import time
from collections.abc import Callable, Iterable

from vela_desktop.domain import limits
from vela_desktop.domain.jobs import ACTIVE, Job, Lease
from vela_desktop.process import identity

Clock = Callable[[], float]
"""Seconds that only go up, such as ``time.monotonic``: untouched by clock changes and suspend."""


def own_lease() -> Lease:
    """Return the lease under which this process runs jobs."""
    pid = os.getpid()
    return Lease(
        host=identity.host(),
        boot_id=identity.boot_id(),
        pid=pid,
        start_ticks=identity.first_ticks(pid),
    )


def is_here(lease: Lease, me: Lease) -> bool:
    """Tell whether the processes of *lease* can be seen from this one, and their ids mean the same.

    The host counts too: containers share a boot id and have process ids of their own.
    """
    return lease.host == me.host and lease.boot_id == me.boot_id


class Observer:
    """Watches the leases of jobs that others run."""

    def __init__(self, me: Lease, clock: Clock = time.monotonic) -> None:
        self._me = me
        self._clock = clock
        self._seen: dict[str, tuple[Lease, float]] = {}

    def gone(self, jobs: Iterable[Job]) -> list[Job]:
        """Return those of the unfinished *jobs* whose owner is gone, or silent for too long."""
        active = [job for job in jobs if job.status in ACTIVE]
        self._seen = {job.id: self._look(job) for job in active if job.lease}
        return [job for job in active if job.lease and self._is_gone(job.id, job.lease)]

    def _look(self, job: Job) -> tuple[Lease, float]:
        """Return the lease as it is now, beat included, and since when it has been so."""
        assert job.lease
        seen = self._seen.get(job.id)
        return seen if seen and seen[0] == job.lease else (job.lease, self._clock())

    def _is_gone(self, job_id: str, lease: Lease) -> bool:
        if self._is_dead(lease):
            return True
        _, since = self._seen[job_id]
        return self._clock() - since > limits.SILENCE_SECONDS

    def _is_dead(self, lease: Lease) -> bool:
        if lease.host != self._me.host:
            return False
        if lease.boot_id != self._me.boot_id:
            return True
        return not identity.same_process(lease.pid, lease.start_ticks)
