"""The status bar's left: the newest running job with stage, progress, time, and its cancel."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.jobs import UNFINISHED, JobRow, JobStatus
from vela_desktop.domain.routes import JobsRoute
from vela_desktop.gui import format, tasks, words
from vela_desktop.gui.actions import Desk
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.gathering import Rereader
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.jobs.pausing import Pausing
from vela_desktop.gui.kit import Button, IconLabel, Label, Spinner
from vela_desktop.gui.status import texts
from vela_desktop.gui.status.button import StatusText
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme
from vela_desktop.services.jobs import JobService

SECOND = 1000
TOLD_SECONDS = 12
"""How long the bar says how a job ended; a failure stays until it is looked at."""


class StatusJob(Surface):
    """Says nothing while no job runs; for a while it says how the last one ended. While jobs are
    paused it says so, and has them go on."""

    def __init__(
        self,
        jobs: JobService,
        pausing: Pausing,
        bridge: Bridge,
        desk: Desk,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._jobs, self._pausing, self._desk = jobs, pausing, desk
        self._row: JobRow | None = None
        self._others = 0
        side = theme.size("icon.caption")
        self.ring, self.sign = Spinner(theme, size=side), IconLabel(theme, "check", size=side)
        self.what, self.stage = StatusText(theme), Label()
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedWidth(theme.size("bar.progress.width"))
        self.time, self.more = Label(), Button(theme, look="flat", size="status")
        self.cancel = Button(theme, size="status")
        self.cancel.setObjectName("status_cancel")
        self.pause_sign, self.paused = IconLabel(theme, "pause", "warn", side), Label()
        self.paused.setProperty("state", "warn")
        self.resume = Button(theme, size="status")
        self.resume.setObjectName("status_resume")
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(theme.space(1), 0, theme.space(2), 0)
        self._layout.setSpacing(theme.space(2))
        for widget in self._parts():
            self._layout.addWidget(widget)
        self._layout.addStretch(1)
        self._rereader = Rereader(self._read, self, self.isVisible)
        self._clock = QTimer(self, interval=SECOND)
        self._told = QTimer(self, singleShot=True, interval=TOLD_SECONDS * SECOND)
        self._connect(bridge)
        self.retranslate()

    def _parts(self) -> tuple[QWidget, ...]:
        return (
            self.ring, self.sign, self.what, self.stage, self.bar, self.time, self.cancel,
            self.more, self.pause_sign, self.paused, self.resume,
        )  # fmt: skip

    def _connect(self, bridge: Bridge) -> None:
        self.what.clicked.connect(self._open)
        self.cancel.clicked.connect(self._cancel)
        self.more.clicked.connect(lambda: self._desk.go(JobsRoute()))
        self._clock.timeout.connect(self._say_time)
        self._told.timeout.connect(self._forget)
        self.resume.clicked.connect(lambda: self._pausing.set(False))
        self._pausing.changed.connect(self.retranslate)
        bridge.jobs_changed.connect(self.reload)

    def reload(self) -> None:
        """Look again which jobs run."""
        self._rereader.ask()

    async def _read(self) -> None:
        unfinished = await self._jobs.running()
        row, before = _foremost(unfinished), self._row
        if row is None and before is not None and before.job.status in UNFINISHED:
            row = await self._jobs.get(before.job.id)
            if row.job.status is not JobStatus.FAILED:
                self._told.start()
        elif row is None:
            row = before
        self._others = max(0, len(unfinished) - 1)
        self._show(row)

    def _show(self, row: JobRow | None) -> None:
        self._row = row
        if row is not None and row.job.status in UNFINISHED:
            self._told.stop()
            self._clock.start()
        else:
            self._clock.stop()
        self.retranslate()

    def _forget(self) -> None:
        if self._row is not None and self._row.job.status not in UNFINISHED:
            self._show(None)

    def retranslate(self) -> None:
        """Show the job in the present language."""
        self.more.setText(plural("StatusJob", "%n more")(self._others))
        self.cancel.setText(translate("StatusJob", "Cancel"))
        self.paused.setText(translate("StatusJob", "Jobs are paused"))
        self.resume.setText(translate("StatusJob", "Resume"))
        if self._row is not None:
            self._say(self._row)
        self._fit()

    def _say(self, row: JobRow) -> None:
        job, sign = row.job, words.status_sign(row.job.status)
        self.what.say(texts.what(row))
        self.stage.setText(texts.where(job))
        self.bar.setRange(0, max(1, job.total))
        self.bar.setValue(job.done)
        self.bar.setAccessibleName(self.stage.text())
        self.cancel.setAccessibleName(f"{self.cancel.text()}, {row.session_title}")
        self.ring.set_role(sign.role)
        self.sign.set_icon(sign.icon, sign.role)
        self._say_time()

    def _say_time(self) -> None:
        started = self._row.job.started_at if self._row else None
        elapsed = (now_ms() - started) // 1000 if started else 0
        self.time.setText(format.duration(max(0, elapsed)) if started else "")

    def _wanted(self) -> set[QWidget]:
        """Return the parts that have something to show, as the job and the pause stand."""
        wanted: set[QWidget] = set()
        if self._pausing.paused:
            wanted |= {self.pause_sign, self.paused, self.resume}
        if self._row is None:
            return wanted
        job = self._row.job
        spins = words.status_sign(job.status).spins
        wanted |= {self.what, self.ring if spins else self.sign}
        if self.stage.text():
            wanted.add(self.stage)
        if job.status is JobStatus.RUNNING:
            wanted |= {self.bar, self.time, self.cancel}
        if job.status is JobStatus.QUEUED:
            wanted.add(self.cancel)
        if self._others:
            wanted.add(self.more)
        return wanted

    def _fit(self) -> None:
        """Show what there is to show; where room is short first the bar goes, then
        the time and other words."""
        wanted, gap = self._wanted(), self._layout.spacing()
        for widget in (self.bar, self.time, self.stage, self.paused, self.more):
            needed = sum(part.sizeHint().width() + gap for part in wanted)
            if needed > self.width():
                wanted.discard(widget)
        for part in self._parts():
            part.setVisible(part in wanted)

    def showEvent(self, event: QShowEvent) -> None:
        """Look what happened meanwhile."""
        super().showEvent(event)
        self._rereader.resume()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as fits."""
        super().resizeEvent(event)
        self._fit()

    def _open(self) -> None:
        if self._row is not None:
            self._desk.go(JobsRoute(job_id=self._row.job.id))
            self._forget()

    def _cancel(self) -> None:
        if self._row is not None:
            command = tasks.TaskKind.COMMAND
            tasks.start(self._jobs.cancel(self._row.job.id), self, kind=command)


def _foremost(unfinished: Sequence[JobRow]) -> JobRow | None:
    """Return the job to show: the newest that runs, else the newest that stops, else waits."""
    for status in (JobStatus.RUNNING, JobStatus.CANCELLING, JobStatus.QUEUED):
        for row in unfinished:
            if row.job.status is status:
                return row
    return None
