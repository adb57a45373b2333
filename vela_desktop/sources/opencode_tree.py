"""The sessions of a tree of JSON files, as OpenCode kept them before 1.2 in a ``storage`` folder.

Up to 1.1: ``session/<project>/<session>.json``, ``message/<session>/<message>.json`` and
``part/<message>/<part>.json``. In the first versions: ``session/info/<session>.json``,
``session/message/<session>/…`` and ``session/part/<session>/<message>/…``. Parts may also lie in
``part`` itself, and a session may have nothing but its messages.

A session's fingerprint is the size of its own file and those of its messages, and the time that it
notes of its last change, as a database does that it was copied to. A place is the number of the
message's file, by name. A message ends with its parts complete, so theirs are not looked at.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import Fingerprint
from vela_desktop.sources import opencode_names as names
from vela_desktop.sources import opencode_records as records
from vela_desktop.sources import places
from vela_desktop.sources.files import fingerprint, is_folder, listed, opened
from vela_desktop.sources.jsonl import Record, decode
from vela_desktop.sources.opencode_talk import About, After, Listed, Talk
from vela_desktop.sources.times import milliseconds

_JSON = ".json"
_NAME = re.compile(r"[^/\\\0\ud800-\udfff]*[^/\\\0\ud800-\udfff.]")
"""An id that names files and folders: it leads nowhere else."""
_FIRST_FILES = 20
"""How many messages of a session are looked at for its first prompt."""
_PLACES = frozenset({"message", "part"})
"""Folders beside those with sessions, in the first versions."""


class TreeStore:
    """The sessions of the tree in the folder *path*; for one task, in which nothing is read twice.

    What is written meanwhile may be seen or not.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_old = places.is_folder(path / "session" / "message")
        base = path / "session" if self._is_old else path
        self._message_folder, self._part_folder = base / "message", base / "part"
        self._files: dict[str, list[Path]] = {}
        self._loose: dict[str, list[Path]] | None = None

    def sessions(self) -> list[Listed]:
        """Return all sessions, the newest first."""
        every: dict[str, tuple[Path | None, Record]] = {}
        for path in self._info_files():
            info = _read_or_nothing(path)
            if native_id := _id_of(info, path):
                every[native_id] = (path, info)
        for entry in listed(self._message_folder):
            if is_folder(entry):
                every.setdefault(entry.name, (None, {}))
        found = [
            Listed(
                native_id, not records.string(info, "parentID"), self._listed(native_id, path, info)
            )
            for native_id, (path, info) in every.items()
            if names.is_id(native_id) and not names.is_curation(records.string(info, "title"), None)
        ]
        return sorted(found, key=lambda one: one.fingerprint.mtime_ns, reverse=True)

    def fingerprint(self, native_id: str) -> Fingerprint:
        """Return the size of the session and its messages, and when it changed last."""
        return self._state(native_id, *self._found(native_id))

    def about(self, native_id: str) -> About:
        """Return what is noted of the session, and what its messages say until the first prompt."""
        _, info = self._found(native_id)
        count = len(self._messages(native_id))
        places = sorted({*range(min(count, _FIRST_FILES)), *range(count)[-1:]})
        talks = [talk for place in places if (talk := self.talk_at(native_id, place))]
        talks.sort(key=lambda talk: talk.order)
        seen = [at for talk in talks for at in (talk.at, records.ended(talk.record)) if at]
        updated = milliseconds(records.record_in(info, "time").get("updated"))
        return About(
            native_id=native_id,
            parent=records.string(info, "parentID"),
            title=records.string(info, "title"),
            cwd=records.string(info, "directory") or _first(map(_cwd_of, talks)),
            model=_first(records.model_of(talk.record) for talk in reversed(talks)),
            started=records.created(info) or min(seen, default=None),
            last=updated or max(seen, default=None),
            reverted=records.string(records.record_in(info, "revert"), "messageID"),
            first_at=talks[0].at if talks else None,
            first_text=_first(map(_typed, talks)) or "",
        )

    def talks(self, native_id: str, after: After) -> Iterator[Talk]:
        """Yield the messages after *after*."""
        self._found(native_id)
        placed = []
        for place, path in enumerate(self._messages(native_id)):
            record = _read(path)
            placed.append(((records.created(record) or 0, _id_of(record, path)), place))
        for order, place in sorted(placed):
            if order > after and (talk := self.talk_at(native_id, place)) is not None:
                yield talk

    def talk_at(self, native_id: str, place: int) -> Talk | None:
        """Return the message in the file numbered *place*, None where there is none."""
        files = self._messages(native_id)
        if not 0 <= place < len(files):
            return None
        data = _bytes_of(files[place])
        record = decode(data) or {}
        message_id = _id_of(record, files[place])
        bodies = [_bytes_of(path) for path in self._parts(native_id, message_id)]
        parts = [decode(body) for body in bodies]
        at = records.created(record)
        return Talk(
            place=place,
            id=message_id,
            order=(at or 0, message_id),
            at=at,
            size=len(data) + sum(map(len, bodies)),
            record=record,
            parts=[part for part in parts if part],
            bad=parts.count(None) + (not record),
        )

    def _found(self, native_id: str) -> tuple[Path | None, Record]:
        """Return the session's own file and what it says. Raises ``source_gone``."""
        for path in self._info_files(f"{native_id}{_JSON}"):
            return path, _read(path)
        for path in self._info_files(f"ses_{native_id}{_JSON}"):
            if _id_of(info := _read(path), path) == native_id:
                return path, info
        if not self._messages(native_id):
            ref = names.location_of(self._path, native_id).ref
            raise VelaError(Code.SOURCE_GONE, path=ref, reason="deleted")
        return None, {}

    def _info_files(self, name: str = "") -> Iterator[Path]:
        """Yield the files of sessions, or those called *name*."""
        for folder in listed(self._path / "session"):
            if not is_folder(folder) or folder.name in _PLACES:
                continue
            if not name:
                yield from _json_files(Path(folder.path))
            elif places.is_file(path := Path(folder.path, name)):
                yield path

    def _listed(self, native_id: str, path: Path | None, info: Record) -> Fingerprint:
        """Return the session's state for a listing: one that cannot be told hides no other, and who
        asks for more of the session hears of it."""
        try:
            return self._state(native_id, path, info)
        except VelaError:
            return Fingerprint(0, 0)

    def _state(self, native_id: str, path: Path | None, info: Record) -> Fingerprint:
        files = [*self._messages(native_id), *([path] if path else [])]
        states = [fingerprint(file) for file in files]
        updated = milliseconds(records.record_in(info, "time").get("updated"))
        latest = max((state.mtime_ns for state in states), default=0)
        return Fingerprint(
            sum(state.size for state in states), updated * 1_000_000 if updated else latest
        )

    def _messages(self, native_id: str) -> list[Path]:
        files = self._files.get(native_id)
        if files is None:
            files = self._files[native_id] = _json_files(self._message_folder / native_id)
        return files

    def _parts(self, native_id: str, message_id: str) -> list[Path]:
        folder = self._part_folder / native_id if self._is_old else self._part_folder
        if files := _json_files(folder / message_id):
            return files
        if self._loose is None:
            self._loose = {}
            for path in _json_files(self._part_folder):
                owner = records.string(_read(path), "messageID") or ""
                self._loose.setdefault(owner, []).append(path)
        return self._loose.get(message_id, [])


def _json_files(folder: Path) -> list[Path]:
    return sorted(Path(entry.path) for entry in listed(folder) if entry.name.endswith(_JSON))


def _bytes_of(path: Path) -> bytes:
    with opened(path) as stream:
        return stream.read(stream.fingerprint.size)


def _read(path: Path) -> Record:
    return decode(_bytes_of(path)) or {}


def _read_or_nothing(path: Path) -> Record:
    """Read a file for a listing: one that cannot be read keeps no other from being listed, and who
    asks for more of its session hears of it."""
    try:
        return _read(path)
    except VelaError:
        return {}


def _id_of(record: Record, path: Path) -> str:
    """Return the id that a file says it has, unless no file or folder can be named so."""
    said = records.string(record, "id")
    return said if said and _NAME.fullmatch(said) else path.stem


def _typed(talk: Talk) -> str:
    is_prompt = records.role_of(talk.record) == records.USER
    return records.typed(talk.record, talk.parts) if is_prompt else ""


def _cwd_of(talk: Talk) -> str | None:
    return records.cwd_of(talk.record)


def _first(found: Iterable[str | None]) -> str | None:
    return next((one for one in found if one), None)
