"""Runs one claimed job to its end, and sees to it that its row always gets one."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from typing import TypeVar

from vela_desktop.agents.protocol import Answer, Request
from vela_desktop.config import logs
from vela_desktop.curation.children import Children, OnStart
from vela_desktop.curation.failures import stored_details
from vela_desktop.curation.ledger import Ledger, Paid, book
from vela_desktop.curation.log import LogEvent, digest, log, log_ended
from vela_desktop.curation.pipeline import curate
from vela_desktop.curation.steps import Asker, usage_of
from vela_desktop.domain import limits
from vela_desktop.domain.entries import NewEntry
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import ActorKind, Initiator, Via
from vela_desktop.domain.jobs import Job, JobStatus, Lease, RunningProcess, Stage
from vela_desktop.domain.sizes import USUAL, InputLimit
from vela_desktop.storage import jobs, replace, snapshots
from vela_desktop.storage.database import Database
from vela_desktop.storage.work_unit import UnitOfWork

__all__ = ["Caller", "JobRun", "LimitOf", "OnStart", "usual_limit"]

T = TypeVar("T")
Caller = Callable[[Job, Request, OnStart], Awaitable[Answer]]
"""Has a job's agent answer a request, and tells of each process it starts for that."""

LimitOf = Callable[[Job], Awaitable[InputLimit]]
"""Tells what one input to a job's agent may hold."""


async def usual_limit(job: Job) -> InputLimit:
    """Return what an agent is sent that has no limit of its own."""
    del job
    return USUAL


_WRITE_AGAIN_SECONDS = 1.0
_PASSING = frozenset({Code.DATA_BUSY, Code.DATA_FULL})

logger = logging.getLogger(__name__)


class _Why(Enum):
    """Why a run is ended from outside."""

    CANCELLED = auto()
    CLOSING = auto()
    LOST = auto()
    """Somebody took this process for dead and ended the job."""


