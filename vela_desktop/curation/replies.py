"""What agents must answer, as types; the JSON schema sent to them is derived from these."""

from typing import Any, TypeVar

import msgspec

from vela_desktop.domain.entries import Kind

R = TypeVar("R")


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """Words of the source, and where they stand."""

    turn: int
    step: int | None = None
    quote: str


class TopicPart(msgspec.Struct, frozen=True, kw_only=True):
    """What one segment says about one topic.

    ``target`` names a topic of the catalogue ("T3"), or is null for a new topic.
    """

    target: str | None = None
    title: str
    kind: Kind
    content: str
    evidence: list[Evidence]


class ExtractReply(msgspec.Struct, frozen=True, kw_only=True):
    """The topics one segment holds lasting knowledge about; may be none."""

    topics: list[TopicPart]


class MergedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One topic as an entry. ``related`` holds titles of other topics of the same job."""

    title: str
    summary: str
    body: str
    kind: Kind
    tags: list[str]
    related: list[str]
    evidence: list[Evidence]


class MergeReply(msgspec.Struct, frozen=True, kw_only=True):
    """Exactly one entry."""

    entries: list[MergedEntry]


def schema(reply: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON schema of *reply* in the strict dialect that all agents accept.

    The root reference is inlined, every property required, optional ones nullable, no additional
    properties, and neither defaults nor length or count keywords; limits are checked afterwards.
    """
    (root,), components = msgspec.json.schema_components([reply], ref_template="#/$defs/{name}")
    name = root["$ref"].rsplit("/", 1)[1]
    definitions = {key: _strict(value) for key, value in components.items()}
    result: dict[str, Any] = definitions.pop(name)
    if definitions:
        result["$defs"] = definitions
    return result


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    dropped = {"default", "title", "minLength", "maxLength", "minItems", "maxItems"}
    if node.get("type") == "object":
        properties = {key: _strict(value) for key, value in node.get("properties", {}).items()}
        kept = {key: value for key, value in node.items() if key not in dropped}
        return kept | {
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
    return {key: _strict(value) for key, value in node.items() if key not in dropped}


def decode(text: str | bytes, reply: type[R]) -> R:
    """Return the typed reply in *text*; raises ``msgspec.ValidationError`` or ``DecodeError``."""
    return msgspec.json.decode(text, type=reply)
