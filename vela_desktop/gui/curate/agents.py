"""The agents to choose from, two in a row; those that cannot be used say so."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QHBoxLayout, QRadioButton, QWidget

from vela_desktop.domain.agents import Agent, AgentStatus
from vela_desktop.gui import words
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import ElidedLabel, Monogram, restyle
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class AgentChoice(QFrame):
    """One agent: a radio button, its sign, and why it cannot be chosen where that is so."""

    def __init__(self, theme: Theme, status: AgentStatus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("choice")
        self.status = status
        self.radio = QRadioButton(words.agent(status.agent))
        self.radio.setObjectName(f"agent_{status.agent}")
        self.note = ElidedLabel("", "caption")
        self.sign = Monogram(theme, status.agent, theme.size("monogram"))
        row = QHBoxLayout(self)
        row.setContentsMargins(
            theme.space(2), theme.space("half"), theme.space(2), theme.space("half")
        )
        row.setSpacing(theme.space(2))
        row.addWidget(self.sign)
        row.addWidget(self.radio)
        row.addWidget(self.note, 1)
        self.setEnabled(status.available)
        self.radio.toggled.connect(lambda on: restyle(self, "on", on))
        self.retranslate()

    def retranslate(self) -> None:
        """Say what the agent is and whether it can be used."""
        self.radio.setText(words.agent(self.status.agent))
        self.note.setText(self._note())
        self.setToolTip(self.status.problem or self.status.executable or "")
        self.radio.setAccessibleDescription(self.note.text())

    def _note(self) -> str:
        if not self.status.available:
            return translate("Curate", "Not installed or not configured")
        if self.status.agent is Agent.BUILTIN:
            return translate("Curate", "No model, offline; sends nothing")
        return self.status.version or ""


class AgentChoices(Surface):
    """``chosen`` carries the agent a person picked."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._group = QButtonGroup(self)
        self._choices: list[AgentChoice] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme.space(1))
        for column in range(2):
            self._grid.setColumnStretch(column, 1)

    def show_agents(self, statuses: Sequence[AgentStatus], wanted: Agent | None) -> None:
        """Offer *statuses*; *wanted* is on where it can be used, else the first that can."""
        for choice in self._choices:
            choice.deleteLater()
        self._choices = [AgentChoice(self._theme, status, self) for status in statuses]
        for at, choice in enumerate(self._choices):
            alone = choice.status.agent is Agent.BUILTIN
            row = (at + 1) // 2 if alone and at % 2 else at // 2
            self._grid.addWidget(choice, row, 0 if alone else at % 2, 1, 2 if alone else 1)
            self._group.addButton(choice.radio)
            choice.radio.toggled.connect(self._picked)
        usable = [choice for choice in self._choices if choice.status.available]
        first = next((one for one in usable if one.status.agent is wanted), None)
        if first is None and usable:
            first = usable[0]
        if first is not None:
            first.radio.setChecked(True)

    def now(self) -> Agent | None:
        """Return the agent that is on."""
        on = (choice for choice in self._choices if choice.radio.isChecked())
        found = next(on, None)
        return found.status.agent if found else None

    def retranslate(self) -> None:
        """Speak the present language."""
        self.setAccessibleName(translate("Curate", "Agents"))
        for choice in self._choices:
            choice.retranslate()

    def _picked(self, on: bool) -> None:
        agent = self.now()
        if on and agent is not None:
            self.chosen.emit(agent)
