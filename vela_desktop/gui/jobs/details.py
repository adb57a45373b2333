"""What opens below a job: for a failed one what happened, what was kept, and what to do."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.jobs import JobNote, JobRow, JobStatus
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import code_texts, plural, translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.kit import Button, Label, Notice, WrappedLabel
from vela_desktop.gui.theme import Theme


class Details(QFrame):
    """``asked`` carries a wish: retry, curate, snapshot, session."""

    asked = Signal(str)

    def __init__(self, row: JobRow, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._row, self._theme = row, theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.space(2))
        column.setSpacing(theme.space(2))
        if row.job.status is JobStatus.FAILED:
            column.addWidget(self._failure())
        else:
            column.addWidget(WrappedLabel(self._facts(), "secondary"))
            column.addLayout(self._links())

    def _facts(self) -> str:
        row, job = self._row, self._row.job
        parts = [
            row.project,
            translate("Jobs", "{chars} characters").format(chars=format.number(row.chars)),
            plural("Jobs", "%n segments")(row.segments),
        ]
        if job.usage.calls:
            parts.append(plural("Jobs", "%n calls")(job.usage.calls))
            parts.append(texts.tokens(job))
        if job.usage.model:
            said = translate("Jobs", "answered by {model}")
            parts.append(said.format(model=job.usage.model))
        if job.usage.cost_usd is not None:
            parts.append(f"${job.usage.cost_usd:.2f}")
        first = " · ".join(part for part in parts if part)
        notes = [
            words.note(note) for note in job.notes if note is not JobNote.WAITS_FOR_PREDECESSOR
        ]
        return "\n".join([first, *notes])

    def _links(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(2))
        for wish, text in (
            ("snapshot", translate("Jobs", "View source snapshot")),
            ("session", translate("Jobs", "Open session")),
        ):
            row.addWidget(self._link(wish, text))
        row.addStretch(1)
        return row

    def _link(self, wish: str, text: str) -> Button:
        button = Button(self._theme, text, look="flat")
        button.clicked.connect(lambda: self.asked.emit(wish))
        return button

    def _failure(self) -> Notice:
        theme, job = self._theme, self._row.job
        details = {**job.details}
        details.setdefault("agent", words.agent(job.agent))
        text, action = code_texts(job.error or "", details)
        notice = Notice(theme, "danger", text, action)
        kept = translate(
            "Jobs", "Stopped at {where}. Finished steps are kept: a retry does the rest only."
        )
        notice.column.addWidget(WrappedLabel(kept.format(where=texts.where(job)), "secondary"))
        tail = str(job.details.get("stderr_tail", ""))
        if tail:
            notice.column.addWidget(self._tail(tail))
        row = QHBoxLayout()
        row.setSpacing(theme.space(2))
        retry = Button(theme, translate("Jobs", "Retry"), look="primary", icon="retry")
        retry.clicked.connect(lambda: self.asked.emit("retry"))
        again = Button(theme, translate("Jobs", "Curate with another agent or model…"))
        again.clicked.connect(lambda: self.asked.emit("curate"))
        row.addWidget(retry)
        row.addWidget(again)
        row.addWidget(self._link("snapshot", translate("Jobs", "View source snapshot")))
        row.addStretch(1)
        row.addWidget(Label(job.error or "", "mono"))
        notice.column.addLayout(row)
        return notice

    def _tail(self, tail: str) -> QFrame:
        box = QFrame()
        box.setObjectName("mono")
        label = Label(translate("Jobs", "Output of the agent (masked):") + "\n" + tail, "mono")
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setWordWrap(True)
        inner = QVBoxLayout(box)
        margin = self._theme.space(2)
        inner.setContentsMargins(margin, margin, margin, margin)
        inner.addWidget(label)
        return box
