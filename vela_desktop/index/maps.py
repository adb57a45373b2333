"""Transcript maps, kept in the index so that each part of a transcript is read once."""

import logging
from dataclasses import replace
from pathlib import Path

import msgspec
import zstandard

from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.sessions import Fingerprint, Location, TranscriptMap
from vela_desktop.index.records import key
from vela_desktop.index.schema import immediate, opened
from vela_desktop.index.stamp import stamp
from vela_desktop.sources.readers import reader

_FAST = 1
"""The level of compression: the next ones take twice as long and save nothing."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(TranscriptMap).decode

logger = logging.getLogger(__name__)


def transcript_map(path: Path, location: Location) -> TranscriptMap:
    """Return the map of the transcript at *location*, from the index at *path* where it is there.

    Reads what was added since, all of it where the transcript was rewritten, nothing where it did
    not change. Raises VelaError ``source_gone`` or ``source_unreadable``; trouble with the index
    only means that the map has to be made again. The map comes without the reader's ``state``,
    which is larger than the rest and of use here only.
    """
    one = reader(location.agent)
    fingerprint = one.fingerprint(location)
    kept = _kept(path, location)
    if kept and kept.complete and kept.fingerprint == fingerprint:
        return replace(kept, state=b"")
    previous = kept if kept and _may_have_grown(kept.fingerprint, fingerprint) else None
    fresh = one.index(location, previous)
    bare = replace(fresh, state=b"")
    _keep(path, bare, fresh.state)
    return bare


def _may_have_grown(before: Fingerprint, now: Fingerprint) -> bool:
    return now.size > before.size or now == before


def _kept(path: Path, location: Location) -> TranscriptMap | None:
    query = "SELECT map, state FROM map WHERE agent = ? AND ref = ? AND stamp = ?"
    try:
        with opened(path) as connection:
            row = connection.execute(query, (*key(location), stamp())).fetchone()
    except VelaError as error:
        logger.warning("kept maps cannot be read: %s", error.wire)
        return None
    return replace(_decode(zstandard.decompress(row[0])), state=row[1]) if row else None


def _keep(path: Path, fresh: TranscriptMap, state: bytes) -> None:
    row = (*key(fresh.location), stamp(), zstandard.compress(_encode(fresh), _FAST), state)
    query = "INSERT OR REPLACE INTO map (agent, ref, stamp, map, state) VALUES (?, ?, ?, ?, ?)"
    try:
        with opened(path) as connection, immediate(connection):
            connection.execute(query, row)
    except VelaError as error:
        logger.warning("a map of %d messages was not kept: %s", len(fresh.entries), error.wire)
