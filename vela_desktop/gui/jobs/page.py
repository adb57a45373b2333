"""整理记录: the jobs, 40 a page, filtered by status and project, following what happens."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QHideEvent, QIcon, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from vela_desktop.domain.jobs import JobQuery, JobRow, JobStatus
from vela_desktop.domain.routes import JobsRoute, Route
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import Desk
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.entries.foot import PageFoot, pages_of
from vela_desktop.gui.gathering import Rereader
from vela_desktop.gui.history import History
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs.columns import Columns
from vela_desktop.gui.jobs.header import BACK, FORWARD, ColumnNames, JobsHead, PausedBar
from vela_desktop.gui.jobs.list import JobList
from vela_desktop.gui.jobs.menu import job_menu
from vela_desktop.gui.jobs.pausing import Pausing
from vela_desktop.gui.jobs.watching import Watcher
from vela_desktop.gui.jobs.wishes import Wishes
from vela_desktop.gui.kit.stages import Stages
from vela_desktop.gui.pages import Go, StagedPage
from vela_desktop.gui.theme import Theme
from vela_desktop.services.jobs import JobService

SECOND = 1000


class JobsPage(StagedPage):
    """Its link holds the filters, the page, and the job that was opened last; back and forward lead
    along the links it has had."""

    def __init__(
        self,
        route: JobsRoute,
        jobs: JobService,
        pausing: Pausing,
        bridge: Bridge,
        desk: Desk,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, Stages(theme, "jobs"), parent)
        self._route, self._jobs, self._pausing, self._desk = route, jobs, pausing, desk
        self._history = History(route)
        self._wishes = Wishes(jobs, self)
        self._rereader = Rereader(self._read, self, self.isVisible)
        self._clock = QTimer(self, interval=SECOND)
        self._build()
        self._watcher = Watcher(jobs, self.list, self)
        self._connect(bridge)
        self._show_paused(pausing.paused)
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.head, self.names, self.foot = JobsHead(theme), ColumnNames(theme), PageFoot(theme)
        self.list, self.paused = JobList(theme), PausedBar(theme)
        self.clear = self.stages.empty.set_button("", self._clear_filters)
        self.stages.column.addWidget(self.names)
        self.stages.column.addWidget(self.list, 1)
        self.column.addWidget(self.head)
        self.column.addWidget(self.paused)
        self.column.addWidget(self.stages, 1)
        self.column.addWidget(self.foot)
        foot = self.foot.layout()
        assert foot is not None
        foot.setContentsMargins(theme.space(5), theme.space(1), theme.space(4), theme.space(1))
        self.foot.hide()

    def _connect(self, bridge: Bridge) -> None:
        self.head.status_chosen.connect(self._choose_status)
        self.head.project_chosen.connect(self._choose_project)
        self.head.refresh.clicked.connect(self.reload)
        self.list.after = self.head.refresh
        self.head.session.clicked.connect(self._show_all_sessions)
        self.head.pause_asked.connect(self._pausing.set)
        self.head.back.clicked.connect(self._back)
        self.head.forward.clicked.connect(self._forward)
        QShortcut(QKeySequence(BACK), self).activated.connect(self._back)
        QShortcut(QKeySequence(FORWARD), self).activated.connect(self._forward)
        self._pausing.changed.connect(self._show_paused)
        self.foot.turned.connect(self._turn)
        self.list.asked.connect(self._wishes.do)
        self.list.copied.connect(self._copy)
        self.list.toggled.connect(self._toggled)
        self.list.menu_asked.connect(self._menu)
        self.list.columns_changed.connect(self._align)
        self._clock.timeout.connect(self._tick)
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
        await self._open(self._route, further=False)

    async def show_route(self, route: Route) -> None:
        """Go to another filter, page, or job."""
        assert isinstance(route, JobsRoute)
        await self._open(route)

    def reload(self) -> None:
        """Read the present page again."""
        self._rereader.ask()

    async def _open(self, route: JobsRoute, *, further: bool = True) -> None:
        """Go to *route*, whose job leads to the page that holds it; *further*: there is a way back
        from it to what was shown before."""
        if route.job_id is not None:
            page = await self._jobs.page_of(route.job_id, _query(route))
            route = replace(route, page=page or route.page)
        turned = _query(route) != _query(self._route)
        if further:
            self._history.visit(route)
        self._rename(route)
        await self._read()
        if turned:
            self.list.to_top()
        if route.job_id is not None:
            self.list.reveal(route.job_id)

    async def _read(self) -> None:
        query = _query(self._route)
        page = await self._jobs.rows(query)
        if query.page > pages_of(page.total):
            self._rename(replace(self._route, page=pages_of(page.total)))
            query = _query(self._route)
            page = await self._jobs.rows(query)
        projects = await self._jobs.projects()
        if query != _query(self._route):
            return  # a person has gone elsewhere meanwhile
        self.list.apply(page.items)
        self._watcher.look()
        session = page.items[0].session_title if page.items else ""
        self.head.show_list(self._route, page.total, projects, session)
        self.head.show_ways(back=self._history.can_back, forward=self._history.can_forward)
        self.foot.show_page(self._route.page, page.total)
        self.foot.setVisible(page.total > 0)
        self.stages.show_content() if page.items else self.stages.show_empty()
        self._say_empty()
        self.state_changed.emit()

    def _say_empty(self) -> None:
        route = self._route
        filtered = (route.status, route.project_id, route.session_id) != (None, None, None)
        self.clear.setVisible(filtered)
        if filtered:
            self.stages.empty.say(
                translate("Jobs", "No job matches the filters"),
                translate("Jobs", "Other jobs may be in the records."),
            )
        else:
            self.stages.empty.say(
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

    def _show_all_sessions(self) -> None:
        self._go_to(replace(self._route, session_id=None, page=1, job_id=None))

    def _back(self) -> None:
        if self._history.can_back:
            self._return_to(self._history.back())

    def _forward(self) -> None:
        if self._history.can_forward:
            self._return_to(self._history.forward())

    def _return_to(self, route: Route) -> None:
        assert isinstance(route, JobsRoute)
        tasks.start_latest("jobs", self._open(route, further=False), self)

    def _rename(self, route: JobsRoute) -> None:
        """Say that what is shown has another link, without having gone elsewhere."""
        self._route = route
        self._history.replace(route)

    def _toggled(self, job_id: str, opened: bool) -> None:
        self._rename(replace(self._route, job_id=job_id if opened else None))
        self._watcher.look()
        self.state_changed.emit()

    def _menu(self, row: JobRow, at: QPoint) -> None:
        job_menu(row, self.theme, lambda wish: self._wishes.do(wish, row), self).popup(at)

    def _copy(self, text: str) -> None:
        self._desk.copy(text, translate("Jobs", "Steps copied"))

    def _show_paused(self, paused: bool) -> None:
        self.head.show_paused(paused)
        self.paused.setVisible(paused)

    def _tick(self) -> None:
        self.list.tick()
        self._watcher.tick()

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the jobs while the page is in view."""
        super().showEvent(event)
        self._rereader.resume()
        self._watcher.look()
        self.list.tick()
        self._clock.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Follow nothing that nobody sees."""
        super().hideEvent(event)
        self._clock.stop()


def _query(route: JobsRoute) -> JobQuery:
    return JobQuery(
        status=route.status,
        project_id=route.project_id,
        session_id=route.session_id,
        page=route.page,
    )
