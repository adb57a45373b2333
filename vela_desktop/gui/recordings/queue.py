"""The recordings that a person wants taken in: one after the other, each as a command."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import shiboken6
from PySide6.QtCore import QObject, Signal

from vela_desktop.domain.errors import VelaError
from vela_desktop.gui import tasks
from vela_desktop.gui.subjects import SessionSubject


class TakesIn(Protocol):
    """What takes recordings in, of the services."""

    async def add(
        self, path: Path, to: str | None = None, progress: Callable[[int, int], None] | None = None
    ) -> str:
        """Take in one recording and return its session's id; see ``RecordingService.add``."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to take in, and the session that it belongs to, if any."""

    path: Path
    to: SessionSubject | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that was not taken in, and why."""

    path: Path
    error: VelaError


class Imports(QObject):
    """``changed``: what is shown of it is another. ``taken``: a recording is in; the session's id.

    Files may be asked for before there is a service; they wait until then.
    """

    changed = Signal()
    taken = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.waiting: deque[Wanted] = deque()
        self.running: Wanted | None = None
        self.part: float | None = None
        """How much of the present file is rendered, 0 to 1; None until that begins."""
        self.stopping = False
        self.last: Wanted | None = None
        """What was taken in last, if that was the end of the last thing done."""
        self.failures: list[Failure] = []
        """Those that no person has put away yet."""
        self._service: TakesIn | None = None
        self._task: asyncio.Task[None] | None = None

    def serve(self, service: TakesIn) -> None:
        """Have *service* take in what waits, and what is asked for from now on."""
        self._service = service
        self._next()

    def ask(self, paths: Sequence[Path], to: SessionSubject | None = None) -> None:
        """Take in *paths*, as parts of the session *to* where there is one."""
        self.waiting += (Wanted(path, to) for path in paths)
        self._next()
        self.changed.emit()

    @property
    def stoppable(self) -> bool:
        """Tell whether ``cancel`` would still keep a file out."""
        return bool(self.waiting) or self._can_stop

    def cancel(self) -> None:
        """Take in neither the present file nor those that wait."""
        self.waiting.clear()
        if self._task is not None and self._can_stop:
            self.stopping = True
            self._task.cancel()
        self.changed.emit()

    @property
    def _can_stop(self) -> bool:
        """Whether the present file can be given up: one that has been read is as good as in."""
        return self.running is not None and not self.stopping and self.part != 1.0

    def forget_failures(self) -> None:
        """Put the failures away."""
        self.failures.clear()
        self.changed.emit()

    def _next(self) -> None:
        if self.running is not None or self._service is None or not self.waiting:
            return
        wanted = self.running = self.waiting.popleft()
        self.part, self.stopping, self.last = None, False, None
        self._task = tasks.start(
            self._take_in(self._service, wanted),
            self,
            kind=tasks.TaskKind.COMMAND,
            on_error=partial(self._failed, wanted),
        )
        self._task.add_done_callback(self._ended)

    async def _take_in(self, service: TakesIn, wanted: Wanted) -> None:
        to = wanted.to.id if wanted.to else None
        session = await service.add(wanted.path, to, self._progressed)
        if shiboken6.isValid(self):
            self.last = wanted
            self.taken.emit(session)

    def _progressed(self, done: int, total: int) -> None:
        if shiboken6.isValid(self):
            self.part = done / total if total else 1.0
            self.changed.emit()

    def _failed(self, wanted: Wanted, error: VelaError) -> None:
        if shiboken6.isValid(self):
            self.failures.append(Failure(wanted.path, error))

    def _ended(self, task: asyncio.Task[None]) -> None:
        del task
        if shiboken6.isValid(self):
            self.running = self._task = None
            self._next()
            self.changed.emit()
