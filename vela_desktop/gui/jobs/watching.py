"""Reads what the opened lines show beside their job: its finished steps, its processes."""

from collections.abc import Awaitable
from typing import TypeVar

from PySide6.QtWidgets import QWidget

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import ACTIVE
from vela_desktop.gui.gathering import Rereader
from vela_desktop.gui.jobs.list import JobList
from vela_desktop.gui.jobs.step_rows import step_rows
from vela_desktop.services.jobs import JobService

T = TypeVar("T")


class Watcher:
    """Steps are read again when their job has moved on, processes whenever they are asked for."""

    def __init__(self, jobs: JobService, lines: JobList, owner: QWidget) -> None:
        self._jobs, self._list = jobs, lines
        self._steps = Rereader(self._read_steps, owner, owner.isVisible)
        self._processes = Rereader(self._read_processes, owner, owner.isVisible)

    def look(self) -> None:
        """Look at everything that is open now."""
        self._steps.ask()
        self._processes.ask()

    def tick(self) -> None:
        """Look at the processes that are in view."""
        self._processes.ask()

    async def _read_steps(self) -> None:
        for line in self._list.ordered():
            if line.opened and line.steps_wanted:
                job = line.row.job
                steps = await _known(self._jobs.steps(job.id))
                if job.id in self._list.lines:
                    line.show_steps(job, step_rows(job, steps))

    async def _read_processes(self) -> None:
        for line in self._list.ordered():
            job = line.row.job
            if line.opened and job.status in ACTIVE and not line.visibleRegion().isEmpty():
                processes = await _known(self._jobs.processes(job.id))
                if job.id in self._list.lines:
                    line.show_processes(processes)


async def _known(reading: Awaitable[tuple[T, ...]]) -> tuple[T, ...]:
    """Return what is read of a job; nothing of one that was deleted meanwhile."""
    try:
        return await reading
    except VelaError as error:
        if error.code is not Code.NOT_FOUND:
            raise
        return ()
