"""Why there is no conversation to show: an icon, a line, and what to do."""

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.gui.i18n import error_texts, translate

_BREAK = "\N{ZERO WIDTH SPACE}"


def nothing_yet() -> tuple[str, str, str]:
    """Return what is said of a session without messages."""
    return (
        "session",
        translate("Conversation", "This session has no messages yet."),
        translate("Conversation", "Messages appear here as soon as the agent writes them."),
    )


def trouble(error: VelaError) -> tuple[str, str, str]:
    """Return icon, title and text for a transcript that cannot be shown."""
    what, action = error_texts(error)
    place = str(error.details.get("path", "")).replace("/", f"/{_BREAK}").replace("-", f"-{_BREAK}")
    match error.code:
        case Code.SOURCE_GONE:
            title = translate("Conversation", "The transcript is no longer there.")
            return "session-missing", title, f"{place}\n{action}".strip()
        case Code.SOURCE_UNREADABLE:
            title = translate("Conversation", "The transcript cannot be read.")
            reason = str(error.details.get("reason", ""))
            return "warning", title, "\n".join(part for part in (place, reason, action) if part)
        case _:
            return "session-missing", what, action
