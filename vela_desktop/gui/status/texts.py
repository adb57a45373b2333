"""What the status bar says of a job."""

from vela_desktop.domain.jobs import STAGES, Job, JobRow, JobStatus
from vela_desktop.gui import words
from vela_desktop.gui.i18n import plural, translate


def what(row: JobRow) -> str:
    """Return what is done to which session, or how it ended."""
    said = {
        JobStatus.QUEUED: translate("StatusJob", "“{title}” waits to be curated"),
        JobStatus.RUNNING: translate("StatusJob", "Curating “{title}”"),
        JobStatus.CANCELLING: translate("StatusJob", "Cancelling the curation of “{title}”"),
        JobStatus.COMPLETED: translate("StatusJob", "Curated “{title}”"),
        JobStatus.FAILED: translate("StatusJob", "Curating “{title}” failed"),
        JobStatus.CANCELLED: translate("StatusJob", "Cancelled the curation of “{title}”"),
    }
    return said[row.job.status].format(title=row.session_title)


def where(job: Job) -> str:
    """Return where a job is, ``stage 2 of 3 · Merge knowledge 4/7``, or what it saved."""
    match job.status:
        case JobStatus.RUNNING if job.stage is not None:
            text = translate("StatusJob", "Stage {number} of {all} · {stage}").format(
                number=STAGES.index(job.stage) + 1, all=len(STAGES), stage=words.stage(job.stage)
            )
            return f"{text} {job.done}/{job.total}" if job.total else text
        case JobStatus.COMPLETED if job.entries:
            return plural("StatusJob", "%n entries saved")(job.entries)
        case JobStatus.COMPLETED:
            return translate("StatusJob", "nothing reusable found")
        case _:
            return ""
