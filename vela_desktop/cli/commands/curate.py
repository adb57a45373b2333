"""``vela curate``."""

import asyncio
import contextlib
from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from vela_desktop.cli import find, records
from vela_desktop.cli.opening import opened
from vela_desktop.cli.output import Output
from vela_desktop.domain.agents import AGENTS, CURATORS, Agent
from vela_desktop.domain.entries import Entry, EntryQuery
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import UNFINISHED, Choice, Job, JobNote, JobOptions, JobStatus

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services

LOOK_SECONDS = 1.0
"""How soon it is seen that another process has moved a job on."""


async def curate(options: Namespace, output: Output) -> int:
    """Submit a job; with ``--wait`` do it."""
    async with opened(options, output) as services:
        choice = _choice(services, options)
        found = await find.session(services, options.session)
        how = JobOptions(
            mask_secrets=not options.no_mask, command_excerpts=options.command_excerpts
        )
        job = await services.jobs.submit(found.id, choice, how)
        if options.wait:
            await finish(services, job, output)
        else:
            output.data(records.job(job), _waiting(job))
    return 0


def _choice(services: "Services", options: Namespace) -> Choice:
    """Return the agent named, else the last choice; never the built-in one silently."""
    if options.agent:
        return Choice(agent=Agent(options.agent), model=options.model, effort=options.effort)
    last = services.reading.settings.now.last_choice
    if last.agent not in set(Agent):
        raise VelaError(Code.NO_AGENT_CHOSEN, allowed=", ".join(CURATORS))
    return Choice(
        agent=Agent(last.agent),
        model=options.model or last.model,
        effort=options.effort or last.effort,
    )


def _waiting(job: Job) -> Iterable[str]:
    yield f"Job {job.id} waits. It starts in Vela's window, or with: vela jobs run"


async def finish(services: "Services", job: Job, output: Output) -> None:
    """Do *job* unless another process does; print what became of it.

    Raises the job's own error when it failed or was cancelled.
    """
    ended = await follow(services, job, output)
    if ended.status is not JobStatus.COMPLETED:
        raise failure(ended)
    query = EntryQuery(session_id=job.session_id, sort="title")
    rows = await services.entries.all_rows(query)
    entries = [await services.entries.get(row.id) for row in rows]
    document = records.CuratedDocument(
        job=records.job(ended), entries=[records.entry(entry) for entry in entries]
    )
    output.data(document, _done(ended, entries))


async def follow(services: "Services", job: Job, output: Output) -> Job:
    """Do *job*, telling of its stages on stderr; return it as it ended."""
    telling = asyncio.create_task(_tell(services, job.id, output))
    try:
        ended = await services.jobs.run(job.id)
    except asyncio.CancelledError:
        output.error(VelaError(Code.INTERRUPTED, job=job.id))
        raise
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
        return " ".join((job.status, *(note.replace("_", " ") for note in job.notes)))
    return ""


def failure(job: Job) -> VelaError:
    """Return why *job* did not complete."""
    wire = job.error or Code.CANCELLED
    code, _, what = wire.partition(":")
    details: dict[str, object] = {**job.details, "job": job.id}
    details.setdefault("agent", AGENTS[job.agent].label)
    if what:
        details["what"] = what
    return VelaError(Code(code), **details)


def _done(job: Job, entries: list[Entry]) -> Iterable[str]:
    if JobNote.NOTHING_FOUND in job.notes:
        yield "Nothing reusable was found; the session's generated entries were cleared."
    for entry in entries:
        yield f"{entry.id[:8]}  {entry.kind:<12}  {entry.title}"
    yield f"Saved {job.entries} entries with {job.usage.calls} calls."
