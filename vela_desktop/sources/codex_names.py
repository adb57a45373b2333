"""File names of Codex's transcripts, and where they lie."""

import re
from pathlib import Path

SUFFIXES = (".jsonl", ".jsonl.zst")
SESSIONS = "sessions"
ARCHIVED = "archived_sessions"
INDEX = "session_index.jsonl"
LOGS = ("history.jsonl", INDEX)
"""Files of Codex with the names of transcripts that are none."""
_ROLLOUT = re.compile(r"rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl(?:\.zst)?")


def is_rollout(path: Path) -> bool:
    """Tell whether *path* is named as Codex names its transcripts."""
    return path.name.startswith("rollout-") and path.name.endswith(SUFFIXES)


def id_of(path: Path) -> str | None:
    """Return the id that the name of *path* ends with."""
    match = _ROLLOUT.fullmatch(path.name)
    return match[1] if match else None


def home_of(path: Path) -> Path | None:
    """Return Codex's folder when *path* lies in its tree, else None."""
    for folder in path.parents:
        if folder.name in {SESSIONS, ARCHIVED}:
            return folder.parent
    return None
