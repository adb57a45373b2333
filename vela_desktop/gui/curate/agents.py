"""The agents to choose from, two in a row; those that cannot be used say so."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QHBoxLayout, QRadioButton, QWidget

from vela_desktop.domain.agents import Agent, AgentStatus
from vela_desktop.gui import words
from vela_desktop.gui.i18n import problem_text, translate
from vela_desktop.gui.kit import ElidedLabel, Label, Monogram, restyle
from vela_desktop.gui.kit.waiting import Waiting
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

_FOCUS = {QEvent.Type.FocusIn, QEvent.Type.FocusOut}


class AgentChoice(QFrame):
    """One agent: a radio button, its sign and name, and why it cannot be chosen where that is so.

    The whole row can be clicked, and is what the ring of the keyboard is around.
    """

    def __init__(self, theme: Theme, status: AgentStatus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("choice")
        self.status = status
        self.radio = QRadioButton()
        self.radio.setObjectName(f"agent_{status.agent}")
        self.radio.installEventFilter(self)
        self.radio.toggled.connect(self._tint)
        self.name, self.note = Label(), ElidedLabel("", "caption")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.space(2), 0, theme.space(2), 0)
        self._row.setSpacing(theme.space(2))
        self._row.addWidget(self.radio)
        self._row.addWidget(Monogram(theme, status.agent, theme.size("icon.large")))
        self._row.addWidget(self.name)
        if not status.available:
            self._row.addStretch(1)
        self._row.addWidget(self.note)
        if status.available:
            self._row.addStretch(1)
        self.setFixedHeight(theme.size("control.dialog"))
        self.setEnabled(status.available)
        self.retranslate()

    def retranslate(self) -> None:
        """Say what the agent is and whether it can be used."""
        name = words.agent(self.status.agent)
        self.name.setText(name)
        self.note.setText(self._note())
        self.radio.setAccessibleName(name)
        self.radio.setAccessibleDescription(self.note.text())
        self.setToolTip(self._hint())

    def _note(self) -> str:
        if not self.status.available:
            return translate("Curate", "Not installed or configured")
        if self.status.agent is Agent.BUILTIN:
            return translate("Curate", "No model, offline; sends nothing")
        return ""

    def _hint(self) -> str:
        status = self.status
        if status.agent is Agent.BUILTIN:
            return ""
        problem = problem_text(status.problem) if status.problem else ""
        facts = (status.version, status.executable, problem)
        return "\n".join(fact for fact in facts if fact)

    def _tint(self, on: bool) -> None:
        restyle(self, "on", on)
        restyle(self.name, "role", "strong" if on else "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take over the ring of the radio button."""
        if event.type() in _FOCUS:
            restyle(self, "focused", event.type() is QEvent.Type.FocusIn)
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the agent."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.radio.setFocus(Qt.FocusReason.MouseFocusReason)
            self.radio.setChecked(True)


class AgentChoices(Surface):
    """``chosen`` carries the agent that was picked."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._group = QButtonGroup(self)
        self.rows: list[AgentChoice] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.space(2))
        self._grid.setVerticalSpacing(theme.space(1))
        for column in range(2):
            self._grid.setColumnStretch(column, 1)
        self.waiting = Waiting(theme)
        self._grid.addWidget(self.waiting, 0, 0, 1, 2)
        self.retranslate()

    def show_agents(self, statuses: Sequence[AgentStatus], wanted: Sequence[Agent]) -> None:
        """Offer *statuses*; the first of *wanted* that can be used is on, else the first usable."""
        self.waiting.hide()
        had_focus = self.isAncestorOf(self.focusWidget())
        for row in self.rows:
            self._group.removeButton(row.radio)
            self._grid.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [AgentChoice(self._theme, status) for status in statuses]
        for at, row in enumerate(self.rows):
            self._place(at, row)
            self._group.addButton(row.radio)
            row.radio.toggled.connect(self._picked)
        usable = {row.status.agent: row for row in self.rows if row.status.available}
        first = next((usable[agent] for agent in wanted if agent in usable), None)
        first = first or next(iter(usable.values()), None)
        if first is not None:
            first.radio.setChecked(True)
            self.setFocusProxy(first.radio)
            if had_focus:
                first.radio.setFocus()

    def _place(self, at: int, row: AgentChoice) -> None:
        if row.status.agent is Agent.BUILTIN:
            self._grid.addWidget(row, (at + 1) // 2, 0, 1, 2)
        else:
            self._grid.addWidget(row, at // 2, at % 2)

    def now(self) -> Agent | None:
        """Return the agent that is on."""
        found = next((row for row in self.rows if row.radio.isChecked()), None)
        return found.status.agent if found else None

    def retranslate(self) -> None:
        """Speak the present language."""
        self.setAccessibleName(translate("Curate", "Agents"))
        for row in self.rows:
            row.retranslate()

    def _picked(self, on: bool) -> None:
        agent = self.now()
        if on and agent is not None:
            self.setFocusProxy(next(row.radio for row in self.rows if row.status.agent is agent))
            self.chosen.emit(agent)
