"""What the records say of a job, in words."""

from vela_desktop.domain.jobs import Job, JobRow, JobStatus
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import plural, translate


def second_line(row: JobRow) -> str:
    """Return the line under a job's title: what it reads, waits for, saved, or where it stopped."""
    job = row.job
    match job.status:
        case JobStatus.RUNNING:
            return _reading(row)
        case JobStatus.CANCELLING:
            return translate("Jobs", "Waiting for the agent's process to stop…")
        case JobStatus.QUEUED:
            return words.note(job.notes[0]) if job.notes else _reading(row)
        case JobStatus.COMPLETED:
            return _saved(job)
        case JobStatus.FAILED:
            return _stopped(job, translate("Jobs", "Stopped at {where}"))
        case JobStatus.CANCELLED:
            return _stopped(job, translate("Jobs", "Cancelled at {where} · entries unchanged"))


def _reading(row: JobRow) -> str:
    parts = [
        translate("Jobs", "{chars} characters").format(chars=format.number(row.chars)),
        plural("Jobs", "%n segments")(row.segments),
    ]
    if row.job.usage.input_tokens or row.job.usage.output_tokens:
        parts.append(tokens(row.job))
    return " · ".join(parts)


def tokens(job: Job) -> str:
    """Return the tokens used so far."""
    used = job.usage.input_tokens + job.usage.output_tokens
    return translate("Jobs", "{tokens} tokens").format(tokens=format.short(used))


def _saved(job: Job) -> str:
    parts = [plural("Jobs", "Saved %n entries")(job.entries)]
    if job.usage.calls:
        parts.append(plural("Jobs", "%n calls")(job.usage.calls))
    if job.usage.input_tokens or job.usage.output_tokens:
        parts.append(tokens(job))
    if not job.entries and job.notes:
        return words.note(job.notes[0])
    return " · ".join(parts)


def _stopped(job: Job, text: str) -> str:
    return text.format(where=where(job))


def where(job: Job) -> str:
    """Return the stage a job reached, with its step."""
    if job.stage is None:
        return translate("Jobs", "the start")
    steps = f" {job.done}/{job.total}" if job.total else ""
    return f"{words.stage(job.stage)}{steps}"


def took(job: Job, now: int) -> str:
    """Return how long a job ran, so far or in all."""
    if job.started_at is None:
        return "—"
    return format.duration(max(0, ((job.ended_at or now) - job.started_at) // 1000))


def when(job: Job, now: int) -> str:
    """Return when a job ended, started or was submitted."""
    if job.ended_at is not None:
        return translate("Jobs", "ended {when}").format(when=format.moment(job.ended_at, now))
    if job.started_at is not None:
        return translate("Jobs", "started {when}").format(when=format.moment(job.started_at, now))
    return translate("Jobs", "submitted {when}").format(when=format.moment(job.created_at, now))


def settings(job: Job) -> str:
    """Return model and effort as they were asked for."""
    return f"{words.model(job.model)} · {words.effort(job.effort)}"
