"""Which agents can curate on this computer."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.agents import Agent, AgentStatus
from vela_desktop.gui.i18n import problem_text, translate
from vela_desktop.gui.kit import Label, Spinner
from vela_desktop.gui.start.card import AgentCard, AgentRow
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class CuratorsSection(Surface):
    """Says it of every agent; until their programs were asked, only of the built-in extractor."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._theme = theme
        self._statuses: Sequence[AgentStatus] = ()
        self.heading = Label("", "strong")
        self.ring = Spinner(theme, size=theme.size("icon.caption"))
        self.card = AgentCard(theme)
        head = QHBoxLayout()
        head.addWidget(self.heading)
        head.addStretch(1)
        head.addWidget(self.ring)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        column.addLayout(head)
        column.addWidget(self.card)
        self.retranslate()

    def show_statuses(self, statuses: Sequence[AgentStatus]) -> None:
        """Show which of the agents can be used."""
        self._statuses = statuses
        self.ring.hide()
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Start", "Agents that can curate"))
        rows = [self._row(status) for status in self._statuses]
        if not rows:
            rows = [self._builtin()]
        self.card.show_rows(rows)

    def _row(self, status: AgentStatus) -> AgentRow:
        if status.agent is Agent.BUILTIN:
            return self._builtin()
        row = AgentRow(self._theme, status.agent)
        row.sign.setEnabled(status.available)
        if status.available:
            row.say(status.version or translate("Start", "Installed"))
        else:
            row.say(translate("Start", "Not installed or not configured"))
            row.setToolTip(problem_text(status.problem) if status.problem else "")
        return row

    def _builtin(self) -> AgentRow:
        row = AgentRow(self._theme, Agent.BUILTIN)
        row.say(translate("Start", "Always there: no model, sends nothing"))
        return row
