"""Messages of a Pi or OMP transcript, read where its map says they are."""

import re
from collections.abc import Iterator

from vela_desktop.domain.sessions import Block, BlockKind, MapEntry, Message, Role
from vela_desktop.domain.text import safe
from vela_desktop.sources import calls
from vela_desktop.sources import pi_records as records
from vela_desktop.sources.jsonl import Record

_EXIT = re.compile(r"Command exited with code (-?\d+)\s*\Z")


def message(entry: MapEntry, parts: list[Record], hidden: frozenset[str]) -> Message:
    """Return the message of *entry*, which the records *parts* make up.

    *hidden* names arguments of calls that are not shown.
    """
    models = (records.string(records.item_of(part), "model") for part in parts)
    is_answer = entry.role is Role.ASSISTANT
    blocks = (block for part in parts for block in _blocks(entry, part, hidden))
    model = next((safe(model) for model in models if model), None) if is_answer else None
    return entry.message(blocks, model)


def _blocks(entry: MapEntry, part: Record, hidden: frozenset[str]) -> Iterator[Block]:
    role = entry.role
    item = records.item_of(part)
    if role is Role.ASSISTANT:
        for block in records.blocks(item.get("content")):
            yield from _said(block, hidden)
    elif role is Role.TOOL:
        yield from _result(item)
    elif role is Role.COMMAND:
        yield from _ran(entry.uid, part, item)
    else:
        if text := _heard(role, part, item):
            yield Block(kind=BlockKind.TEXT, text=safe(text))
        yield from _images(item)


def _heard(role: Role, part: Record, item: Record) -> str:
    if role is Role.USER:
        return records.prompt(item)
    if role is Role.SUMMARY:
        return records.string(item, "summary").strip()
    return records.notice(part) or records.failure(item)


def _ran(uid: str, part: Record, item: Record) -> Iterator[Block]:
    """Yield a command that a person ran, and what it printed."""
    yield Block(kind=BlockKind.TEXT, text=safe(records.command(part)))
    text, code, failed = records.output(item)
    if text or failed:
        yield Block(
            kind=BlockKind.TOOL_RESULT,
            text=safe(text),
            call_id=safe(uid),
            failed=failed,
            exit_code=code,
        )


def _said(block: Record, hidden: frozenset[str]) -> Iterator[Block]:
    kind = block.get("type")
    if kind == "text":
        if text := records.string(block, "text"):
            yield Block(kind=BlockKind.TEXT, text=safe(text))
    elif kind == "thinking":
        if text := records.thought(block):
            yield Block(kind=BlockKind.THINKING, text=safe(text))
    elif kind == "toolCall":
        given = calls.decoded(block.get("arguments"))
        if isinstance(given, dict):
            given = {name: value for name, value in given.items() if name not in hidden}
        yield Block(
            kind=BlockKind.TOOL_CALL,
            text=safe(calls.readable(given)),
            name=safe(records.string(block, "name")),
            target=safe(calls.target(given)),
            call_id=safe(records.string(block, "id")),
        )
    elif kind == "image":
        yield _image(block)


def _result(item: Record) -> Iterator[Block]:
    """Yield what a call gave back: its text, then its images."""
    text = records.text_of(item.get("content"))
    failed = item.get("isError") is True
    ended = _EXIT.search(text[-60:]) if failed else None
    yield Block(
        kind=BlockKind.TOOL_RESULT,
        text=safe(text),
        call_id=safe(records.string(item, "toolCallId")),
        failed=failed,
        exit_code=int(ended[1]) if ended else None,
    )
    yield from _images(item)


def _images(item: Record) -> Iterator[Block]:
    return (_image(block) for block in records.images(item.get("content")))


def _image(block: Record) -> Block:
    return Block(kind=BlockKind.IMAGE, name=safe(records.string(block, "mimeType")))
