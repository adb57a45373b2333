"""Opens links: a table from the kind of route to what shows it."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Protocol

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.routes import Route, format_route, parse_route
from vela_desktop.gui.pages import Page

PageFactory = Callable[[Route], Page]
Opener = Callable[[Route], None]
TabKey = Callable[[Route], Hashable]


class TabHost(Protocol):
    """Where pages open."""

    def find_page(self, wanted: Callable[[Route], bool]) -> Page | None:
        """Return the open page whose route is *wanted*."""

    def focus(self, page: Page) -> None:
        """Bring an open page to the front."""

    def revisit(self, page: Page, route: Route) -> None:
        """Bring an open page to the front and have it go to *route*."""

    def add(self, page: Page) -> None:
        """Open *page* in a new tab in front."""


@dataclass(frozen=True, slots=True)
class _PageRow:
    make: PageFactory
    key: TabKey


class Router:
    """One row per kind of route. A page that is already open is brought to the front."""

    def __init__(self, tabs: TabHost) -> None:
        self._tabs = tabs
        self._pages: dict[type[Route], _PageRow] = {}
        self._openers: dict[type[Route], Opener] = {}

    def page(self, kind: type[Route], make: PageFactory, key: TabKey = format_route) -> None:
        """Show routes of *kind* in the page that *make* returns.

        Routes with the same *key* share one tab: a conversation's ignores the turn.
        """
        self._pages[kind] = _PageRow(make, key)

    def opener(self, kind: type[Route], opener: Opener) -> None:
        """Hand routes of *kind* to *opener*, for dialogs and what happens inside another page."""
        self._openers[kind] = opener

    def go(self, route: Route) -> None:
        """Open *route*. Raises VelaError ``memory_invalid:route`` where nothing shows its kind."""
        opener = self._openers.get(type(route))
        if opener is not None:
            opener(route)
            return
        found = self._find(route)
        if found is None:
            self._tabs.add(self.make(route))
        elif found.route() == route:
            self._tabs.focus(found)
        else:
            self._tabs.revisit(found, route)

    def go_link(self, link: str) -> None:
        """Open the page that *link* names. Raises VelaError ``memory_invalid:route``."""
        self.go(parse_route(link))

    def make(self, route: Route) -> Page:
        """Return a new page for *route*, not yet in a tab."""
        row = self._pages.get(type(route))
        if row is None:
            raise VelaError(Code.INVALID, what="route", value=format_route(route))
        return row.make(route)

    def make_link(self, link: str) -> Page:
        """Return a new page for what *link* names. Raises VelaError ``memory_invalid:route``."""
        return self.make(parse_route(link))

    def _find(self, route: Route) -> Page | None:
        row = self._pages.get(type(route))
        if row is None:
            return None
        same, key = row.key, row.key(route)
        return self._tabs.find_page(lambda other: type(other) is type(route) and same(other) == key)
