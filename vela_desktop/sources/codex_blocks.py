"""Messages of a Codex rollout, read where its map says they are."""

from collections.abc import Iterator

from vela_desktop.domain.sessions import Block, BlockKind, MapEntry, Message, Role
from vela_desktop.domain.text import safe
from vela_desktop.sources import calls
from vela_desktop.sources import codex_records as records
from vela_desktop.sources.jsonl import Record


def message(entry: MapEntry, parts: list[Record]) -> Message:
    """Return the message of *entry*, which the lines *parts* make up."""
    blocks = [block for part in parts for block in _blocks(entry.role, records.item_of(part))]
    return entry.message(blocks)


def _blocks(role: Role, item: Record) -> Iterator[Block]:
    if role is Role.ASSISTANT:
        yield from _answer(item)
    elif role is Role.TOOL:
        yield from _result(item)
    else:
        if text := _heard(role, item):
            yield Block(kind=BlockKind.TEXT, text=safe(text))
        for _ in range(records.images_in(item)):
            yield Block(kind=BlockKind.IMAGE)


def _heard(role: Role, item: Record) -> str:
    if role is Role.NOTICE:
        return records.notice_of(item)
    said = item.get("message")
    text = said if isinstance(said, str) else records.text_of(item.get("content"))
    if role is Role.COMMAND:
        return f"! {records.shell_command(text) or ''}"
    if role is Role.SUMMARY:
        return text.strip()
    return records.typed(records.marked_text(item) if records.is_marked(item) else text)


def _answer(item: Record) -> Iterator[Block]:
    kind = records.kind_of(item)
    if kind == "reasoning":
        yield Block(kind=BlockKind.THINKING, text=safe(records.thought(item)))
    elif kind in records.CALLS:
        yield _call(item)
    else:
        said = item.get("message")
        text = said if isinstance(said, str) else records.text_of(item.get("content"))
        if text:
            yield Block(kind=BlockKind.TEXT, text=safe(text))


def _call(item: Record) -> Block:
    name, given = records.call_of(item)
    arguments = calls.decoded(given)
    return Block(
        kind=BlockKind.TOOL_CALL,
        text=safe(calls.readable(arguments)),
        name=safe(name),
        target=safe(calls.target(arguments)),
        call_id=safe(records.call_id(item)),
    )


def _result(item: Record) -> Iterator[Block]:
    output = item.get("output", item.get("result", item.get("tools")))
    text, code, failed = calls.codex_result(output)
    yield Block(
        kind=BlockKind.TOOL_RESULT,
        text=safe(text),
        call_id=safe(records.call_id(item)),
        failed=failed,
        exit_code=code,
    )
    for _ in range(records.images_in({"content": output})):
        yield Block(kind=BlockKind.IMAGE)
