"""What the calls of a job gave and cost, and how that is stored: nothing that is paid for is lost.

What a call cost is known here as soon as it has answered, and stored together with the step that
its answer finishes. What cannot be stored now stays here until the job's end is written.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import Initiator
from vela_desktop.domain.jobs import Child, Job, Lease, Step, Usage
from vela_desktop.storage import jobs, steps
from vela_desktop.storage.database import Database
from vela_desktop.storage.work_unit import UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """What one call cost, and the step it finished, if it did."""

    usage: Usage
    step: Step | None = None


Book = Callable[[Paid], Awaitable[None]]
"""Writes one to the database under the job's lease, as soon as that is possible."""


class Ledger:
    """The steps and costs of one job that runs. *book* stores them."""

    def __init__(self, database: Database, job: Job, initiator: Initiator, book: Book) -> None:
        self._database = database
        self._job = job
        self._initiator = initiator
        self._book = book
        self._open: list[Paid] = []
        """In memory only, so far."""
        self._booking: set[asyncio.Task[None]] = set()

    async def get(self, key: str) -> Step | None:
        """Return the step that the job, or one that it retries, has stored under *key*."""
        return await self._database.read(steps.get, self._job.lineage, key)

    def answered(self, usage: Usage) -> None:
        """A call has ended; ``book`` tells later what became of its answer."""
        self._open.append(Paid(usage=usage))

    async def book(self, usage: Usage, step: Step | None = None) -> None:
        """Store what a call cost that has answered, and the step it finished, in one transaction.

        Goes on also when the caller is cancelled meanwhile. Raises ``data_…`` errors, and
        ``memory_interrupted``.
        """
        paid = Paid(usage=usage, step=step)
        self._open.remove(Paid(usage=usage))  # any that cost the same
        self._open.append(paid)
        task = asyncio.create_task(self._store(paid))
        self._booking.add(task)
        task.add_done_callback(self._booking.discard)
        await asyncio.shield(task)

    async def rest(self) -> tuple[Paid, ...]:
        """Wait for what is being stored, and return what could not be."""
        await asyncio.gather(*self._booking, return_exceptions=True)
        return tuple(self._open)

    async def _store(self, paid: Paid) -> None:
        try:
            await self._book(paid)
        except VelaError as error:
            if error.code is not Code.INTERRUPTED or paid.step is None:
                raise
            # somebody took this process for dead and ended the job: a retry can still use the step
            await self._database.write(
                steps.keep, self._job.lineage, paid.step, initiator=self._initiator,
                operation="job.step",
            )  # fmt: skip
            raise
        self._open.remove(paid)


def book(
    unit: UnitOfWork, job_id: str, lease: Lease, children: Sequence[Child], paid: Sequence[Paid]
) -> None:
    """Store *paid* with the job that runs under *lease*, and the children it has now.

    Raises ``memory_interrupted``.
    """
    jobs.set_children(unit, job_id, lease, children)
    jobs.add_usage(unit, job_id, lease, sum((one.usage for one in paid), Usage()))
    job = jobs.get(unit.connection, job_id)
    assert job is not None
    for one in paid:
        if one.step is not None:
            steps.keep(unit, job.lineage, one.step)
