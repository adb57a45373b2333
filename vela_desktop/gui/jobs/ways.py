"""The ways on from a failed job: what helps depends on why it failed."""

from collections.abc import Callable

from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Job
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs.wish import JobWish

_RETRY = (JobWish.RETRY, JobWish.CURATE, JobWish.SNAPSHOT)
_SETTINGS = (JobWish.RETRY, JobWish.SETTINGS, JobWish.CURATE)
_LOG = (JobWish.RETRY, JobWish.LOG, JobWish.SNAPSHOT)
_WAYS: dict[str, tuple[JobWish, ...]] = {
    Code.AGENT_UNAVAILABLE: (JobWish.SETTINGS, JobWish.RETRY, JobWish.CURATE),
    Code.PROCESS_FAILED: _SETTINGS,
    Code.TIMEOUT: _SETTINGS,
    Code.SOURCE_TOO_LARGE: (JobWish.SNAPSHOT, JobWish.CURATE, JobWish.SESSION),
    Code.CONTEXT_TOO_LARGE: (JobWish.CURATE, JobWish.SETTINGS, JobWish.SNAPSHOT),
    Code.CONFLICT: (JobWish.RETRY, JobWish.ENTRIES, JobWish.SNAPSHOT),
    Code.INTERNAL: _LOG,
    Code.DATA_FULL: _LOG,
    Code.DATA_BUSY: _LOG,
    Code.DATA_FAILED: _LOG,
    Code.DATA_READ_ONLY: _LOG,
}
_TOOL = (JobWish.SNAPSHOT, JobWish.RETRY, JobWish.CURATE)
"""The session's text may have asked for it: looking comes first."""


def ways(job: Job) -> tuple[JobWish, ...]:
    """Return the wishes that a failed job offers, the most helpful first."""
    if job.error == Code.PROCESS_FAILED and job.details.get("reason") == "tool":
        return _TOOL
    return _WAYS.get(job.error or "", _RETRY)


_SAID: dict[JobWish, Callable[[], str]] = {
    JobWish.RETRY: lambda: translate("Jobs", "Retry"),
    JobWish.CURATE: lambda: translate("Jobs", "Choose another agent or model…"),
    JobWish.SNAPSHOT: lambda: translate("Jobs", "View source snapshot"),
    JobWish.SESSION: lambda: translate("Jobs", "Open session"),
    JobWish.ENTRIES: lambda: translate("Jobs", "Look at the entries"),
    JobWish.SETTINGS: lambda: translate("Jobs", "Agent settings…"),
    JobWish.LOG: lambda: translate("Jobs", "Show log"),
}


def said(wish: JobWish) -> str:
    """Return the words on the button of *wish*."""
    return _SAID[wish]()
