"""File names and first bytes of Pi's and OMP's transcripts, and what they say.

OMP began as a copy of Pi and reads the same variables, so both can keep transcripts in one folder.
Each file there belongs to one of them: to OMP where its first 8 KiB hold something that only OMP
writes, or where nothing says so but it lies below a folder ``.omp`` or ``omp`` (``.pi`` nearer to
it tells otherwise); else to Pi. It lies where links end: a folder of one that is a link to one of
the other is the other's.
"""

import os
import re
from pathlib import Path

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.sources.files import opened
from vela_desktop.sources.heads import SMALL
from vela_desktop.sources.uuids import is_uuid

SUFFIXES = (".jsonl", ".jsonl.gz")
"""OMP compresses what was not used for long."""
SESSIONS = "sessions"
AGENT = "agent"
_FIRST = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"type"\s*:\s*"(?:session|title)"')
_OMP = re.compile(
    rb'^(?:\xef\xbb\xbf)?\{\s*"type"\s*:\s*"(?:'
    rb"title|title_change|service_tier_change|session_init|mode_change|reset_boundary|"
    rb'ttsr_injection|credential_pin|model_usage|archive)"'
    rb'|^(?:\xef\xbb\xbf)?\{\s*"type"\s*:\s*"session"[^\n]*"(?:title|titleSource|'
    rb'additionalDirectories|previousSessionFiles|providerPromptCacheKey)"\s*:'
    rb'|^\{\s*"type"\s*:\s*"model_change"[^\n]*"model"\s*:'
    rb'|^\{\s*"type"\s*:\s*"thinking_level_change"[^\n]*"configured"\s*:'
    rb'|^\{\s*"type"\s*:\s*"custom"\s*,\s*"customType"\s*:\s*"(?:tool_execution_start|'
    rb'session_exit)"',
    re.MULTILINE,
)
"""Records at the beginning of a line that only OMP writes; inside a text quotes are escaped."""
_FOLDERS = {".pi": Agent.PI, ".omp": Agent.OMP, "omp": Agent.OMP}
_STAMPED = re.compile(r"\d{4}-\d\d-\d\dT[\d-]+Z?_(.+)")


def owner(path: Path, head: bytes) -> Agent:
    """Return whose the transcript *path* is that begins with *head*: Pi's or OMP's."""
    if _OMP.search(head[:SMALL]):
        return Agent.OMP
    real = Path(os.path.realpath(path))
    named = (_FOLDERS[folder.name] for folder in real.parents if folder.name in _FOLDERS)
    return next(named, Agent.PI)


def listed_owner(path: Path) -> Agent | None:
    """Return whose the file *path* in a folder of transcripts is, None where it is none.

    Looks at few bytes: there are many files, and each scan asks for all of them.
    """
    try:
        with opened(path) as stream:
            head = stream.read(SMALL)
    except VelaError:
        head = b""
    return owner(path, head) if _FIRST.match(head) or id_of(path) else None


def id_of(path: Path) -> str | None:
    """Return the id that the name of *path*, ``<time>_<id>``, ends with."""
    match = _STAMPED.fullmatch(_stem(path.name))
    return match[1] if match else None


def named_id(reference: str) -> str | None:
    """Return the id of the session that *reference* names: an id, or the path of a transcript."""
    name = re.split(r"[/\\]", reference)[-1]
    if not is_path(reference):
        return name or None
    return id_of(Path(name)) or (_stem(name) if is_uuid(_stem(name)) else None)


def is_path(reference: str) -> bool:
    """Tell whether *reference* to a session is a path, on this system or another."""
    return "/" in reference or "\\" in reference or reference.endswith(SUFFIXES)


def parent_of(path: Path) -> str | None:
    """Return the id of the session beside which the folder of the sub-agent *path* lies.

    A folder is named as the transcript it belongs to.
    """
    ids = [id_ for folder in path.parents if (id_ := id_of(folder))]
    return ids[-1] if ids else None


def _stem(name: str) -> str:
    return name.removesuffix(".gz").removesuffix(".jsonl")
