"""What a reader needs to go on with a transcript that grew, packed into opaque bytes."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import orjson
import zstandard

from vela_desktop.domain.sessions import Location, TranscriptMap
from vela_desktop.sources.files import Stream

VERSION = 1
"""Another number than the stored one means: read the file from its start."""


def packed(data: Mapping[str, Any]) -> bytes:
    """Return *data* as opaque bytes."""
    return zstandard.ZstdCompressor(level=1).compress(orjson.dumps(data))


def unpacked(state: bytes) -> dict[str, Any]:
    """Return what ``packed`` was given; nothing where *state* is damaged or empty."""
    try:
        data = orjson.loads(zstandard.ZstdDecompressor().decompress(state))
    except (zstandard.ZstdError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def pack(stream: Stream, end: int, data: object, slot: int = 0) -> bytes:
    """Return *data* as a state for going on from *end* of *stream*.

    Its first *slot* bytes are rewritten in place and tell nothing about the rest.
    """
    return packed({"version": VERSION, "edges": _digest(stream, end, slot), "data": data})


def unpack(
    stream: Stream, location: Location, previous: TranscriptMap | None, slot: int = 0
) -> Any:
    """Return the data of *previous* if *stream* still begins with what it was made of, else None.

    With data, the stream stands at ``previous.end``.
    """
    if previous is None or not previous.state or previous.location != location:
        return None
    if stream.size is not None and stream.size < previous.end:
        return None
    whole = unpacked(previous.state)
    if whole.get("version") != VERSION:
        return None
    if whole.get("edges") != _digest(stream, previous.end, slot):
        return None
    stream.seek(previous.end)
    return whole.get("data")


def _digest(stream: Stream, end: int, slot: int) -> str:
    """Return what must be the same at going on. A compressed file is never appended to."""
    if stream.size is None:
        return repr(stream.fingerprint)
    return sha256(b"\0".join(stream.edges(end, slot))).hexdigest()
