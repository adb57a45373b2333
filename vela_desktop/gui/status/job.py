"""The status bar's left: the newest running job with stage, progress, time, and its cancel."""

import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from vela_desktop.domain.jobs import STAGES, Job, JobRow, JobStatus
from vela_desktop.domain.routes import JobsRoute
from vela_desktop.gui import format, tasks, words
from vela_desktop.gui.actions import Desk
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Button, Label, Spinner
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme
from vela_desktop.services.jobs import JobService

SECOND = 1000


class StatusJob(Surface):
    """Says "No job is running" where that is so."""

    def __init__(
        self,
        jobs: JobService,
        bridge: Bridge,
        desk: Desk,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._jobs, self._desk = jobs, desk
        self._row: JobRow | None = None
        self._others = 0
        self.ring = Spinner(theme, size=theme.size("icon.caption"))
        self.what, self.stage = Label("", "strong"), Label()
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedWidth(theme.size("bar.progress.width"))
        self.time, self.more = Label(), Button(theme, look="flat", size="status")
        self.cancel = Button(theme, size="status")
        self.cancel.setObjectName("status_cancel")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(3), 0, 0, 0)
        row.setSpacing(theme.space(2))
        for widget in (
            self.ring, self.what, self.stage, self.bar, self.time, self.cancel, self.more,
        ):  # fmt: skip
            row.addWidget(widget)
        row.addStretch(1)
        self.cancel.clicked.connect(self._cancel)
        self.more.clicked.connect(lambda: desk.go(JobsRoute()))
        self._clock = QTimer(self, interval=SECOND)
        self._clock.timeout.connect(self._say_time)
        bridge.jobs_changed.connect(lambda _: self.reload())
        self.retranslate()

    def reload(self) -> None:
        """Look again which jobs run."""
        tasks.start_latest("job", self._read(), self)

    async def _read(self) -> None:
        unfinished = await self._jobs.unfinished()
        active = [job for job in unfinished if job.status is not JobStatus.QUEUED]
        job = (active or list(unfinished))[0] if unfinished else None
        self._row = await self._jobs.get(job.id) if job else None
        self._others = max(0, len(unfinished) - 1)
        self.retranslate()

    def retranslate(self) -> None:
        """Show the job in the present language."""
        row = self._row
        for widget in (self.ring, self.stage, self.bar, self.time, self.cancel):
            widget.setVisible(row is not None)
        self.more.setVisible(self._others > 0)
        self.more.setText(plural("StatusJob", "%n more")(self._others))
        if row is None:
            self._clock.stop()
            self.what.setText(translate("StatusJob", "No job is running"))
            return
        self._say(row)

    def _say(self, row: JobRow) -> None:
        job = row.job
        said = translate("StatusJob", "Curating “{title}”")
        self.what.setText(said.format(title=_short(row.session_title)))
        self.stage.setText(stage_text(job))
        self.bar.setRange(0, max(1, job.total))
        self.bar.setValue(job.done)
        self.cancel.setText(translate("StatusJob", "Cancel"))
        self.cancel.setAccessibleName(said.format(title=row.session_title))
        self.cancel.setVisible(job.status is not JobStatus.CANCELLING)
        self.ring.set_role("warn" if job.status is JobStatus.CANCELLING else "accent")
        self.ring.setVisible(job.status is not JobStatus.QUEUED)
        self._clock.start()
        self._say_time()

    def _say_time(self) -> None:
        started = self._row.job.started_at if self._row else None
        elapsed = (int(time.time() * 1000) - started) // 1000 if started else 0
        self.time.setText(format.duration(max(0, elapsed)) if started else "")

    def _cancel(self) -> None:
        if self._row is not None:
            self.cancel.hide()
            command = tasks.TaskKind.COMMAND
            tasks.start(self._ask_cancel(self._row.job.id), self, kind=command)

    async def _ask_cancel(self, job_id: str) -> None:
        await self._jobs.cancel(job_id)


def stage_text(job: Job) -> str:
    """Return where a job is: ``stage 2 of 3 · Merge knowledge 4/7``, or its status."""
    if job.status is not JobStatus.RUNNING or job.stage is None:
        return words.status(job.status)
    text = translate("StatusJob", "Stage {number} of {all} · {stage}").format(
        number=STAGES.index(job.stage) + 1, all=len(STAGES), stage=words.stage(job.stage)
    )
    return f"{text} {job.done}/{job.total}" if job.total else text


def _short(title: str, limit: int = 40) -> str:
    return title if len(title) <= limit else title[: limit - 1] + "…"
