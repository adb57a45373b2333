"""Finds the sessions at a path that a person named."""

from pathlib import Path

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Location
from vela_desktop.sources.readers import READERS


def locate(path: Path) -> list[tuple[Agent, Location]]:
    """Return the main sessions at *path*, a file or folder; none where nothing is a transcript.

    Whose they are is told by their content. Raises ``source_gone`` or ``source_unreadable``.
    """
    return [(agent, place) for agent, reader in READERS.items() for place in reader.at(path)]
