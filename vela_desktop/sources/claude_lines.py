"""The shape of Claude Code's lines, as far as the map of a transcript needs it.

Lines are decoded straight into these types, which skips tool results and other bulk. A line in any
other shape is decoded loosely, and what does not fit is left out: versions differ.
"""

from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from vela_desktop.sources.jsonl import Record, Shape

S = TypeVar("S", bound=Struct)


class Block(Struct, gc=False):
    """One part of a message."""

    type: str | None = None
    text: str | None = None
    id: str | None = None
    tool_use_id: str | None = None


Content = str | list[Block] | None


class Message(Struct, gc=False):
    """What went to the model or came from it."""

    id: str | None = None
    model: str | None = None
    content: Content = None


class Origin(Struct, gc=False):
    """Who a prompt is from."""

    kind: str | None = None


class Fork(Struct, gc=False, rename={"session_id": "sessionId"}):
    """Where a record was copied from."""

    session_id: str | None = None


class Attachment(Struct, gc=False, rename="camel"):
    """Something that the program put into the context."""

    type: str | None = None
    prompt: Content = None
    command_mode: str | None = None
    is_meta: bool | None = None
    origin: Origin | None = None


class Line(Struct, gc=False, rename="camel"):
    """One record."""

    type: str | None = None
    uuid: str | None = None
    parent_uuid: str | UnsetType | None = UNSET
    logical_parent_uuid: str | None = None
    timestamp: str | int | float | None = None
    session_id: str | None = None
    cwd: str | None = None
    git_branch: str | None = None
    version: str | None = None
    is_sidechain: bool | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_visible_in_transcript_only: bool | None = None
    is_api_error_message: bool | None = None
    origin: Origin | None = None
    forked_from: Fork | None = None
    message: Message | None = None
    attachment: Attachment | None = None
    subtype: str | None = None
    content: Any = None
    operation: str | None = None
    leaf_uuid: str | None = None
    summary: str | None = None
    custom_title: str | None = None
    ai_title: str | None = None


_NESTED: dict[str, type[Struct]] = {
    "message": Message,
    "attachment": Attachment,
    "origin": Origin,
    "forkedFrom": Fork,
}


def loosened(record: Record) -> Line:
    """Return *record* as a line; fields of another type than expected are left out."""
    return _loosened(Line, record)


def _loosened(shape: type[S], record: Record) -> S:
    given: dict[str, Any] = {}
    for name, encoded, wanted in _fields(shape):
        if encoded in record:
            value = record[encoded]
            if encoded in _NESTED:
                given[name] = _loosened(_NESTED[encoded], value) if type(value) is dict else None
            elif wanted == Content:
                given[name] = content_of(value)
            elif _fits(value, wanted):
                given[name] = value
    return shape(**given)


@lru_cache
def _fields(shape: type[Struct]) -> tuple[tuple[str, str, Any], ...]:
    fields = msgspec.structs.fields(shape)
    return tuple((field.name, field.encode_name, field.type) for field in fields)


def content_of(value: object) -> Content:
    """Return the content of a message in a known shape."""
    if isinstance(value, list):
        return [_loosened(Block, block) for block in value if isinstance(block, dict)]
    return value if isinstance(value, str) else None


def _fits(value: object, wanted: Any) -> bool:
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError:
        return False
    return True


LINES = Shape(
    kind=Line,
    decode=msgspec.json.Decoder(Line).decode,
    loosen=loosened,
    is_timed=lambda line: line.timestamp is not None,
)
"""How a scan reads lines of Claude Code."""
