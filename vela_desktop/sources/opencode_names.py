"""Names in OpenCode's folders, and how its sessions are referred to.

A session is one of many in a database or in a tree of JSON files, so a reference is the path of the
database or of the tree's ``storage`` folder, ``#``, and the session's id.
"""

import re
from functools import lru_cache
from pathlib import Path

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Location
from vela_desktop.domain.text import REPLACEMENT
from vela_desktop.sources import files
from vela_desktop.sources.places import is_folder

DATABASES = re.compile(r"opencode[^/\\]*\.db")
"""``opencode.db``, and ``opencode-<channel>.db`` of other channels."""
STORAGE = "storage"
PROJECTS = "project"
"""Before 0.6 each project had a tree of its own: ``project/<folder with dashes>/storage``."""

_MARK = "#"
_NO_ID = re.compile(f"[{_MARK}\\x00-\\x1f\\ud800-\\udfff{REPLACEMENT}]")
_UNTITLED = re.compile(r"(?:New|Child) session - \d{4}-\d\d-\d\dT[\d:.]+Z")
_CURATION = ("vela-curation", "vela")


def reference_of(container: Path) -> str:
    """Return what the references of the sessions in a database or tree begin with."""
    return f"{files.ref_of(container)}{_MARK}"


def location_of(container: Path, native_id: str) -> Location:
    """Return the location of a session in the database or tree at *container*."""
    return Location(Agent.OPENCODE, reference_of(container) + native_id)


def is_id(native_id: str) -> bool:
    """Tell whether a session with this id can be referred to: those of damaged rows cannot."""
    return bool(native_id) and _NO_ID.search(native_id) is None


def parts_of(location: Location) -> tuple[Path, str]:
    """Return the database or tree and the id that *location* refers to."""
    path, _, native_id = location.ref.rpartition(_MARK)
    return _container(path), native_id


@lru_cache(maxsize=16)
def _container(path: str) -> Path:
    return files.path_of(Location(Agent.OPENCODE, path))


def is_title(title: str | None) -> bool:
    """Tell whether a session has a title; OpenCode begins with one that only says the time."""
    return bool(title) and _UNTITLED.fullmatch(title or "") is None


def is_curation(title: str | None, agent: str | None) -> bool:
    """Tell whether a session is a run of this program's own, left by an older OpenCode."""
    return title == _CURATION[0] or agent == _CURATION[1]


def is_storage(folder: Path) -> bool:
    """Tell whether *folder* is a tree of sessions, of any generation."""
    if not is_folder(folder / "message"):
        return is_folder(folder / "session" / "message")
    return any(is_folder(folder / name) for name in ("part", "session"))
