"""The box below a failed job: what happened, what was kept, and what to do."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import JobRow
from vela_desktop.gui import words
from vela_desktop.gui.i18n import code_texts, translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.jobs.fold import FoldButton
from vela_desktop.gui.jobs.ways import said, ways
from vela_desktop.gui.jobs.wish import JobWish
from vela_desktop.gui.kit import Button, IconLabel, Label, WrappedLabel
from vela_desktop.gui.kit.buttons import Look
from vela_desktop.gui.theme import Theme


class FailureBox(QFrame):
    """``asked`` carries a wish out of ``ways``. The first of them is the page's one primary button
    where the box *leads*. The agent's error output is folded below; ``output_shown`` says that a
    person opened or closed it."""

    asked = Signal(object)
    output_shown = Signal(bool)

    def __init__(
        self,
        row: JobRow,
        theme: Theme,
        *,
        leads: bool,
        output: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setProperty("tone", "danger")
        self._theme, self.row, self.leads = theme, row, leads
        self.text, self.action = _told(row)
        self.setAccessibleName(f"{self.text} {self.action}")
        column = QVBoxLayout()
        column.setSpacing(theme.space(1))
        column.addLayout(self._head())
        for line in self._lines():
            column.addWidget(_selectable(WrappedLabel(line, "secondary")))
        column.addSpacing(theme.space(1))
        self._ways = self._buttons()
        column.addLayout(self._ways)
        self.tail = str(row.job.details.get("stderr_tail", ""))
        self.fold, self.output = FoldButton(theme), QFrame()
        if self.tail:
            self._add_output(column, output)
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
        self.code = _selectable(Label(self.row.job.error or "", "mono"))
        row.addWidget(self.code, alignment=Qt.AlignmentFlag.AlignTop)
        return row

    def _lines(self) -> list[str]:
        job = self.row.job
        edited = [entry for entry in job.in_conflict if not entry.missing]
        missing = [entry for entry in job.in_conflict if entry.missing]
        lines = [self.action]
        if edited:
            meanwhile = translate("Jobs", "Changed by you meanwhile: {titles}")
            lines.append(meanwhile.format(titles=texts.titles(edited)))
        if missing:
            meanwhile = translate("Jobs", "Deleted, moved or protected meanwhile: {titles}")
            lines.append(meanwhile.format(titles=texts.titles(missing)))
        return [*lines, texts.kept(self.row)]

    def _add_output(self, column: QVBoxLayout, shown: bool) -> None:
        theme = self._theme
        self.fold.clicked.connect(self._toggle)
        self.output.setObjectName("mono")
        inner = QVBoxLayout(self.output)
        inner.setContentsMargins(theme.space(3), theme.space(1), theme.space(3), theme.space(1))
        inner.addWidget(_selectable(WrappedLabel(self.tail, "mono")))
        column.addWidget(self.fold, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.output)
        self._show_output(shown)

    def _toggle(self) -> None:
        self._show_output(self.output.isHidden())
        self.output_shown.emit(not self.output.isHidden())

    def _show_output(self, shown: bool) -> None:
        self.output.setVisible(shown)
        self.fold.tell(translate("Jobs", "Error output of the agent (masked)"), opened=shown)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(2))
        looks: tuple[Look, ...] = ("primary" if self.leads else "plain", "plain", "flat")
        for wish, look in zip(ways(self.row.job), looks, strict=True):
            icon = "retry" if wish is JobWish.RETRY and look != "flat" else None
            self._last = Button(self._theme, said(wish), look=look, icon=icon)
            self._last.setObjectName(f"failure_{wish}")
            self._last.clicked.connect(lambda _=False, wish=wish: self.asked.emit(wish))
            row.addWidget(self._last)
        row.addStretch(1)
        return row

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the last way, which the line's menu has too, to the menu where room is short."""
        super().resizeEvent(event)
        self._last.show()
        self._last.setVisible(self._ways.minimumSize().width() <= self._ways.geometry().width())


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
