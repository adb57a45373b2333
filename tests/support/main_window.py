"""The whole window over real services, for tests of what a person does in it."""

import gc
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from support.gui import destroy, until
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Choice, Job, JobOptions, JobStatus
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.compose import compose
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.knowledge.pane import KnowledgePane
from vela_desktop.gui.opening import show_sessions
from vela_desktop.gui.sessions.pane import SessionPane
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.gui.theme import Theme
from vela_desktop.wiring import complete, open_reading
from vela_desktop.wiring.services import Services


@dataclass(frozen=True)
class Opened:
    """An open window with what stands behind it."""

    window: MainWindow
    services: Services
    sessions: SessionPane
    knowledge: KnowledgePane


def variables(home: Path) -> dict[str, str]:
    """Return an environment whose agents keep their sessions below *home*."""
    return {
        "HOME": str(home),
        "PATH": os.defpath,
        "CLAUDE_CONFIG_DIR": str(home / "claude"),
        "CODEX_HOME": str(home / "codex"),
    }


@asynccontextmanager
async def opened(
    data: Path, theme: Theme, languages: Languages, environment: Mapping[str, str]
) -> AsyncIterator[Opened]:
    """Give a window on *data* as the program opens it, with its first scan done."""
    paths = Paths(data)
    settings = SettingsStore(paths.settings)
    window = MainWindow(settings, theme, languages)
    window.show()
    reading = await open_reading(paths, environment, settings=settings)
    bridge = Bridge(reading.bus, window)
    sessions = show_sessions(window, reading, bridge)
    await reading.scanner.scan()
    services = await complete(reading, Via.GUI)
    compose(window, services, bridge)
    sessions.reload()
    await services.runner.start()
    knowledge = window.findChild(KnowledgePane)
    assert knowledge is not None
    await until(lambda: knowledge.model.root.children is not None)
    try:
        yield Opened(window, services, sessions, knowledge)
    finally:
        await tasks.settle()
        window.hide()
        await services.close()
        destroy(window)
        gc.disable()  # until the test has ended, see conftest


async def curated(services: Services, session_id: str) -> Job:
    """Curate a session with the built-in extractor, to the end."""
    job = await services.jobs.submit(session_id, Choice(agent=Agent.BUILTIN), JobOptions())
    ended = await services.jobs.run(job.id)
    assert ended.status is JobStatus.COMPLETED
    return ended


def right_click(widget: QWidget, at: QPoint) -> None:
    """Ask *widget* for the context menu of what is at a point of it."""
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, at, widget.mapToGlobal(at))
    QApplication.sendEvent(widget, event)


def menu_row(owner: QWidget, action_id: str) -> QAction:
    """Return a row of the context menu that *owner* has open."""
    menu = next(menu for menu in owner.findChildren(QMenu, "context_menu") if menu.isVisible())
    return next(action for action in menu.actions() if action.objectName() == action_id)
