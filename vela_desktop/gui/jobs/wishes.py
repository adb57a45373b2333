"""Does what a person wants of a job: its line, its details and its menu only name the wish."""

from typing import assert_never

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from vela_desktop.config import logs
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import DELETABLE, JobRow
from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    JobsRoute,
    SessionRoute,
    SettingsRoute,
    SnapshotRoute,
    format_route,
)
from vela_desktop.gui import tasks
from vela_desktop.gui.jobs.deleting import ask_delete
from vela_desktop.gui.jobs.retrying import RetryAnswer, ask_replacing
from vela_desktop.gui.jobs.wish import JobWish
from vela_desktop.gui.pages import Page
from vela_desktop.gui.tasks import TaskKind
from vela_desktop.services.jobs import JobService


class Wishes(QObject):
    """Works for one page of the records."""

    def __init__(self, jobs: JobService, page: Page) -> None:
        super().__init__(page)
        self._jobs, self._page = jobs, page

    def do(self, wish: JobWish, row: JobRow) -> None:
        """Do *wish* with the job of *row*."""
        job, page = row.job, self._page
        match wish:
            case JobWish.CANCEL:
                tasks.start(self._jobs.cancel(job.id), self, kind=TaskKind.COMMAND)
            case JobWish.RETRY:
                tasks.start(self._ask_retry(row), self)
            case JobWish.DELETE:
                if job.status in DELETABLE:
                    tasks.start(self._ask_delete(row), self)
            case JobWish.LINK:
                QApplication.clipboard().setText(format_route(JobsRoute(job_id=job.id)))
            case JobWish.LOG:
                _show_logs()
            case JobWish.ENTRIES:
                page.go(EntriesRoute(session_id=job.session_id))
            case JobWish.SNAPSHOT:
                page.go(SnapshotRoute(source_id=job.source_id))
            case JobWish.SESSION:
                page.go(SessionRoute(session_id=job.session_id))
            case JobWish.CURATE:
                page.go(CurateRoute(session_id=job.session_id))
            case JobWish.SETTINGS:
                page.go(SettingsRoute(agent=job.agent))
            case JobWish.ONLY:
                page.go(JobsRoute(session_id=job.session_id))
            case _:
                assert_never(wish)

    async def _ask_retry(self, row: JobRow) -> None:
        """Retry, after showing what a person changed where that is why the job failed."""
        answer = RetryAnswer.RETRY
        if row.job.error == Code.CONFLICT:
            undone = await self._jobs.edited_since(row.job.id)
            answer = await ask_replacing(self._page.theme, undone, self._page)
        if answer is RetryAnswer.RETRY:
            tasks.start(self._jobs.retry(row.job.id), self, kind=TaskKind.COMMAND)
        elif answer is RetryAnswer.LOOK:
            self._page.go(EntriesRoute(session_id=row.job.session_id))

    async def _ask_delete(self, row: JobRow) -> None:
        if await ask_delete(self._page.theme, row, self._page):
            tasks.start(self._jobs.delete(row.job.id), self, kind=TaskKind.COMMAND)


def _show_logs() -> None:
    folder = logs.folder()
    if folder is not None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
