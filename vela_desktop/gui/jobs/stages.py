"""The three stages of a job in a line: done, under way with its bar, or to come."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QWidget

from vela_desktop.domain.jobs import STAGES, JobRow, Stage
from vela_desktop.gui import words
from vela_desktop.gui.kit import IconLabel, Label, Spinner, restyle
from vela_desktop.gui.theme import Theme


class StageSign(QWidget):
    """One stage."""

    def __init__(self, theme: Theme, stage: Stage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stage = stage
        self.now = False
        self.sign, self.ring = IconLabel(theme, "clock"), Spinner(theme)
        self.word, self.steps = Label(), Label("", "secondary")
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedWidth(theme.size("bar.progress.width"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(2))
        for widget in (self.sign, self.ring, self.word, self.steps, self.bar):
            row.addWidget(widget)

    def show_job(self, row: JobRow) -> None:
        """Show how far the job is in this stage."""
        job = row.job
        mine, at = STAGES.index(self._stage), STAGES.index(job.stage) if job.stage else 0
        now, done = mine == at, mine < at
        self.now = now
        self.sign.setVisible(not now)
        self.ring.setVisible(now)
        self.sign.set_icon("check" if done else "clock", "success" if done else "text.secondary")
        self.word.setText(words.stage(self._stage))
        restyle(self.word, "role", "strong" if now else "" if done else "secondary")
        self.steps.setText(self._steps(row, now=now, done=done))
        self.steps.setVisible(bool(self.steps.text()))
        self.bar.setVisible(now and self._stage is not Stage.COMMIT and job.total > 0)
        self.bar.setRange(0, max(1, job.total))
        self.bar.setValue(job.done)
        told = f"{self.word.text()} {self.steps.text()}".strip()
        self.setToolTip(told)
        self.bar.setAccessibleName(told)

    def set_brief(self, brief: bool) -> None:
        """Leave the words to the hint, except of the stage under way."""
        self.word.setVisible(not brief or self.now)
        self.steps.setVisible(bool(self.steps.text()) and (not brief or self.now))

    def _steps(self, row: JobRow, *, now: bool, done: bool) -> str:
        if self._stage is Stage.COMMIT:
            return ""
        if now and row.job.total:
            return f"{row.job.done} / {row.job.total}"
        known = done and self._stage is Stage.EXTRACT
        return f"{row.segments} / {row.segments}" if known else ""


class Stages(QWidget):
    """All three with arrows between; where room is short only the one under way has words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.signs = [StageSign(theme, stage) for stage in STAGES]
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(4))
        for at, sign in enumerate(self.signs):
            if at:
                row.addWidget(IconLabel(theme, "chevron-right", size=theme.size("icon.small")))
            row.addWidget(sign)
        row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_job(self, row: JobRow) -> None:
        """Show how far the job is."""
        for sign in self.signs:
            sign.show_job(row)
        self._fit()

    def _fit(self) -> None:
        for sign in self.signs:
            sign.set_brief(False)
        if self._row.minimumSize().width() > self.width():
            for sign in self.signs:
                sign.set_brief(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many words as fit."""
        super().resizeEvent(event)
        self._fit()
