"""The ways on from a failed job: what helps depends on why it failed."""

from collections.abc import Callable

from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Job
from vela_desktop.gui.i18n import translate

_RETRY = ("retry", "curate", "snapshot")
_SETTINGS = ("retry", "settings", "curate")
_LOG = ("retry", "log", "snapshot")
_WAYS: dict[str, tuple[str, ...]] = {
    Code.AGENT_UNAVAILABLE: ("settings", "retry", "curate"),
    Code.PROCESS_FAILED: _SETTINGS,
    Code.TIMEOUT: _SETTINGS,
    Code.SOURCE_TOO_LARGE: ("snapshot", "curate", "session"),
    Code.CONTEXT_TOO_LARGE: ("curate", "settings", "snapshot"),
    Code.CONFLICT: ("retry", "entries", "snapshot"),
    Code.INTERNAL: _LOG,
    Code.DATA_FULL: _LOG,
    Code.DATA_BUSY: _LOG,
    Code.DATA_FAILED: _LOG,
    Code.DATA_READ_ONLY: _LOG,
}
_TOOL = ("snapshot", "retry", "curate")
"""The session's text may have asked for it: looking comes first."""


def ways(job: Job) -> tuple[str, ...]:
    """Return the wishes that a failed job offers, the most helpful first."""
    if job.error == Code.PROCESS_FAILED and job.details.get("reason") == "tool":
        return _TOOL
    return _WAYS.get(job.error or "", _RETRY)


_SAID: dict[str, Callable[[], str]] = {
    "retry": lambda: translate("Jobs", "Retry"),
    "curate": lambda: translate("Jobs", "Choose another agent or model…"),
    "snapshot": lambda: translate("Jobs", "View source snapshot"),
    "session": lambda: translate("Jobs", "Open session"),
    "entries": lambda: translate("Jobs", "Look at the entries"),
    "settings": lambda: translate("Jobs", "Agent settings…"),
    "log": lambda: translate("Jobs", "Show log"),
}


def said(wish: str) -> str:
    """Return the words on the button of *wish*."""
    return _SAID[wish]()
