"""The two boxes for model and effort: 默认模型 and the agent's default settings come first."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QLabel

from vela_desktop.agents.protocol import Model
from vela_desktop.domain import rules
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.gui import words
from vela_desktop.gui.i18n import error_texts, translate
from vela_desktop.gui.kit import restyle
from vela_desktop.gui.theme import Theme

DEFAULT = "default"
"""A catalogue's row for what is asked for by naming no model: it only tells its efforts."""


class ModelChoice(QObject):
    """Fills the boxes from an agent's catalogue; ``changed`` says that the choice is another.

    A model's name can also be typed: users of a gateway know names that no catalogue lists. *wrong*
    says beside the box what is wrong with a name.
    """

    changed = Signal()

    def __init__(
        self, theme: Theme, model: QComboBox, effort: QComboBox, wrong: QLabel, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model, self._effort, self._wrong = model, effort, wrong
        self._models: tuple[Model, ...] = ()
        self._default: Model | None = None
        self._wanted_effort: str | None = None
        self._agent: Agent | None = None
        for box in (model, effort):
            box.setFixedHeight(theme.size("control.dialog"))
        model.setCompleter(
            QCompleter(self)
        )  # the usual one turns names into labels that begin alike
        model.currentTextChanged.connect(self._chosen)
        effort.activated.connect(self._effort_chosen)
        wrong.hide()

    def start(self, agent: Agent, model: str | None, effort: str | None) -> None:
        """Begin with the agent's defaults, or with what was chosen last."""
        self._agent, self._wanted_effort = agent, effort
        self._models, self._default = (), None
        self._model.setEnabled(agent is not Agent.BUILTIN)
        self._fill_models(model)

    def show_models(self, models: Sequence[Model]) -> None:
        """Offer *models*, keeping what is chosen or typed."""
        chosen = self.model()
        self._default = next((model for model in models if model.id == DEFAULT), None)
        self._models = tuple(model for model in models if model.id != DEFAULT)
        self._fill_models(chosen)

    def model(self) -> str | None:
        """Return the model to ask for; None for the default one."""
        text = self._model.currentText()
        if text.strip() in {"", words.model(None)}:
            return None
        known = self._known(text.strip())
        return known.id if known else text

    def effort(self) -> str | None:
        """Return the effort to ask for; None for the agent's default."""
        data = self._effort.currentData()
        return str(data) if data else None

    @property
    def valid(self) -> bool:
        """Tell whether the name of the model may be passed on."""
        return self._error() is None

    def retranslate(self) -> None:
        """Speak the present language."""
        field = self._model.lineEdit()
        if field is not None:
            field.setPlaceholderText(translate("Curate", "A model's name"))
        if self._agent is not None:
            self._fill_models(self.model())

    def _known(self, text: str) -> Model | None:
        at = self._model.currentIndex() - 1
        if 0 <= at < len(self._models) and self._models[at].label == text:
            return self._models[at]
        return next((model for model in self._models if text in {model.id, model.label}), None)

    def _error(self) -> VelaError | None:
        try:
            rules.check_model(self.model())
        except VelaError as error:
            return error
        return None

    def _fill_models(self, chosen: str | None) -> None:
        self._model.blockSignals(True)
        self._model.clear()
        self._model.addItem(words.model(None))
        for model in self._models:
            self._model.addItem(model.label)
        ids = [None, *(model.id for model in self._models)]
        if chosen in ids:
            self._model.setCurrentIndex(ids.index(chosen))
        else:
            self._model.setCurrentText(chosen or "")
        self._model.blockSignals(False)
        self._chosen()

    def _chosen(self) -> None:
        error = self._error()
        restyle(self._model, "wrong", error is not None)
        self._wrong.setText(error_texts(error)[0] if error else "")
        self._wrong.setVisible(error is not None)
        self._fill_efforts()
        self.changed.emit()

    def _fill_efforts(self) -> None:
        chosen, efforts = self._wanted_effort, self._efforts()
        self._effort.clear()
        self._effort.addItem(words.effort(None), "")
        for effort in efforts:
            self._effort.addItem(words.effort(effort), effort)
        at = self._effort.findData(chosen) if chosen else 0
        self._effort.setCurrentIndex(max(at, 0))
        self._effort.setEnabled(bool(efforts))

    def _effort_chosen(self) -> None:
        self._wanted_effort = self.effort()
        self.changed.emit()

    def _efforts(self) -> tuple[str, ...]:
        """Return the levels of the chosen model. Of the default one, which only the agent knows,
        those that its catalogue tells, or that all its models have; of an unknown one none."""
        name = self.model()
        if name is not None:
            known = next((model for model in self._models if model.id == name), None)
            return known.efforts if known else ()
        if self._default is not None:
            return self._default.efforts
        return _common(self._models)


def _common(models: Sequence[Model]) -> tuple[str, ...]:
    if not models:
        return ()
    levels = models[0].efforts
    return tuple(level for level in levels if all(level in model.efforts for model in models))
