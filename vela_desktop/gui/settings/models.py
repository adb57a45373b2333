"""The models that an agent offers, with their effort levels."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vela_desktop.agents.protocol import Model
from vela_desktop.domain.agents import Agent, AgentProblem
from vela_desktop.domain.errors import VelaError
from vela_desktop.gui import tasks, words
from vela_desktop.gui.i18n import error_texts, plural, problem_text, translate
from vela_desktop.gui.kit import Button, ElidedLabel, Label, Spinner, WrappedLabel
from vela_desktop.gui.settings.rows import Card
from vela_desktop.gui.settings.section import Section
from vela_desktop.gui.settings.texts import joined, sentence
from vela_desktop.gui.theme import Theme
from vela_desktop.services.agents import AgentService

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

FIRST = 5
"""So many are shown until all are asked for."""


class ModelLine(QWidget):
    """One model: its name, its id where that is another one, and its levels."""

    def __init__(self, theme: Theme, model: Model) -> None:
        super().__init__()
        self.name = ElidedLabel(model.label)
        levels = " · ".join(words.effort(level) for level in model.efforts)
        self.levels = Label(levels or translate("Settings", "No effort levels"), "caption")
        self.levels.setAlignment(_RIGHT)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(3), 0, theme.space(3), 0)
        row.setSpacing(theme.space(3))
        row.addWidget(self.name, 1)
        if model.id != model.label:
            row.addWidget(ElidedLabel(model.id, "mono"), 1)
        row.addWidget(self.levels)
        self.setFixedHeight(theme.size("row.tree"))


class ModelsSection(Section):
    """Shows them, and asks the agent for them again."""

    def __init__(self, theme: Theme, agent: Agent, agents: AgentService) -> None:
        super().__init__(theme, agent, agents)
        self._models: tuple[Model, ...] = ()
        self._problem: AgentProblem | None = None
        self._whole = self._asking = False
        self.lines: list[ModelLine] = []
        self.count = Label("", "secondary")
        self.ring = Spinner(theme, size=theme.size("icon.caption"))
        self.ring.hide()
        self.refresh = Button(theme, icon="refresh")
        self.refresh.setObjectName("refresh_models")
        self.head.addWidget(self.ring)
        self.head.addWidget(self.count)
        self.head.addWidget(self.refresh)
        self.wrong = WrappedLabel("", "wrong")
        self.card = Card(theme)
        self.more = Button(theme, look="flat")
        self.note = WrappedLabel("", "caption")
        foot = QHBoxLayout()
        foot.addWidget(self.more)
        foot.addStretch(1)
        for widget in (self.wrong, self.card):
            self.column.addWidget(widget)
        self.column.addLayout(foot)
        self.column.addWidget(self.note)
        self.refresh.clicked.connect(lambda: self.ask(again=True))
        self.more.clicked.connect(self._toggle)
        self.retranslate()

    def ask(self, *, again: bool = False) -> None:
        """Read the list from the cache where it is fresh, or have the agent asked *again*."""
        if not again and self._asking:
            return
        if again or not self._models:
            self._asking = True
            self.ring.show()
            self.refresh.setEnabled(False)
        tasks.start_latest("models", self._ask(again=again), self, on_error=self._failed)

    async def _ask(self, *, again: bool) -> None:
        ask = self._agents.refresh if again else self._agents.models
        self._models = await ask(self._agent)
        self._problem = await self._agents.listing_problem(self._agent)
        self._rest()

    def _failed(self, error: VelaError) -> None:
        self._rest()
        self._say_wrong(joined(*error_texts(error)))

    def _rest(self) -> None:
        self._asking = False
        self.ring.hide()
        self.refresh.setEnabled(True)
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Settings", "Models"))
        self.refresh.setText(translate("Settings", "Refresh models"))
        self.count.setText(plural("Settings", "%n models")(len(self._models)))
        self.note.setText(
            translate(
                "Settings",
                "With a gateway, any other model's name can be typed when you curate.",
            )
        )
        self._say_wrong(self._listing_text())
        self._fill()
        super().retranslate()

    def _listing_text(self) -> str:
        if self._problem is None:
            return ""
        text = translate("Settings", "The list could not be read: {reason}")
        return sentence(text.format(reason=problem_text(self._problem)))

    def _say_wrong(self, text: str) -> None:
        self.wrong.setText(text)
        self.wrong.setVisible(bool(text))

    def _toggle(self) -> None:
        self._whole = not self._whole
        self._fill()

    def _fill(self) -> None:
        shown = self._models if self._whole else self._models[:FIRST]
        self.lines = [ModelLine(self._theme, model) for model in shown]
        widest = max((line.levels.sizeHint().width() for line in self.lines), default=0)
        for line in self.lines:
            line.levels.setFixedWidth(widest)
        self.card.show_rows(self.lines)
        self.more.setVisible(len(self._models) > FIRST)
        if self._whole:
            self.more.setText(translate("Settings", "Show fewer"))
        else:
            self.more.setText(plural("Settings", "Show all %n models")(len(self._models)))
