"""Doing jobs, or watching others do them: what is told meanwhile, and when a command is stopped."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from vela_desktop.cli.output import Output
from vela_desktop.curation.together import together
from vela_desktop.domain.agents import AGENTS
from vela_desktop.domain.errors import Code, JobReason, VelaError
from vela_desktop.domain.jobs import UNFINISHED, ConflictEntry, Job, JobStatus

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services

LOOK_SECONDS = 1.0
"""How soon it is seen that another process has moved a job on."""

_ONLY_IN_THE_WINDOW = "stderr_tail"


async def follow(services: "Services", job: Job, output: Output) -> Job:
    """Do *job* unless another process does, telling of its stages on stderr; return it as it ended.

    Where the command is stopped meanwhile, what becomes of the job is printed as the result.
    """
    try:
        return await _followed(services, job, output)
    except asyncio.CancelledError:
        output.error(await _stopped(services, [job]))
        raise


async def follow_all(services: "Services", jobs: Sequence[Job], output: Output) -> list[Job]:
    """Do as ``follow`` does with several jobs, as many at once as the settings allow; those whose
    record somebody deletes meanwhile are left out."""
    most = (await services.reading.settings.refreshed()).parallel_jobs
    steps = [partial(_unless_deleted, services, job, output) for job in jobs]
    try:
        ended = await together(steps, most, _said_already)
    except asyncio.CancelledError:
        output.error(await _stopped(services, jobs))
        raise
    return [job for job in ended if job is not None]


async def _unless_deleted(services: "Services", job: Job, output: Output) -> Job | None:
    try:
        return await _followed(services, job, output)
    except VelaError as error:
        if error.code is not Code.NOT_FOUND:
            raise
    output.progress(f"job {job.id[:8]} deleted")
    return None


async def _said_already(_: int) -> None:
    """Each job tells of itself."""


async def _followed(services: "Services", job: Job, output: Output) -> Job:
    telling = asyncio.create_task(_tell(services, job.id, output))
    try:
        ended = await services.jobs.run(job.id)
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
    output.progress(f"job {job.id[:8]} {ended.status}")
    return ended


async def _tell(services: "Services", job_id: str, output: Output) -> None:
    """Say where an unfinished job stands, again whenever that has changed."""
    changed, said = asyncio.Event(), ""
    unsubscribe = services.reading.bus.subscribe(lambda _: changed.set())
    try:
        while True:
            changed.clear()
            standing = _standing((await services.jobs.get(job_id)).job)
            if standing not in {"", said}:
                output.progress(f"job {job_id[:8]} {standing}")
                said = standing
            with contextlib.suppress(TimeoutError):  # another process may be doing it
                await asyncio.wait_for(changed.wait(), LOOK_SECONDS)
    finally:
        unsubscribe()


def _standing(job: Job) -> str:
    if job.status is JobStatus.RUNNING:
        return f"{job.stage} {job.done}/{job.total}" if job.total else ""
    if job.status in UNFINISHED:
        return f"{job.status} {notes(job)}".strip()
    return ""


def notes(job: Job) -> str:
    """Return in a few words what a job has to say beside its status."""
    return ", ".join(note.replace("_", " ") for note in job.notes)


async def _stopped(services: "Services", jobs: Sequence[Job]) -> VelaError:
    """Return what becomes of *jobs*, which a command that is stopped has followed."""
    if any(services.jobs.runs_here(job.id) for job in jobs):
        return VelaError(Code.INTERRUPTED, job=jobs[0].id)
    try:
        waiting = {job.id for job in await services.jobs.waiting()}
    except VelaError:
        waiting = set()
    for job in jobs:
        if job.id in waiting:
            return VelaError(Code.INTERRUPTED, reason=JobReason.WAITS, job=job.id)
    return VelaError(Code.INTERRUPTED, reason=JobReason.ELSEWHERE, job=jobs[0].id)


def failure(job: Job) -> VelaError:
    """Return why *job* did not complete: without what the agent printed, which may hold anything
    and is for the window's eyes only."""
    code, _, what = (job.error or Code.CANCELLED).partition(":")
    details: dict[str, object] = {"agent": AGENTS[job.agent].label, **job.details, "job": job.id}
    details.pop(_ONLY_IN_THE_WINDOW, None)
    if what:
        details["what"] = what
    if job.in_conflict:
        details |= _named(job.in_conflict)
    return VelaError(Code(code), **details)


def conflict(job: Job, entries: Sequence[ConflictEntry]) -> VelaError:
    """Return the refusal to retry *job*, which would undo what a person did to *entries*."""
    return VelaError(
        Code.CONFLICT, job=job.id, entries=[asdict(one) for one in entries], **_named(entries)
    )


def _named(entries: Sequence[ConflictEntry]) -> dict[str, str]:
    named = (
        f"“{entry.title}” (no longer there)" if entry.missing else f"“{entry.title}”"
        for entry in entries
    )
    return {"reason": JobReason.ENTRIES, "titles": ", ".join(named)}
