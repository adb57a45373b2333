"""Column types: long text kept compressed, and values kept as JSON."""

from typing import Any

import orjson
import zstandard
from sqlalchemy import LargeBinary, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

COMPRESSED_ABOVE = 4096
"""Bytes of UTF-8 from which on compressing pays."""

_PLAIN, _ZSTANDARD = b"\x00", b"\x01"


def pack(data: bytes) -> bytes:
    """Return *data* as stored: a byte that tells the form, then the data or its zstd frame."""
    if len(data) <= COMPRESSED_ABOVE:
        return _PLAIN + data
    return _ZSTANDARD + zstandard.compress(data, 3)


def unpack(stored: bytes) -> bytes:
    """Return the data that ``pack`` stored."""
    form, data = stored[:1], stored[1:]
    return zstandard.decompress(data) if form == _ZSTANDARD else data


class CompressedText(TypeDecorator[str]):
    """Text that may be long: a blob, zstandard above 4 KiB."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, _dialect: Dialect) -> bytes | None:
        return None if value is None else pack(value.encode("utf-8"))

    def process_result_value(self, value: bytes | None, _dialect: Dialect) -> str | None:
        return None if value is None else unpack(value).decode("utf-8")


class Json(TypeDecorator[Any]):
    """A small value as JSON text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, _dialect: Dialect) -> str | None:
        return None if value is None else orjson.dumps(value).decode("utf-8")

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Any:
        return None if value is None else orjson.loads(value)


class CompressedJson(TypeDecorator[Any]):
    """A value that may be large, such as what undoes a change, as compressed JSON."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, _dialect: Dialect) -> bytes | None:
        return None if value is None else pack(orjson.dumps(value))

    def process_result_value(self, value: bytes | None, _dialect: Dialect) -> Any:
        return None if value is None else orjson.loads(unpack(value))
