"""What a line of a Codex rollout is, in all the shapes that Codex has written them."""

import re
from typing import Any, Final

from vela_desktop.domain.sessions import Role
from vela_desktop.sources.jsonl import Record

PROMPT: Final = 1
ASSISTANT: Final = 2
REASONING: Final = 3
CALL: Final = 4
RESULT: Final = 5
COMMAND: Final = 6
NOTICE: Final = 7
SUMMARY: Final = 8
ROLLBACK: Final = 9
"""A person went back some turns; what they said then is no longer part of the conversation."""

ROLES: Final = {
    PROMPT: Role.USER,
    ASSISTANT: Role.ASSISTANT,
    REASONING: Role.ASSISTANT,
    CALL: Role.ASSISTANT,
    RESULT: Role.TOOL,
    COMMAND: Role.COMMAND,
    NOTICE: Role.NOTICE,
    SUMMARY: Role.SUMMARY,
}

CALLS: Final = frozenset(
    {
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "web_search_call",
        "tool_search_call",
        "image_generation_call",
        "tool_call",
    }
)
RESULTS: Final = frozenset(
    {
        "function_call_output",
        "custom_tool_call_output",
        "local_shell_call_output",
        "tool_search_output",
        "tool_result",
    }
)

_INJECTED = (
    "<environment_context",
    "<user_instructions",
    "# AGENTS.md instructions",
    "<INSTRUCTIONS>",
    "<permissions",
    "<skills_instructions",
    "<apps_instructions",
    "<plugins_instructions",
    "<collaboration_mode",
    "<multi_agent_mode",
    "<personality_spec",
    "<model_switch",
    "<turn_aborted",
    "<subagent_notification",
    "<recommended_plugins",
    "<skill>",
    "<hook_prompt",
    "<user_action",
    "<goal_context",
    "<codex_internal_context",
)
_REQUEST = re.compile(r"^## My request for Codex:[ \t]*\n?", re.MULTILINE)
_IMAGE = re.compile(r"<image\b[^<>]*>\s*</image>\s*")
_SHELL = re.compile(r"<user_shell_command>\s*<command>(.*?)</command>", re.DOTALL)
_CWD = re.compile(r"<cwd>([^<\n]+)</cwd>|Current working directory: ([^\n]+)")
_TEXTS = frozenset({"input_text", "output_text", "text"})
_IMAGES = frozenset({"input_image", "image"})


def item_of(record: Record) -> Record:
    """Return what a line is about: its payload, or the line itself before there were envelopes."""
    payload = record.get("payload")
    return payload if type(payload) is dict else record


def kind_of(item: Record) -> str:
    """Return the type of an item; the oldest messages have none but a role."""
    kind = item.get("type")
    if kind is None and "role" in item:
        return "message"
    return kind if isinstance(kind, str) else ""


def text_of(content: object) -> str:
    """Return the text parts of a message's content, joined."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if _is(part, _TEXTS)]
    return "\n".join(text for text in texts if isinstance(text, str))


def images_in(item: Record) -> int:
    """Return how many images a prompt holds."""
    content = item.get("content")
    parts = content if isinstance(content, list) else []
    shown = [item.get(name) for name in ("images", "local_images")]
    events = sum(len(images) for images in shown if isinstance(images, list))
    return events + sum(_is(part, _IMAGES) for part in parts)


def _is(part: object, kinds: frozenset[str]) -> bool:
    return isinstance(part, dict) and kind_of(part) in kinds


def is_marked(item: Record) -> bool:
    """Tell whether Codex itself says that a message is what a person typed (from 0.155 on)."""
    about = item.get("internal_chat_message_metadata_passthrough")
    kinds = about.get("content_item_kinds") if isinstance(about, dict) else None
    return isinstance(kinds, list) and any(str(kind).startswith("user.") for kind in kinds)


def marked_text(item: Record) -> str:
    """Return the parts of a marked message that a person typed."""
    content = item.get("content")
    kinds = item["internal_chat_message_metadata_passthrough"]["content_item_kinds"]
    if not isinstance(content, list) or len(content) != len(kinds):
        return text_of(content)
    return text_of([p for p, kind in zip(content, kinds, strict=True) if str(kind) == "user.text"])


def is_injected(text: str) -> bool:
    """Tell whether a user message was put in by the program."""
    return text.lstrip().startswith(_INJECTED)


def typed(text: str) -> str:
    """Return *text* without what an editor put before the request, and image markers."""
    if "<image" in text:
        text = _IMAGE.sub("", text)
    if "## My request for Codex:" in text and text.lstrip().startswith("#"):
        text = _REQUEST.split(text, maxsplit=1)[-1]
    return text.strip()


def shell_command(text: str) -> str | None:
    """Return the command that a person ran by themselves, None where *text* tells of none."""
    match = _SHELL.match(text.lstrip())
    return match[1].strip() if match else None


def cwd_in(text: str) -> str | None:
    """Return the working folder that an environment note names."""
    match = _CWD.search(text) if text.lstrip().startswith("<environment_context") else None
    return (match[1] or match[2]).strip() if match else None


def thought(item: Record) -> str:
    """Return the readable part of a reasoning item."""
    summary = item.get("summary")
    parts = summary if isinstance(summary, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n\n".join(text.strip() for text in texts if isinstance(text, str) and text.strip())


def notice_of(item: Record) -> str:
    """Return what an event of the program tells a reader, empty where it tells nothing."""
    kind = item.get("type")
    if kind == "turn_aborted":
        return f"[Turn aborted: {item.get('reason') or 'interrupted'}]"
    if kind == "error":
        message = item.get("message") or item.get("text")
        return message.strip() if isinstance(message, str) else ""
    if kind == "agent_message" and "author" in item:
        return _mail(item)
    return ""


def _mail(item: Record) -> str:
    """Return a message between agents; its payload may be encrypted."""
    text = text_of(item.get("content")).strip()
    return "" if text.endswith("Payload:") else text


def call_id(item: Record) -> str:
    """Return the id that a call and its result share, empty where there is none."""
    value = item.get("call_id") or (item.get("id") if kind_of(item) in CALLS else None)
    return value if isinstance(value, str) else ""


def call_of(item: Record) -> tuple[str, Any]:
    """Return the name and the arguments of a call."""
    name: Any = item.get("name")
    arguments = next(
        (item[key] for key in ("arguments", "input", "action", "query") if item.get(key)), None
    )
    if isinstance(function := item.get("function"), dict):
        name = name or function.get("name")
        arguments = arguments or function.get("arguments")
    return name if isinstance(name, str) and name else kind_of(item).removesuffix(
        "_call"
    ), arguments
