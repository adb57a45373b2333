"""What a Claude Code record is: a prompt, a command, a notice, an answer, or nothing to read."""

import re
from typing import Final

from vela_desktop.domain.sessions import Role
from vela_desktop.sources.claude_lines import Attachment, Content, Line, Origin

LINK: Final = 0
"""Not read itself, but others hang on it."""
PROMPT: Final = 1
"""What a person typed: it opens a turn and is counted."""
STEERING: Final = 2
"""Typed while the agent worked: it stays in the turn."""
COMMAND: Final = 3
NOTICE: Final = 4
SUMMARY: Final = 5
ASSISTANT: Final = 6
TOOL: Final = 7
BOUNDARY: Final = 8
"""Where the context was compacted."""

ROLES: Final = {
    PROMPT: Role.USER,
    STEERING: Role.USER,
    COMMAND: Role.COMMAND,
    NOTICE: Role.NOTICE,
    SUMMARY: Role.SUMMARY,
    ASSISTANT: Role.ASSISTANT,
    TOOL: Role.TOOL,
}

_WRAPPER = re.compile(
    r"\s*<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics)\b[^>]*>.*?</\1>\s*",
    re.DOTALL,
)
_REMINDER = ("<system-reminder>", "</system-reminder>")
_CAVEATS = ("Caveat: The messages below were", "Caveat: The messages below are")
_DROPPED = ("<local-command-caveat>", "<system-reminder>", *_CAVEATS)
_COMMANDS = ("<command-name>", "<command-message>", "<bash-input>")
_NOTICES = (
    "<local-command-",
    "<bash-stdout>",
    "<bash-stderr>",
    "<task-notification>",
    "<teammate-message",
    "<agent-message",
    "[Request interrupted by user",
)
_SUMMARIES = ("This session is being continued from a previous conversation",)
_TAGS = re.compile(
    r"(?:\n?</?(?:(?:local-command|bash|command)-[a-z]+|task-[a-z]+|tool-use-id|output-file|status|"
    r"summary|result|teammate-message|agent-message)(?: [^<>]*)?>)+\n?"
)
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
IMAGES: Final = frozenset({"image", "document"})


def text_of(content: Content) -> str:
    """Return the text blocks of a message's content, joined."""
    if content is None or isinstance(content, str):
        return content or ""
    return "\n".join(block.text for block in content if block.type == "text" and block.text)


def typed(text: str) -> str:
    """Return *text* without what the program put around it."""
    if "<" in text:
        start = 0
        while match := _WRAPPER.match(text, start):
            start = match.end()
        text = _without(text[start:], *_REMINDER)
    return text.strip()


def _without(text: str, first: str, last: str) -> str:
    """Return *text* without the parts from *first* to *last*."""
    kept, at = [], 0
    while (start := text.find(first, at)) >= 0 and (end := text.find(last, start)) >= 0:
        kept.append(text[at:start])
        at = end + len(last)
    return "".join((*kept, text[at:])) if kept else text


def has_image(content: Content) -> bool:
    """Tell whether a message's content holds an image or a document."""
    return isinstance(content, list) and any(block.type in IMAGES for block in content)


def is_human(origin: Origin | None) -> bool:
    """Tell whether an ``origin`` field, which older versions lack, names a person."""
    return origin is None or origin.kind in {None, "human"}


def classify(line: Line, content: Content) -> tuple[int, str]:
    """Return what a user record without tool results is, and the text to read."""
    text = typed(text_of(content))
    if line.is_compact_summary or text.startswith(_SUMMARIES):
        return SUMMARY, text
    if line.is_meta or line.is_visible_in_transcript_only:
        return LINK, ""
    kind, text = judged(text)
    if kind == PROMPT and not is_human(line.origin):
        return NOTICE, text
    if not text:
        return (PROMPT if kind == PROMPT and has_image(content) else LINK), ""
    return kind, text


def judged(text: str) -> tuple[int, str]:
    """Return what the text of a user record is by its beginning, and how it reads."""
    if text.startswith("<"):
        if text.startswith(_COMMANDS):
            return COMMAND, command_text(text)
        if text.startswith(_DROPPED):
            return LINK, ""
    if text.startswith(_NOTICES):
        return NOTICE, notice_text(text)
    if text.startswith(_CAVEATS):
        return LINK, ""
    return PROMPT, text


def command_text(text: str) -> str:
    """Return a slash command or shell line as it was typed."""
    if shell := _between(text, "bash-input"):
        return f"! {shell}"
    name = _between(text, "command-name") or _between(text, "command-message") or notice_text(text)
    slashed = name if name.startswith("/") else f"/{name}"
    return f"{slashed} {_between(text, 'command-args')}".strip()


def _between(text: str, tag: str) -> str:
    start = text.find(f"<{tag}>")
    end = text.find(f"</{tag}>", start)
    return text[start + len(tag) + 2 : end].strip() if 0 <= start < end else ""


def notice_text(text: str) -> str:
    """Return a notice of the program without its markup and terminal codes."""
    return _TAGS.sub("\n", _ANSI.sub("", text)).strip()


def queued(attachment: Attachment) -> tuple[int, str]:
    """Return what a prompt is that the agent took out of its queue in a turn, and its text."""
    kind, text = judged(typed(text_of(attachment.prompt)))
    if kind == PROMPT:
        meant = attachment.command_mode in {None, "prompt"}
        kind = STEERING if meant and is_human(attachment.origin) else NOTICE
    if text or (kind == STEERING and has_image(attachment.prompt)):
        return kind, text
    return LINK, ""
