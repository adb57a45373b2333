"""Messages of an OpenCode session, read where its map says they are."""

from collections.abc import Iterator

from vela_desktop.domain.sessions import Block, BlockKind, MapEntry, Message, Role
from vela_desktop.domain.text import safe
from vela_desktop.sources import calls
from vela_desktop.sources import opencode_records as records
from vela_desktop.sources.jsonl import Record
from vela_desktop.sources.opencode_talk import Talk


def message(entry: MapEntry, talk: Talk) -> Message:
    """Return the message of *entry*: of what lies at its place, what its role is about."""
    is_answer = entry.role is Role.ASSISTANT
    model = safe(records.model_of(talk.record) or "") or None if is_answer else None
    return entry.message(_blocks(entry.role, talk), model)


def _blocks(role: Role, talk: Talk) -> Iterator[Block]:
    match role:
        case Role.USER:
            yield from _prompt(talk)
        case Role.ASSISTANT:
            for part in talk.parts:
                yield from _said(part)
        case Role.TOOL:
            for part in records.calls_of(talk.parts):
                yield from _result(part)
        case Role.COMMAND:
            yield _text(records.shown_command(talk.parts))
        case Role.SUMMARY:
            yield from map(_text, records.texts_of(talk.parts))
        case Role.NOTICE:
            yield _text(records.notice_of(talk.record))


def _prompt(talk: Talk) -> Iterator[Block]:
    text = records.typed(talk.record, talk.parts)
    if said := "\n".join([text, *records.mentions(text, talk.parts)]).strip():
        yield _text(said)
    for _ in range(records.images(talk.parts)):
        yield Block(kind=BlockKind.IMAGE)


def _said(part: Record) -> Iterator[Block]:
    match part.get("type"):
        case "text":
            yield from map(_text, records.texts_of([part]))
        case "reasoning":
            for thought in records.thoughts_of([part]):
                yield Block(kind=BlockKind.THINKING, text=safe(thought))
        case "tool":
            yield _call(part)
        case "file" if records.is_image(part):
            yield Block(kind=BlockKind.IMAGE)


def _call(part: Record) -> Block:
    arguments = calls.decoded(records.state_of(part).get("input"))
    return Block(
        kind=BlockKind.TOOL_CALL,
        text=safe(calls.readable(arguments)),
        name=safe(records.string(part, "tool") or ""),
        target=safe(calls.target(arguments)),
        call_id=safe(records.call_id(part)),
    )


def _result(part: Record) -> Iterator[Block]:
    if not records.is_done(part):
        return
    state = records.state_of(part)
    code = records.record_in(state, "metadata").get("exit")
    yield Block(
        kind=BlockKind.TOOL_RESULT,
        text=safe(records.result_of(state)),
        call_id=safe(records.call_id(part)),
        failed=state.get("status") == "error" or (type(code) is int and code != 0),
        exit_code=code if type(code) is int else None,
    )
    given = state.get("attachments")
    files = [file for file in given if isinstance(file, dict)] if isinstance(given, list) else []
    for _ in range(sum(map(records.is_image, files))):
        yield Block(kind=BlockKind.IMAGE)


def _text(text: str) -> Block:
    return Block(kind=BlockKind.TEXT, text=safe(text))
