"""A window on demo data, led to one scene after another."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from demo_recordings import (
    drag_folder,
    drag_over_pane,
    drag_over_session,
    show_import,
    show_recording,
)
from demo_settings import hide_settings, show_models, show_settings, show_trouble
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QTextCursor
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import EntryQuery, EntryRow, GroupKind
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import JobQuery, JobStatus
from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    EntryRoute,
    JobsRoute,
    SessionRoute,
    SnapshotRoute,
    StartRoute,
)
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.compose import compose
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.knowledge.pane import KnowledgePane
from vela_desktop.gui.opening import show_sessions
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.gui.theme import Theme
from vela_desktop.wiring import complete, open_reading

SHADE = 90
"""How dark the window is behind a dialog, of 255."""


class Studio:
    """Opens a window in one scheme and language, and closes it at the end."""

    def __init__(self, app: Any, data: Path, scheme: str, language: str) -> None:
        self._app: QApplication = app
        self._paths = Paths(data)
        self._scheme, self._language = scheme, language

    async def __aenter__(self) -> Self:
        settings = SettingsStore(self._paths.settings)
        theme = Theme(self._app, self._scheme)
        self.languages = Languages(self._app, self._language)
        self.window = MainWindow(settings, theme, self.languages)
        self.window.resize(theme.size("window.width"), theme.size("window.height"))
        self.window.show()
        reading = await open_reading(self._paths, settings=settings)
        self._bridge = Bridge(reading.bus, self.window)
        self.sessions = show_sessions(self.window, reading, self._bridge)
        self.sessions.reload()
        await reading.scanner.scan()
        self.services = await complete(reading, Via.GUI)
        compose(self.window, self.services, self._bridge)
        self.sessions.reload()
        await self.services.entries.drop_draft((await self.first_entry()).id)
        await self.settle()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await hide_settings(self)
        self.sessions.intake.queue.cancel()
        await tasks.settle()
        self.window.hide()
        self.window.deleteLater()
        await self.services.close()
        self.languages.choose("en")

    async def settle(self, seconds: float = 0.6) -> None:
        """Let reading, rendering and layout come to rest."""
        await asyncio.sleep(seconds)

    def take(self, target: Path) -> None:
        """Save a picture of the window, with the dialog over it where one is open."""
        picture = self.window.grab()
        dialog = self._dialog()
        if dialog is not None:
            _lay_over(picture, dialog)
        target.parent.mkdir(parents=True, exist_ok=True)
        picture.save(str(target))

    def _dialog(self) -> QWidget | None:
        found = self.window.findChildren(QDialog)
        return next((dialog for dialog in found if dialog.isVisible()), None)

    async def close_dialogs(self) -> None:
        """Close whatever lies over the window."""
        for dialog in self.window.findChildren(QDialog):
            dialog.reject()
        await self.settle(0.1)

    async def first_entry(self) -> EntryRow:
        """Return an entry that shows what entries are: the longest of the sample session."""
        query = EntryQuery(session_id=await self.session(), sort="title")
        rows = await self.services.entries.all_rows(query)
        entries = [await self.services.entries.get(row.id) for row in rows]
        longest = max(entries, key=lambda entry: len(entry.body))
        return next(row for row in rows if row.id == longest.id)

    async def open_first_entry(self) -> None:
        """Show an entry, selected in the tree."""
        entry = await self.first_entry()
        self.window.go(EntryRoute(entry_id=entry.id))
        pane = self.window.findChild(KnowledgePane)
        assert pane is not None
        await self.settle()
        await pane.reveal(entry)
        self.sessions.select_session(entry.session_id)
        pane.tree.setFocus(Qt.FocusReason.TabFocusReason)
        await self.settle()

    async def session(self) -> str:
        """Return the id of the sample session in the window's language."""
        wanted = Agent.CLAUDE if self._language == "zh_CN" else Agent.CODEX
        page = await self.services.reading.sessions.list(SessionQuery(agent=wanted))
        return max(page.items, key=lambda row: row.entries).id


def _lay_over(picture: QPixmap, dialog: QWidget) -> None:
    over = dialog.grab()
    painter = QPainter(picture)
    size = picture.deviceIndependentSize().toSize()
    painter.fillRect(0, 0, size.width(), size.height(), QColor(0, 0, 0, SHADE))
    inner = over.deviceIndependentSize().toSize()
    at = QPoint((size.width() - inner.width()) // 2, (size.height() - inner.height()) // 2)
    painter.drawPixmap(at, over)
    painter.end()


async def _main(studio: Studio) -> None:
    await studio.open_first_entry()


async def _conversation(studio: Studio) -> None:
    studio.window.go(SessionRoute(session_id=await studio.session(), turn=12))
    await studio.settle(1.2)


async def _curate(studio: Studio) -> None:
    studio.window.go(CurateRoute(session_id=await studio.session()))
    await studio.settle(1.5)


async def _jobs(studio: Studio) -> None:
    await studio.close_dialogs()
    studio.window.toggle_pane("right")
    studio.window.go(JobsRoute())
    await studio.settle(1.0)


async def _list(studio: Studio) -> None:
    if not studio.window.pane_shown("right"):
        studio.window.toggle_pane("right")
    groups = await studio.services.entries.projects()
    project = next(group for group in groups if group.kind is GroupKind.PROJECT)
    studio.window.go(EntriesRoute(project_id=project.project_id))
    await studio.settle(1.0)


async def _source(studio: Studio) -> None:
    entry = await studio.first_entry()
    studio.window.go(EntryRoute(entry_id=entry.id))
    await studio.settle()
    page: Any = studio.window.tabs.front()
    page.body.show_mode("source")
    page.body.editor.moveCursor(QTextCursor.MoveOperation.End)
    page.body.editor.insertPlainText("\n\n- 2026-12: \n")
    await studio.settle()


async def _form(studio: Studio) -> None:
    page: Any = studio.window.tabs.front()
    page.open_form()
    await studio.settle()


async def _snapshot(studio: Studio) -> None:
    await studio.close_dialogs()
    page = await studio.services.jobs.rows(JobQuery(status=JobStatus.COMPLETED))
    studio.window.go(SnapshotRoute(source_id=page.items[0].job.source_id))
    await studio.settle(1.0)


async def _start(studio: Studio) -> None:
    studio.window.go(StartRoute())
    await studio.settle(1.0)


async def _settings(studio: Studio) -> None:
    await studio.close_dialogs()
    await show_settings(studio)


SCENES: dict[str, Callable[[Studio], Awaitable[None]]] = {
    "main": _main,
    "conversation": _conversation,
    "curate": _curate,
    "jobs": _jobs,
    "list": _list,
    "snapshot": _snapshot,
    "start": _start,
    "entry": _source,
    "form": _form,
    "settings": _settings,
    "settings-models": show_models,
    "settings-trouble": show_trouble,
    "recording": show_recording,
    "drop": drag_over_pane,
    "drop-session": drag_over_session,
    "drop-refused": drag_folder,
    "importing": show_import,
}
