"""A computer with a few sessions on it and the agents that a test names."""

from pathlib import Path

from support.index import NOON, Machine
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import AgentSettings, SettingsStore

EXPIRY = (
    "We decided to judge expiry at read time, because a job leaves a window in which an expired "
    "invitation still works."
)


def machine_with(folder: Path, **programs: Path) -> Machine:
    """Return a computer with two Claude sessions and one of Codex, and the named agents alone."""
    machine = Machine(folder)
    path = machine.add(1, "Invitations: how do they expire?", at=NOON)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Answer 0.", EXPIRY), encoding="utf-8")
    machine.add(2, "Flaky tests", at=NOON + 60)
    machine.add_codex(3, "备份策略", at=NOON + 120)
    set_programs(machine, **programs)
    return machine


def set_programs(machine: Machine, **programs: Path) -> None:
    """Write the settings so that agents are the named programs."""
    agents = {name: AgentSettings(executable=str(path)) for name, path in programs.items()}
    SettingsStore(Paths(machine.home / "data").settings).change(agents=agents)
