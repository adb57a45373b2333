"""``vela curate``."""

from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from vela_desktop.cli import find, records, telling
from vela_desktop.cli.following import failure, follow
from vela_desktop.cli.opening import opened
from vela_desktop.cli.output import Output
from vela_desktop.domain.agents import CURATORS, Agent
from vela_desktop.domain.entries import Entry, EntryQuery
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import Choice, Job, JobOptions, JobStatus

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services


async def curate(options: Namespace, output: Output) -> int:
    """Submit a job; with ``--wait`` do it."""
    async with opened(options, output) as services:
        choice = _choice(services, options)
        found, transcript = await find.transcript(services, options.session)
        how = JobOptions(
            mask_secrets=not options.no_mask, command_excerpts=options.command_excerpts
        )
        job = await services.jobs.submit(found.id, choice, how, transcript)
        if options.wait:
            await finish(services, job, output)
        else:
            output.data(records.job(job), _waiting(job))
    return 0


def _choice(services: "Services", options: Namespace) -> Choice:
    """Return the agent named, else the last choice; never the built-in one silently.

    The window falls back on the session's own agent: there a person sees what is chosen.
    """
    if options.agent:
        return Choice(agent=Agent(options.agent), model=options.model, effort=options.effort)
    last = services.reading.settings.now.last_choice
    if last.agent not in CURATORS:
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


def _done(job: Job, entries: list[Entry]) -> Iterable[str]:
    yield from telling.notes(job)
    for entry in entries:
        yield f"{entry.id[:8]}  {entry.kind:<12}  {entry.title}"
    yield f"Saved {job.entries} entries: {telling.used(job)}."
