"""Recordings of terminals that a person attached to a session."""

from dataclasses import dataclass

from vela_desktop.domain.agents import Agent


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """One attached recording: the SHA-256 of its bytes, the name of its file, and when (UTC
    milliseconds) it was attached."""

    sha256: str
    name: str
    added_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSession:
    """A session with recordings, and what was known of it when the last one was attached: enough
    for its row in the list when its transcript is gone. Times are UTC milliseconds."""

    id: str
    agent: Agent
    native_id: str
    title: str
    project_root: str
    cwd: str | None
    started_at: int | None
    last_at: int | None
    recordings: tuple[Recording, ...]
    """The oldest first."""
