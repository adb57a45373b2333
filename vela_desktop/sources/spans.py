"""Reads the records that a map entry points to."""

from typing import Protocol

from vela_desktop.domain.errors import Code, FileReason, VelaError
from vela_desktop.domain.sessions import Location, MapEntry
from vela_desktop.sources.jsonl import Record, decode


class Placed(Protocol):
    """Bytes that can be read anywhere."""

    def at(self, offset: int, length: int, /) -> bytes:
        """Return the *length* bytes at *offset*, fewer only at the end."""


def records_of(stream: Placed, location: Location, entry: MapEntry) -> list[Record]:
    """Return the records of *entry*, in order.

    Raises ``source_unreadable`` with reason ``file_changed`` where they are no longer there: the
    map is then older than the file.
    """
    return [_record(stream, location, offset, length) for offset, length in entry.spans]


def _record(stream: Placed, location: Location, offset: int, length: int) -> Record:
    part = stream.at(offset, length)
    record = decode(part) if len(part) == length else None
    if record is None:
        raise VelaError(Code.SOURCE_UNREADABLE, path=location.ref, reason=FileReason.CHANGED)
    return record
