"""How a tool call ended, in words of the present language."""

from vela_desktop.gui import format
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.rendering.pieces import Ending

SHORTEST = 0.05
"""Seconds; what took less is not worth a word."""


def ending_words(ending: Ending) -> tuple[str, str]:
    """Return what came of a call, and how long it took; either may be empty."""
    return _outcome(ending), _duration(ending)


def _outcome(ending: Ending) -> str:
    if ending.failed:
        if ending.exit_code:
            text = translate("Conversation", "exit code {code}")
            return text.format(code=ending.exit_code)
        return translate("Conversation", "failed")
    if ending.missing:
        return translate("Conversation", "no result")
    if ending.added is not None and ending.removed is not None:
        return f"+{ending.added} −{ending.removed}"
    if ending.lines is not None:
        return plural("Conversation", "%n lines")(ending.lines)
    return ""


def _duration(ending: Ending) -> str:
    if ending.seconds is None or ending.seconds < SHORTEST:
        return ""
    return format.duration(ending.seconds)
