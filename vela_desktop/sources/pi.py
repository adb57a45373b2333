"""Pi's transcripts: one JSON Lines file a session, in a folder for each working folder."""

from collections.abc import Mapping
from pathlib import Path

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.sources import places
from vela_desktop.sources.files import listed
from vela_desktop.sources.pi_names import AGENT, SESSIONS, SUFFIXES
from vela_desktop.sources.pi_trees import TreeReader, sessions_below
from vela_desktop.sources.protocol import Root


class PiReader(TreeReader):
    """Reads the transcripts of Pi, from its first format on."""

    agent = Agent.PI
    command = "pi --session"

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the folder of sessions, and Pi's own where very old ones lie directly in it.

        *override* may name either.
        """
        if override:
            return sessions_below(self.agent, places.expanded(override))
        if named := environment.get("PI_CODING_AGENT_SESSION_DIR"):
            return [places.root(self.agent, places.expanded(named))]
        base = places.base(environment, None, "PI_CODING_AGENT_DIR", ".pi", AGENT)
        folders = [base / SESSIONS, *([base] if _has_transcripts(base) else [])]
        return [places.root(self.agent, folder) for folder in folders]


def _has_transcripts(folder: Path) -> bool:
    try:
        return any(entry.name.endswith(SUFFIXES) for entry in listed(folder))
    except VelaError:
        return False
