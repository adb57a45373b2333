"""The sample sessions that ship with the program, curated offline by the built-in extractor."""

import shutil
from pathlib import Path

from vela_desktop import assets
from vela_desktop.config.settings import AgentSettings, SettingsStore
from vela_desktop.config.trouble import translated
from vela_desktop.domain.agents import AGENTS, Agent

SAMPLES = "samples"
"""Their folder, in the resources and in the data folder."""


def install_samples(data: Path, settings: SettingsStore) -> None:
    """Copy the sample sessions below the data folder and look for sessions nowhere else: also not
    for those of agents of which there are no samples.

    Raises VelaError ``data_…`` where they cannot be written.
    """
    samples = data / SAMPLES
    agents = dict(settings.now.agents)
    for agent, info in AGENTS.items():
        if info.has_sessions and agent is not Agent.TERMINAL:  # recordings are the data folder's
            agents[agent.value] = AgentSettings(transcripts=str(samples / agent.value))
    with translated(data):
        shutil.copytree(assets.resource(SAMPLES), samples, dirs_exist_ok=True)
        settings.change(agents=agents)


def is_free(data: Path) -> bool:
    """Tell whether a demo may use this data folder: a new or empty one, or an earlier demo's.

    Raises VelaError ``data_…`` where it cannot be looked into.
    """
    with translated(data):
        if not data.is_dir() or not any(data.iterdir()):
            return True
        ours = assets.resource(SAMPLES)
        names = [file.relative_to(ours) for file in ours.rglob("*.jsonl")]
        return all((data / SAMPLES / name).is_file() for name in names)
