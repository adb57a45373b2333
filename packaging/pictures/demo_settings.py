"""Scenes of the settings window: an agent that works, and one whose program is a wrong file."""

from pathlib import Path
from typing import Any

from studio import Studio
from support.fake_agents import fake_claude

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.routes import SettingsRoute
from vela_desktop.gui.settings.window import SettingsWindow

_LEVELS = ["low", "medium", "high", "xhigh", "max"]
_MODELS = [
    {"value": name.lower(), "displayName": name, "supportsEffort": name != "Haiku 4.5",
     "supportedEffortLevels": _LEVELS}
    for name in ("Default", "Opus 5.5", "Opus 4.8", "Sonnet 5", "Sonnet 4.8", "Haiku 4.5", "Fable")
]  # fmt: skip


async def show_settings(studio: Studio) -> None:
    """Show Claude after a test that went well."""
    folder = Path.home() / ".local"
    program = folder / "claude-bin" / "claude"
    if not program.exists():
        fake_claude(folder, models=_MODELS)
    agents = studio.services.agents
    await agents.configure(Agent.CLAUDE, executable=str(program), environment={"HTTPS_PROXY": "http://127.0.0.1:7890"})
    window = await _open(studio, Agent.CLAUDE)
    window.page.test()
    await studio.settle(1.5)


async def show_trouble(studio: Studio) -> None:
    """Show Codex with a wrong file, an argument that is not allowed, and a test that failed."""
    agents = studio.services.agents
    await agents.configure(Agent.CODEX, executable=str(Path.home() / "bin" / "codex-of-last-year"))
    window = await _open(studio, Agent.CODEX)
    fields = window.page.program
    fields.arguments.type("--dangerously-bypass-approvals-and-sandbox")
    fields.environment.type("OPENAI_BASE_URL http://127.0.0.1:8080")
    fields.environment.type("")
    window.page.test()
    await studio.settle(1.5)


async def hide_settings(studio: Studio) -> None:
    """Close the window and set everything back."""
    await studio.close_dialogs()
    for agent in (Agent.CLAUDE, Agent.CODEX):
        await studio.services.agents.configure(agent, executable=None, environment={})


async def _open(studio: Studio, agent: Agent) -> Any:
    studio.window.go(SettingsRoute(agent=agent))
    window = studio.window.findChild(SettingsWindow)
    assert window is not None
    await studio.settle(1.2)
    return window
