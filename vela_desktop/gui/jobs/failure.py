"""The box below a failed job: what happened, what was kept, and what to do."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import JobRow
from vela_desktop.gui import words
from vela_desktop.gui.i18n import code_texts, translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.kit import Button, IconLabel, Label, WrappedLabel
from vela_desktop.gui.theme import Theme


class FailureBox(QFrame):
    """``asked`` carries a wish: retry, curate, snapshot. Its retry is the page's one primary button
    where the box *leads*."""

    asked = Signal(str)

    def __init__(
        self, row: JobRow, theme: Theme, *, leads: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setProperty("tone", "danger")
        self._theme, self._row = theme, row
        self.text, self.action = _told(row)
        self.setAccessibleName(f"{self.text} {self.action}")
        column = QVBoxLayout()
        column.setSpacing(theme.space(1))
        column.addLayout(self._head())
        for line in self._lines():
            column.addWidget(_selectable(WrappedLabel(line, "secondary")))
        self.tail = str(row.job.details.get("stderr_tail", ""))
        if self.tail:
            column.addWidget(self._output())
        column.addSpacing(theme.space(1))
        self._ways = self._buttons(leads=leads)
        column.addLayout(self._ways)
        whole = QHBoxLayout(self)
        margin = theme.space(3)
        whole.setContentsMargins(margin, margin, margin, margin)
        whole.setSpacing(theme.space(2))
        sign = IconLabel(theme, "error", "danger")
        whole.addWidget(sign, alignment=Qt.AlignmentFlag.AlignTop)
        whole.addLayout(column, 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(3))
        row.addWidget(_selectable(WrappedLabel(self.text, "strong")), 1)
        self.code = _selectable(Label(self._row.job.error or "", "mono"))
        row.addWidget(self.code, alignment=Qt.AlignmentFlag.AlignTop)
        return row

    def _lines(self) -> list[str]:
        job = self._row.job
        lines = [self.action, texts.kept(self._row)]
        titles = str(job.details.get("titles", ""))
        if job.error == Code.CONFLICT and titles:
            said = translate("Jobs", "Changed by you meanwhile: {titles}")
            lines.insert(1, said.format(titles=titles))
        return [line for line in lines if line]

    def _output(self) -> QFrame:
        box = QFrame()
        box.setObjectName("mono")
        said = translate("Jobs", "Error output of the agent (masked):")
        label = _selectable(WrappedLabel(f"{said}\n{self.tail}", "mono"))
        inner = QVBoxLayout(box)
        inner.setContentsMargins(
            self._theme.space(3), self._theme.space(1), self._theme.space(3), self._theme.space(1)
        )
        inner.addWidget(label)
        return box

    def _buttons(self, *, leads: bool) -> QHBoxLayout:
        theme = self._theme
        retry = Button(
            theme, translate("Jobs", "Retry"), look="primary" if leads else "plain", icon="retry"
        )
        again = Button(theme, translate("Jobs", "Choose another agent or model…"))
        snapshot = Button(theme, translate("Jobs", "View source snapshot"), look="flat")
        self._snapshot = snapshot
        row = QHBoxLayout()
        row.setSpacing(theme.space(2))
        for button, wish in ((retry, "retry"), (again, "curate"), (snapshot, "snapshot")):
            button.setObjectName(f"failure_{wish}")
            button.clicked.connect(lambda _=False, wish=wish: self.asked.emit(wish))
            row.addWidget(button)
        row.addStretch(1)
        return row

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the way that the line's menu has too to the menu where room is short."""
        super().resizeEvent(event)
        self._snapshot.show()
        self._snapshot.setVisible(self._ways.minimumSize().width() <= self._ways.geometry().width())


def _told(row: JobRow) -> tuple[str, str]:
    """Return what happened, and what to do."""
    if row.job.error == Code.CONFLICT:
        return (
            translate(
                "Jobs",
                "Entries of this session were changed while the job ran. The changes are kept; "
                "the job saved nothing.",
            ),
            translate("Jobs", "A retry shows the changed entries and asks before replacing them."),
        )
    details = {**row.job.details, "agent": words.agent(row.job.agent)}
    return code_texts(row.job.error or "", details)


def _selectable(label: Label) -> Label:
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
