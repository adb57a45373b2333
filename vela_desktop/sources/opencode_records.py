"""What a message of OpenCode and its parts say.

Messages and parts have the shape of the first generation here; ``opencode_second`` gives it to
those of OpenCode 2.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from vela_desktop.sources.jsonl import Record
from vela_desktop.sources.times import milliseconds

USER: Final = "user"
ASSISTANT: Final = "assistant"
SHELL: Final = "shell"
"""The role that a command run by a person has in OpenCode 2."""
COMPACTION: Final = "compaction"

_SHELL_NOTE = "The following tool was executed by the user"
_DONE = frozenset({"completed", "error", "success"})
_ABORTED = "MessageAbortedError"
_INTERRUPTED = "[Interrupted]"


def role_of(record: Record) -> str:
    """Return the role of a message, empty where it has none."""
    return string(record, "role") or ""


def parts_of(parts: Sequence[Record], kind: str) -> Iterator[Record]:
    """Yield the parts of one kind, in order."""
    return (part for part in parts if part.get("type") == kind)


def texts_of(parts: Sequence[Record]) -> list[str]:
    """Return what was written, without what the program put in."""
    texts = [
        part.get("text")
        for part in parts_of(parts, "text")
        if not part.get("synthetic") and not part.get("ignored")
    ]
    return [text for text in texts if isinstance(text, str) and text.strip()]


def typed(record: Record, parts: Sequence[Record]) -> str:
    """Return what a person typed: the text and the tasks given to sub-agents, else the summary
    that is kept of a prompt whose parts are gone."""
    tasks = [task for part in parts_of(parts, "subtask") if (task := string(part, "prompt"))]
    if said := "\n".join([*texts_of(parts), *tasks]).strip():
        return said
    summary = record.get("summary")
    if isinstance(summary, dict) and not parts:
        return (string(summary, "body") or string(summary, "title") or "").strip()
    return ""


def mentions(text: str, parts: Sequence[Record]) -> list[str]:
    """Return the attached files that *text* does not name, as ``@name``."""
    names = [string(part, "filename") for part in parts_of(parts, "file") if not is_image(part)]
    return [f"@{name}" for name in names if name and name not in text]


def images(parts: Sequence[Record]) -> int:
    """Return how many images are attached."""
    return sum(is_image(part) for part in parts_of(parts, "file"))


def is_image(part: Record) -> bool:
    """Tell whether an attachment is an image."""
    return (string(part, "mime") or "").startswith("image/")


def announces_shell(parts: Sequence[Record]) -> bool:
    """Tell whether a user message only says that the next one is a command a person ran."""
    said = [part.get("text") for part in parts_of(parts, "text")]
    return bool(said) and all(text == _SHELL_NOTE for text in said)


def is_summary(record: Record) -> bool:
    """Tell whether an answer is the summary of a compacted conversation."""
    return record.get("summary") is True or record.get("mode") == COMPACTION


def thoughts_of(parts: Sequence[Record]) -> list[str]:
    """Return what an assistant thought."""
    texts = (string(part, "text") for part in parts_of(parts, "reasoning"))
    return [text for text in texts if text and text.strip()]


def calls_of(parts: Sequence[Record]) -> list[Record]:
    """Return the tool calls of a message."""
    return list(parts_of(parts, "tool"))


def call_id(part: Record) -> str:
    """Return the id of a call."""
    return string(part, "callID") or string(part, "id") or ""


def state_of(part: Record) -> Record:
    """Return how a call stands."""
    return record_in(part, "state")


def is_done(part: Record) -> bool:
    """Tell whether a call has a result."""
    state = state_of(part)
    return string(state, "status") in _DONE or "output" in state or "error" in state


def result_of(state: Record) -> str:
    """Return what a call gave back: its output, or why it failed."""
    error = state.get("error")
    if isinstance(error, dict):
        error = string(error, "message")
    for given in (state.get("output"), error):
        if isinstance(given, str) and given:
            return given
    return ""


def shown_command(parts: Sequence[Record]) -> str:
    """Return the command that a person ran, as it is shown."""
    given = (record_in(state_of(part), "input") for part in calls_of(parts))
    return "! " + "\n".join(command for one in given if (command := string(one, "command")))


def trouble_of(record: Record) -> str:
    """Return what went wrong with an answer, empty for nothing."""
    error = record.get("error")
    if isinstance(error, str):
        return error.strip()
    if not isinstance(error, dict):
        return ""
    name = string(error, "name") or string(error, "type") or ""
    message = string(record_in(error, "data"), "message") or string(error, "message") or ""
    if name == _ABORTED or not (name or message):
        return _INTERRUPTED
    return ": ".join(text.strip() for text in (name, message) if text.strip())


def notice_of(record: Record) -> str:
    """Return what is said of an answer that did not end well."""
    return trouble_of(record) or _INTERRUPTED


def is_unfinished(record: Record) -> bool:
    """Tell whether an answer was never completed, nor failed."""
    return "completed" not in record_in(record, "time") and not record.get("error")


def model_of(record: Record) -> str | None:
    """Return the model that a message was for or from, as ``provider/model``."""
    chosen = record.get("model")
    if isinstance(chosen, dict):
        return joined_model(chosen)
    return joined_model(record)


def joined_model(chosen: Record) -> str | None:
    """Return ``provider/model`` of a choice in any of its shapes."""
    name = string(chosen, "modelID") or (string(chosen, "id") if "providerID" in chosen else None)
    provider = string(chosen, "providerID")
    return f"{provider}/{name}" if provider and name else name


def cwd_of(record: Record) -> str | None:
    """Return the folder in which an answer was given; the oldest sessions note none themselves."""
    return string(record_in(record, "path"), "cwd")


def created(record: Record) -> int | None:
    """Return when a message or a session began."""
    return milliseconds(record_in(record, "time").get("created"))


def ended(record: Record) -> int | None:
    """Return when a message was complete."""
    return milliseconds(record_in(record, "time").get("completed"))


def string(record: Record, key: str) -> str | None:
    """Return the text under *key*, None where there is none."""
    value = record.get(key)
    return value if type(value) is str and value else None


def record_in(record: Record, key: str) -> dict[str, Any]:
    """Return the object under *key*, an empty one where there is none."""
    value = record.get(key)
    return value if type(value) is dict else {}
