"""The three stages of a job in a line: done, under way with its bar, or to come."""

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from vela_desktop.domain.jobs import STAGES, Job, Stage
from vela_desktop.gui import words
from vela_desktop.gui.kit import IconLabel, Label, Spinner, restyle
from vela_desktop.gui.theme import Theme


class StageSign(QWidget):
    """One stage."""

    def __init__(self, theme: Theme, stage: Stage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stage = stage
        side = theme.size("icon")
        self._sign, self._ring = IconLabel(theme, "clock", size=side), Spinner(theme, size=side)
        self._word, self._steps = Label(), Label("", "secondary")
        self._bar = QProgressBar(textVisible=False)
        self._bar.setFixedWidth(theme.size("bar.progress.width"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(2))
        for widget in (self._sign, self._ring, self._word, self._steps, self._bar):
            row.addWidget(widget)

    def show_job(self, job: Job) -> None:
        """Show how far *job* is in this stage."""
        at = STAGES.index(job.stage) if job.stage else 0
        mine = STAGES.index(self._stage)
        now, done = mine == at, mine < at
        self._sign.setVisible(not now)
        self._ring.setVisible(now)
        self._sign.set_icon("check" if done else "clock", "success" if done else "text.secondary")
        self._word.setText(words.stage(self._stage))
        restyle(self._word, "role", "strong" if now else "secondary")
        self._steps.setText(f"{job.done} / {job.total}" if now and job.total else "")
        self._bar.setVisible(now and job.total > 0)
        self._bar.setRange(0, max(1, job.total))
        self._bar.setValue(job.done)


class Stages(QWidget):
    """All three with arrows between."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._signs = [StageSign(theme, stage) for stage in STAGES]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, theme.space(2))
        row.setSpacing(theme.space(4))
        for at, sign in enumerate(self._signs):
            if at:
                row.addWidget(IconLabel(theme, "chevron-right", size=theme.size("icon.small")))
            row.addWidget(sign)
        row.addStretch(1)

    def show_job(self, job: Job) -> None:
        """Show how far *job* is."""
        for sign in self._signs:
            sign.show_job(job)
