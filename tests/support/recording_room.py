"""The window of a computer with sessions and recordings, and files dragged over its list."""

import gc
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFileDialog, QWidget

from support import gui
from support.index import Machine
from support.recordings import START, cast
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.events import Via
from vela_desktop.domain.routes import Route, SessionRoute
from vela_desktop.domain.sessions import SessionRow
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.conversation.page import ConversationPage
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.opening import show_sessions
from vela_desktop.gui.recordings.intake import Intake
from vela_desktop.gui.recordings.target import DropTarget
from vela_desktop.gui.sessions.pane import SessionPane
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.gui.theme import Theme
from vela_desktop.wiring import complete, open_reading
from vela_desktop.wiring.services import Services

_LEFT, _NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Actions = Qt.DropAction


def recording(path: Path, *said: str, title: str = "Deploy to staging") -> Path:
    """Write a recording in which a terminal showed *said*, a minute apart."""
    events = [[60.0 * at, "o", f"\x1b[1m{text}\x1b[0m\r\n"] for at, text in enumerate(said)]
    return cast(path, events, title=title, timestamp=START // 1000)


def long_recording(path: Path, events: int = 60_000) -> Path:
    """Write a recording that takes several slices to render."""
    said = f"\x1b[32m{'compiling a file of the project' * 3}\x1b[0m {{}}\r\n"
    return cast(path, [[at / 100, "o", said.format(at)] for at in range(events)], title="Long")


async def until(true: Any) -> None:
    """Wait until *true* says so: workers take part."""
    await gui.until(true, 20)


@dataclass(frozen=True)
class Room:
    """An open window, its sessions, and its place for recordings."""

    window: MainWindow
    services: Services
    sessions: SessionPane
    folder: Path

    @property
    def intake(self) -> Intake:
        """What takes recordings in."""
        return self.sessions.intake

    @property
    def target(self) -> DropTarget:
        """What is shown over the pane while something is dragged over it."""
        return self.intake.door.target

    @property
    def rows(self) -> list[SessionRow]:
        """The sessions of the list, in its order."""
        return [line for line in self.sessions.model.lines if isinstance(line, SessionRow)]

    @property
    def selected(self) -> SessionRow | None:
        """The session that the list has selected."""
        return self.sessions.view.selected_session()

    @property
    def notice(self) -> str:
        """What is said of files that were refused."""
        found = self.intake.place.refused.notice
        return f"{found.text} {found.detail}" if found else ""

    def kept(self, where: str = "alone") -> list[Path]:
        """Return the recordings that were taken in."""
        return sorted((self.folder / "data" / "recordings" / where).glob("*"))

    def choose(self, *paths: Path) -> None:
        """Choose files in the dialog that is open."""
        dialog = self.window.findChild(QFileDialog, "recordings")
        assert dialog is not None
        assert dialog.isVisible()
        dialog.filesSelected.emit([str(path) for path in paths])
        dialog.done(QFileDialog.DialogCode.Accepted)

    async def done(self) -> None:
        """Wait until nothing is taken in any more."""
        queue = self.intake.queue
        await until(lambda: queue.running is None and not queue.waiting)

    async def imported(self, path: Path) -> SessionRow:
        """Take *path* in and return the row of its session, which is then selected."""
        before = self.selected
        self.intake.queue.ask([path])
        await until(lambda: self.selected not in (None, before))
        assert self.selected is not None
        return self.selected

    async def page(self, session_id: str) -> ConversationPage:
        """Open the conversation of a session and wait until it can be read."""
        self.sessions.view.opened.emit(session_id)
        page = self.window.tabs.front()
        assert isinstance(page, ConversationPage)
        await until(lambda: page.stage.shows_content and not page.view.busy)
        return page


@asynccontextmanager
async def room(folder: Path, theme: Theme, languages: Languages) -> AsyncIterator[Room]:
    """Give a window that lists a session of Claude and one of Codex, and shows conversations."""
    machine = Machine(folder)
    machine.add(1, "Invitations")
    machine.add_codex(2, "Backups")
    settings = SettingsStore(Paths(folder / "data").settings)
    window = MainWindow(settings, theme, languages)
    window.show()
    reading = await open_reading(Paths(folder / "data"), machine.variables, settings=settings)
    bridge = Bridge(reading.bus, window)
    sessions = show_sessions(window, reading, bridge)
    await reading.scanner.scan()
    services = await complete(reading, Via.GUI)
    sessions.intake.queue.serve(services.recordings)
    _show_conversations(window, services, bridge)
    window.restore_tabs()
    made = Room(window, services, sessions, folder)
    try:
        await until(lambda: len(made.rows) == 2)
        yield made
    finally:
        await tasks.end()
        window.hide()
        await services.close()
        gui.destroy(window)
        gc.disable()  # until the test has ended, see conftest


def _show_conversations(window: MainWindow, services: Services, bridge: Bridge) -> None:
    def page(route: Route) -> ConversationPage:
        assert isinstance(route, SessionRoute)
        return ConversationPage(
            route,
            services.reading.sessions,
            services.conversations,
            services.entries,
            bridge,
            window,
            window.theme,
            window.go,
        )

    window.router.page(SessionRoute, page)


class Drag:
    """Something that another program drags over *widget*: of a list, over its viewport."""

    def __init__(self, widget: QWidget, mime: QMimeData) -> None:
        self._over, self._mime = widget, mime

    @property
    def _widget(self) -> QWidget:
        over = self._over
        return over.viewport() if isinstance(over, QAbstractScrollArea) else over

    def enter(self, at: QPoint) -> QDragEnterEvent:
        """Come in at *at*."""
        event = QDragEnterEvent(
            at, Actions.CopyAction | Actions.MoveAction, self._mime, _LEFT, _NONE
        )
        QApplication.sendEvent(self._widget, event)
        return event

    def move(self, at: QPoint) -> QDragMoveEvent:
        """Go on to *at*."""
        event = QDragMoveEvent(
            at, Actions.CopyAction | Actions.MoveAction, self._mime, _LEFT, _NONE
        )
        QApplication.sendEvent(self._widget, event)
        return event

    def leave(self) -> None:
        """Go away again, or give up with Esc."""
        QApplication.sendEvent(self._widget, QDragLeaveEvent())

    def drop(self, at: QPoint) -> QDropEvent:
        """Let go at *at*."""
        actions = Actions.CopyAction | Actions.MoveAction
        event = QDropEvent(QPointF(at), actions, self._mime, _LEFT, _NONE, QEvent.Type.Drop)
        QApplication.sendEvent(self._widget, event)
        return event


def files(*paths: Path) -> QMimeData:
    """Return what a file manager drags."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def row_of(made: Room, agent: Agent) -> tuple[SessionRow, QPoint]:
    """Return the first session of *agent*, and the middle of its row in the list's viewport."""
    row = next(row for row in made.rows if row.agent is agent)
    view, model = made.sessions.view, made.sessions.model
    at = model.row_of(row.id)
    assert at is not None
    return row, view.visualRect(model.index(at)).center()


class OpenedFiles:
    """Notes which files the thread that made it opens: hooks stay for good, so one serves all."""

    seen: list[str] | None = None

    @classmethod
    def watch(cls) -> list[str]:
        """Note from now on, into the list that is returned."""
        if cls.seen is None:
            main = threading.get_ident()

            def hook(event: str, arguments: tuple[Any, ...]) -> None:
                if event == "open" and cls.seen is not None and threading.get_ident() == main:
                    cls.seen.append(str(arguments[0]))

            sys.addaudithook(hook)
        cls.seen = []
        return cls.seen
