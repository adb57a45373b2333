"""Why there is no conversation to show: an icon, a line, and what to do."""

from vela_desktop.domain.entries import SnapshotRow
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.gui.format import moment
from vela_desktop.gui.i18n import error_texts, reason_text, translate

_BREAK = "\N{ZERO WIDTH SPACE}"


def nothing_yet() -> tuple[str, str, str]:
    """Return what is said of a session without messages."""
    return (
        "session",
        translate("Conversation", "This session has no messages yet."),
        translate("Conversation", "Messages appear here as soon as the agent writes them."),
    )


def trouble(error: VelaError, kept: SnapshotRow | None, now: int) -> tuple[str, str, str]:
    """Return icon, title and text for a transcript that cannot be shown; *kept* is the newest
    snapshot of it, *now* UTC milliseconds."""
    icon, title, text = _trouble(error)
    if kept is None:
        return icon, title, text
    said = translate("Conversation", "What was read for the curation of {when} is kept.")
    return icon, title, f"{text}\n{said.format(when=moment(kept.created_at, now))}"


def _trouble(error: VelaError) -> tuple[str, str, str]:
    what, action = error_texts(error)
    place = str(error.details.get("path", "")).replace("/", f"/{_BREAK}").replace("-", f"-{_BREAK}")
    match error.code:
        case Code.SESSION_NOT_FOUND:
            title = translate("Conversation", "This session is no longer on this computer.")
            gone = translate(
                "Conversation",
                "Its agent may have cleaned up its transcript. Entries and snapshots are kept.",
            )
            return "session-missing", title, gone
        case Code.SOURCE_GONE:
            title = translate("Conversation", "The transcript is no longer there.")
            return "session-missing", title, f"{place}\n{action}".strip()
        case Code.SOURCE_UNREADABLE:
            title = translate("Conversation", "The transcript cannot be read.")
            reason = reason_text(error)
            return "warning", title, "\n".join(part for part in (place, reason, action) if part)
        case _:
            return "session-missing", what, action