class JobRun:
    """One claimed job in this process. It starts at once; ``ended`` is done when its row is."""

    def __init__(
        self,
        job: Job,
        lease: Lease,
        database: Database,
        caller: Caller,
        limit_of: LimitOf,
    ) -> None:
        self._job = job
        self._lease = lease
        self._database = database
        self._caller = caller
        self._limit_of = limit_of
        self._initiator = Initiator(kind=ActorKind.AGENT, name=job.agent, via=Via.JOB)
        self._began = time.monotonic()
        self._why: _Why | None = None
        self._closing = False
        self._children = Children(self._remember_soon)
        self._ledger = Ledger(database, job, self._initiator, self._book)
        self._background: set[asyncio.Task[None]] = set()
        self._work = asyncio.create_task(self._curate())
        self.ended = asyncio.create_task(self._supervise())

    async def processes(self) -> tuple[RunningProcess, ...]:
        """Return the agent's processes as they are now."""
        return await self._children.look()

    def cancel(self) -> None:
        """End the agent's processes, then the job, which somebody asked to stop."""
        self._end(_Why.CANCELLED)

    def close(self) -> None:
        """End the agent's processes and leave the job as interrupted: the program is closing."""
        self._closing = True
        self._end(_Why.CLOSING)

    def _end(self, why: _Why) -> None:
        if self._why is None:
            self._why = why
            self._work.cancel()

    async def _supervise(self) -> None:
        beats = asyncio.create_task(self._beat_for_ever())
        try:
            error = await self._trouble()
            if error is None:
                await self._log_completed()
            else:
                await self._finish(error)
        finally:
            beats.cancel()
            await asyncio.wait({beats})

    async def _trouble(self) -> VelaError | None:
        """Wait for the work; return why it failed, None where its entries are saved."""
        try:
            await self._work
        except asyncio.CancelledError:
            if self._why is None:
                raise
            return VelaError(Code.CANCELLED if self._why is _Why.CANCELLED else Code.INTERRUPTED)
        except VelaError as error:
            return error
        except Exception:
            logger.exception("job failed unexpectedly job=%s", self._job.id)
            return VelaError(Code.INTERNAL, log=str(logs.folder() or "–"))
        return None

    async def _curate(self) -> None:
        snapshot = await self._database.read(snapshots.get, self._job.source_id)
        if snapshot is None:
            raise VelaError(Code.NOT_FOUND, kind="snapshot", id=self._job.source_id)
        asker = Asker(self._job, self._ask, self._ledger, await self._limit_of(self._job))
        entries = await curate(
            snapshot.text,
            self._job.session_id,
            asker,
            self._report,
            self._job.options.parallel_calls,
        )
        await self._commit(entries)

    async def _report(self, stage: Stage, done: int, total: int) -> None:
        await self._write_surely(jobs.progress, stage, done, total)

    async def _commit(self, entries: Sequence[NewEntry]) -> None:
        await self._report(Stage.COMMIT, 0, 1)
        bodies = "".join(entry.body for entry in entries)
        sha256 = await asyncio.to_thread(digest, bodies)
        began = time.monotonic()
        done = await self._write_surely(replace.replace_generated, entries)
        log(
            logger, LogEvent.COMMITTED, job=self._job.id, session=self._job.session_id,
            stage=Stage.COMMIT, inputs=len(entries), saved=len(done.saved),
            deleted=len(done.deleted), unlinked=len(done.unlinked), ms=_ms_since(began),
            chars=len(bodies), sha256=sha256,
        )  # fmt: skip

    async def _ask(self, request: Request) -> Answer:
        try:
            with self._children.of_call() as on_start:
                answer = await self._caller(self._job, request, on_start)
        except VelaError as error:
            self._ledger.answered(usage_of(error))
            raise
        self._ledger.answered(answer.usage)
        return answer

    async def _book(self, paid: Paid) -> None:
        def with_children(unit: UnitOfWork, job_id: str, lease: Lease, paid: Paid) -> None:
            book(unit, job_id, lease, self._children.now, (paid,))  # those there are by then

        await self._write_surely(with_children, paid)

    def _remember_soon(self) -> None:
        task = asyncio.create_task(self._remember())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _remember(self) -> None:
        """Store the children, for whoever finds the job after a crash that the watchdog missed."""
        try:
            await self._write(jobs.set_children, self._children.now)
        except VelaError as error:
            logger.warning("children not stored job=%s: %s", self._job.id, error.code)

    async def _beat_for_ever(self) -> None:
        while self._why is not _Why.LOST:
            await asyncio.sleep(limits.BEAT_SECONDS)
            try:
                await self._write(jobs.beat)
            except VelaError as error:
                logger.warning("no beat job=%s: %s", self._job.id, error.code)
                if error.code is Code.INTERRUPTED:
                    self._end(_Why.LOST)

    async def _finish(self, error: VelaError) -> None:
        """Give the row its end, and what is paid for and not stored yet; where that cannot be
        written now, as soon as it can."""
        rest = await self._ledger.rest()
        while True:
            try:
                ended = await self._write(_end_job, error, rest)
            except VelaError as trouble:
                if trouble.code is Code.INTERRUPTED:
                    return  # it has ended meanwhile: completed after all, or taken for dead
                logger.warning("job not ended yet job=%s: %s", self._job.id, trouble.code)
            else:
                log_ended(ended, _ms_since(self._began))
                return
            if self._closing:
                return
            await asyncio.sleep(_WRITE_AGAIN_SECONDS)

    async def _write(self, function: Callable[..., T], *arguments: object) -> T:
        return await self._database.write(
            function, self._job.id, self._lease, *arguments, initiator=self._initiator
        )

    async def _write_surely(self, function: Callable[..., T], *arguments: object) -> T:
        """Write, also where the database is busy or the disk full for a while: nothing that was
        paid for fails because of that."""
        end = time.monotonic() + limits.WRITE_SECONDS
        while True:
            try:
                return await self._write(function, *arguments)
            except VelaError as error:
                if error.code not in _PASSING or self._why or time.monotonic() > end:
                    raise
                logger.warning("not written yet job=%s: %s", self._job.id, error.code)
            await asyncio.sleep(_WRITE_AGAIN_SECONDS)

    async def _log_completed(self) -> None:
        ended = await self._database.read(jobs.get, self._job.id)
        if ended is not None:  # else somebody has deleted its record already
            log_ended(ended, _ms_since(self._began))


def _end_job(
    unit: UnitOfWork, job_id: str, lease: Lease, error: VelaError, rest: Sequence[Paid]
) -> Job:
    book(unit, job_id, lease, (), rest)
    details = stored_details(error)
    return jobs.finish(unit, job_id, lease, JobStatus.FAILED, error=error.wire, details=details)


def _ms_since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
