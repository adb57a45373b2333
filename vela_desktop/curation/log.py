"""What curation tells the log: the names of its events, and values that are no one's words.

Only ids, counts, sizes, digests, durations and tokens may be given as facts.
"""

import hashlib
import logging
from enum import StrEnum

from vela_desktop.domain.errors import JobReason
from vela_desktop.domain.jobs import Job, JobStatus

logger = logging.getLogger(__name__)


class LogEvent(StrEnum):
    """Every event that curation logs."""

    SUBMITTED = "job submitted"
    CLAIMED = "job claimed"
    REPLACED = "job replaced"
    CANCELLED = "job cancelled"
    INTERRUPTED = "job interrupted"
    FINISHED = "job finished"
    STEP_STARTED = "step started"
    STEP_REUSED = "step reused"
    ASKED_AGAIN = "step asked again"
    STEP_FINISHED = "step finished"
    COMMITTED = "commit"


def log(logger: logging.Logger, event: LogEvent, **facts: str | int | float | None) -> None:
    """Log *event* with *facts* as ``name=value``; unknown (None) ones are left out."""
    told = " ".join(f"{name}={value}" for name, value in facts.items() if value is not None)
    logger.info("%s %s", event.value, told)


def log_submitted(job: Job, source: str) -> None:
    """Log that *job* was submitted, to read the text *source*."""
    log(
        logger, LogEvent.SUBMITTED, job=job.id, session=job.session_id, lineage=job.lineage,
        snapshot=job.source_id, agent=job.agent,
        parallel=job.options.parallel_calls, chars=len(source), sha256=digest(source),
    )  # fmt: skip


def log_ended(job: Job, ms: int | None = None) -> None:
    """Log that *job* has ended, after running for *ms*; None where it never ran."""
    log(
        logger, _end(job), job=job.id, session=job.session_id, status=job.status, error=job.error,
        stage=job.stage, done=job.done, total=job.total, entries=job.entries,
        calls=job.usage.calls, input_tokens=job.usage.input_tokens,
        output_tokens=job.usage.output_tokens, ms=ms,
    )  # fmt: skip


def _end(job: Job) -> LogEvent:
    if job.status is not JobStatus.CANCELLED:
        return LogEvent.FINISHED
    replaced = job.details.get("reason") == JobReason.REPLACED
    return LogEvent.REPLACED if replaced else LogEvent.CANCELLED


def digest(text: str) -> str:
    """Return the SHA-256 of *text*: what a log may say about it besides its size."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
