"""Whether jobs are paused, for everything in the window that says so or changes it."""

from PySide6.QtCore import QObject, Signal

from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.services.jobs import JobService


class Pausing(QObject):
    """Follows pauses, also those of other programs. ``changed`` carries the new state."""

    changed = Signal(bool)

    def __init__(self, jobs: JobService, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.paused = False
        bridge.jobs_paused.connect(self._take)

    def reload(self) -> None:
        """Look whether jobs are paused now."""
        tasks.start_latest("paused", self._read(), self)

    def set(self, paused: bool) -> None:
        """Pause all jobs, or have them go on."""
        tasks.start(self._set(paused), self, kind=tasks.TaskKind.COMMAND)

    async def _set(self, paused: bool) -> None:
        await (self._jobs.pause() if paused else self._jobs.resume())

    async def _read(self) -> None:
        self._take(await self._jobs.paused())

    def _take(self, paused: bool) -> None:
        if paused != self.paused:
            self.paused = paused
            self.changed.emit(paused)
