"""What the settings window shows of one agent."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vela_desktop.agents.protocol import Program
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.gui import tasks, words
from vela_desktop.gui.i18n import error_texts, problem_text, translate
from vela_desktop.gui.kit import (
    Button,
    IconLabel,
    Label,
    Monogram,
    Notice,
    NoticePlace,
    WrappedLabel,
)
from vela_desktop.gui.settings.models import ModelsSection
from vela_desktop.gui.settings.program import ProgramSection
from vela_desktop.gui.settings.section import Section
from vela_desktop.gui.settings.texts import advice, breakable, joined, problem_sentence, sentence
from vela_desktop.gui.settings.transcripts import TranscriptsSection
from vela_desktop.gui.settings.trial import TrialCard
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme
from vela_desktop.services.agents import AgentService
from vela_desktop.services.sessions import SessionService


class AgentHead(Surface):
    """Sign, name and state of an agent, and the button that tests it."""

    test_asked = Signal()

    def __init__(self, theme: Theme, agent: Agent) -> None:
        super().__init__()
        self.setObjectName("plain")
        self._agent = agent
        self._program: Program | None = None
        self.name = Label("", "h2")
        self.sign = IconLabel(theme, "check", "success")
        self.sign.hide()
        self.state = WrappedLabel("", "secondary")
        self.state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.test = Button(theme, icon="play")
        self.test.setObjectName("test_agent")
        self.test.setVisible(agent is not Agent.BUILTIN)
        self.test.clicked.connect(self.test_asked)
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setSpacing(theme.space(2))
        first.addWidget(Monogram(theme, agent))
        first.addWidget(self.name, 1)
        first.addWidget(self.test)
        second.addWidget(self.sign, alignment=Qt.AlignmentFlag.AlignTop)
        second.addWidget(self.state, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        column.addLayout(first)
        column.addLayout(second)
        self.retranslate()

    def show_program(self, program: Program) -> None:
        """Say which program it is, or why there is none to be used."""
        self._program = program
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.name.setText(words.agent(self._agent))
        self.test.setText(translate("Settings", "Test"))
        self.test.setToolTip(translate("Settings", "Starts the program; calls no model"))
        if self._program is not None:
            self._say(self._program)

    def _say(self, program: Program) -> None:
        wrong = program.problem is not None
        self.sign.set_icon(*(("error", "danger") if wrong else ("check", "success")))
        self.sign.show()
        self.state.setText(_state(program))


class AgentPage(QScrollArea):
    """Built for the agent that is chosen; ``load`` reads what the sections show.

    Settings are stored as soon as a field is finished; what means nothing is not stored and stays
    in its field.
    """

    def __init__(
        self,
        theme: Theme,
        agent: Agent,
        agents: AgentService,
        sessions: SessionService,
        settings: SettingsStore,
    ) -> None:
        super().__init__()
        self.agent = agent
        self._theme, self._agents, self._sessions = theme, agents, sessions
        self._settings = settings
        self.head = AgentHead(theme, agent)
        self.problems = NoticePlace(theme)
        self.trial = TrialCard(theme, agent, agents)
        self.sections: tuple[Section, ...] = ()
        inner = QWidget()
        inner.setObjectName("plain")
        column = QVBoxLayout(inner)
        margin = theme.space(6)
        column.setContentsMargins(margin, theme.space(5), margin, margin)
        column.setSpacing(theme.space(4))
        for widget in (self.problems, self.head, self.trial):
            column.addWidget(widget)
        if agent is not Agent.BUILTIN:
            self._add_sections(column)
        column.addStretch(1)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.head.test_asked.connect(self.test)

    def _add_sections(self, column: QVBoxLayout) -> None:
        theme, agents = self._theme, self._agents
        self.program = ProgramSection(theme, self.agent, agents)
        self.models = ModelsSection(theme, self.agent, agents)
        self.sections = (self.program, self.models)
        if AGENTS[self.agent].has_sessions:
            self.transcripts = TranscriptsSection(theme, self.agent, agents)
            self.sections = (self.program, self.transcripts, self.models)
        for section in self.sections:
            column.addSpacing(theme.space(2))
            column.addWidget(section)
        self.program.edited.connect(self.trial.outdate)

    async def load(self) -> None:
        """Read what is stored, which program that leads to, and what the index knows."""
        self.show_stored()
        program = await self._agents.program(self.agent)
        self.head.show_program(program)
        if self.sections:
            self.program.show_program(program, await self._agents.found_program(self.agent))
            self.models.ask()
            await self.load_roots()

    async def load_roots(self) -> None:
        """Read where the transcripts are."""
        if AGENTS[self.agent].has_sessions:
            self.transcripts.show_roots(await self._sessions.roots())

    def show_stored(self) -> None:
        """Show what is stored."""
        if self.sections:
            stored = self._settings.now.agent(self.agent)
            self.program.show_settings(stored)
            if AGENTS[self.agent].has_sessions:
                self.transcripts.show_settings(stored)

    def test(self) -> None:
        """Try the agent with what stands in the fields."""
        settings = self.program.settings(self._settings.now.agent(self.agent))
        if settings is not None:
            self.trial.start(settings)
            self.ensureWidgetVisible(self.head)

    def finish(self) -> None:
        """Have everything that was typed checked and stored."""
        for section in self.sections:
            section.finish()

    def show_error(self, error: VelaError) -> None:
        """Say what could not be read; what is shown stays."""
        self.problems.put(Notice(self._theme, "danger", *error_texts(error)))

    def start(self) -> None:
        """Begin to ``load``; a load that goes on is dropped."""
        tasks.start_latest("load", self.load(), self)


def _state(program: Program) -> str:
    if program.agent is Agent.BUILTIN:
        return translate(
            "Settings", "Always there: no model, offline; sends nothing. There is nothing to set."
        )
    if program.problem is not None:
        said = problem_sentence(program.problem)
        if program.path:
            said = sentence(f"{breakable(program.path)}: {problem_text(program.problem)}")
        return joined(said, advice(program.problem))
    return f"{program.version} · {breakable(program.path)}"
