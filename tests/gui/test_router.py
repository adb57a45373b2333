"""Links open pages; a page that is open is brought to the front."""

from collections.abc import Callable

import pytest

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.routes import CurateRoute, EntryRoute, JobsRoute, Route, SessionRoute
from vela_desktop.gui.history import History
from vela_desktop.gui.pages import Page
from vela_desktop.gui.router import Router
from vela_desktop.gui.theme import Theme


class PlainPage(Page):
    """A page that only has a route."""

    def __init__(self, route: Route, theme: Theme) -> None:
        super().__init__(theme, lambda route: None)
        self._route = route

    def route(self) -> Route:
        return self._route

    def title(self) -> str:
        return "plain"


class Tabs:
    """Tabs that write down what happened."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.log: list[object] = []

    def find_page(self, wanted: Callable[[Route], bool]) -> Page | None:
        return next((page for page in self.pages if wanted(page.route())), None)

    def focus(self, page: Page) -> None:
        self.log.append("focus")

    def revisit(self, page: Page, route: Route) -> None:
        self.log.append(("revisit", route))

    def add(self, page: Page) -> None:
        self.pages.append(page)
        self.log.append("add")


@pytest.fixture
def tabs() -> Tabs:
    return Tabs()


@pytest.fixture
def router(tabs: Tabs, theme: Theme) -> Router:
    made = Router(tabs)
    made.page(EntryRoute, lambda route: PlainPage(route, theme))
    made.page(JobsRoute, lambda route: PlainPage(route, theme), key=type)
    made.page(
        SessionRoute,
        lambda route: PlainPage(route, theme),
        key=lambda route: getattr(route, "session_id", None),
    )
    return made


def test_a_link_opens_a_tab_once(router: Router, tabs: Tabs) -> None:
    router.go(EntryRoute(entry_id="a"))
    router.go(EntryRoute(entry_id="b"))
    router.go(EntryRoute(entry_id="a"))
    assert tabs.log == ["add", "add", "focus"]


def test_another_turn_is_the_same_tab(router: Router, tabs: Tabs) -> None:
    router.go(SessionRoute(session_id="s"))
    router.go(SessionRoute(session_id="s", turn=3))
    assert tabs.log == ["add", ("revisit", SessionRoute(session_id="s", turn=3))]


def test_there_is_one_tab_of_jobs(router: Router, tabs: Tabs) -> None:
    router.go(JobsRoute())
    router.go(JobsRoute(page=2))
    assert tabs.log == ["add", ("revisit", JobsRoute(page=2))]


def test_an_opener_gets_its_routes(router: Router, tabs: Tabs) -> None:
    opened: list[Route] = []
    router.opener(CurateRoute, opened.append)
    router.go_link("vela://curate/s")
    assert opened == [CurateRoute(session_id="s")]
    assert tabs.log == []


@pytest.mark.parametrize("link", ["vela://curate/s", "https://example.org", "vela://nowhere"])
def test_a_link_that_nothing_shows_is_refused(router: Router, link: str) -> None:
    with pytest.raises(VelaError) as caught:
        router.go_link(link)
    assert caught.value.wire == f"{Code.INVALID}:route"


def test_a_page_shows_an_error_until_the_next(theme: Theme) -> None:
    page = PlainPage(JobsRoute(), theme)
    page.show_error(VelaError(Code.CONFLICT))
    page.show_error(VelaError(Code.DATA_BUSY))
    assert page.problems.notice is not None
    assert page.problems.notice.text.startswith("Another program")
    page.clear_error()
    assert page.problems.notice is None


def test_history_goes_back_and_forward() -> None:
    first, second, third = (EntryRoute(entry_id=id) for id in "abc")
    history = History(first)
    history.visit(second)
    history.visit(second)
    assert history.can_back
    assert history.back() == first
    assert not history.can_back
    assert history.forward() == second
    history.back()
    history.visit(third)
    assert not history.can_forward
    assert history.back() == first
