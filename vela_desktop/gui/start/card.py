"""A framed list of agents: one row each, with its sign, its name, and what is to be said of it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from vela_desktop.domain.agents import Agent
from vela_desktop.gui import words
from vela_desktop.gui.kit import ElidedLabel, IconLabel, Label, Monogram, Separator, WrappedLabel
from vela_desktop.gui.theme import Theme

_NAME, _DETAIL, _WARNING, _SAID = 1, 2, 3, 4
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class AgentRow(QWidget):
    """Sign, name and detail at the left, what is said at the right, a reason below."""

    def __init__(
        self, theme: Theme, agent: Agent, detail: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.sign = Monogram(theme, agent)
        self.name = Label(words.agent(agent), "strong")
        self.detail = ElidedLabel(detail, "mono", mode=Qt.TextElideMode.ElideMiddle)
        self.warning = IconLabel(theme, "warning", "warn")
        self.warning.hide()
        self.said = Label("", "secondary")
        self.reason = WrappedLabel("", "secondary")
        self.reason.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(theme.space(4), theme.space(2), theme.space(4), theme.space(2))
        grid.setHorizontalSpacing(theme.space(3))
        grid.setVerticalSpacing(theme.space("half"))
        grid.addWidget(self.sign, 0, 0)
        for column, widget in (
            (_NAME, self.name),
            (_DETAIL, self.detail),
            (_WARNING, self.warning),
            (_SAID, self.said),
        ):
            grid.addWidget(widget, 0, column, _MIDDLE)
        grid.addWidget(self.reason, 1, _NAME, 1, _SAID)
        grid.setColumnStretch(_DETAIL, 1)
        grid.setRowMinimumHeight(0, theme.size("control"))

    def say(self, text: str) -> None:
        """Say *text*."""
        self.said.setText(text)
        self._speak()

    def warn(self, text: str, reason: str) -> None:
        """Warn that *text*, with the reason or what to do in a line of its own."""
        self.warning.show()
        self.said.setProperty("state", "warn")
        self.said.setText(text)
        self.reason.setText(reason)
        self.reason.show()
        self._speak()

    def _speak(self) -> None:
        labels = (self.name, self.detail, self.said, self.reason)
        texts = (label.text() for label in labels)
        self.setAccessibleName(", ".join(text for text in texts if text))


class AgentCard(QFrame):
    """Rows with a hair line between them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.rows: list[AgentRow] = []

    def show_rows(self, rows: list[AgentRow]) -> None:
        """Show these in place of any others."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = rows
        for at, row in enumerate(rows):
            if at:
                self._column.addWidget(Separator(self._theme))
            self._column.addWidget(row)
        self.setVisible(bool(rows))
