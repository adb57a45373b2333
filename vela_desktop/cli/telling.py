"""What is said of a job to a person: what it reads, how it went, what it used."""

from collections.abc import Iterable

from vela_desktop.cli.following import failure
from vela_desktop.domain.agents import AGENTS
from vela_desktop.domain.jobs import Job, JobRow, Usage
from vela_desktop.domain.messages import describe_error
from vela_desktop.domain.notes import NOTES


def lines(row: JobRow) -> Iterable[str]:
    """Yield all that a person may want to know of a job."""
    job = row.job
    yield f"{row.session_title} · {row.project}"
    yield f"  {job.status}{f', {job.stage} {job.done}/{job.total}' if job.stage else ''}"
    yield from (f"  {note}" for note in notes(job))
    yield f"  {AGENTS[job.agent].label} · {job.model or 'default model'} · " + (
        job.effort or "the agent's own effort"
    )
    source = f"  {row.chars} characters in {row.segments} segments"
    yield f"{source}, read from: {row.origin}" if row.origin else source
    yield f"  {job.entries} entries saved; {used(job)}"
    if job.error:
        yield from (f"  {line}" for line in describe_error(failure(job)))


def notes(job: Job) -> Iterable[str]:
    """Yield what the job has to say beside its status."""
    return (NOTES[note] for note in job.notes)


def used(job: Job) -> str:
    """Return calls, tokens, cost and time of a job, as far as they are known."""
    parts = [f"{job.usage.calls} calls", *_tokens(job.usage)]
    if job.usage.cost_usd is not None:
        parts.append(f"${job.usage.cost_usd:.4f}")
    if job.started_at is not None and job.ended_at is not None:
        parts.append(_duration(max(0, job.ended_at - job.started_at) // 1000))
    return ", ".join(parts)


def _tokens(usage: Usage) -> Iterable[str]:
    if usage.input_tokens:
        cached = f" ({usage.cached_tokens} cached)" if usage.cached_tokens else ""
        yield f"{usage.input_tokens} tokens in{cached}"
    if usage.output_tokens:
        yield f"{usage.output_tokens} tokens out"


def _duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
