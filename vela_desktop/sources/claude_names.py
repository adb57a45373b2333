"""File names of Claude Code transcripts, and what they say."""

from pathlib import Path

from vela_desktop.sources.uuids import is_uuid

SUFFIX = ".jsonl"
SUBAGENTS = "subagents"
LOG = "history.jsonl"
"""A file of Claude Code with the name of a transcript that is none."""
_AGENT = "agent-"


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
