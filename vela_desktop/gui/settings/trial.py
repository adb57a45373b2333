"""Shows a test of an agent: each step as it ends, and what to do where one went wrong."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.agents.trial import AgentTest, Finding
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.gui import format, tasks
from vela_desktop.gui.i18n import error_texts, translate
from vela_desktop.gui.kit import Button, ElidedLabel, IconLabel, Label, Spinner, WrappedLabel
from vela_desktop.gui.kit.labels import restyle
from vela_desktop.gui.settings.rows import empty
from vela_desktop.gui.settings.texts import (
    breakable,
    joined,
    problem_sentence,
    step_advice,
    step_fact,
    step_name,
)
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme
from vela_desktop.services.agents import AgentService

_SIGN, _NAME, _FACT, _TIME = 0, 1, 2, 3


class StepLine(QWidget):
    """One step: how it went, what it found, how long it took; the reason below."""

    def __init__(self, theme: Theme, finding: Finding) -> None:
        super().__init__()
        side = theme.size("icon.caption")
        self.finding = finding
        self.name = Label(step_name(finding.step))
        self.fact = ElidedLabel("", "secondary", mode=Qt.TextElideMode.ElideMiddle)
        self.reason = WrappedLabel("", "caption")
        seconds = round(finding.seconds, 1)
        took = Label(format.duration(seconds) if seconds else "", "caption")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.space(2))
        grid.setVerticalSpacing(theme.space("half"))
        grid.addWidget(IconLabel(theme, *_sign(finding), side), 0, _SIGN)
        grid.addWidget(self.name, 0, _NAME)
        grid.addWidget(self.fact, 0, _FACT)
        grid.addWidget(took, 0, _TIME)
        grid.addWidget(self.reason, 1, _NAME, 1, _TIME)
        grid.setColumnStretch(_FACT, 1)
        self._say(finding)

    def _say(self, finding: Finding) -> None:
        if finding.problem is None:
            self.fact.setText(step_fact(finding))
            self.reason.hide()
            return
        reason = breakable(problem_sentence(finding.problem))
        self.reason.setText(joined(reason, step_advice(finding)))


class TrialCard(Surface):
    """Hidden until ``start``; says at its head how the whole test went."""

    def __init__(self, theme: Theme, agent: Agent, agents: AgentService) -> None:
        super().__init__()
        self.setObjectName("soft")
        self._theme, self._agent, self._agents = theme, agent, agents
        self._findings: list[Finding] = []
        self._ended: AgentTest | None = None
        self._error: VelaError | None = None
        self._cancelled = self.running = False
        self.lines: list[StepLine] = []
        self.ring = Spinner(theme, size=theme.size("icon.caption"))
        self.sign = IconLabel(theme, "check", "success")
        self.verdict = WrappedLabel("", "strong")
        self.cancel = Button(theme)
        self.cancel.setObjectName("cancel_test")
        head = QHBoxLayout()
        head.setSpacing(theme.space(2))
        head.addWidget(self.ring)
        head.addWidget(self.sign)
        head.addWidget(self.verdict, 1)
        head.addWidget(self.cancel)
        self._steps = QVBoxLayout()
        self._steps.setSpacing(theme.space(2))
        column = QVBoxLayout(self)
        margin = theme.space(3)
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(theme.space(2))
        column.addLayout(head)
        column.addLayout(self._steps)
        self.cancel.clicked.connect(self.stop)
        self.hide()

    def start(self, settings: AgentSettings) -> None:
        """Test the agent with *settings*; a test that runs is ended first."""
        self._findings, self._ended, self._error = [], None, None
        self._cancelled, self.running = False, True
        self.retranslate()
        self.show()
        self._task = tasks.start_latest("test", self._run(settings), self, on_error=self._failed)

    def stop(self) -> None:
        """End the test; the steps so far stay."""
        self._task.cancel()
        self.running, self._cancelled = False, True
        self.retranslate()

    def outdate(self) -> None:
        """Take the result away: something was changed since."""
        if not self.running:
            self.hide()

    async def _run(self, settings: AgentSettings) -> None:
        self._ended = await self._agents.test(self._agent, settings, self._hear)
        self.running = False
        self.retranslate()

    def _hear(self, finding: Finding) -> None:
        self._findings.append(finding)
        self.retranslate()

    def _failed(self, error: VelaError) -> None:
        self._error, self.running = error, False
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.cancel.setText(translate("Settings", "Cancel"))
        self.cancel.setVisible(self.running)
        self.ring.setVisible(self.running)
        self.sign.setVisible(not self.running)
        text, icon, role = self._said()
        self.verdict.setText(text)
        self.sign.set_icon(icon, role)
        restyle(self.verdict, "state", "quiet" if self._cancelled else "")
        self._fill()

    def _said(self) -> tuple[str, str, str]:
        if self.running:
            return translate("Settings", "Testing… No model is called."), "clock", "text.secondary"
        if self._error is not None:
            return joined(*error_texts(self._error)), "error", "danger"
        if self._cancelled or self._ended is None:
            return translate("Settings", "The test was cancelled."), "stop", "text.secondary"
        if self._ended.passed:
            text = translate("Settings", "It can curate. No model was called.")
            return text, "check", "success"
        return translate("Settings", "It cannot curate as it is."), "error", "danger"

    def _fill(self) -> None:
        empty(self._steps)
        self.lines = [StepLine(self._theme, finding) for finding in self._findings]
        for line in self.lines:
            self._steps.addWidget(line)


def _sign(finding: Finding) -> tuple[str, str]:
    if finding.problem is None:
        return "check", "success"
    return ("warning", "warn") if finding.passable else ("error", "danger")
