"""整理记录: the jobs, 40 a page, filtered by status, following what happens."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from vela_desktop.domain import limits
from vela_desktop.domain.jobs import JobQuery, JobRow, JobStatus
from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    JobsRoute,
    Route,
    SessionRoute,
    SnapshotRoute,
)
from vela_desktop.domain.values import Page as Paged
from vela_desktop.gui import tasks, words
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.jobs.row import JobLine
from vela_desktop.gui.kit import EmptyState, IconButton, Label
from vela_desktop.gui.pages import Go, Page
from vela_desktop.gui.theme import Theme
from vela_desktop.services.jobs import JobService

SECOND = 1000


class JobsPage(Page):
    """Keeps one widget a job and gives it the job's new state, so that opened rows stay open."""

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
        self.lines: dict[str, JobLine] = {}
        self._build()
        bridge.jobs_changed.connect(lambda _: self.reload())
        self._clock = QTimer(self, interval=SECOND)
        self._clock.timeout.connect(self._tick)
        self._clock.start()
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.heading, self.count = Label("", "page"), Label("", "secondary")
        self.filter = QComboBox()
        self.filter.activated.connect(self._filter)
        self.refresh = IconButton(theme, "refresh", shortcut="")
        self.refresh.clicked.connect(self.reload)
        head = QFrame()
        head.setObjectName("pagebar")
        row = QHBoxLayout(head)
        row.setContentsMargins(theme.space(5), theme.space(2), theme.space(5), theme.space(2))
        row.setSpacing(theme.space(3))
        for widget in (self.heading, self.count):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.filter)
        row.addWidget(self.refresh)
        inside = QWidget()
        self._rows = QVBoxLayout(inside)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self._rows.addStretch(1)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setWidget(inside)
        self.empty = EmptyState(theme, "jobs")
        self.stack = QStackedWidget()
        self.stack.addWidget(scroll)
        self.stack.addWidget(self.empty)
        self.area = scroll
        self.column.addWidget(head)
        self.column.addWidget(self.stack, 1)
        self.column.addWidget(self._foot())

    def _foot(self) -> QFrame:
        theme = self.theme
        foot = QFrame()
        foot.setObjectName("pagefoot")
        self.place = Label("", "caption")
        self.before = IconButton(theme, "chevron-left")
        self.after = IconButton(theme, "chevron-right")
        self.before.clicked.connect(lambda: self._turn(-1))
        self.after.clicked.connect(lambda: self._turn(1))
        row = QHBoxLayout(foot)
        row.setContentsMargins(theme.space(5), theme.space(1), theme.space(5), theme.space(1))
        row.addWidget(self.place)
        row.addStretch(1)
        row.addWidget(self.before)
        row.addWidget(self.after)
        return foot

    def route(self) -> Route:
        """Return the link with filter and page."""
        return self._route

    def title(self) -> str:
        """Return the tab's words."""
        return translate("Jobs", "Jobs")

    def icon(self) -> QIcon:
        """Return the tab's icon."""
        return self.theme.icon("jobs")

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Jobs", "Jobs"))
        self.refresh.set_name(translate("Jobs", "Refresh"))
        self.before.set_name(translate("Jobs", "Previous page"))
        self.after.set_name(translate("Jobs", "Next page"))
        self.filter.setAccessibleName(translate("Jobs", "Filter by status"))
        self.filter.clear()
        self.filter.addItem(translate("Jobs", "All statuses"), None)
        for status in JobStatus:
            self.filter.addItem(words.status(status), status.value)
        self.filter.setCurrentIndex(
            self.filter.findData(self._route.status.value) if self._route.status else 0
        )
        self.empty.say(
            translate("Jobs", "No jobs yet"),
            translate("Jobs", "Right-click a session and choose “Curate to knowledge base…”."),
        )
        self._say_counts()
        self.title_changed.emit(self.title())

    async def load(self) -> None:
        """Read the page of jobs."""
        await self._read()

    async def show_route(self, route: Route) -> None:
        """Go to another filter, page, or job."""
        assert isinstance(route, JobsRoute)
        self._route = route
        await self._read()
        self.retranslate()
        self.state_changed.emit()

    def reload(self) -> None:
        """Read the present page again."""
        tasks.start_latest("jobs", self._read(), self)

    async def _read(self) -> None:
        route = self._route
        query = JobQuery(status=route.status, project_id=route.project_id, page=route.page)
        self._show(await self._jobs.rows(query))

    def _show(self, page: Paged[JobRow]) -> None:
        self._total = page.total
        wanted = {row.job.id for row in page.items}
        for key in [key for key in self.lines if key not in wanted]:
            self.lines.pop(key).deleteLater()
        for at, row in enumerate(page.items):
            line = self.lines.get(row.job.id)
            if line is None:
                line = JobLine(row, self.theme)
                line.asked.connect(self._asked)
                self.lines[row.job.id] = line
                self._rows.insertWidget(at, line)
            elif line.row != row:
                line.show_row(row)
        chosen = self.lines.get(self._route.job_id or "")
        if chosen is not None:
            chosen.open()
            self.area.ensureWidgetVisible(chosen)
        self.stack.setCurrentIndex(0 if page.items else 1)
        self._say_counts()

    def _say_counts(self) -> None:
        pages = max(1, -(-self._total // limits.PAGE_SIZE))
        self.count.setText(plural("Jobs", "%n jobs")(self._total))
        self.place.setText(
            translate("Jobs", "Page {page} of {pages} · {size} a page").format(
                page=self._route.page, pages=pages, size=limits.PAGE_SIZE
            )
        )
        self.before.setEnabled(self._route.page > 1)
        self.after.setEnabled(self._route.page < pages)

    def _tick(self) -> None:
        for line in self.lines.values():
            if line.row.job.ended_at is None:
                line.tick()

    def _filter(self) -> None:
        data = self.filter.currentData()
        self._go_to(JobsRoute(status=JobStatus(data) if data else None))

    def _turn(self, step: int) -> None:
        route = self._route
        self._go_to(
            JobsRoute(status=route.status, project_id=route.project_id, page=route.page + step)
        )

    def _go_to(self, route: JobsRoute) -> None:
        tasks.start_latest("jobs", self.show_route(route), self)

    def _asked(self, wish: str, row: JobRow) -> None:
        job = row.job
        match wish:
            case "cancel":
                tasks.start(self._cancel(job.id), self, kind=tasks.TaskKind.COMMAND)
            case "retry":
                tasks.start(self._retry(job.id), self, kind=tasks.TaskKind.COMMAND)
            case "entries":
                self.go(EntriesRoute(session_id=job.session_id))
            case "snapshot":
                self.go(SnapshotRoute(source_id=job.source_id))
            case "session":
                self.go(SessionRoute(session_id=job.session_id))
            case "curate":
                self.go(CurateRoute(session_id=job.session_id))

    async def _cancel(self, job_id: str) -> None:
        await self._jobs.cancel(job_id)

    async def _retry(self, job_id: str) -> None:
        await self._jobs.retry(job_id)
