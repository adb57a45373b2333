"""Messages of a Grok Build session, read where its map says they are."""

from collections.abc import Iterator

from vela_desktop.domain.sessions import Block, BlockKind, MapEntry, Message, Role
from vela_desktop.domain.text import safe
from vela_desktop.sources import calls
from vela_desktop.sources import grok_records as records
from vela_desktop.sources.jsonl import Record


def message(entry: MapEntry, parts: list[Record]) -> Message:
    """Return the message of *entry*, which the lines *parts* make up."""
    blocks = (block for part in parts for block in _blocks(entry.role, part))
    is_logged = any(map(records.update_of, parts))
    models = [records.string(part, "model_id") for part in parts]
    return entry.message(
        _joined(blocks) if is_logged else blocks,
        next((safe(model) for model in models if model), None),
    )


def _blocks(role: Role, part: Record) -> Iterator[Block]:
    if update := records.update_of(part):
        yield from _logged(role, update)
    elif role is Role.ASSISTANT:
        yield from _answer(part)
    elif role is Role.TOOL:
        yield from _result(part)
    else:
        is_asked = role is Role.USER
        text = records.typed(part) if is_asked else records.noticed(part)
        if text:
            yield Block(kind=BlockKind.TEXT, text=safe(text))
        yield from _images(records.images_in(part.get("content")))


def _images(count: int) -> Iterator[Block]:
    for _ in range(count):
        yield Block(kind=BlockKind.IMAGE)


def _answer(part: Record) -> Iterator[Block]:
    kind = records.kind_of(part)
    if kind == records.REASONING:
        yield Block(kind=BlockKind.THINKING, text=safe(records.thought(part)))
    elif kind == records.CALL:
        call_id, name, arguments = records.backend(part)
        yield _call(call_id, name, arguments)
    else:
        if thought := records.pondered(part):
            yield Block(kind=BlockKind.THINKING, text=safe(thought))
        if text := records.text_of(part.get("content")).strip("\n"):
            yield Block(kind=BlockKind.TEXT, text=safe(text))
        for call in records.made(part):
            given = calls.decoded(call.get("arguments"))
            yield _call(records.string(call, "id"), records.string(call, "name"), given)


def _call(call_id: str, name: str, arguments: object) -> Block:
    folder = arguments.get("target_directory") if isinstance(arguments, dict) else None
    target = calls.target(arguments) or calls.target(folder)
    return Block(
        kind=BlockKind.TOOL_CALL,
        text=safe(calls.readable(arguments)),
        name=safe(name),
        target=safe(target),
        call_id=safe(call_id),
    )


def _result(part: Record) -> Iterator[Block]:
    text, code, failed = records.result(records.text_of(part.get("content")))
    yield _ended(records.string(part, "tool_call_id"), text, code, failed)
    yield from _images(records.images_in(part.get("images")))


def _ended(call_id: str, text: str, code: int | None, failed: bool) -> Block:
    return Block(
        kind=BlockKind.TOOL_RESULT,
        text=safe(text),
        call_id=safe(call_id),
        failed=failed,
        exit_code=code,
    )


def _logged(role: Role, update: Record) -> Iterator[Block]:
    kind, content = records.string(update, "sessionUpdate"), update.get("content")
    call_id = records.string(update, "toolCallId")
    if kind == "tool_call":
        yield _call(call_id, _tool(update), update.get("rawInput"))
    elif kind == "tool_call_update" and role is Role.TOOL:
        yield _ended(call_id, *records.logged_result(update))
    elif kind in {"user_message_chunk", "agent_message_chunk", "agent_thought_chunk"}:
        is_thought = kind == "agent_thought_chunk"
        if text := records.text_of(content):
            block_kind = BlockKind.THINKING if is_thought else BlockKind.TEXT
            yield Block(kind=block_kind, text=safe(text))
        yield from _images(records.images_in(content))


def _tool(update: Record) -> str:
    """Return the name of a called tool; a title for people stands in for it."""
    about = update.get("_meta")
    tool = about.get("x.ai/tool") if isinstance(about, dict) else None
    name = records.string(tool, "name") if isinstance(tool, dict) else ""
    return name or records.string(update, "title") or records.string(update, "kind")


def _joined(blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield *blocks* with the pieces in which a log has words put together."""
    held: list[Block] = []
    for block in blocks:
        if held and (held[0].kind is not block.kind or block.kind not in _SPOKEN):
            yield _whole(held)
            held = []
        held.append(block)
    if held:
        yield _whole(held)


_SPOKEN = (BlockKind.TEXT, BlockKind.THINKING)


def _whole(pieces: list[Block]) -> Block:
    if len(pieces) == 1:
        return pieces[0]
    return Block(kind=pieces[0].kind, text="".join(piece.text for piece in pieces))
