"""What opens below a job that has not failed: its figures, its notes, and two ways on."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vela_desktop.domain.jobs import JobRow
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.kit import Button, WrappedLabel
from vela_desktop.gui.theme import Theme


class Details(QFrame):
    """``asked`` carries a wish: snapshot, session."""

    asked = Signal(str)

    def __init__(self, row: JobRow, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        self.facts = WrappedLabel(texts.facts(row), "secondary")
        column.addWidget(self.facts)
        for note in texts.notes(row.job):
            column.addWidget(WrappedLabel(note, "secondary"))
        links = QHBoxLayout()
        links.setContentsMargins(0, theme.space(1), 0, 0)
        links.setSpacing(theme.space(2))
        for wish, text in (
            ("snapshot", translate("Jobs", "View source snapshot")),
            ("session", translate("Jobs", "Open session")),
        ):
            button = Button(theme, text)
            button.setObjectName(f"details_{wish}")
            button.clicked.connect(lambda _=False, wish=wish: self.asked.emit(wish))
            links.addWidget(button)
        links.addStretch(1)
        column.addLayout(links)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
