"""Where a Grok Build session keeps its files, and how spans name them.

A session is a folder ``<group>/<uuid>/``. The group is the percent-encoded working folder; where
that would be longer than 255 bytes it is ``<leaf>-<16 hex>`` and a file ``.cwd`` has the path.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from vela_desktop.domain.errors import VelaError
from vela_desktop.sources import files, places
from vela_desktop.sources.uuids import is_uuid

SESSIONS = "sessions"
SUFFIX = ".jsonl"
CHAT = "chat_history.jsonl"
"""The conversation as the model sees it: rewritten at compaction, without times."""
UPDATES = "updates.jsonl"
"""Everything that was shown, with times: only ever appended to, and sometimes huge."""
TALKS = (CHAT, UPDATES)
"""What makes a folder a session: one of these."""
SUMMARY = "summary.json"
REQUESTS = "compaction_requests"
SUBAGENTS = "subagents"

CHAT_FILE = 0
UPDATES_FILE = 1
_FIRST_REQUEST = 2
_FILE_SHIFT = 48

_CWD = ".cwd"
_CWD_BYTES = 1 << 15
_ABSOLUTE = re.compile(r"/|[A-Za-z]:[\\/]|\\\\")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The files of one session; None for one that is not there."""

    path: Path
    folder: Path
    chat: Path | None
    updates: Path | None
    requests: tuple[Path, ...] = ()
    """Histories that were sent for compaction, by name."""

    @property
    def main(self) -> Path:
        """The file that holds the conversation."""
        return self.chat or self.updates or self.path

    def file(self, number: int) -> Path | None:
        """Return the file that a span with *number* lies in, None where there is none."""
        if number == CHAT_FILE:
            return self.chat
        if number == UPDATES_FILE:
            return self.updates
        nth = number - _FIRST_REQUEST
        return self.requests[nth] if nth < len(self.requests) else None


def base_of(nth_request: int) -> int:
    """Return what is added to the offsets of spans in the request of that number."""
    return (_FIRST_REQUEST + nth_request) << _FILE_SHIFT


UPDATES_BASE = UPDATES_FILE << _FILE_SHIFT
"""What is added to the offsets of spans in the log of updates. A span's offset is the number of
its file times 2**48, plus the offset in that file; the conversation itself has number 0."""


def parted(offset: int) -> tuple[int, int]:
    """Return the number of the file that a span's *offset* names, and the offset in it."""
    return offset >> _FILE_SHIFT, offset & ((1 << _FILE_SHIFT) - 1)


def place_of(path: Path, *, is_log: bool = False) -> Place:
    """Return the files of the session at *path*: its folder, or a single file of one.

    *is_log* tells that a single file of another name is a log of updates.
    """
    if not places.is_folder(path):
        log = is_log or path.name == UPDATES
        return Place(
            path=path,
            folder=path.parent,
            chat=None if log else path,
            updates=path if log else None,
        )
    requests = path / REQUESTS
    return Place(
        path=path,
        folder=path,
        chat=_present(path / CHAT),
        updates=_present(path / UPDATES),
        requests=tuple(sorted(requests.glob("*.json"))) if places.is_folder(requests) else (),
    )


def is_talk(path: Path) -> bool:
    """Tell whether the file at *path* is named as one that stands for its folder's session."""
    return path.name in TALKS


def _present(path: Path) -> Path | None:
    try:
        return path if path.is_file() else None
    except OSError:
        return path


def id_of(place: Place) -> str | None:
    """Return the id that the session's folder is named by."""
    return place.path.name if is_uuid(place.path.name) else None


def cwd_of(place: Place) -> str | None:
    """Return the working folder that the session's group stands for."""
    if id_of(place) is None:
        return None
    group = place.path.parent
    try:
        with files.opened(group / _CWD) as stream:
            noted = stream.read(_CWD_BYTES).decode("utf-8", "replace").strip()
    except VelaError:
        noted = ""
    named = noted or unquote(group.name, errors="replace")
    return named if _ABSOLUTE.match(named) else None
