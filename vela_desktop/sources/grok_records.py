"""What the lines of Grok Build's conversations and logs are."""

import re
from typing import Any, Final

from vela_desktop.domain.sessions import Role
from vela_desktop.sources import calls
from vela_desktop.sources.jsonl import Record

PROMPT: Final = 1
STEERING: Final = 2
"""Typed while the model was working: part of the turn that was running."""
COMMAND: Final = 3
NOTICE: Final = 4
SUMMARY: Final = 5
ASSISTANT: Final = 6
REASONING: Final = 7
CALL: Final = 8
RESULT: Final = 9
COMPACTED: Final = 10
"""A point of the log at which the conversation was compacted."""

ROLES: Final = {
    PROMPT: Role.USER,
    STEERING: Role.USER,
    COMMAND: Role.COMMAND,
    NOTICE: Role.NOTICE,
    SUMMARY: Role.SUMMARY,
    ASSISTANT: Role.ASSISTANT,
    REASONING: Role.ASSISTANT,
    CALL: Role.ASSISTANT,
    RESULT: Role.TOOL,
}
ANSWERS: Final = frozenset({ASSISTANT, REASONING, CALL})
ASKED: Final = frozenset({PROMPT, STEERING})

_NOTICES: Final = frozenset(
    {
        "agent_message",
        "task_completed",
        "subagent_completed",
        "notification_drain",
        "goal_classifier_nudge",
        "scheduler_fired",
        "stop_hook_feedback",
    }
)
"""Why the program put a message in, where the message makes the agent act."""

_QUERY = re.compile(r"<user_query>(.*)</user_query>", re.DOTALL)
_INJECTED = re.compile(
    r"\s*<(?:user_info|system[-_]reminder|rules|project_layout|git_status|fork-context|"
    r"agent-memory|background_context)\b"
)
_REMINDER = re.compile(r"</?system[-_]reminder>")
_CONTINUED = "This session is being continued from a previous conversation"
_WORKSPACE = re.compile(r"^Workspace Path: *([^\n]+)", re.MULTILINE)
_FORKED = "This session was forked from another session"
_EXIT = re.compile(r"exit: (-?\d+)(?:\n|\Z)")
_FAILED = ("error:", "tool not found", "permission denied", "tool call failed")
_TYPES = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool_result"}
"""What a line is by its role in version 0."""
_IMAGES = frozenset({"image", "image_url"})
_LINES = frozenset({"system", "user", "assistant", "tool_result", "backend_tool_call"})
_FOREIGN = frozenset({"message", "uuid", "parentUuid", "payload", "role", "timestamp", "id"})
_OUTPUTS = ("output_for_prompt", "tool_output_for_prompt", "summary_for_prompt", "content")
_ERROR_KEYS = ("error", "message")


def is_grok(record: Record) -> bool:
    """Tell whether a line is one of Grok Build's conversations or logs."""
    return is_update(record) or is_chat(record)


def is_chat(record: Record) -> bool:
    """Tell whether a line is one of a conversation."""
    type_ = record.get("type")
    if not isinstance(type_, str) or type_ not in _LINES or not record.keys().isdisjoint(_FOREIGN):
        return False
    if type_ == "backend_tool_call":
        return isinstance(record.get("kind"), dict)
    if type_ == "tool_result" and not isinstance(record.get("tool_call_id"), str):
        return False
    return isinstance(record.get("content"), str | list)


def is_update(record: Record) -> bool:
    """Tell whether a line is one of a log of updates."""
    return isinstance(update_of(record).get("sessionUpdate"), str)


def params_of(record: Record) -> Record:
    """Return what a line of a log holds, whether it has an envelope or not."""
    params = record.get("params")
    return params if isinstance(params, dict) else record


def update_of(record: Record) -> Record:
    """Return the update that a line of a log tells of; empty where it is none."""
    update = params_of(record).get("update")
    return update if isinstance(update, dict) else {}


def message_of(record: Record) -> Record:
    """Return a line of a conversation as Grok writes it now.

    Version 0 of the format (of a summary without ``chat_format_version``) was that of chat
    completions: ``role`` instead of ``type``, results of the role ``tool``, calls inside
    ``function``. Grok reads a line of either in files of both versions, and goes on in the new one.
    """
    role = record.get("role")
    if "type" in record or not isinstance(role, str) or role not in _TYPES:
        return record
    called = [_made_before(call) for call in made(record)]
    rest = {key: value for key, value in record.items() if key != "role"}
    return {**rest, "type": _TYPES[role], **({"tool_calls": called} if called else {})}


def _made_before(call: Record) -> Record:
    function = call.get("function")
    return {**call, **function} if isinstance(function, dict) else call


def text_of(content: object) -> str:
    """Return the text of a message's content: a text, a part, or parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))


def images_in(content: object) -> int:
    """Return how many images a message's content holds."""
    parts = content if isinstance(content, list) else [content]
    return sum(isinstance(part, dict) and part.get("type") in _IMAGES for part in parts)


