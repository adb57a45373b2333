"""What opens below a job: its figures, its notes, its processes and steps, and two ways on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vela_desktop.domain.jobs import ACTIVE, JobRow, JobStatus
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.jobs.processes import Processes
from vela_desktop.gui.jobs.steps import Steps
from vela_desktop.gui.jobs.wish import JobWish
from vela_desktop.gui.kit import Button, WrappedLabel
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

_HAVE_WAYS = frozenset({JobStatus.QUEUED, JobStatus.COMPLETED, JobStatus.CANCELLED})
"""Elsewhere the ways stand in the box of the failure, or only in the menu."""


class Details(Surface):
    """``asked`` carries a wish: snapshot, session; ``copied`` the steps as text. Steps and
    processes are put in from outside, as often as they are read."""

    asked = Signal(object)
    copied = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._row: JobRow | None = None
        self.facts, self.times = WrappedLabel("", "secondary"), WrappedLabel("", "secondary")
        self.notes = WrappedLabel("", "secondary")
        self.processes, self.steps = Processes(theme), Steps(theme)
        self.ways = QFrame()
        self.ways.setObjectName("plain")
        links = QHBoxLayout(self.ways)
        links.setContentsMargins(0, theme.space(1), 0, 0)
        links.setSpacing(theme.space(2))
        self._buttons = {wish: Button(theme) for wish in (JobWish.SNAPSHOT, JobWish.SESSION)}
        for wish, button in self._buttons.items():
            button.setObjectName(f"details_{wish}")
            button.clicked.connect(lambda _=False, wish=wish: self.asked.emit(wish))
            links.addWidget(button)
        links.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        for widget in (
            self.notes, self.facts, self.times, self.processes, self.steps, self.ways,
        ):  # fmt: skip
            column.addWidget(widget)
        for label in (self.facts, self.times, self.notes):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.steps.copied.connect(self.copied)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_job(self, row: JobRow) -> None:
        """Show the job as it is now; what was read of its steps and processes stays."""
        self._row = row
        if row.job.status not in ACTIVE:
            self.processes.forget()
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        row = self._row
        if row is None:
            return
        self.facts.setText(texts.facts(row))
        self.times.setText(texts.times(row.job))
        notes = texts.notes(row.job)
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))
        self._buttons[JobWish.SNAPSHOT].setText(translate("Jobs", "View source snapshot"))
        self._buttons[JobWish.SESSION].setText(translate("Jobs", "Open session"))
        self.ways.setVisible(row.job.status in _HAVE_WAYS)
        self.processes.retranslate()
        self.steps.retranslate()
