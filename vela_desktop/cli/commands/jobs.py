"""``vela jobs``."""

from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from vela_desktop.cli import documents, records, telling
from vela_desktop.cli.commands import curate
from vela_desktop.cli.following import conflict, failure, follow_all, notes
from vela_desktop.cli.opening import opened
from vela_desktop.cli.output import Output, table
from vela_desktop.domain.agents import AGENTS
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import JobQuery, JobRow, JobStatus
from vela_desktop.domain.text import elide

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services


async def jobs(options: Namespace, output: Output) -> int:
    """Do what the action says; a bare ``vela jobs`` lists."""
    async with opened(options, output) as services:
        await services.runner.recover()
        return await ACTIONS[options.action or "list"](services, options, output) or 0


async def _list(services: "Services", options: Namespace, output: Output) -> None:
    status = JobStatus(options.status) if options.status else None
    page = await services.jobs.rows(JobQuery(status=status, page=options.page))
    document = documents.listing(page, (records.job(row.job) for row in page.items))
    output.data(document, table([_cells(row) for row in page.items]))


def _cells(row: JobRow) -> tuple[str, ...]:
    job = row.job
    return (
        job.id[:8],
        job.status,
        notes(job) or (f"{job.stage or ''} {job.done}/{job.total}" if job.total else ""),
        AGENTS[job.agent].label,
        job.model or "default model",
        documents.minute(job.created_at),
        elide(row.session_title, 50),
    )


async def _show(services: "Services", options: Namespace, output: Output) -> None:
    row = await _job(services, options.job)
    if options.source:
        snapshot = await services.entries.snapshot(row.job.source_id)
        output.data(records.source(snapshot), [snapshot.text])
        return
    output.data(records.shown_job(row), telling.lines(row))


async def _job(services: "Services", prefix: str) -> JobRow:
    """Return the one job whose id is or begins with *prefix*."""
    return await services.jobs.get(await services.jobs.id_of(prefix))


async def _cancel(services: "Services", options: Namespace, output: Output) -> None:
    row = await _job(services, options.job)
    job = await services.jobs.cancel(row.job.id)
    output.data(records.job(job), [f"Job {job.id[:8]} is {job.status}."])


async def _retry(services: "Services", options: Namespace, output: Output) -> None:
    row = await _job(services, options.job)
    if row.job.error == Code.CONFLICT and not options.replace:
        undone = await services.jobs.edited_since(row.job.id)
        if undone:
            raise conflict(row.job, undone)
    job = await services.jobs.retry(row.job.id)
    if options.wait:
        await curate.finish(services, job, output)
    else:
        output.data(records.job(job), [f"Job {job.id} waits."])


async def _run(services: "Services", options: Namespace, output: Output) -> int:
    """Do what waits, the oldest first; exit status 1 where something did not complete."""
    del options
    waiting = await services.jobs.waiting()
    ended = await follow_all(services, waiting[::-1], output)
    lines = (f"{job.id[:8]}  {job.status}  {job.entries} entries" for job in ended)
    output.data(documents.whole(map(records.job, ended)), lines)
    failed = [job for job in ended if job.status is not JobStatus.COMPLETED]
    for job in failed:
        output.progress(f"job {job.id[:8]}:")
        output.warn(failure(job))
    return 1 if failed else 0


async def _pause(services: "Services", options: Namespace, output: Output) -> None:
    del options
    await services.jobs.pause()
    said = "No waiting job starts until: vela jobs resume. Running ones go on to their end."
    output.data(records.PausedDocument(paused=True), [said])


async def _resume(services: "Services", options: Namespace, output: Output) -> None:
    del options
    await services.jobs.resume()
    said = "Waiting jobs start again in Vela's window, or with: vela jobs run"
    output.data(records.PausedDocument(paused=False), [said])


Action = Callable[["Services", Namespace, Output], Awaitable[int | None]]
"""Does one of the actions and returns its exit status, None where all is well."""

ACTIONS: dict[str, Action] = {
    "list": _list,
    "show": _show,
    "cancel": _cancel,
    "retry": _retry,
    "run": _run,
    "pause": _pause,
    "resume": _resume,
}
