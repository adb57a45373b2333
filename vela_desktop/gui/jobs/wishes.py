"""Does what a person wants of a job: its line, its details and its menu only name the wish."""

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from vela_desktop.config import logs
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import UNFINISHED, JobRow
from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    JobsRoute,
    Route,
    SessionRoute,
    SettingsRoute,
    SnapshotRoute,
    format_route,
)
from vela_desktop.gui import tasks
from vela_desktop.gui.jobs.deleting import ask_delete
from vela_desktop.gui.jobs.retrying import Wish, ask_replacing
from vela_desktop.gui.pages import Page
from vela_desktop.gui.tasks import TaskKind
from vela_desktop.services.jobs import JobService

_HAS_ENDED = f"{Code.INVALID}:status"
"""What cancelling says of a job that has ended since it was shown: the line tells it already."""


class Wishes(QObject):
    """Works for one page of the records."""

    def __init__(self, jobs: JobService, page: Page) -> None:
        super().__init__(page)
        self._jobs, self._page = jobs, page

    def do(self, wish: str, row: JobRow) -> None:
        """Do what *wish* names with the job of *row*."""
        route = _route(wish, row)
        if route is not None:
            self._page.go(route)
            return
        match wish:
            case "cancel":
                tasks.start(self._cancel(row.job.id), self, kind=TaskKind.COMMAND)
            case "retry":
                tasks.start(self._ask_retry(row), self)
            case "delete" if row.job.status not in UNFINISHED:
                tasks.start(self._ask_delete(row), self)
            case "link":
                link = format_route(JobsRoute(job_id=row.job.id))
                QApplication.clipboard().setText(link)
            case "log":
                _show_logs()

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
            wish = await ask_replacing(self._page.theme, edited, self._page)
        if wish is Wish.RETRY:
            tasks.start(self._retry(row.job.id), self, kind=TaskKind.COMMAND)
        elif wish is Wish.LOOK:
            self._page.go(EntriesRoute(session_id=row.job.session_id))

    async def _retry(self, job_id: str) -> None:
        await self._jobs.retry(job_id)

    async def _ask_delete(self, row: JobRow) -> None:
        if await ask_delete(self._page.theme, row, self._page):
            tasks.start(self._delete(row.job.id), self, kind=TaskKind.COMMAND)

    async def _delete(self, job_id: str) -> None:
        await self._jobs.delete(job_id)


def _route(wish: str, row: JobRow) -> Route | None:
    """Return where a wish leads, if it leads anywhere."""
    job = row.job
    match wish:
        case "entries":
            return EntriesRoute(session_id=job.session_id)
        case "snapshot":
            return SnapshotRoute(source_id=job.source_id)
        case "session":
            return SessionRoute(session_id=job.session_id)
        case "curate":
            return CurateRoute(session_id=job.session_id)
        case "settings":
            return SettingsRoute(agent=job.agent)
        case "only":
            return JobsRoute(session_id=job.session_id)
        case _:
            return None


def _show_logs() -> None:
    folder = logs.folder()
    if folder is not None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
