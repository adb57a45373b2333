"""The second step of the window: every surface with its services. Read it from top to bottom."""

from vela_desktop.domain.routes import CurateRoute, JobsRoute, Route
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.curate.dialog import CurateDialog
from vela_desktop.gui.jobs.page import JobsPage
from vela_desktop.gui.knowledge.pane import KnowledgePane
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.gui.status.job import StatusJob
from vela_desktop.wiring.services import Services


def compose(window: MainWindow, services: Services, bridge: Bridge) -> None:
    """Give *window* its surfaces and its pages, and open the tabs it had."""
    theme, router = window.theme, window.router
    window.set_right(KnowledgePane(services.entries, bridge, window, theme))
    window.set_status_job(StatusJob(services.jobs, bridge, window, theme))
    router.opener(CurateRoute, lambda route: open_curate(window, services, route))
    router.page(
        JobsRoute,
        lambda route: JobsPage(_jobs(route), services.jobs, bridge, theme, window.go),
        key=type,
    )
    window.restore_tabs()


def open_curate(window: MainWindow, services: Services, route: Route) -> None:
    """Open the curate dialog over the window."""
    assert isinstance(route, CurateRoute)

    async def show() -> None:
        row = await services.reading.sessions.get(route.session_id)
        settings, theme = window.settings, window.theme
        dialog = CurateDialog(
            row, services.jobs, services.agents, settings, window, theme, parent=window
        )
        dialog.start()

    tasks.start(show(), window)


def _jobs(route: Route) -> JobsRoute:
    assert isinstance(route, JobsRoute)
    return route
