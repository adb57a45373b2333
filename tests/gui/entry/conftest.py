"""The fixtures of the entry's page: a real knowledge base whose events reach the page."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.entry_pages import Desk, bus, desk, empty_base
from support.gui import destroy
from support.storage import Store
from vela_desktop.config.paths import Paths
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.events import Event, Via
from vela_desktop.domain.routes import EntryRoute
from vela_desktop.gui import bridge as bridges
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.entry.page import EntryPage
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService
from vela_desktop.storage.database import Database
from vela_desktop.work.pool import Lane, Work

__all__ = ["bus", "desk", "empty_base"]

T = TypeVar("T")

OpenEntry = Callable[[str], Awaitable[EntryPage]]


@pytest.fixture
async def store(tmp_path: Path, empty_base: Path, bus: EventBus) -> AsyncIterator[Store]:
    """A knowledge base with nothing in it."""
    paths = Paths(tmp_path / "data")
    paths.data.mkdir()
    shutil.copy(empty_base, paths.database)
    events: list[Event] = []
    bus.subscribe(events.append)
    database = await Database.open(paths, bus)
    yield Store(paths.data, database, events)
    await tasks.settle()
    await database.close()


class Here(Work):
    """Renders in this process: to start a worker takes longer than most tests."""

    async def run(self, function: Callable[..., T], *arguments: object, lane: Lane = Lane.NOW) -> T:
        """Call *function* in the loop's next turn."""
        await asyncio.sleep(0)
        return function(*arguments)


@pytest.fixture
def entries(store: Store) -> EntryService:
    """The service over the knowledge base, as the window has it."""
    return EntryService(store.database, Here(), Via.GUI)


@pytest.fixture
def bridge(bus: EventBus, monkeypatch: pytest.MonkeyPatch) -> Bridge:
    """A bridge that tells at once: nothing is left to tell when a test ends."""
    monkeypatch.setattr(bridges, "BATCH_MILLISECONDS", 0)
    return Bridge(bus)


@pytest.fixture
async def window(theme: Theme, languages: Languages) -> AsyncIterator[QWidget]:
    """What pages are in; it is deleted with them when the test ends."""
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    made.resize(900, 700)
    made.show()
    made.activateWindow()
    yield made
    destroy(made)
    await tasks.settle()


@pytest.fixture
async def page(
    entries: EntryService,
    bridge: Bridge,
    desk: Desk,
    theme: Theme,
    languages: Languages,
    window: QWidget,
) -> OpenEntry:
    """Open the page of an entry, beside those that are open."""

    async def show(entry_id: str) -> EntryPage:
        shown = EntryPage(EntryRoute(entry_id=entry_id), entries, bridge, theme, desk.go)
        layout = window.layout()
        assert layout is not None
        layout.addWidget(shown)
        await shown.load()
        return shown

    return show
