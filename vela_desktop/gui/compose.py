"""The second step of the window: every surface with its services. Read it from top to bottom."""

from typing import TypeVar

from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    EntryFormRoute,
    EntryRoute,
    JobsRoute,
    RevisionRoute,
    Route,
    SessionRoute,
    SettingsRoute,
    SnapshotRoute,
    StartRoute,
)
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.conversation.page import ConversationPage
from vela_desktop.gui.curate.dialog import CurateDialog
from vela_desktop.gui.entries.page import EntriesPage
from vela_desktop.gui.entry.page import EntryPage
from vela_desktop.gui.entry.revision_page import RevisionPage
from vela_desktop.gui.jobs.page import JobsPage
from vela_desktop.gui.jobs.pausing import Pausing
from vela_desktop.gui.knowledge.pane import KnowledgePane
from vela_desktop.gui.sessions.pane import SessionPane
from vela_desktop.gui.settings.window import SettingsWindow
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.gui.snapshot.page import SnapshotPage
from vela_desktop.gui.start.page import StartPage
from vela_desktop.gui.status.job import StatusJob
from vela_desktop.wiring.services import Services

R = TypeVar("R", bound=Route)


def compose(window: MainWindow, services: Services, bridge: Bridge) -> None:
    """Give *window* its surfaces and its pages, and open the tabs it had."""
    theme = window.theme
    knowledge = KnowledgePane(services.entries, bridge, window, theme)
    window.set_right(knowledge)
    tasks.start(knowledge.load(), knowledge)
    pausing = show_jobs(window, services, bridge)
    sessions = window.findChild(SessionPane)
    if sessions is not None:
        sessions.intake.queue.serve(services.recordings)
    _pages(window, services, bridge, pausing)
    _openers(window, services, bridge)
    window.restore_tabs()
    if not window.has_tabs():
        window.go(StartRoute())


def show_jobs(window: MainWindow, services: Services, bridge: Bridge) -> Pausing:
    """Let the status bar follow the jobs, and the window pause them."""
    pausing = Pausing(services.jobs, bridge, window)
    pausing.changed.connect(window.show_paused)
    window.pause_asked.connect(pausing.set)
    status = StatusJob(services.jobs, pausing, bridge, window, window.theme)
    window.set_status_job(status)
    pausing.reload()
    status.reload()
    return pausing


def _pages(window: MainWindow, services: Services, bridge: Bridge, pausing: Pausing) -> None:
    """Say which page shows which kind of route, and which routes share one tab."""
    router, theme, go = window.router, window.theme, window.go
    reading, entries = services.reading, services.entries
    router.page(
        SessionRoute,
        lambda route: ConversationPage(
            as_a(SessionRoute, route),
            reading.sessions,
            services.conversations,
            entries,
            bridge,
            window,
            theme,
            go,
        ),
        key=lambda route: as_a(SessionRoute, route).session_id,
    )
    router.page(
        EntryRoute,
        lambda route: EntryPage(as_a(EntryRoute, route), entries, bridge, theme, go, desk=window),
    )
    router.page(
        RevisionRoute,
        lambda route: RevisionPage(as_a(RevisionRoute, route), entries, theme, go),
    )
    router.page(
        SnapshotRoute,
        lambda route: SnapshotPage(as_a(SnapshotRoute, route), entries, theme, go),
    )
    router.page(
        EntriesRoute,
        lambda route: EntriesPage(as_a(EntriesRoute, route), entries, bridge, window, theme, go),
        key=_list,
    )
    router.page(
        StartRoute,
        lambda route: StartPage(
            as_a(StartRoute, route), reading.sessions, services.agents, bridge, window, theme, go
        ),
    )
    router.page(
        JobsRoute,
        lambda route: JobsPage(
            as_a(JobsRoute, route), services.jobs, pausing, bridge, window, theme, go
        ),
        key=type,
    )


def _list(route: Route) -> tuple[str | None, str | None]:
    """Return what a list's tab is told by: the same under every filter, order and page."""
    shown = as_a(EntriesRoute, route)
    return shown.project_id, shown.session_id


def _openers(window: MainWindow, services: Services, bridge: Bridge) -> None:
    """Say which routes open something over the window or inside another page."""
    router = window.router

    def open_form(route: Route) -> None:
        entry_id = as_a(EntryFormRoute, route).entry_id
        router.go(EntryRoute(entry_id=entry_id))
        page = window.tabs.front()
        assert page is not None
        tasks.start(page.show_route(route), page)

    def open_curate(route: Route) -> None:
        tasks.start(show_curate(as_a(CurateRoute, route).session_id), window)

    async def show_curate(session_id: str) -> None:
        row = await services.reading.sessions.get(session_id)
        settings, theme = window.settings, window.theme
        dialog = CurateDialog(
            row, services.jobs, services.agents, settings, window, theme, parent=window
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.start()

    router.opener(EntryFormRoute, open_form)

    def open_settings(route: Route) -> None:
        opened = window.findChild(SettingsWindow)
        if opened is None:
            agents, sessions = services.agents, services.reading.sessions
            opened = SettingsWindow(agents, sessions, window.settings, bridge, window.theme, window)
        opened.show_route(as_a(SettingsRoute, route))

    router.opener(CurateRoute, open_curate)
    router.opener(SettingsRoute, open_settings)


def as_a(kind: type[R], route: Route) -> R:
    """Return *route*, which the router found by its *kind*."""
    assert isinstance(route, kind)
    return route
