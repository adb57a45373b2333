"""What the records say of a job, in words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vela_desktop.domain.errors import JobReason
from vela_desktop.domain.jobs import ConflictEntry, Job, JobNote, JobRow, JobStatus
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.jobs.step_rows import token_parts

NAMED = 5
"""Entries named one by one; of more, only how many they are."""

_WAITING = frozenset({JobNote.WAITS_FOR_PREDECESSOR, JobNote.WAITS_FOR_SLOT, JobNote.PAUSED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a line says."""

    status: str
    title: str
    second: str
    folded: str
    """What stands under the second line where columns are missing."""
    settings: str
    took: str
    when: str
    exact: str
    """The time to the second, as a hint."""


def told(row: JobRow, now: int, *, with_time: bool) -> Told:
    """Return what the line of a job says; *with_time*: there is no column for the time."""
    job = row.job
    folded = [words.agent(job.agent), settings(job)]
    if with_time:
        folded += [took(job, now), when(job, now)]
    return Told(
        status=words.status(job.status),
        title=row.session_title,
        second=second_line(row),
        folded=" · ".join(folded),
        settings=settings(job),
        took=took(job, now),
        when=when(job, now),
        exact=format.exact(job.ended_at or job.started_at or job.created_at),
    )


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
            return _at(job, translate("Jobs", "Stopped at {where}"))
        case JobStatus.CANCELLED:
            return _cancelled(job)


def notes(job: Job) -> list[str]:
    """Return what a job has to say that its second line does not say already."""
    said = set(_WAITING) if job.entries else {*_WAITING, JobNote.NOTHING_FOUND}
    return [words.note(note) for note in job.notes if note not in said]


def facts(row: JobRow) -> str:
    """Return what a job read, how, and what it used, in figures."""
    job, usage = row.job, row.job.usage
    parts = [row.project, words.origin(row.origin), _chars(row)]
    if row.segments:
        parts.append(plural("Jobs", "%n segments")(row.segments))
    if job.entries:
        parts.append(plural("Jobs", "%n entries")(job.entries))
    if usage.calls:
        parts.append(plural("Jobs", "%n calls")(usage.calls))
    parts += token_parts(usage)
    if usage.model:
        parts.append(translate("Jobs", "answered by {model}").format(model=usage.model))
    return " · ".join(part for part in (*parts, *_options(job)) if part)


def _options(job: Job) -> list[str]:
    """Return how the job was asked to read, where that is not the usual way."""
    said = []
    if not job.options.mask_secrets:
        said.append(translate("Jobs", "secrets not masked"))
    if job.options.command_excerpts:
        said.append(translate("Jobs", "with excerpts of command results"))
    if job.options.parallel_calls > 1:
        said.append(plural("Jobs", "up to %n calls at once")(job.options.parallel_calls))
    return said


def times(job: Job) -> str:
    """Return when a job was submitted, started and ended, to the second."""
    said = [translate("Jobs", "submitted {when}").format(when=format.exact(job.created_at))]
    if job.started_at is not None:
        text = translate("Jobs", "started {when}")
        said.append(text.format(when=format.exact(job.started_at)))
    if job.ended_at is not None:
        said.append(translate("Jobs", "ended {when}").format(when=format.exact(job.ended_at)))
    text = " · ".join(said)
    return text[:1].upper() + text[1:]


def _reading(row: JobRow) -> str:
    parts = [_chars(row)]
    if row.segments:
        parts.append(plural("Jobs", "%n segments")(row.segments))
    used = tokens(row.job)
    if used:
        parts.append(translate("Jobs", "{tokens} so far").format(tokens=used))
    return " · ".join(parts)


def _chars(row: JobRow) -> str:
    return translate("Jobs", "{chars} characters").format(chars=format.number(row.chars))


def tokens(job: Job) -> str:
    """Return the tokens used so far; nothing where the agent counts none."""
    used = job.usage.input_tokens + job.usage.output_tokens
    if not used:
        return ""
    return translate("Jobs", "{tokens} tokens").format(tokens=format.short(used))


def _saved(job: Job) -> str:
    if not job.entries:
        return words.note(JobNote.NOTHING_FOUND)
    parts = [plural("Jobs", "Saved %n entries")(job.entries)]
    if job.usage.calls:
        parts.append(plural("Jobs", "%n calls")(job.usage.calls))
    parts.append(tokens(job))
    return " · ".join(part for part in parts if part)


def _cancelled(job: Job) -> str:
    if job.details.get("reason") == JobReason.REPLACED:
        parts = [translate("Jobs", "Replaced by a newer job")]
    elif job.stage is None:
        parts = [translate("Jobs", "Cancelled before it began")]
    else:
        parts = [_at(job, translate("Jobs", "Cancelled by you at {where}"))]
    if job.baseline:
        parts.append(plural("Jobs", "%n entries unchanged")(len(job.baseline)))
    return " · ".join(parts)


def _at(job: Job, text: str) -> str:
    return text.format(where=where(job))


def where(job: Job) -> str:
    """Return the stage a job reached, with its step."""
    if job.stage is None:
        return translate("Jobs", "the start")
    steps = f" {job.done} / {job.total}" if job.total else ""
    return f"{words.stage(job.stage)}{steps}"


def kept(row: JobRow) -> str:
    """Return where a failed job stopped and what a retry need not do again."""
    if not row.steps:
        text = translate("Jobs", "Stopped at {where}. The source snapshot is kept.")
        return text.format(where=where(row.job))
    steps = plural("Jobs", "%n finished steps are kept; a retry does only the rest.")(row.steps)
    text = translate("Jobs", "Stopped at {where}. {steps}")
    return text.format(where=where(row.job), steps=steps)


def named(entries: Sequence[ConflictEntry], say: Callable[[ConflictEntry], str]) -> list[str]:
    """Return what *say* says of the first of *entries*, and how many more there are."""
    said = [say(entry) for entry in entries[:NAMED]]
    if len(entries) > NAMED:
        said.append(plural("Jobs", "and %n more")(len(entries) - NAMED))
    return said


def title(entry: ConflictEntry) -> str:
    """Return the title of an entry that may be gone."""
    return entry.title or translate("Jobs", "title unknown")


def titles(entries: Sequence[ConflictEntry]) -> str:
    """Return the titles of *entries* on one line."""
    return ", ".join(named(entries, title))


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
