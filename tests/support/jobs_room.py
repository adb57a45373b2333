"""A window with nothing but jobs in it, over real services: records, status bar, curate dialog."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.gui import at_rest, destroy, until
from support.index import Machine
from support.storage import OWNER, Store, new
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import NewEntry
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Job, JobStatus, Stage
from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    EntryRoute,
    JobsRoute,
    Route,
    SnapshotRoute,
)
from vela_desktop.domain.sessions import SessionQuery, SessionRow
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.compose import as_a, show_jobs
from vela_desktop.gui.curate.dialog import CurateDialog
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.jobs.page import JobsPage
from vela_desktop.gui.jobs.row import JobLine
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.gui.status.job import StatusJob
from vela_desktop.gui.theme import Theme
from vela_desktop.storage import jobs
from vela_desktop.wiring import complete, open_reading
from vela_desktop.wiring.services import Services

_LOOPS: list[asyncio.AbstractEventLoop] = []
"""The loops of earlier tests: a closed one still has timers in Qt and may not be collected."""


@dataclass
class Room:
    """The window and what stands behind it; ``went`` are the routes that nothing here shows."""

    window: MainWindow
    services: Services
    bridge: Bridge
    theme: Theme
    status: StatusJob
    store: Store
    went: list[Route] = field(default_factory=list)

    async def records(self, route: JobsRoute | None = None) -> JobsPage:
        """Open the records and wait until they are read."""
        self.window.go(route or JobsRoute())
        page = self.window.tabs.front()
        assert isinstance(page, JobsPage)
        await until(lambda: not page.stages.waits)
        await at_rest(lambda: [line.geometry() for line in page.list.ordered()])
        return page

    async def session(self, text: str) -> SessionRow:
        """Return the one session that *text* finds."""
        page = await self.services.reading.sessions.list(SessionQuery(text=text))
        (row,) = page.items
        return row

    async def dialog(self, text: str, *, agents: bool = True) -> CurateDialog:
        """Open the curate dialog over a session, and wait until its agents are there."""
        row = await self.session(text)
        services, window = self.services, self.window
        dialog = CurateDialog(
            row, services.jobs, services.agents, window.settings, window, self.theme, window
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.start()
        if agents:
            await until(lambda: dialog.choices.rows, 10)
        return dialog

    def found(self, count: int) -> list[NewEntry]:
        """Return entries as a job finds them."""
        return [new(f"Entry {number}") for number in range(count)]

    async def running(self, session_id: str) -> Job:
        """Make a running job of a session, without running it."""
        job = await self.store.submit(session_id)
        await self.store.write(jobs.claim, OWNER, 99, job.id)
        return job

    async def job(
        self, status: JobStatus, session: str = "1", *, titles: Sequence[str] = (), **more: Any
    ) -> Job:
        """Make a job of session *session* that stands at *status*, without running it."""
        job = await self.store.submit(f"{session:0>8}-0000-5000-8000-000000000000", "source")
        if status is JobStatus.QUEUED:
            return job
        await self.store.write(jobs.claim, OWNER, 99, job.id)
        await self.store.write(jobs.progress, job.id, OWNER, Stage.EXTRACT, 3, 3)
        await self.store.write(jobs.progress, job.id, OWNER, Stage.MERGE, 4, 7)
        if status is JobStatus.COMPLETED:
            await self.store.commit(job, *(new(title) for title in titles))
        elif status is JobStatus.FAILED:
            await self.fail(job, **more)
        elif status in {JobStatus.CANCELLING, JobStatus.CANCELLED}:
            await self.store.write(jobs.request_cancel, job.id)
        if status is JobStatus.CANCELLED:
            await self.store.write(jobs.finish, job.id, OWNER, JobStatus.CANCELLED)
        return (await self.services.jobs.get(job.id)).job

    async def fail(self, job: Job, error: str = "memory_timeout", **details: Any) -> None:
        """End a running job with an error and its details."""
        await self.store.write(jobs.finish, job.id, OWNER, JobStatus.FAILED, error, details)


@asynccontextmanager
async def room(
    machine: Machine, theme: Theme, languages: Languages, base: Path, *, runs: bool = False
) -> AsyncIterator[Room]:
    """Open the window on the machine's data folder, with its sessions found; *base* is an empty
    database to begin with. Where *runs* is true jobs are run."""
    _LOOPS.append(asyncio.get_running_loop())
    paths = Paths(machine.home / "data")
    machine.scan()
    if not paths.database.exists():
        shutil.copy(base, paths.database)
    settings = SettingsStore(paths.settings)
    window = MainWindow(settings, theme, languages)
    window.resize(theme.size("window.width"), theme.size("window.height"))
    window.show()
    window.activateWindow()
    reading = await open_reading(paths, machine.variables, settings=settings)
    services = await complete(reading, Via.GUI)
    bridge = Bridge(reading.bus, window)
    pausing = show_jobs(window, services, bridge)
    status = window.findChild(StatusJob)
    assert status is not None
    store = Store(paths.data, services.database, [])
    made = Room(window, services, bridge, theme, status, store)
    window.router.page(
        JobsRoute,
        lambda route: JobsPage(
            as_a(JobsRoute, route), services.jobs, pausing, bridge, window, theme, window.go
        ),
        key=type,
    )
    for kind in (CurateRoute, EntryRoute, EntriesRoute, SnapshotRoute):
        window.router.opener(kind, made.went.append)
    if runs:
        await services.runner.start()
    try:
        yield made
    finally:
        await tasks.settle()
        destroy(window)  # first: what it still reads would find the database closed
        await asyncio.sleep(0)
        await services.close()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        if left:
            await asyncio.wait(left)


def lines(page: JobsPage) -> list[JobLine]:
    """Return the lines of the records from top to bottom."""
    return page.list.ordered()


def choose(dialog: CurateDialog, agent: Agent) -> None:
    """Choose an agent in the dialog."""
    next(row for row in dialog.choices.rows if row.status.agent is agent).radio.click()
