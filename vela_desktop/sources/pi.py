"""Pi's transcripts: one JSON Lines file a session, in a folder for each working folder."""

from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.sources import places
from vela_desktop.sources.files import listed, opened
from vela_desktop.sources.jsonl import parse
from vela_desktop.sources.pi_names import AGENT, SESSIONS, SUFFIXES
from vela_desktop.sources.pi_records import string
from vela_desktop.sources.pi_trees import TreeReader, sessions_below
from vela_desktop.sources.protocol import Root

_SETTINGS = "settings.json"
_SETTINGS_BYTES = 1 << 20


class PiReader(TreeReader):
    """Reads the transcripts of Pi, from its first format on."""

    agent = Agent.PI
    command = "pi --session"

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the folder that Pi's settings name, the usual one, where older sessions stay, and
        Pi's own where very old ones lie directly in it.

        *override* may name one of these.
        """
        if override:
            return sessions_below(self.agent, places.expanded(override))
        if named := environment.get("PI_CODING_AGENT_SESSION_DIR"):
            return [places.root(self.agent, places.expanded(named))]
        base = places.base(environment, None, "PI_CODING_AGENT_DIR", ".pi", AGENT)
        folders = [*_chosen(base), base / SESSIONS, *([base] if _has_transcripts(base) else [])]
        return [places.root(self.agent, folder) for folder in dict.fromkeys(folders)]


def _chosen(base: Path) -> list[Path]:
    """Return the folder that the settings in Pi's own folder *base* name, if any.

    One that is relative is another in each working folder, so nobody can tell where it is.
    """
    try:
        with opened(base / _SETTINGS) as stream:
            settings = parse(stream.read(_SETTINGS_BYTES).removeprefix(BOM_UTF8)) or {}
    except VelaError:
        return []
    folder = places.expanded(string(settings, "sessionDir"))
    return [folder] if folder.is_absolute() else []


def _has_transcripts(folder: Path) -> bool:
    try:
        return any(entry.name.endswith(SUFFIXES) for entry in listed(folder))
    except VelaError:
        return False