def kind_of(record: Record) -> int | None:
    """Return what a line of a conversation is, None for one that is no part of the talk."""
    type_ = record.get("type")
    if type_ == "user":
        return _heard(record)
    if type_ == "assistant":
        return ASSISTANT
    if type_ == "tool_result":
        return RESULT
    if type_ == "backend_tool_call":
        return CALL
    return REASONING if type_ == "reasoning" and thought(record) else None


def _heard(record: Record) -> int | None:
    content, reason = record.get("content"), record.get("synthetic_reason")
    text = text_of(content)
    if text.startswith(_CONTINUED) and not isinstance(record.get("prompt_index"), int):
        return SUMMARY
    if reason is None:
        return PROMPT if images_in(content) or typed(record) else None
    if reason == "interjection":
        return STEERING
    return NOTICE if isinstance(reason, str) and reason in _NOTICES else None


def typed(record: Record) -> str:
    """Return what a person typed of a user's line, without what the program put around it."""
    text = text_of(record.get("content"))
    if match := _QUERY.search(text):
        return match[1].strip()
    if _INJECTED.match(text) and not isinstance(record.get("prompt_index"), int):
        return ""
    return text.strip()


def noticed(record: Record) -> str:
    """Return what the program put in, without its tags."""
    return _REMINDER.sub("", text_of(record.get("content"))).strip()


def cwd_in(record: Record) -> str | None:
    """Return the working folder that the first line about the environment names."""
    text = text_of(record.get("content"))
    match = _WORKSPACE.search(text) if text.lstrip().startswith("<user_info>") else None
    return match[1].strip() if match else None


def is_fork_note(record: Record) -> bool:
    """Tell whether a line says that what precedes it is another session's."""
    return isinstance(record.get("synthetic_reason"), str) and _FORKED in text_of(
        record.get("content")
    )


def thought(record: Record) -> str:
    """Return the readable part of a line of reasoning."""
    for key in ("content", "summary"):
        parts = record.get(key)
        texts = (
            [part.get("text") for part in parts if isinstance(part, dict)]
            if (isinstance(parts, list))
            else []
        )
        if said := [text.strip() for text in texts if isinstance(text, str) and text.strip()]:
            return "\n\n".join(said)
    return ""


def pondered(record: Record) -> str:
    """Return what an assistant's line itself says of its thoughts, as older versions wrote them:
    beside the answer, or with all that the service gave out."""
    said = record.get("reasoning")
    given = record.get("raw_output")
    output = [item for item in given if isinstance(item, dict)] if isinstance(given, list) else []
    thoughts = [thought(item) for item in output if item.get("type") == "reasoning"]
    alone = string(said, "text") if isinstance(said, dict) else string(record, "reasoning_content")
    return "\n\n".join(filter(None, thoughts)) or alone.strip()


def made(record: Record) -> list[Record]:
    """Return the calls of an assistant's line."""
    given = record.get("tool_calls")
    return [call for call in given if isinstance(call, dict)] if isinstance(given, list) else []


def string(record: Record, key: str) -> str:
    """Return the text under *key*, empty where there is none."""
    value = record.get(key)
    return value if isinstance(value, str) else ""


def backend(record: Record) -> tuple[str, str, Any]:
    """Return id, name and arguments of a call that the service made by itself."""
    kind = record.get("kind")
    if not isinstance(kind, dict):
        return "", "", None
    given = next((kind[key] for key in ("action", "input", "code") if kind.get(key)), None)
    name = string(kind, "name") or string(kind, "tool_type")
    return string(kind, "id"), name, calls.decoded(given)


def result(text: str) -> tuple[str, int | None, bool]:
    """Return text, exit code and failure of a call's result."""
    if match := _EXIT.match(text):
        code = int(match[1])
        return text[match.end() :], code, code != 0
    return text, None, text.lower().startswith(_FAILED)


def logged_result(update: Record) -> tuple[str, int | None, bool]:
    """Return text, exit code and failure of a call's result as a log has it."""
    raw = update.get("rawOutput")
    fields = raw if isinstance(raw, dict) else {}
    code = fields.get("exit_code")
    text = _shown(update.get("content")) or _output(fields) or text_of(raw)
    known = code if type(code) is int else None
    return text, known, update.get("status") == "failed" or bool(known)


def _shown(content: object) -> str:
    parts = content if isinstance(content, list) else []
    texts = [
        string(part, "path") if part.get("type") == "diff" else text_of(part.get("content"))
        for part in parts
        if isinstance(part, dict)
    ]
    return "\n".join(text for text in texts if text)


def _output(fields: Record) -> str:
    """Return the output that a tool's own record holds, at its top or one level below."""
    for level in (fields, *(value for value in fields.values() if isinstance(value, dict))):
        for key in (*_OUTPUTS, *_ERROR_KEYS):
            if text := string(level, key):
                return text
    return ""
