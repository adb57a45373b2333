"""What a person may want of a job, as its line, its details and its menu name it."""

from enum import StrEnum


class JobWish(StrEnum):
    """A wish; ``wishes.Wishes`` does each of them."""

    CANCEL = "cancel"
    RETRY = "retry"
    DELETE = "delete"
    LINK = "link"
    """To have the job's link copied."""
    LOG = "log"
    ENTRIES = "entries"
    SNAPSHOT = "snapshot"
    SESSION = "session"
    CURATE = "curate"
    """To curate the job's session anew, with a choice."""
    SETTINGS = "settings"
    ONLY = "only"
    """To see the jobs of its session alone."""
