"""The agent's processes of a running job, one a line."""

import os
from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from vela_desktop.domain.jobs import Job, Lease, RunningProcess
from vela_desktop.gui import format
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import IconLabel, Label, WrappedLabel
from vela_desktop.gui.theme import Theme
from vela_desktop.process import identity


class Processes(QFrame):
    """Says whose they are where another program runs the job, and where there is none just now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._theme = theme
        self._shown: tuple[Sequence[RunningProcess], Job] | None = None
        self.owner = WrappedLabel("", "secondary")
        self.none = Label("", "secondary")
        self._lines: list[tuple[IconLabel, Label]] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.space(2))
        self._grid.setVerticalSpacing(theme.space("half"))
        self._grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space("half"))
        column.addWidget(self.owner)
        column.addLayout(self._grid)
        column.addWidget(self.none)
        self.hide()

    def texts(self) -> list[str]:
        """Return the lines of the processes that are shown."""
        return [label.text() for _, label in self._lines if not label.isHidden()]

    def show_processes(self, processes: Sequence[RunningProcess], job: Job) -> None:
        """Show the *processes* of *job* as they are now."""
        self._shown = (processes, job)
        while len(self._lines) < len(processes):
            self._add()
        for at, (icon, label) in enumerate(self._lines):
            there = at < len(processes)
            icon.setVisible(there)
            label.setVisible(there)
            if there:
                label.setText(process_line(processes[at]))
        elsewhere = job.lease is not None and not _is_mine(job.lease)
        self.owner.setVisible(elsewhere)
        if job.lease is not None:
            said = translate("Jobs", "Another Vela runs this job: process {pid} on {host}.")
            self.owner.setText(said.format(pid=job.lease.pid, host=job.lease.host))
        self.none.setText(translate("Jobs", "No process of the agent runs just now."))
        self.none.setVisible(not processes)
        self.show()

    def forget(self) -> None:
        """Show nothing: the job runs no more."""
        self._shown = None
        self.hide()

    def retranslate(self) -> None:
        """Speak the present language."""
        if self._shown is not None:
            self.show_processes(*self._shown)

    def _add(self) -> None:
        icon, label = IconLabel(self._theme, "terminal"), Label("", "secondary")
        at = len(self._lines)
        self._grid.addWidget(icon, at, 0)
        self._grid.addWidget(label, at, 1)
        self._lines.append((icon, label))


def process_line(process: RunningProcess) -> str:
    """Return what is known of a process: its name and number, time, bytes read, memory."""
    name = process.command or translate("Jobs", "process")
    parts = [
        translate("Jobs", "{name} {pid}").format(name=name, pid=process.pid),
        format.duration(int(process.seconds)),
    ]
    if process.stdout_bytes is not None:
        text = translate("Jobs", "{size} read")
        parts.append(text.format(size=format.size(process.stdout_bytes)))
    if process.stderr_bytes:
        text = translate("Jobs", "{size} of messages")
        parts.append(text.format(size=format.size(process.stderr_bytes)))
    if process.memory_bytes is not None:
        text = translate("Jobs", "{size} of memory")
        parts.append(text.format(size=format.size(process.memory_bytes)))
    return " · ".join(parts)


def _is_mine(lease: Lease) -> bool:
    """Tell whether this very program runs the job."""
    me = (identity.host(), identity.boot_id(), os.getpid())
    return (lease.host, lease.boot_id, lease.pid) == me
