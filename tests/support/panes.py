"""The side panes over real services, for tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QWidget

from support.gui import destroy, until
from support.index import Machine
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.events import Via
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.knowledge.pane import KnowledgePane
from vela_desktop.gui.sessions.arrange import GroupLine
from vela_desktop.gui.sessions.pane import SessionPane
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.gui.theme import Theme
from vela_desktop.wiring import build, open_reading
from vela_desktop.wiring.reading import Reading
from vela_desktop.wiring.services import Services


@dataclass(frozen=True)
class Listed:
    """A session list on a computer with transcripts."""

    pane: SessionPane
    reading: Reading
    window: MainWindow

    def titles(self) -> list[str]:
        """Return the lines: groups as ``[name count]``."""
        return [
            f"[{line.name} {line.count}]" if isinstance(line, GroupLine) else line.title
            for line in self.pane.model.lines
        ]

    async def shows(self, *titles: str) -> None:
        """Wait until these are the lines."""
        try:
            await until(lambda: self.titles() == list(titles))
        except TimeoutError:
            assert self.titles() == list(titles)


@asynccontextmanager
async def listed(
    machine: Machine, theme: Theme, languages: Languages, *, scanned: bool = True
) -> AsyncIterator[Listed]:
    """Give a session list of what *machine* holds, scanned before it is shown."""
    paths = Paths(machine.home / "data")
    settings = SettingsStore(paths.settings)
    window = MainWindow(settings, theme, languages)
    reading = await open_reading(paths, machine.variables, settings=settings)
    if scanned:
        await reading.scanner.scan()
    pane = SessionPane(reading.sessions, Bridge(reading.bus, window), window, theme)
    pane.resize(theme.size("pane.left"), theme.size("window.height"))
    pane.show()
    pane.reload()
    await until(lambda: not scanned or len(pane.model.lines))
    try:
        yield Listed(pane, reading, window)
    finally:
        await _close(pane, window)
        await reading.close()


@asynccontextmanager
async def tree_of(
    data: Path, machine: Machine, theme: Theme, languages: Languages
) -> AsyncIterator[tuple[KnowledgePane, Services]]:
    """Give the knowledge tree of the data folder, with the services behind it."""
    async with build(data, Via.GUI, machine.variables) as services:
        window = MainWindow(services.reading.settings, theme, languages)
        bridge = Bridge(services.reading.bus, window)
        pane = KnowledgePane(services.entries, bridge, window, theme)
        pane.resize(theme.size("pane.right"), theme.size("window.height"))
        pane.show()
        await pane.load()
        try:
            yield pane, services
        finally:
            await _close(pane, window)


async def _close(pane: QWidget, window: MainWindow) -> None:
    pane.hide()
    destroy(pane)
    destroy(window)
