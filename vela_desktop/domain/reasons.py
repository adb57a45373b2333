"""Why something failed, and the words that stand in messages: what is data elsewhere, as a person
reads it.

English; the window translates. ``{names}`` are filled from an error's details.
"""

from collections.abc import Callable, Mapping
from typing import Any

from vela_desktop.domain.errors import FileReason, Measure, Reason, RecordingReason


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 - lupdate looks for this name
    """Mark *text* for translation."""
    del context
    return text


REASONS: dict[str, str] = {
    Reason.NOT_FOUND: QT_TRANSLATE_NOOP(
        "Messages", "{name} was not found on PATH or where its installers put it"
    ),
    Reason.NO_FILE: QT_TRANSLATE_NOOP("Messages", "there is no such file"),
    Reason.FOLDER: QT_TRANSLATE_NOOP("Messages", "it is a folder, not a program"),
    Reason.NOT_EXECUTABLE: QT_TRANSLATE_NOOP("Messages", "it may not be executed"),
    Reason.UNREADABLE: QT_TRANSLATE_NOOP("Messages", "it cannot be read: {why}"),
    Reason.NO_VERSION: QT_TRANSLATE_NOOP("Messages", "it does not tell its version: {cause}"),
    Reason.OTHER_PROGRAM: QT_TRANSLATE_NOOP(
        "Messages", "this is not {label}: to --version it says “{said}”"
    ),
    Reason.TOO_OLD: QT_TRANSLATE_NOOP(
        "Messages", "version {version} is too old: {least} or newer can close its tools"
    ),
    Reason.TOO_NEW: QT_TRANSLATE_NOOP(
        "Messages", "version {version} has another command line, which is not known yet"
    ),
    Reason.ARGUMENT_REFUSED: QT_TRANSLATE_NOOP(
        "Messages",
        "the extra argument {flag} in the settings is not allowed: "
        "it is not known to leave the agent's tools closed",
    ),
    Reason.ARGUMENT_HAS_VALUE: QT_TRANSLATE_NOOP(
        "Messages", "the extra argument {flag} takes no value"
    ),
    Reason.ARGUMENT_NEEDS_VALUE: QT_TRANSLATE_NOOP(
        "Messages", "the extra argument {flag} needs a value"
    ),
    Reason.NO_ARGUMENTS: QT_TRANSLATE_NOOP("Messages", "the built-in extractor takes no arguments"),
    Reason.NO_START: QT_TRANSLATE_NOOP("Messages", "it cannot be started: {why}"),
    Reason.NO_ANSWER: QT_TRANSLATE_NOOP("Messages", "no answer in {seconds} seconds"),
    Reason.TOO_MUCH_SAID: QT_TRANSLATE_NOOP("Messages", "it says too much"),
    Reason.EXIT_CODE: QT_TRANSLATE_NOOP("Messages", "exit code {number}"),
    Reason.NO_MODELS: QT_TRANSLATE_NOOP("Messages", "there are no models in its answer"),
    Reason.SIGNED_OUT: QT_TRANSLATE_NOOP("Messages", "it says that nobody is signed in"),
    Reason.NO_SAFE_CALL: QT_TRANSLATE_NOOP(
        "Messages", "there is no command line that closes its tools: {why}"
    ),
    RecordingReason.FOLDER: QT_TRANSLATE_NOOP("Messages", "it is a folder"),
    RecordingReason.SHOWS_NOTHING: QT_TRANSLATE_NOOP(
        "Messages", "it does not hold what a terminal showed"
    ),
    RecordingReason.OTHER_VERSION: QT_TRANSLATE_NOOP("Messages", "it is {format}"),
    RecordingReason.NOTHING_SEEN: QT_TRANSLATE_NOOP(
        "Messages", "nothing was ever seen on its terminal"
    ),
    FileReason.DENIED: QT_TRANSLATE_NOOP("Messages", "permission was denied"),
    FileReason.DISK: QT_TRANSLATE_NOOP("Messages", "its disk reports an error"),
    FileReason.NOT_A_FILE: QT_TRANSLATE_NOOP("Messages", "it is not a file"),
    FileReason.DAMAGED: QT_TRANSLATE_NOOP("Messages", "its compressed data are damaged"),
    FileReason.CHANGED: QT_TRANSLATE_NOOP("Messages", "it has changed since it was looked at"),
    Reason.DATABASE_LOCKED: QT_TRANSLATE_NOOP("Messages", "another program has locked it"),
    Reason.DATABASE_DAMAGED: QT_TRANSLATE_NOOP("Messages", "the database is damaged"),
    Reason.DATABASE_NONE: QT_TRANSLATE_NOOP("Messages", "the file is not a database"),
    Reason.DATABASE_UNKNOWN: QT_TRANSLATE_NOOP(
        "Messages", "its tables are of a version that Vela does not know"
    ),
    Reason.DATABASE_DENIED: QT_TRANSLATE_NOOP("Messages", "it may not be opened"),
    Reason.DATABASE_DISK: QT_TRANSLATE_NOOP("Messages", "its disk reports an error"),
    Reason.DATABASE_NO_ROOM: QT_TRANSLATE_NOOP("Messages", "there is no room for a copy of it"),
    Reason.DATABASE_CHANGES: QT_TRANSLATE_NOOP("Messages", "it keeps changing while it is read"),
}
"""Said in place of a ``{reason}`` or ``{cause}`` that is one of these; another stands as it is."""

