"""Runs waiting jobs in this process, beside whatever other processes run of the same data folder.

All coordination is in the database: claims, leases and requests to stop. So a process that dies
leaves nothing but a lease that others see is dead.
"""

import asyncio
import logging
import time
from collections.abc import Sequence

from vela_desktop.config.settings import SettingsStore
from vela_desktop.curation import children
from vela_desktop.curation.leases import Clock, Observer, is_here, own_lease
from vela_desktop.curation.log import LogEvent, log
from vela_desktop.curation.supervision import Caller, JobRun, LimitOf, usual_limit
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import Initiator, Via
from vela_desktop.domain.jobs import UNFINISHED, Child, Job, JobStatus, RunningProcess
from vela_desktop.process import identity, strays
from vela_desktop.storage import jobs
from vela_desktop.storage.database import Database

POLL_SECONDS = 1.0
"""How soon a request of another process is noticed, and a dead owner."""

logger = logging.getLogger(__name__)


class Runner:
    """Claims waiting jobs up to the cap that all processes share, and runs each to its end.

    *clock* counts the silence of other owners.
    """

    def __init__(
        self,
        database: Database,
        caller: Caller,
        settings: SettingsStore,
        clock: Clock = time.monotonic,
        poll_seconds: float = POLL_SECONDS,
        limit_of: LimitOf = usual_limit,
    ) -> None:
        self._database = database
        self._caller = caller
        self._settings = settings
        self._poll_seconds = poll_seconds
        self._limit_of = limit_of
        self._lease = own_lease()
        self._observer = Observer(self._lease, clock)
        self._runs: dict[str, JobRun] = {}
        self._loop: asyncio.Task[None] | None = None
        self._stopping = False
        self._woken = asyncio.Event()
        self._claiming = asyncio.Lock()
        self._initiator = Initiator(via=Via.JOB)

    async def start(self) -> None:
        """End what a crash left behind, then run waiting jobs until ``stop``.

        Does nothing on a database that can only be read. Raises ``data_…`` errors.
        """
        if await self.recover():
            self._loop = asyncio.create_task(self._work())

    async def recover(self) -> bool:
        """End the jobs whose owner is gone; False on a database that can only be read."""
        if self._database.read_only:
            return False
        await self._look()
        return True

    async def run(self, job_id: str) -> Job:
        """Run this job, unless another process does; return it when it has ended.

        A waiting job waits here as everywhere: for its predecessor and for a free place. Returns
        it unfinished where ``stop`` is called meanwhile. Raises ``memory_not_found``.
        """
        while True:
            woken = self._woken
            waiting = await self._look()
            if job_id in waiting and not self._stopping:
                await self._claim(only=job_id)
            job = await self._database.read(jobs.get, job_id)
            if job is None:
                raise VelaError(Code.NOT_FOUND, kind="job", id=job_id)
            if self._stopping or job.status not in UNFINISHED:
                return job
            await self._pause(woken, self._runs.get(job_id))

    def runs(self, job_id: str) -> bool:
        """Tell whether this process runs the job now."""
        return job_id in self._runs

    async def processes(self, job_id: str) -> tuple[RunningProcess, ...]:
        """Return the agent's processes of a job as they are now; none where it does not run.

        Raises ``memory_not_found``.
        """
        if run := self._runs.get(job_id):
            return await run.processes()
        job = await self._database.read(jobs.get, job_id)
        if job is None:
            raise VelaError(Code.NOT_FOUND, kind="job", id=job_id)
        return await children.of_another(job, self._lease)

    def poke(self) -> None:
        """Look at the jobs now: one was submitted, cancelled or retried."""
        woken, self._woken = self._woken, asyncio.Event()
        woken.set()

    async def stop(self) -> None:
        """End the agents' processes and leave running jobs as interrupted, ready to be retried;
        waiting ones wait on."""
        self._stopping = True
        self.poke()
        if self._loop:
            await self._loop
        async with self._claiming:
            ending = [run.ended for run in self._runs.values()]
            for run in self._runs.values():
                run.close()
        if ending:
            await asyncio.wait(ending)

    async def _work(self) -> None:
        while not self._stopping:
            woken = self._woken
            try:
                waiting = await self._look()
                while waiting and not self._stopping and await self._claim():
                    pass
            except VelaError as error:
                logger.warning("jobs not looked at: %s", error.code)
            except Exception:
                logger.exception("jobs not looked at")  # what fails once need not fail again
            await self._pause(woken)

    async def _look(self) -> set[str]:
        """Pass on requests to stop, end jobs whose owner is gone, and return the waiting ones."""
        unfinished = await self._database.read(jobs.unfinished)
        for job in unfinished:
            if job.status is JobStatus.CANCELLING and job.id in self._runs:
                self._runs[job.id].cancel()
        for job in self._observer.gone(job for job in unfinished if job.id not in self._runs):
            await self._end_gone(job)
        return {job.id for job in unfinished if job.status is JobStatus.QUEUED}

    async def _end_gone(self, job: Job) -> None:
        """End a job, and then its processes: an owner that beat meanwhile keeps both."""
        assert job.lease
        try:
            ended = await self._database.write(
                jobs.end_interrupted, job.id, job.lease, initiator=self._initiator
            )
        except VelaError:
            self._observer.forgive(job)
            raise
        if ended is None:
            return
        if is_here(job.lease, self._lease):
            await asyncio.to_thread(_end_processes, ended.children)
        log(
            logger, LogEvent.INTERRUPTED, job=job.id, session=job.session_id,
            status=ended.status, error=ended.error, stage=job.stage, done=job.done,
            total=job.total, children=len(ended.children), beat=job.lease.beat,
        )  # fmt: skip

    async def _claim(self, only: str | None = None) -> bool:
        """Claim one job and start it, also when the caller is cancelled meanwhile; tell whether
        there was one to claim."""
        return await asyncio.shield(asyncio.create_task(self._claim_now(only)))

    async def _claim_now(self, only: str | None) -> bool:
        async with self._claiming:
            if self._stopping:
                return False
            parallel = (await self._settings.refreshed()).parallel_jobs
            job = await self._database.write(
                jobs.claim, self._lease, parallel, only,
                initiator=self._initiator,
            )  # fmt: skip
            if job is None:
                return False
            log(
                logger, LogEvent.CLAIMED, job=job.id, session=job.session_id, agent=job.agent,
                waited_ms=job.updated_at - job.created_at,
            )  # fmt: skip
            run = JobRun(job, self._lease, self._database, self._caller, self._limit_of)
            self._runs[job.id] = run
            run.ended.add_done_callback(lambda ended: self._forget(job.id, ended))
            return True

    def _forget(self, job_id: str, ended: asyncio.Task[None]) -> None:
        del self._runs[job_id]
        if not ended.cancelled() and (error := ended.exception()):
            logger.error("job run failed job=%s", job_id, exc_info=error)
        self.poke()

    async def _pause(self, woken: asyncio.Event, run: JobRun | None = None) -> None:
        """Wait until *run* has ended, somebody has poked, or it is time to look again.

        *woken* was taken before the last look, so that no poke since then is missed.
        """
        poked = asyncio.create_task(woken.wait())
        waits = {poked, run.ended} if run else {poked}
        await asyncio.wait(waits, timeout=self._poll_seconds, return_when=asyncio.FIRST_COMPLETED)
        poked.cancel()


def _end_processes(children: Sequence[Child]) -> None:
    """End the processes of a job whose owner is gone, those too that nobody could store."""
    for child in children:
        identity.end_group(child.pgid, child.start_ticks)
    strays.end_orphans()
