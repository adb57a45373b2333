"""Scenes of the settings window: an agent that works, and one whose program is a wrong file."""

from pathlib import Path
from typing import TYPE_CHECKING

from support.fake_agents import fake_claude
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.routes import SettingsRoute
from vela_desktop.gui.settings.page import AgentPage
from vela_desktop.gui.settings.window import SettingsWindow

if TYPE_CHECKING:
    from studio import Studio

_LEVELS = ["low", "medium", "high", "xhigh", "max"]
_MODELS = [
    {"value": name.lower(), "displayName": name, "supportsEffort": name != "Haiku 4.5",
     "supportedEffortLevels": _LEVELS}
    for name in ("Default", "Opus 5.5", "Opus 4.8", "Sonnet 5", "Sonnet 4.8", "Haiku 4.5")
]  # fmt: skip
_PROXY = {"HTTPS_PROXY": "http://127.0.0.1:7890"}


async def show_settings(studio: "Studio") -> None:
    """Show Claude after a test that went well."""
    folder = Path.home() / ".local"
    program = folder / "claude-bin" / "claude"
    if not program.exists():
        fake_claude(folder, models=_MODELS)
    await studio.services.agents.configure(
        Agent.CLAUDE, executable=str(program), environment=_PROXY
    )
    page = await _page(studio, Agent.CLAUDE)
    page.test()
    await studio.settle(1.5)


async def show_models(studio: "Studio") -> None:
    """Show what the window knows further down: transcripts and models."""
    page = await _page(studio, Agent.CLAUDE)
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    await studio.settle()


async def show_trouble(studio: "Studio") -> None:
    """Show OMP with a wrong file, an argument that is not allowed, and a test that failed."""
    page = await _page(studio, Agent.OMP)
    page.program.executable.type(str(Path.home() / "bin" / "omp-of-last-year"))
    page.program.arguments.type("--yolo")
    page.test()
    await studio.settle(1.5)


async def hide_settings(studio: "Studio") -> None:
    """Close the window and set everything back."""
    await studio.close_dialogs()
    await studio.services.agents.configure(Agent.CLAUDE, executable=None, environment={})


async def _page(studio: "Studio", agent: Agent) -> AgentPage:
    studio.window.go(SettingsRoute(agent=agent))
    window = studio.window.findChild(SettingsWindow)
    assert window is not None
    await studio.settle(1.2)
    return window.page