SAID: dict[str, str] = {
    "it answered in prose, not in the schema": QT_TRANSLATE_NOOP(
        "Messages", "it answered in plain text, not in the form that was asked for"
    ),
    "the reply is not a JSON object": QT_TRANSLATE_NOOP(
        "Messages", "its answer does not have the form that was asked for"
    ),
    "not one JSON object": QT_TRANSLATE_NOOP(
        "Messages", "its answer does not have the form that was asked for"
    ),
    "not the required structure": QT_TRANSLATE_NOOP(
        "Messages", "its answer does not have the form that was asked for"
    ),
    "it gave no answer": QT_TRANSLATE_NOOP("Messages", "it gave no answer"),
    "no reason given": QT_TRANSLATE_NOOP("Messages", "it gave no reason"),
    "no answer": QT_TRANSLATE_NOOP("Messages", "it ended without an answer"),
    "it ended without an answer": QT_TRANSLATE_NOOP("Messages", "it ended without an answer"),
    "its answer broke off": QT_TRANSLATE_NOOP("Messages", "its answer broke off"),
    "its requests keep failing": QT_TRANSLATE_NOOP("Messages", "its requests keep failing"),
    "its tools are not closed": QT_TRANSLATE_NOOP("Messages", "its tools are not closed"),
    "its MCP servers cannot be listed": QT_TRANSLATE_NOOP(
        "Messages", "its MCP servers cannot be listed, so they cannot be closed"
    ),
    "not signed in": QT_TRANSLATE_NOOP("Messages", "nobody is signed in"),
    "the key or sign-in was refused": QT_TRANSLATE_NOOP(
        "Messages", "its key or sign-in was refused"
    ),
    "access was refused": QT_TRANSLATE_NOOP("Messages", "access was refused"),
    "the model is not available": QT_TRANSLATE_NOOP("Messages", "the model is not available"),
    "the request is too large": QT_TRANSLATE_NOOP("Messages", "the request is too large"),
    "too many requests": QT_TRANSLATE_NOOP("Messages", "too many requests in a short time"),
    "the model service is overloaded": QT_TRANSLATE_NOOP(
        "Messages", "the model service is overloaded"
    ),
    "the model service failed": QT_TRANSLATE_NOOP("Messages", "the model service failed"),
    "the request was refused": QT_TRANSLATE_NOOP("Messages", "the request was refused"),
}
"""How the reasons begin that adapters and checks give, and what is said in place of that; what an
agent itself said stands behind it as it is."""

WORDS: dict[str, str] = {
    "entry": QT_TRANSLATE_NOOP("Messages", "entry"),
    "job": QT_TRANSLATE_NOOP("Messages", "job"),
    "snapshot": QT_TRANSLATE_NOOP("Messages", "snapshot"),
    "revision": QT_TRANSLATE_NOOP("Messages", "revision"),
    "queued": QT_TRANSLATE_NOOP("Messages", "waiting"),
    "running": QT_TRANSLATE_NOOP("Messages", "running"),
    "cancelling": QT_TRANSLATE_NOOP("Messages", "being cancelled"),
    "completed": QT_TRANSLATE_NOOP("Messages", "completed"),
    "failed": QT_TRANSLATE_NOOP("Messages", "failed"),
    "cancelled": QT_TRANSLATE_NOOP("Messages", "cancelled"),
    "answer": QT_TRANSLATE_NOOP("Messages", "answer"),
    "output": QT_TRANSLATE_NOOP("Messages", "output"),
    "entries": QT_TRANSLATE_NOOP("Messages", "entries"),
    "topics": QT_TRANSLATE_NOOP("Messages", "topics"),
    "title": QT_TRANSLATE_NOOP("Messages", "title"),
    "summary": QT_TRANSLATE_NOOP("Messages", "summary"),
    "body": QT_TRANSLATE_NOOP("Messages", "body"),
    "body with its citations": QT_TRANSLATE_NOOP("Messages", "body with its citations"),
    "tags": QT_TRANSLATE_NOOP("Messages", "tags"),
    "more tokens": QT_TRANSLATE_NOOP("Messages", "more tokens than the model may write"),
    Measure.MODELS_OWN: QT_TRANSLATE_NOOP("Messages", "the model’s own"),
}
"""Said in place of a ``{kind}``, ``{status}``, ``{field}``, ``{size}`` or ``{limit}`` that is one
of these."""


class Details(dict[str, Any]):
    """The details of an error to fill a text with; what is missing shows as “…”."""

    def __missing__(self, key: str) -> str:
        return "…"


def reason_of(details: Mapping[str, Any], translate: Callable[[str], str] = str) -> str:
    """Return the reason in *details*, filled and passed through *translate*; empty without one."""
    reason = details.get("reason", "")
    if reason in REASONS:
        return describe_reason(reason, details, translate)
    return _said(str(reason), translate)


def _said(reason: str, translate: Callable[[str], str]) -> str:
    """Return *reason* with its beginning in a person's words, where it is a known one."""
    known = max((start for start in SAID if reason.startswith(start)), key=len, default="")
    return translate(SAID[known]) + reason.removeprefix(known) if known else reason


def describe_reason(
    reason: str, details: Mapping[str, Any], translate: Callable[[str], str] = str
) -> str:
    """Return the sentence of *reason*, filled and passed through *translate*."""
    values = Details(details)
    if details.get("cause") in REASONS:
        values["cause"] = translate(REASONS[details["cause"]]).format_map(Details(details))
    return translate(REASONS[reason]).format_map(values)
