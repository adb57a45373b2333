"""The settings window over real services, without the window that it is opened from."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from support.gui import destroy, until
from support.index import Machine
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import AgentSettings, SettingsStore
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.routes import SettingsRoute
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.settings.page import AgentPage
from vela_desktop.gui.settings.window import SettingsWindow
from vela_desktop.gui.theme import Theme
from vela_desktop.index.store import Index
from vela_desktop.services.agents import AgentService
from vela_desktop.services.sessions import SessionService

__all__ = ["OpenSettings", "SettingsRoom", "machine", "open_settings"]


@dataclass
class SettingsRoom:
    """The window and what stands behind it."""

    window: SettingsWindow
    parent: QWidget
    store: SettingsStore
    bus: EventBus

    @property
    def file(self) -> SettingsStore:
        """The settings as another start of the program reads them."""
        return SettingsStore(self.store.path)

    def stored(self, agent: Agent) -> AgentSettings:
        """Return what the file holds for *agent*."""
        return self.file.now.agent(agent)

    async def page(self, agent: Agent) -> AgentPage:
        """Go to *agent* and wait until its program is known."""
        self.window.show_route(SettingsRoute(agent=agent))
        page = self.window.page
        await until(lambda: page.head.state.text(), 10)
        return page


OpenSettings = Callable[..., AbstractAsyncContextManager[SettingsRoom]]


@pytest.fixture
def machine(home: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A computer with no agent's program and no transcript on it."""
    monkeypatch.setattr("vela_desktop.agents.programs.SYSTEM_PLACES", ())
    return Machine(home)


@pytest.fixture
def open_settings(machine: Machine, theme: Theme, languages: Languages) -> OpenSettings:
    """Opens the window; the test closes it, while the loop still runs."""
    return partial(_opened, machine, theme)


@asynccontextmanager
async def _opened(machine: Machine, theme: Theme, **variables: str) -> AsyncIterator[SettingsRoom]:
    paths, bus = Paths(machine.home / "data"), EventBus()
    store = SettingsStore(paths.settings)
    environment = {**machine.variables, "PATH": "/nowhere", **variables}
    index = await Index.open(machine.folder)
    agents = AgentService(store, paths, environment, bus)
    parent = QWidget()
    bridge = Bridge(bus, parent)
    window = SettingsWindow(agents, SessionService(index), store, bridge, theme, parent)
    window.show_route(SettingsRoute())
    try:
        yield SettingsRoom(window=window, parent=parent, store=store, bus=bus)
    finally:
        window.close()
        await tasks.end()
        await agents.close()
        await index.close()
        destroy(parent)
