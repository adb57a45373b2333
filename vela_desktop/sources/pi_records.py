"""What a record of a Pi or OMP transcript is: a prompt, a command, a notice, an answer."""

import re
from typing import Any, Final, NamedTuple

from vela_desktop.domain.sessions import Role
from vela_desktop.sources.jsonl import Record

LINK: Final = 0
"""Not read itself, but others hang on it."""
PROMPT: Final = 1
ASSISTANT: Final = 2
FAILED: Final = 3
"""An answer of which there is nothing but why: counted as one, read as a notice."""
EMPTY: Final = 4
"""An answer of which there is nothing."""
TOOL: Final = 5
COMMAND: Final = 6
NOTICE: Final = 7
SUMMARY: Final = 8

ROLES: Final = {
    PROMPT: Role.USER,
    ASSISTANT: Role.ASSISTANT,
    FAILED: Role.NOTICE,
    TOOL: Role.TOOL,
    COMMAND: Role.COMMAND,
    NOTICE: Role.NOTICE,
    SUMMARY: Role.SUMMARY,
}
ANSWERS: Final = frozenset({ASSISTANT, FAILED, EMPTY})

_SIGNS = {"bashExecution": "!", "pythonExecution": "$"}
"""What a person types before a command of their own."""
_SUMMARIES = frozenset({"compaction", "branch_summary", "compactionSummary", "branchSummary"})
_INJECTED = frozenset({"custom_message", "custom", "hookMessage"})
_TAGS = re.compile(r"\n?</?(?:system-notice|task-result|meta|output)\b[^<>]*>\n?")
"""What OMP puts around the results of work in the background."""
_FILE = re.compile(r'\s*<file name="([^"\n]*)">(.*?)</file>[ \t]*(?:\n|\Z)', re.DOTALL)


class What(NamedTuple):
    """What a record is, and of it what a map keeps."""

    kind: int
    text: str = ""
    calls: tuple[str, ...] = ()


_NOTHING = What(LINK)


def what_of(record: Record) -> What:
    """Return what *record* is."""
    item = item_of(record)
    name = name_of(record)
    if name == "user":
        text = prompt(item)
        return What(PROMPT, text) if text or images(item.get("content")) else _NOTHING
    if name == "assistant":
        return _answer(item)
    if name == "toolResult":
        call = string(item, "toolCallId")
        return What(TOOL, calls=(call,) if call else ())
    if name in _SIGNS:
        return What(COMMAND, command(record))
    if name in _SUMMARIES:
        text = string(item, "summary").strip()
        return What(SUMMARY, text) if text else _NOTHING
    text = notice(record)
    return What(NOTICE, text) if text else _NOTHING


def item_of(record: Record) -> Record:
    """Return what *record* is about: its message, or the record itself."""
    message = record.get("message")
    return message if record.get("type") == "message" and type(message) is dict else record


def name_of(record: Record) -> str:
    """Return what tells the kind of *record*: the role of its message, or its type.

    An entry ``custom`` is the state of an extension, a message ``custom`` is what one said.
    """
    item = item_of(record)
    if item is not record:
        return string(item, "role")
    name = string(record, "type")
    return "" if name == "custom" else name


def _answer(item: Record) -> What:
    content = blocks(item.get("content"))
    calls = tuple(string(block, "id") for block in content if block.get("type") == "toolCall")
    text = "".join(_texts(content))
    if calls or text.strip() or images(content) or any(thought(block) for block in content):
        return What(ASSISTANT, text, calls)
    error = failure(item)
    return What(FAILED, error) if error else What(EMPTY)


def failure(item: Record) -> str:
    """Return why an answer failed, empty where it did not."""
    return string(item, "errorMessage").strip()


def thought(block: Record) -> str:
    """Return the readable part of a block of thinking; a redacted one has none."""
    return string(block, "thinking").strip() if block.get("type") == "thinking" else ""


def prompt(item: Record) -> str:
    """Return what a person typed.

    ``@file`` is written into the prompt as a block with the whole file before the words. Only the
    name of the file was typed: it stays, behind the words, so that these begin titles and
    outlines; the content can be megabytes of what nobody said.
    """
    text, names, at = text_of(item.get("content")), [], 0
    if text.lstrip().startswith("<file name="):
        while match := _FILE.match(text, at):
            names.append(f"@{match[1]}")
            at = match.end()
    words = text[at:].strip()
    return "\n\n".join(part for part in (words, "\n".join(names)) if part)


def command(record: Record) -> str:
    """Return a command that a person ran by themselves as it was typed."""
    item, sign = item_of(record), _SIGNS.get(name_of(record), "!")
    return f"{sign} {string(item, 'command') or string(item, 'code')}".strip()


def output(item: Record) -> tuple[str, int | None, bool]:
    """Return what such a command printed, its exit code, and whether it failed."""
    code = item.get("exitCode")
    known = code if type(code) is int else None
    return string(item, "output").strip("\n"), known, bool(known) or item.get("cancelled") is True


def notice(record: Record) -> str:
    """Return what the program or an extension put in for a person to see, else nothing.

    Reminders to the model (``developer``) and system prompts are not for a person.
    """
    item, name = item_of(record), name_of(record)
    if name in _INJECTED:
        shown = text_of(item.get("content")) if item.get("display") is True else ""
        return _TAGS.sub("\n", shown).strip()
    if name == "fileMention":
        paths = [string(file, "path") for file in blocks(item.get("files"))]
        return "\n".join(f"@{path}" for path in paths if path)
    return ""


def blocks(content: object) -> list[Record]:
    """Return the blocks of a message's content; a bare text is one."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    parts = content if isinstance(content, list) else []
    return [part for part in parts if isinstance(part, dict)]


def text_of(content: object) -> str:
    """Return the text blocks of a message's content, joined."""
    return "\n".join(_texts(content))


def _texts(content: object) -> list[str]:
    texts = [string(block, "text") for block in blocks(content) if block.get("type") == "text"]
    return [text for text in texts if text]


def images(content: object) -> list[Record]:
    """Return the images in a message's content: inline, or named as ``blob:sha256:…``."""
    return [block for block in blocks(content) if block.get("type") == "image"]


def string(item: dict[str, Any], key: str) -> str:
    """Return the text at *key*, empty where there is none."""
    value = item.get(key)
    return value if type(value) is str else ""
