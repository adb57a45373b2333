"""The sessions of an OpenCode database, of both generations.

OpenCode 2 copies older sessions under the same ids and leaves the old rows as they are, so where an
id is in both generations the newer rows count.

A session's fingerprint is how many messages it has, and the latest of three times: its own, that of
its last message and that of its last part. Each is found in an index; nothing cheaper tells of an
answer that is being written, for the session's own time can stay as it is. A place is a row id.
"""

from collections.abc import Iterator
from pathlib import Path

from vela_desktop.domain.errors import Code, Reason, VelaError
from vela_desktop.domain.sessions import Fingerprint
from vela_desktop.sources import opencode_names as names
from vela_desktop.sources import opencode_records as records
from vela_desktop.sources.files import unreadable
from vela_desktop.sources.jsonl import Record, decode
from vela_desktop.sources.opencode_db import Database, Row, is_database, reading
from vela_desktop.sources.opencode_second import reshaped
from vela_desktop.sources.opencode_tables import NOTED, PARTS, Tables, tables_of
from vela_desktop.sources.opencode_talk import START, About, After, Listed, Talk
from vela_desktop.sources.times import possible


def holds_sessions(path: Path) -> bool:
    """Tell whether the file at *path* is a database of OpenCode. Raises ``source_…``."""
    if not is_database(path):
        return False
    with reading(path) as database:
        return bool(tables_of(database))


class DatabaseStore:
    """The sessions of the database at *path*."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def sessions(self) -> list[Listed]:
        """Return all sessions, the newest first; of one in both generations the newer."""
        found: dict[str, Listed] = {}
        with reading(self._path) as database:
            if not (generations := tables_of(database)) and database.tables():
                raise unreadable(self._path, Reason.DATABASE_UNKNOWN)
            for tables in generations:
                own = [one for row in database.rows(tables.listing) if (one := _listed(row))]
                own.sort(key=_age, reverse=True)
                tables.listed([one.native_id for one in own])
                for one in own:
                    found.setdefault(one.native_id, one)
        return sorted(found.values(), key=_age, reverse=True)

    def fingerprint(self, native_id: str) -> Fingerprint:
        """Return how many messages the session has, and when it changed last."""
        with reading(self._path) as database:
            for tables in tables_of(database):
                for row in database.rows(f"{tables.listing} WHERE s.id = ?", (native_id,)):
                    return _fingerprint(row)
        raise self._gone(native_id)

    def about(self, native_id: str) -> About:
        """Return what is noted of the session, and what its first message says."""
        with reading(self._path) as database:
            for tables in tables_of(database):
                if rows := tables.head(database, native_id):
                    return _about(native_id, rows)
        raise self._gone(native_id)

    def talks(self, native_id: str, after: After) -> Iterator[Talk]:
        """Yield the messages after *after*, read in short transactions.

        A message that is written meanwhile may be among them or not; the fingerprint tells of it.
        Of damaged rows that SQLite orders otherwise than their texts, some may be left out.
        """
        begin = None
        while begin != after:
            begin = after
            for talk in self._batch(native_id, after):
                if talk.order > after:
                    after = talk.order
                    yield talk

    def talk_at(self, native_id: str, place: int) -> Talk | None:
        """Return the message in row *place*, None where it is another session's or gone."""
        with reading(self._path) as database:
            tables = self._tables(database, native_id)
            for row in database.rows(tables.message, (native_id, place)):
                return _talk(database, tables, row)
        return None

    def _batch(self, native_id: str, after: After) -> list[Talk]:
        with reading(self._path) as database:
            tables = self._tables(database, native_id)
            rows = database.rows(tables.messages, (native_id, *after))
            return [_talk(database, tables, row) for row in rows]

    def _tables(self, database: Database, native_id: str) -> Tables:
        for tables in tables_of(database):
            if database.rows(f"SELECT 1 FROM {tables.sessions} WHERE id = ?", (native_id,)):
                return tables
        raise self._gone(native_id)

    def _gone(self, native_id: str) -> VelaError:
        ref = names.location_of(self._path, native_id).ref
        return VelaError(Code.SOURCE_GONE, path=ref, reason="deleted")


def _listed(row: Row) -> Listed | None:
    raw, title, agent, parent, *_ = row
    native_id = _text(raw) or ""
    if not names.is_id(native_id) or names.is_curation(_text(title), _text(agent)):
        return None
    return Listed(native_id, not parent, _fingerprint(row))


def _age(one: Listed) -> int:
    return one.fingerprint.mtime_ns


def _fingerprint(row: Row) -> Fingerprint:
    count, latest = row[-2:]
    return Fingerprint(count, (_time(latest) or 0) * 1_000_000)


def _about(native_id: str, rows: list[Row]) -> About:
    row = rows[0]
    parent, title, cwd, model, revert, origin = map(_text, row[: len(NOTED)])
    started, updated, latest, last, first_at = row[len(NOTED) : -3]
    chosen = records.joined_model(_object(model)) if model else records.model_of(_object(last))
    first, parts = _shaped(row, [part[-1] for part in rows if part[-1] is not None])
    is_prompt = records.role_of(first) == records.USER
    return About(
        native_id=native_id,
        parent=parent,
        forked_from=origin,
        title=title,
        cwd=cwd or None,
        model=chosen,
        started=_time(started),
        last=max(filter(None, map(_time, (updated, latest))), default=None),
        reverted=records.string(_object(revert), "messageID") if revert else None,
        first_at=_time(first_at),
        first_text=records.typed(first, parts) if is_prompt else "",
    )


def _shaped(row: Row, parts: list[bytes]) -> tuple[Record, list[Record]]:
    kind, data = _text(row[-3]), row[-2]
    record = _object(data)
    return reshaped(kind, record) if kind else (record, [_object(part) for part in parts])


def _talk(database: Database, tables: Tables, row: Row) -> Talk:
    place, order, native_id, at, kind, data = row
    message_id = _text(native_id) or ""
    found = [data]
    if tables.has_parts:
        found += [part for (part,) in database.rows(PARTS, (message_id,))]
    decoded = [decode(_bytes(one)) for one in found]
    record, parts = decoded[0] or {}, [part for part in decoded[1:] if part]
    if kind is not None:
        record, parts = reshaped(_text(kind) or "", record)
    return Talk(
        place=place,
        id=message_id,
        order=(order if isinstance(order, int) else START[0], message_id),
        at=_time(at),
        size=sum(len(one) for one in map(_bytes, found)),
        record=record,
        parts=parts,
        bad=decoded.count(None),
    )


def _object(data: object) -> Record:
    return decode(_bytes(data)) or {}


def _bytes(data: object) -> bytes:
    if isinstance(data, bytes):
        return data
    return b"" if data is None else str(data).encode()


def _text(value: object) -> str | None:
    if value is None:
        return None
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _time(value: object) -> int | None:
    return possible(value) if isinstance(value, int) else None
