"""The sample sessions that ship with the program, curated offline by the built-in extractor."""

import shutil
from pathlib import Path

from vela_desktop import assets
from vela_desktop.config.settings import AgentSettings, SettingsStore
from vela_desktop.domain.agents import Agent

FOLDERS = {Agent.CLAUDE: "claude", Agent.CODEX: "codex"}
"""Where the samples of each agent lie below ``resources/samples``."""


def install_samples(data: Path, settings: SettingsStore) -> None:
    """Copy the sample sessions below the data folder and look for sessions nowhere else."""
    samples = data / "samples"
    shutil.copytree(assets.resource("samples"), samples, dirs_exist_ok=True)
    agents = dict(settings.now.agents)
    for agent, folder in FOLDERS.items():
        agents[agent.value] = AgentSettings(transcripts=str(samples / folder))
    settings.change(agents=agents)
