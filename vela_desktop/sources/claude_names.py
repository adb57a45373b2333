"""File names of Claude Code transcripts, and what they say."""

import re
from pathlib import Path

SUFFIX = ".jsonl"
SUBAGENTS = "subagents"
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_AGENT = "agent-"


def is_uuid(text: str) -> bool:
    """Tell whether *text* is a UUID, as session ids are."""
    return _UUID.fullmatch(text) is not None


def is_subagent(path: Path) -> bool:
    """Tell whether the name of *path* is that of a sub-agent's transcript."""
    return path.stem.startswith(_AGENT) or SUBAGENTS in path.parts[:-1]


def id_of(path: Path) -> str | None:
    """Return the native id that the name of *path* is, None where it is no id."""
    return path.stem if is_uuid(path.stem) or path.stem.startswith(_AGENT) else None


def parent_of(path: Path) -> str | None:
    """Return the id of the session in whose folder the sub-agent's transcript *path* lies."""
    for folder in path.parents:
        if folder.name == SUBAGENTS:
            return folder.parent.name or None
    return None
