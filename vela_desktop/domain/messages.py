"""What each error says and what to do next. English; the window translates, the CLI prints as is.

``{names}`` are filled from the error's details. A test proves the table total and translated.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from vela_desktop.domain.errors import Code, Reason, VelaError

CONTEXT = "Messages"


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 - lupdate looks for this name
    """Mark *text* for translation."""
    del context
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """What happened and what is safe; then what to do next."""

    text: str
    action: str


_TOO_LARGE = QT_TRANSLATE_NOOP(
    "Messages",
    "The source, context or output is larger than supported. "
    "Nothing was cut and no entry was saved.",
)

MESSAGES: dict[str, Message] = {
    Code.NO_TRANSCRIPT: Message(
        QT_TRANSLATE_NOOP("Messages", "This session has no conversation that can be read yet."),
        QT_TRANSLATE_NOOP("Messages", "Open it in its agent and write something, then try again."),
    ),
    Code.INTERRUPTED: Message(
        QT_TRANSLATE_NOOP(
            "Messages", "The job was interrupted. Retry works on the saved source snapshot."
        ),
        QT_TRANSLATE_NOOP("Messages", "Retry; finished steps are not paid for again."),
    ),
    Code.SOURCE_TOO_LARGE: Message(
        _TOO_LARGE,
        QT_TRANSLATE_NOOP("Messages", "The source has {size} characters; the limit is {limit}."),
    ),
    Code.CONTEXT_TOO_LARGE: Message(
        _TOO_LARGE,
        QT_TRANSLATE_NOOP(
            "Messages", "One model input would have {size} characters; the limit is {limit}."
        ),
    ),
    f"{Code.CONTEXT_TOO_LARGE}:{Reason.BYTES}": Message(
        _TOO_LARGE,
        QT_TRANSLATE_NOOP(
            "Messages",
            "One model input would have {size} bytes; the limit is {limit}. Choose another agent, "
            "or raise the limit in the settings where the agent takes more.",
        ),
    ),
    Code.OUTPUT_TOO_LARGE: Message(
        _TOO_LARGE,
        QT_TRANSLATE_NOOP("Messages", "The agent's {field} has {size}; the limit is {limit}."),
    ),
    Code.AGENT_UNAVAILABLE: Message(
        QT_TRANSLATE_NOOP("Messages", "Not installed or not configured"),
        QT_TRANSLATE_NOOP("Messages", "{agent}: {reason}"),
    ),
    Code.CONFLICT: Message(
        QT_TRANSLATE_NOOP(
            "Messages", "It was changed elsewhere in the meantime. Nothing was overwritten."
        ),
        QT_TRANSLATE_NOOP("Messages", "Look at the present version, then save or retry."),
    ),
    Code.DUPLICATE_TITLE: Message(
        QT_TRANSLATE_NOOP("Messages", "This session already has an entry titled “{title}”."),
        QT_TRANSLATE_NOOP("Messages", "Choose another title, or open that entry."),
    ),
    Code.NOT_FOUND: Message(
        QT_TRANSLATE_NOOP("Messages", "There is no {kind} {id}."),
        QT_TRANSLATE_NOOP("Messages", "It may have been deleted or replaced. Look it up again."),
    ),
    f"{Code.INVALID}:title": Message(
        QT_TRANSLATE_NOOP(
            "Messages", "The title must have 1 to {limit} characters; it has {size}."
        ),
        QT_TRANSLATE_NOOP("Messages", "Nothing was saved. Change the title and save again."),
    ),
    f"{Code.INVALID}:summary": Message(
        QT_TRANSLATE_NOOP("Messages", "The summary has {size} characters; the limit is {limit}."),
        QT_TRANSLATE_NOOP("Messages", "Nothing was saved. Shorten the summary and save again."),
    ),
    f"{Code.INVALID}:body": Message(
        QT_TRANSLATE_NOOP("Messages", "The body has {size} characters; the limit is {limit}."),
        QT_TRANSLATE_NOOP("Messages", "Nothing was saved. Shorten the body and save again."),
    ),
    f"{Code.INVALID}:tags": Message(
        QT_TRANSLATE_NOOP("Messages", "At most 32 tags of 1 to 80 characters are possible."),
        QT_TRANSLATE_NOOP("Messages", "Nothing was saved. Change the tags and save again."),
    ),
    f"{Code.INVALID}:related": Message(
        QT_TRANSLATE_NOOP("Messages", "At most {limit} related entries are possible."),
        QT_TRANSLATE_NOOP("Messages", "Nothing was saved. Remove some and save again."),
    ),
    f"{Code.INVALID}:model": Message(
        QT_TRANSLATE_NOOP(
            "Messages", "A model name has 1 to 200 characters and no control characters."
        ),
        QT_TRANSLATE_NOOP("Messages", "Nothing was sent. Correct the model name."),
    ),
    f"{Code.INVALID}:effort": Message(
        QT_TRANSLATE_NOOP("Messages", "An effort level is one word such as “high”."),
        QT_TRANSLATE_NOOP("Messages", "Nothing was sent. Correct the effort level."),
    ),
    f"{Code.INVALID}:status": Message(
        QT_TRANSLATE_NOOP("Messages", "The job is {status}; that is not possible now."),
        QT_TRANSLATE_NOOP("Messages", "Only failed and cancelled jobs can be retried."),
    ),
    f"{Code.INVALID}:unfinished": Message(
        QT_TRANSLATE_NOOP("Messages", "The job is {status}; its record cannot be deleted yet."),
        QT_TRANSLATE_NOOP("Messages", "Cancel it first, then delete its record."),
    ),
    f"{Code.INVALID}:route": Message(
        QT_TRANSLATE_NOOP("Messages", "“{value}” is not a link that Vela knows."),
        QT_TRANSLATE_NOOP("Messages", "Copy the whole link, from vela:// on."),
    ),
    f"{Code.INVALID}:recording": Message(
        QT_TRANSLATE_NOOP("Messages", "“{name}” cannot be read as a recording: {reason}"),
        QT_TRANSLATE_NOOP(
            "Messages",
            "Nothing was imported. Vela reads what “script” writes, and asciicast 2 and 3.",
        ),
    ),
    f"{Code.INVALID}:settings": Message(
        QT_TRANSLATE_NOOP("Messages", "The settings file cannot be read: {reason}"),
        QT_TRANSLATE_NOOP(
            "Messages", "It was kept as {path}; Vela goes on with its default settings."
        ),
    ),
    Code.PROCESS_FAILED: Message(
        QT_TRANSLATE_NOOP("Messages", "The agent's program failed. Your entries are unchanged."),
        QT_TRANSLATE_NOOP("Messages", "{agent}: {reason}"),
    ),
    f"{Code.PROCESS_FAILED}:tool": Message(
        QT_TRANSLATE_NOOP(
            "Messages",
            "The agent tried to use the tool “{tool}” and was stopped. Your entries are unchanged.",
        ),
        QT_TRANSLATE_NOOP(
            "Messages",
            "The session's text may ask agents to do things. Look at the source snapshot first.",
        ),
    ),
    Code.TIMEOUT: Message(
        QT_TRANSLATE_NOOP(
            "Messages", "The agent did not answer in {seconds} seconds. Your entries are unchanged."
        ),
        QT_TRANSLATE_NOOP("Messages", "Check its login and network, then retry."),
    ),
    Code.INVALID_OUTPUT: Message(
        QT_TRANSLATE_NOOP(
            "Messages",
            "The agent's answer did not have the required structure in {tries} tries. "
            "Nothing was saved; your entries are unchanged.",
        ),
        QT_TRANSLATE_NOOP("Messages", "Retry, or choose another model. Reason: {reason}"),
    ),
    Code.CANCELLED: Message(
        QT_TRANSLATE_NOOP("Messages", "The job was cancelled. Your entries are unchanged."),
        QT_TRANSLATE_NOOP("Messages", "Retry goes on with the saved source snapshot."),
    ),
    Code.SESSION_NOT_FOUND: Message(
        QT_TRANSLATE_NOOP("Messages", "No session matches “{value}”."),
        QT_TRANSLATE_NOOP(
            "Messages", "Give an id, the beginning of one, or the path of a transcript."
        ),
    ),
    Code.SESSION_AMBIGUOUS: Message(
        QT_TRANSLATE_NOOP("Messages", "“{value}” matches several sessions."),
        QT_TRANSLATE_NOOP("Messages", "Give more of the id, or PATH#ID. Sessions: {listed}"),
    ),
    Code.SOURCE_UNREADABLE: Message(
        QT_TRANSLATE_NOOP("Messages", "{path} cannot be read: {reason}"),
        QT_TRANSLATE_NOOP("Messages", "Give Vela permission to read it, then refresh."),
    ),
    Code.SOURCE_GONE: Message(
        QT_TRANSLATE_NOOP("Messages", "The transcript {path} is no longer there."),
        QT_TRANSLATE_NOOP(
            "Messages", "Its agent may have cleaned it up. Entries and snapshots are kept."
        ),
    ),
    Code.NO_AGENT_CHOSEN: Message(
        QT_TRANSLATE_NOOP("Messages", "No agent was chosen, and none was used before."),
        QT_TRANSLATE_NOOP("Messages", "Name one with --agent. Agents: {allowed}."),
    ),
    Code.DATA_INVALID: Message(
        QT_TRANSLATE_NOOP("Messages", "{path} is not a Vela database. It was not touched."),
        QT_TRANSLATE_NOOP(
            "Messages", "Move the file away, or start Vela with another data folder (--data-dir)."
        ),
    ),
    Code.DATA_NEWER: Message(
        QT_TRANSLATE_NOOP(
            "Messages", "{path} was written by a newer version of Vela. It can only be read."
        ),
        QT_TRANSLATE_NOOP("Messages", "Update Vela to change it again."),
    ),
    Code.DATA_READ_ONLY: Message(
        QT_TRANSLATE_NOOP("Messages", "The data folder {path} cannot be written."),
        QT_TRANSLATE_NOOP(
            "Messages", "Change its permissions, or choose another folder (--data-dir)."
        ),
    ),
    Code.DATA_FULL: Message(
        QT_TRANSLATE_NOOP("Messages", "The disk is full. What was saved before is safe."),
        QT_TRANSLATE_NOOP("Messages", "Free some space, then try again. Folder: {path}"),
    ),
    Code.DATA_BUSY: Message(
        QT_TRANSLATE_NOOP("Messages", "Another program has kept the database busy for too long."),
        QT_TRANSLATE_NOOP("Messages", "Nothing was changed. Try again in a moment."),
    ),
    Code.DATA_FAILED: Message(
        QT_TRANSLATE_NOOP("Messages", "The database reported an error: {reason}"),
        QT_TRANSLATE_NOOP("Messages", "Nothing was changed. The log has more about it."),
    ),
    Code.UNSUPPORTED: Message(
        QT_TRANSLATE_NOOP("Messages", "Terminals cannot be recorded on this system."),
        QT_TRANSLATE_NOOP(
            "Messages", "Nothing was started. Record with another program and import its file."
        ),
    ),
    Code.USAGE: Message(
        QT_TRANSLATE_NOOP("Messages", "{reason}"),
        QT_TRANSLATE_NOOP("Messages", "See vela --help."),
    ),
    Code.INTERNAL: Message(
        QT_TRANSLATE_NOOP("Messages", "Something unexpected went wrong. Saved data is safe."),
        QT_TRANSLATE_NOOP("Messages", "The log has the details: {log}"),
    ),
}


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
    Reason.RECORDING_IS_FOLDER: QT_TRANSLATE_NOOP("Messages", "it is a folder"),
    Reason.BYTES: QT_TRANSLATE_NOOP("Messages", "too many bytes"),
    Reason.MODELS_OWN: QT_TRANSLATE_NOOP("Messages", "the model’s own"),
    Reason.RECORDING_SHOWS_NOTHING: QT_TRANSLATE_NOOP(
        "Messages", "it holds nothing that a terminal would be sent"
    ),
    Reason.RECORDING_TOO_OLD: QT_TRANSLATE_NOOP("Messages", "it is {format}"),
}
"""Said in place of a ``{reason}`` or ``{cause}`` that is one of these; another stands as it is."""


class _Details(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "…"


def message_for(code: str, reason: object = None) -> Message:
    """Return the message of a wire code, for a *reason* that has one of its own that one."""
    return MESSAGES.get(f"{code}:{reason}") or MESSAGES.get(code) or MESSAGES[Code.INTERNAL]


def describe(
    code: str, details: dict[str, Any], translate: Callable[[str], str] = str
) -> tuple[str, str]:
    """Return what happened and what to do next, filled and passed through *translate*."""
    found, values = message_for(code, details.get("reason")), _Details(details)
    if details.get("reason") in REASONS:
        values["reason"] = describe_reason(details["reason"], details, translate)
    if details.get("limit") in REASONS:
        values["limit"] = translate(REASONS[details["limit"]])
    text = translate(found.text).format_map(values)
    action = translate(found.action).format_map(values)
    return text, action


def describe_reason(
    reason: str, details: Mapping[str, Any], translate: Callable[[str], str] = str
) -> str:
    """Return the sentence of *reason*, filled and passed through *translate*."""
    values = _Details(details)
    if details.get("cause") in REASONS:
        values["cause"] = translate(REASONS[details["cause"]]).format_map(_Details(details))
    return translate(REASONS[reason]).format_map(values)


def describe_error(error: VelaError, translate: Callable[[str], str] = str) -> tuple[str, str]:
    """Return both texts of *error*."""
    return describe(error.wire, error.details, translate)
