"""The two boxes for model and effort: 默认模型 and the agent's default settings come first."""

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox

from vela_desktop.agents.protocol import Model
from vela_desktop.domain.agents import Agent
from vela_desktop.gui import words
from vela_desktop.gui.i18n import translate


class ModelChoice:
    """Fills the boxes from an agent's catalogue. A model's name can also be typed: users of a
    gateway know names that no catalogue lists."""

    def __init__(self, model: QComboBox, effort: QComboBox) -> None:
        self._model, self._effort = model, effort
        self._models: tuple[Model, ...] = ()
        self._wanted_effort: str | None = None
        self._agent: Agent | None = None
        model.currentTextChanged.connect(lambda _: self._fill_efforts())

    def start(self, agent: Agent, model: str | None, effort: str | None) -> None:
        """Begin with the agent's defaults, or with what was chosen last."""
        self._agent, self._models, self._wanted_effort = agent, (), effort
        has_models = agent is not Agent.BUILTIN
        self._model.setEnabled(has_models)
        self._fill_models(model)
        self._effort.setEnabled(False)

    def show_models(self, models: Sequence[Model]) -> None:
        """Offer *models*, keeping what is chosen or typed."""
        chosen = self.model()
        self._models = tuple(models)
        self._fill_models(chosen)

    def show_problem(self, text: str) -> None:
        """Say why there are no models to pick from."""
        self._model.setToolTip(text)

    def model(self) -> str | None:
        """Return the model to ask for; None for the default one."""
        text = self._model.currentText().strip()
        if text in {"", words.model(None)}:
            return None
        known = next((model for model in self._models if text in {model.label, model.id}), None)
        return known.id if known else text

    def effort(self) -> str | None:
        """Return the effort to ask for; None for the agent's default."""
        data = self._effort.currentData()
        return str(data) if data else None

    def retranslate(self) -> None:
        """Speak the present language."""
        field = self._model.lineEdit()
        if field is not None:
            field.setPlaceholderText(translate("Curate", "A model's name"))
        if self._agent is not None:
            self._fill_models(self.model())

    def _fill_models(self, chosen: str | None) -> None:
        self._model.blockSignals(True)
        self._model.clear()
        self._model.addItem(words.model(None))
        for model in self._models:
            self._model.addItem(model.label or model.id)
        label = next((one.label or one.id for one in self._models if one.id == chosen), chosen)
        self._model.setCurrentText(label or words.model(None))
        self._model.blockSignals(False)
        self._fill_efforts()

    def _fill_efforts(self) -> None:
        chosen = self.effort() or self._wanted_effort
        name = self.model()
        known = next((model for model in self._models if model.id == name), None)
        efforts = known.efforts if known else _common(self._models)
        self._effort.clear()
        self._effort.addItem(words.effort(None), "")
        for effort in efforts:
            self._effort.addItem(words.effort(effort), effort)
        at = self._effort.findData(chosen) if chosen else 0
        self._effort.setCurrentIndex(max(at, 0))
        self._effort.setEnabled(bool(efforts))


def _common(models: Sequence[Model]) -> tuple[str, ...]:
    """Return the levels that every model has: offered for the default model, which is unknown."""
    levels = [model.efforts for model in models if model.efforts]
    if not levels or len(levels) != len(models):
        return ()
    return tuple(effort for effort in levels[0] if all(effort in others for others in levels))
