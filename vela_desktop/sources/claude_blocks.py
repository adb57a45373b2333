"""Messages of a Claude Code transcript, read where its map says they are."""

from collections.abc import Iterator
from typing import Any

from vela_desktop.domain.sessions import Block, BlockKind, MapEntry, Message, Role
from vela_desktop.domain.text import safe
from vela_desktop.sources import calls
from vela_desktop.sources import claude_records as records
from vela_desktop.sources.claude_lines import content_of
from vela_desktop.sources.jsonl import Record

_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})


def message(entry: MapEntry, parts: list[Record]) -> Message:
    """Return the message of *entry*, which the records *parts* make up."""
    blocks = [block for part in parts for block in _blocks(entry.role, part)]
    models = (part["message"].get("model") for part in parts if type(part.get("message")) is dict)
    return entry.message(
        blocks, next((safe(model) for model in models if type(model) is str), None)
    )


def _blocks(role: Role, part: Record) -> Iterator[Block]:
    content = _content(part)
    if role is Role.ASSISTANT:
        for block in _parts(content):
            yield from _said(block)
    elif role is Role.TOOL:
        for block in _parts(content):
            yield from _results(block)
    else:
        yield from _heard(role, content)


def _content(part: Record) -> Any:
    """Return the content of a record, wherever its type keeps it."""
    if type(message := part.get("message")) is dict:
        return message.get("content")
    if type(attachment := part.get("attachment")) is dict:
        return attachment.get("prompt")
    return part.get("content")


def _parts(content: object) -> list[dict[str, Any]]:
    """Return the content of a message as blocks; a bare text is one."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    parts = content if isinstance(content, list) else []
    return [block for block in parts if isinstance(block, dict) and _kind(block)]


def _kind(block: dict[str, Any]) -> str:
    kind = block.get("type")
    return kind if isinstance(kind, str) else ""


def _heard(role: Role, content: object) -> Iterator[Block]:
    """Yield what was said to the model, without what the program put around it."""
    text = records.typed(_words(content))
    if role is Role.COMMAND:
        text = records.command_text(text)
    elif role is Role.NOTICE:
        text = records.notice_text(text)
    if text:
        yield Block(kind=BlockKind.TEXT, text=safe(text))
    yield from _images(content)


def _words(content: object) -> str:
    return records.text_of(content_of(content))


def _said(block: dict[str, Any]) -> Iterator[Block]:
    kind = _kind(block)
    if kind == "text":
        if text := _text(block, "text"):
            yield Block(kind=BlockKind.TEXT, text=text)
    elif kind == "thinking":
        if text := _text(block, "thinking"):
            yield Block(kind=BlockKind.THINKING, text=text)
    elif kind in _CALLS:
        given = block.get("input")
        yield Block(
            kind=BlockKind.TOOL_CALL,
            text=safe(calls.readable(given)),
            name=_text(block, "name"),
            target=safe(calls.target(given)),
            call_id=_text(block, "id"),
        )
    elif kind in records.IMAGES:
        yield _image(block)
    elif kind.endswith("_tool_result"):
        yield from _result(block)


def _results(block: dict[str, Any]) -> Iterator[Block]:
    if block.get("type") == "tool_result":
        yield from _result(block)
    elif block.get("type") == "text" and (text := records.typed(_text(block, "text"))):
        yield Block(kind=BlockKind.TEXT, text=text)


def _result(block: dict[str, Any]) -> Iterator[Block]:
    """Yield what a call gave back: its text, then its images."""
    content = block.get("content")
    text = safe(_words(content))
    failed = block.get("is_error") is True
    yield Block(
        kind=BlockKind.TOOL_RESULT,
        text=text,
        call_id=_text(block, "tool_use_id"),
        failed=failed,
        exit_code=calls.claude_exit_code(text) if failed else None,
    )
    yield from _images(content)


def _images(content: object) -> Iterator[Block]:
    for part in _parts(content):
        if _kind(part) in records.IMAGES:
            yield _image(part)


def _image(block: dict[str, Any]) -> Block:
    source = block.get("source")
    kind = source.get("media_type") if isinstance(source, dict) else None
    return Block(kind=BlockKind.IMAGE, name=safe(kind) if isinstance(kind, str) else "")


def _text(block: dict[str, Any], key: str) -> str:
    value = block.get(key)
    return safe(value) if isinstance(value, str) else ""
