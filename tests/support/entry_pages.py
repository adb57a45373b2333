"""What pages over entries need: a real knowledge base, the service, and a desk that remembers."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from support.databases import empty_base, store
from support.gui import destroy
from support.storage import Store, new
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.entries import EntryChanges, NewEntry
from vela_desktop.domain.events import Via
from vela_desktop.domain.routes import Route
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.pages import Page
from vela_desktop.services.entries import EntryService
from vela_desktop.storage import names
from vela_desktop.work.pool import Work

__all__ = [
    "Desk", "actions", "bridge", "bus", "curated", "desk", "edited", "empty_base", "entries",
    "name", "opened", "store",
]  # fmt: skip


@dataclass
class Desk:
    """Remembers what pages asked of the window."""

    went: list[Route] = field(default_factory=list)
    refreshed: int = 0

    def go(self, route: Route) -> None:
        """Remember a route."""
        self.went.append(route)

    def refresh_sessions(self) -> None:
        """Remember that it was asked to look again."""
        self.refreshed += 1


@pytest.fixture
async def entries(store: Store) -> AsyncIterator[EntryService]:
    """The service over the knowledge base, as the window has it."""
    work = Work()
    yield EntryService(store.database, work, Via.GUI)
    await work.close()


@pytest.fixture
def bus() -> EventBus:
    """A bus of the test's own."""
    return EventBus()


@pytest.fixture
def bridge(bus: EventBus) -> Bridge:
    """The bridge over the bus."""
    return Bridge(bus)


@pytest.fixture
def desk() -> Desk:
    """A desk that remembers."""
    return Desk()


@pytest.fixture
async def opened() -> AsyncIterator[Callable[[Page], Any]]:
    """Show a page, load it, and delete it when the test ends."""
    pages: list[Page] = []

    async def show(page: Page) -> Any:
        pages.append(page)
        page.resize(900, 700)
        page.show()
        await page.load()
        return page

    yield show
    for page in pages:
        destroy(page)


async def name(store: Store, session: str, title: str, project: str, agent: str = "codex") -> None:
    """Take a session with its names into the knowledge base."""

    def freeze(unit: Any) -> None:
        names.freeze(
            unit,
            session_id=session,
            agent=agent,
            native_id=f"native of {title}",
            session_name=title,
            project_id=project,
            project_name=f"Project {project}",
        )

    await store.write(freeze)


async def curated(store: Store, session: str, *titles: str, **fields: Any) -> tuple[str, ...]:
    """Curate a session into entries called *titles*; return their ids."""
    found: list[NewEntry] = [new(title, **fields) for title in titles]
    done = await store.curate(*found, session=session)
    return done.saved


async def edited(service: EntryService, entry_id: str, **changes: Any) -> None:
    """Save a change as a person makes it."""
    entry = await service.get(entry_id)
    await service.save(entry_id, entry.version, EntryChanges(**changes))


def actions(widget: QWidget) -> list[str]:
    """Return the ids of the actions in the open context menu of *widget*, and close it."""
    menu = widget.findChild(QMenu, "context_menu")
    assert menu is not None
    found = [action.objectName() for action in menu.findChildren(QAction) if action.objectName()]
    menu.close()
    return found
