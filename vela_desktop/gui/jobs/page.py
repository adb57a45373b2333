"""整理记录: the jobs, 40 a page, filtered by status and project, following what happens."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QHideEvent, QIcon, QShowEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import JobQuery, JobRow, JobStatus
from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    JobsRoute,
    Route,
    SessionRoute,
    SnapshotRoute,
    format_route,
)
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.entries.foot import PageFoot, pages_of
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs.columns import Columns
from vela_desktop.gui.jobs.header import ColumnNames, JobsHead
from vela_desktop.gui.jobs.list import JobList
from vela_desktop.gui.jobs.menu import job_menu
from vela_desktop.gui.jobs.rereading import Rereader
from vela_desktop.gui.jobs.retrying import Wish, ask_replacing
from vela_desktop.gui.kit import EmptyState
from vela_desktop.gui.kit.waiting import Waiting
from vela_desktop.gui.pages import Go, Page
from vela_desktop.gui.theme import Theme
from vela_desktop.services.jobs import JobService

SECOND = 1000


class JobsPage(Page):
    """Its link holds the filters, the page, and the job that was opened last."""

    def __init__(
        self,
        route: JobsRoute,
        jobs: JobService,
        bridge: Bridge,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, parent)
        self._route, self._jobs = route, jobs
        self._total = 0
        self._rereader = Rereader(self._read, self)
        self._clock = QTimer(self, interval=SECOND)
        self._build()
        self._connect(bridge)
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.head, self.names, self.foot = JobsHead(theme), ColumnNames(theme), PageFoot(theme)
        self.list, self.waiting = JobList(theme), Waiting(theme)
        self.empty = EmptyState(theme, "jobs")
        self.clear = self.empty.set_button("", self._clear_filters)
        table = QWidget()
        column = QVBoxLayout(table)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.names)
        column.addWidget(self.list, 1)
        self.table, self.stack = table, QStackedWidget()
        for widget in (self.waiting, table, self.empty):
            self.stack.addWidget(widget)
        self.column.addWidget(self.head)
        self.column.addWidget(self.stack, 1)
        self.column.addWidget(self.foot)
        foot = self.foot.layout()
        assert foot is not None
        foot.setContentsMargins(theme.space(5), theme.space(1), theme.space(4), theme.space(1))
        self.foot.hide()

    def _connect(self, bridge: Bridge) -> None:
        self.head.status_chosen.connect(self._choose_status)
        self.head.project_chosen.connect(self._choose_project)
        self.head.refresh.clicked.connect(self.reload)
        self.foot.turned.connect(self._turn)
        self.list.asked.connect(self._asked)
        self.list.toggled.connect(self._toggled)
        self.list.menu_asked.connect(self._menu)
        self.list.columns_changed.connect(self._align)
        self._clock.timeout.connect(self.list.tick)
        bridge.jobs_changed.connect(self.reload)

    def route(self) -> Route:
        """Return the link with filters, page and job."""
        return self._route

    def title(self) -> str:
        """Return the tab's words."""
        return translate("Jobs", "Jobs")

    def icon(self) -> QIcon:
        """Return the tab's icon."""
        return self.theme.icon("jobs")

    def retranslate(self) -> None:
        """Speak the present language."""
        self.list.setAccessibleName(translate("Jobs", "Jobs"))
        self.clear.setText(translate("Jobs", "Clear filters"))
        self._say_empty()
        self.title_changed.emit(self.title())

    async def load(self) -> None:
        """Read the page of jobs that the link names, or the one with its job."""
        await self._open(self._route)

    async def show_route(self, route: Route) -> None:
        """Go to another filter, page, or job."""
        assert isinstance(route, JobsRoute)
        await self._open(route)

    def reload(self) -> None:
        """Read the present page again."""
        self._rereader.ask()

    def show_error(self, error: VelaError) -> None:
        """Show what failed; jobs that were read before stay."""
        self.waiting.stop()
        super().show_error(error)

    async def _open(self, route: JobsRoute) -> None:
        """Go to *route*; its job leads to the page that holds it."""
        if route.job_id is not None:
            page = await self._jobs.page_of(route.job_id, _query(route))
            route = replace(route, page=page or route.page)
        turned = _query(route) != _query(self._route)
        self._route = route
        await self._read()
        if turned:
            self.list.to_top()
        if route.job_id is not None:
            self.list.reveal(route.job_id)

    async def _read(self) -> None:
        query = _query(self._route)
        page = await self._jobs.rows(query)
        if query.page > pages_of(page.total):
            self._route = replace(self._route, page=pages_of(page.total))
            query = _query(self._route)
            page = await self._jobs.rows(query)
        projects = await self._jobs.projects()
        if query != _query(self._route):
            return  # a person has gone elsewhere meanwhile
        self._total = page.total
        self.list.apply(page.items)
        self.head.show_list(self._route, page.total, projects)
        self.foot.show_page(self._route.page, page.total)
        self.foot.setVisible(page.total > 0)
        self.stack.setCurrentWidget(self.table if page.items else self.empty)
        self._say_empty()
        self.state_changed.emit()

    def _say_empty(self) -> None:
        filtered = self._route.status is not None or self._route.project_id is not None
        self.clear.setVisible(filtered)
        if filtered:
            self.empty.say(
                translate("Jobs", "No job matches the filters"),
                translate("Jobs", "Other jobs may be in the records."),
            )
        else:
            self.empty.say(
                translate("Jobs", "No jobs yet"),
                translate(
                    "Jobs",
                    "Right-click a session and choose “Curate to knowledge base…”. "
                    "Every run then stands here.",
                ),
            )

    def _align(self, columns: Columns) -> None:
        self.names.set_columns(columns, self.list.viewport().width())

    def _choose_status(self, status: JobStatus | None) -> None:
        self._go_to(replace(self._route, status=status, page=1, job_id=None))

    def _choose_project(self, project_id: str | None) -> None:
        self._go_to(replace(self._route, project_id=project_id, page=1, job_id=None))

    def _clear_filters(self) -> None:
        self._go_to(JobsRoute())

    def _turn(self, page: int) -> None:
        self._go_to(replace(self._route, page=page, job_id=None))

    def _go_to(self, route: JobsRoute) -> None:
        tasks.start_latest("jobs", self._open(route), self)

    def _toggled(self, job_id: str, opened: bool) -> None:
        self._route = replace(self._route, job_id=job_id if opened else None)
        self.state_changed.emit()

    def _menu(self, row: JobRow, at: QPoint) -> None:
        job_menu(row, self.theme, lambda wish: self._asked(wish, row), self).popup(at)

    def _asked(self, wish: str, row: JobRow) -> None:
        job = row.job
        match wish:
            case "cancel":
                tasks.start(self._cancel(job.id), self, kind=tasks.TaskKind.COMMAND)
            case "retry":
                tasks.start(self._ask_retry(row), self)
            case "entries":
                self.go(EntriesRoute(session_id=job.session_id))
            case "snapshot":
                self.go(SnapshotRoute(source_id=job.source_id))
            case "session":
                self.go(SessionRoute(session_id=job.session_id))
            case "curate":
                self.go(CurateRoute(session_id=job.session_id))
            case "link":
                QApplication.clipboard().setText(format_route(JobsRoute(job_id=job.id)))

    async def _cancel(self, job_id: str) -> None:
        try:
            await self._jobs.cancel(job_id)
        except VelaError as error:
            if error.wire != _HAS_ENDED:
                raise

    async def _ask_retry(self, row: JobRow) -> None:
        """Retry, after showing what a person changed where that is why the job failed."""
        wish = Wish.RETRY
        if row.job.error == Code.CONFLICT:
            edited = await self._jobs.edited_since(row.job.id)
            wish = await ask_replacing(self.theme, edited, self)
        if wish is Wish.RETRY:
            tasks.start(self._retry(row.job.id), self, kind=tasks.TaskKind.COMMAND)
        elif wish is Wish.LOOK:
            self.go(EntriesRoute(session_id=row.job.session_id))

    async def _retry(self, job_id: str) -> None:
        await self._jobs.retry(job_id)

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the jobs while the page is in view."""
        super().showEvent(event)
        self._rereader.resume()
        self.list.tick()
        self._clock.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Follow nothing that nobody sees."""
        super().hideEvent(event)
        self._clock.stop()


_HAS_ENDED = f"{Code.INVALID}:status"
"""What cancelling says of a job that has ended since it was shown: the line tells it already."""


def _query(route: JobsRoute) -> JobQuery:
    return JobQuery(status=route.status, project_id=route.project_id, page=route.page)
