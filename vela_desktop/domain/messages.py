"""What each error says and what to do next. English; the window translates, the CLI prints as is.

``{names}`` are filled from the error's details. A test proves the table total and translated.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from vela_desktop.domain.errors import (
    Code,
    FileReason,
    JobReason,
    Measure,
    Reason,
    RecordingReason,
    VelaError,
)
from vela_desktop.domain.reasons import QT_TRANSLATE_NOOP, WORDS, Details, reason_of

CONTEXT = "Messages"


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

_UNREADABLE = QT_TRANSLATE_NOOP("Messages", "{path} cannot be read: {reason}")
_CHECK_THE_DISK = QT_TRANSLATE_NOOP(
    "Messages", "Check the disk or the connection to it, then refresh."
)
_RESTORE_IT = QT_TRANSLATE_NOOP(
    "Messages", "Vela did not touch it. Restore it from a backup, then refresh."
)
_GIVE_PERMISSION = QT_TRANSLATE_NOOP("Messages", "Give Vela permission to read it, then refresh.")

_FILES: dict[str, str] = {
    FileReason.DENIED: _GIVE_PERMISSION,
    FileReason.DISK: _CHECK_THE_DISK,
    FileReason.NOT_A_FILE: QT_TRANSLATE_NOOP(
        "Messages", "Name another file, or move what is there away, then refresh."
    ),
    FileReason.DAMAGED: _RESTORE_IT,
    FileReason.CHANGED: QT_TRANSLATE_NOOP("Messages", "Open it again: it was written meanwhile."),
    RecordingReason.OTHER_VERSION: QT_TRANSLATE_NOOP(
        "Messages", "Convert it to a version that Vela reads: asciicast 2 or 3."
    ),
}
"""What to do about a file that cannot be read."""

_DATABASES: dict[str, str] = {
    Reason.DATABASE_LOCKED: QT_TRANSLATE_NOOP(
        "Messages", "Wait until that program has finished, or close it, then refresh."
    ),
    Reason.DATABASE_DAMAGED: _RESTORE_IT,
    Reason.DATABASE_NONE: QT_TRANSLATE_NOOP(
        "Messages", "Move the file away or put the right one there, then refresh."
    ),
    Reason.DATABASE_UNKNOWN: QT_TRANSLATE_NOOP(
        "Messages", "Update Vela, then refresh. Until then its agent shows these sessions."
    ),
    Reason.DATABASE_DENIED: _GIVE_PERMISSION,
    Reason.DATABASE_DISK: _CHECK_THE_DISK,
    Reason.DATABASE_NO_ROOM: QT_TRANSLATE_NOOP(
        "Messages", "Free some space for temporary files, then refresh."
    ),
    Reason.DATABASE_CHANGES: QT_TRANSLATE_NOOP(
        "Messages", "Refresh when its agent has less to do."
    ),
}
"""What to do about a database of sessions that cannot be read."""

MESSAGES: dict[str, Message] = {
    Code.NO_TRANSCRIPT: Message(
        QT_TRANSLATE_NOOP("Messages", "This session has no conversation that can be read yet."),
        QT_TRANSLATE_NOOP("Messages", "Open it in its agent and write something, then try again."),
    ),
    f"{Code.NO_TRANSCRIPT}:{RecordingReason.NOTHING_SEEN}": Message(
        QT_TRANSLATE_NOOP("Messages", "This recording shows no text, so there is nothing to read."),
        QT_TRANSLATE_NOOP("Messages", "Record the program again, or import another recording."),
    ),
    Code.INTERRUPTED: Message(
        QT_TRANSLATE_NOOP(
            "Messages", "The job was interrupted. Retry works on the saved source snapshot."
        ),
        QT_TRANSLATE_NOOP("Messages", "Retry; finished steps are not paid for again."),
    ),
    f"{Code.INTERRUPTED}:{JobReason.WAITS}": Message(
        QT_TRANSLATE_NOOP("Messages", "The command was stopped; the job {job} still waits."),
        QT_TRANSLATE_NOOP("Messages", "It starts in Vela's window, or with: vela jobs run"),
    ),
    f"{Code.INTERRUPTED}:{JobReason.ELSEWHERE}": Message(
        QT_TRANSLATE_NOOP(
            "Messages", "The command was stopped. Another Vela runs the job {job}, or it has ended."
        ),
        QT_TRANSLATE_NOOP("Messages", "Follow it with: vela jobs show {job}"),
    ),
    Code.SOURCE_TOO_LARGE: Message(
        _TOO_LARGE,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The source has {size} characters; the limit is {limit}. Leave out the excerpts of "
            "command results, or curate a shorter session.",
        ),
    ),
    Code.CONTEXT_TOO_LARGE: Message(
        _TOO_LARGE,
        QT_TRANSLATE_NOOP(
            "Messages",
            "One call would have to hold {size} characters; the limit is {limit}. Choose a model "
            "or an agent that takes more.",
        ),
    ),
    f"{Code.CONTEXT_TOO_LARGE}:{Measure.BYTES}": Message(
        _TOO_LARGE,
        QT_TRANSLATE_NOOP(
            "Messages",
            "One model input would have {size} bytes; the limit is {limit}. Choose another agent, "
            "or raise the limit in the settings where the agent takes more.",
        ),
    ),
    Code.OUTPUT_TOO_LARGE: Message(
        _TOO_LARGE,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Retry, or choose another model. Size of the agent's {field}: {size}; limit: {limit}.",
        ),
    ),
    Code.AGENT_UNAVAILABLE: Message(
        QT_TRANSLATE_NOOP("Messages", "Not installed or not configured"),
        QT_TRANSLATE_NOOP(
            "Messages", "Install it, or set it right under Settings ▸ Agents. {agent}: {reason}"
        ),
    ),
    Code.CONFLICT: Message(
        QT_TRANSLATE_NOOP(
            "Messages", "It was changed elsewhere in the meantime. Nothing was overwritten."
        ),
        QT_TRANSLATE_NOOP("Messages", "Look at the present version, then save or retry."),
    ),
    f"{Code.CONFLICT}:{JobReason.ENTRIES}": Message(
        QT_TRANSLATE_NOOP(
            "Messages",
            "Entries of this session were changed while the job ran: {titles}. The changes are "
            "kept; the job saved nothing.",
        ),
        QT_TRANSLATE_NOOP(
            "Messages",
            "Look at them. To have a retry replace them: vela jobs retry {job} --replace",
        ),
    ),
    Code.DUPLICATE_TITLE: Message(
        QT_TRANSLATE_NOOP("Messages", "This session already has an entry titled “{title}”."),
        QT_TRANSLATE_NOOP("Messages", "Choose another title, or open that entry."),
    ),
    Code.NOT_FOUND: Message(
        QT_TRANSLATE_NOOP("Messages", "There is no {kind} {id}."),
        QT_TRANSLATE_NOOP("Messages", "It may have been deleted or replaced. Look it up again."),
    ),
    Code.AMBIGUOUS: Message(
        QT_TRANSLATE_NOOP("Messages", "More than one {kind} begins with “{value}”."),
        QT_TRANSLATE_NOOP("Messages", "Give more of the id. They are: {listed}"),
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
        QT_TRANSLATE_NOOP(
            "Messages", "At most {limit} tags of 1 to {chars} characters are possible."
        ),
        QT_TRANSLATE_NOOP("Messages", "Nothing was saved. Change the tags and save again."),
    ),
    f"{Code.INVALID}:related": Message(
        QT_TRANSLATE_NOOP("Messages", "At most {limit} related entries are possible."),
        QT_TRANSLATE_NOOP("Messages", "Nothing was saved. Remove some and save again."),
    ),
    f"{Code.INVALID}:model": Message(
        QT_TRANSLATE_NOOP(
            "Messages", "A model name has 1 to {limit} characters and no control characters."
        ),
        QT_TRANSLATE_NOOP("Messages", "Nothing was sent. Correct the model name."),
    ),
    f"{Code.INVALID}:effort": Message(
        QT_TRANSLATE_NOOP(
            "Messages", "An effort level is one word of at most {limit} letters, such as “high”."
        ),
        QT_TRANSLATE_NOOP("Messages", "Nothing was sent. Correct the effort level."),
    ),
    f"{Code.INVALID}:status": Message(
        QT_TRANSLATE_NOOP("Messages", "The job is {status}; that is not possible now."),
        QT_TRANSLATE_NOOP(
            "Messages", "Look at it again. Only failed and cancelled jobs can be retried."
        ),
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
            "Nothing was imported. Choose a file that “script” or asciinema (asciicast 2 or 3) "
            "wrote.",
        ),
    ),
    f"{Code.INVALID}:recording:{RecordingReason.NOTHING_SEEN}": Message(
        QT_TRANSLATE_NOOP("Messages", "“{name}” cannot be read as a recording: {reason}"),
        QT_TRANSLATE_NOOP(
            "Messages", "Nothing was imported. Record the program again, or choose another file."
        ),
    ),
    f"{Code.INVALID}:settings": Message(
        QT_TRANSLATE_NOOP("Messages", "The settings file cannot be read: {reason}"),
        QT_TRANSLATE_NOOP(
            "Messages",
            "Set again what you need. It was kept as {path}; Vela goes on with its default "
            "settings.",
        ),
    ),
    Code.PROCESS_FAILED: Message(
        QT_TRANSLATE_NOOP("Messages", "The agent's program failed. Your entries are unchanged."),
        QT_TRANSLATE_NOOP(
            "Messages", "Check its sign-in, network and settings, then retry. {agent}: {reason}"
        ),
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
    f"{Code.CANCELLED}:{JobReason.REPLACED}": Message(
        QT_TRANSLATE_NOOP(
            "Messages",
            "A newer job of this session took this one's place. Your entries are unchanged.",
        ),
        QT_TRANSLATE_NOOP("Messages", "Look at the newer job: {by}"),
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
    f"{Code.SESSION_AMBIGUOUS}:{RecordingReason.SEVERAL_SESSIONS}": Message(
        QT_TRANSLATE_NOOP(
            "Messages",
            "Several sessions were written meanwhile, none of them in this folder, so the "
            "recording is attached to none: it is a session of its own.",
        ),
        QT_TRANSLATE_NOOP("Messages", "To attach it: vela import {path} --to SESSION"),
    ),
    Code.SOURCE_UNREADABLE: Message(
        _UNREADABLE,
        QT_TRANSLATE_NOOP("Messages", "Put right what is wrong with it, then refresh."),
    ),
    **{
        f"{code}:{reason}": Message(_UNREADABLE, action)
        for code in (Code.SOURCE_UNREADABLE, Code.NO_TRANSCRIPT)
        for reason, action in _FILES.items()
    },
    **{
        f"{Code.SOURCE_UNREADABLE}:{reason}": Message(_UNREADABLE, action)
        for reason, action in _DATABASES.items()
    },
    Code.SOURCE_GONE: Message(
        QT_TRANSLATE_NOOP("Messages", "The transcript {path} is no longer there."),
        QT_TRANSLATE_NOOP(
            "Messages",
            "Look for it where its agent keeps sessions; the agent may have cleaned it up. Entries "
            "and snapshots are kept.",
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
        QT_TRANSLATE_NOOP("Messages", "Nothing was changed. Try again; the log has more about it."),
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
        QT_TRANSLATE_NOOP("Messages", "Try again. The log has the details: {log}"),
    ),
}

_STOPS = (".", "!", "?", "…", "”")
_WORDED = ("kind", "status", "field", "size", "limit")


def message_for(code: str, reason: object = None) -> Message:
    """Return the message of a wire code, for a *reason* that has one of its own that one."""
    return MESSAGES.get(f"{code}:{reason}") or MESSAGES.get(code) or MESSAGES[Code.INTERNAL]


def describe(
    code: str, details: dict[str, Any], translate: Callable[[str], str] = str
) -> tuple[str, str]:
    """Return what happened and what to do next, filled and passed through *translate*."""
    found, values = message_for(code, details.get("reason")), Details(details)
    if "reason" in details:
        values["reason"] = reason_of(details, translate)
    for name in _WORDED:
        if (word := str(details.get(name))) in WORDS:
            values[name] = translate(WORDS[word])
    text = translate(found.text).format_map(values)
    action = translate(found.action).format_map(values)
    return text, action


def in_a_row(error: VelaError) -> str:
    """Return both English texts of *error* as sentences in a row."""
    text, action = describe_error(error)
    return f"{text}{'' if text.endswith(_STOPS) else '.'} {action}"


def describe_error(error: VelaError, translate: Callable[[str], str] = str) -> tuple[str, str]:
    """Return both texts of *error*."""
    return describe(error.wire, error.details, translate)
