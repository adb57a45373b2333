"""Where the tab of an entry has been: links lead on in the same tab, and there is a way back."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from vela_desktop.domain.routes import EntryRoute, Route
from vela_desktop.gui import tasks
from vela_desktop.gui.history import History
from vela_desktop.gui.pages import Page
from vela_desktop.gui.tasks import TaskKind
from vela_desktop.gui.unsaved import ask_unsaved


class Trail(QObject):
    """Goes from entry to entry for one page; ``arrived`` says that another one is to be shown.

    A link opens in another tab with Ctrl or the middle button, and while there is unsaved text. An
    entry is open in one tab at most, or unsaved text could be in two places.
    """

    arrived = Signal()

    def __init__(self, route: EntryRoute, page: Page) -> None:
        super().__init__(page)
        self._page = page
        self.history = History(route)

    @property
    def entry_id(self) -> str:
        """The id of the entry that is to be shown."""
        route = self.history.now
        assert isinstance(route, EntryRoute)
        return route.entry_id

    def open(self, entry_id: str, aside: bool = False) -> None:
        """Go on to an entry: here, or *aside*."""
        route = EntryRoute(entry_id=entry_id)
        if route == self.history.now:
            return
        if aside or self._page.unsaved or self._is_open_elsewhere(route):
            self._page.go(route)
        else:
            self.history.visit(route)
            self.arrived.emit()

    def back(self) -> None:
        """Go one back; asks about unsaved text."""
        self._start(self.history.back, self.history.forward)

    def forward(self) -> None:
        """Go one forward; asks about unsaved text."""
        self._start(self.history.forward, self.history.back)

    def _start(self, step: Callable[[], Route], undo: Callable[[], Route]) -> None:
        tasks.start(self._step(step, undo), self, kind=TaskKind.COMMAND)

    async def _step(self, step: Callable[[], Route], undo: Callable[[], Route]) -> None:
        page = self._page
        if page.unsaved and not await ask_unsaved(page.theme, page, page, leaving=True):
            return
        route = step()
        if self._is_open_elsewhere(route):
            undo()
            page.go(route)
        else:
            self.arrived.emit()

    def _is_open_elsewhere(self, route: Route) -> bool:
        page = self._page
        others = page.window().findChildren(type(page))
        return any(other is not page and other.route() == route for other in others)
