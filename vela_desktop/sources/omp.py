"""OMP's (oh-my-pi's) transcripts: Pi's format with a title in a first line of fixed length."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from vela_desktop.config.home import home
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.sources import files, places
from vela_desktop.sources.pi_names import AGENT, SESSIONS
from vela_desktop.sources.pi_trees import TreeReader, sessions_below
from vela_desktop.sources.protocol import Root

_PROFILES = "profiles"


class OmpReader(TreeReader):
    """Reads the transcripts of OMP, also of profiles."""

    agent = Agent.OMP
    command = "omp --resume"
    hidden = frozenset({"i"})  # what the model means by the call, in a few words

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        """Return the folders of sessions; *override* may name one or OMP's own above it.

        Without variables these are the default one, that of the profile in use, those of other
        profiles that are there, and the one below ``XDG_DATA_HOME`` where it is there.
        """
        if override:
            return sessions_below(self.agent, places.expanded(override))
        if named := environment.get("PI_CODING_AGENT_SESSION_DIR"):
            folders = [places.expanded(named)]
        elif named := environment.get("PI_CODING_AGENT_DIR"):
            folders = [places.expanded(named) / SESSIONS]
        else:
            folders = list(dict.fromkeys(_defaults(environment)))
        return [places.root(self.agent, folder) for folder in folders]


def _defaults(environment: Mapping[str, str]) -> Iterator[Path]:
    base = home(environment) / (environment.get("PI_CONFIG_DIR") or ".omp")
    yield base / AGENT / SESSIONS
    if profile := environment.get("OMP_PROFILE"):
        yield base / _PROFILES / profile / AGENT / SESSIONS
    for folder in _folders(base / _PROFILES):
        if places.is_folder(inner := folder / AGENT / SESSIONS):
            yield inner
    data = environment.get("XDG_DATA_HOME")
    if data and places.is_folder(inner := Path(data) / "omp" / SESSIONS):
        yield inner


def _folders(folder: Path) -> list[Path]:
    try:
        found = files.listed(folder)
    except VelaError:
        return []
    return sorted(Path(entry.path) for entry in found if files.is_folder(entry))
