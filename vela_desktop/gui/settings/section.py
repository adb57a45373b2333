"""A part of an agent's page: a heading, and fields that are stored one by one."""

from typing import Any

import shiboken6
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.gui import tasks
from vela_desktop.gui.i18n import error_texts
from vela_desktop.gui.kit import Label
from vela_desktop.gui.settings.fields import Field
from vela_desktop.gui.settings.texts import joined
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme
from vela_desktop.services.agents import AgentService


class Section(Surface):
    """Put widgets into ``column``; ``fields`` are finished when the page is left."""

    def __init__(self, theme: Theme, agent: Agent, agents: AgentService) -> None:
        super().__init__()
        self.setObjectName("plain")
        self._theme, self._agent, self._agents = theme, agent, agents
        self.fields: tuple[Field, ...] = ()
        self.heading = Label("", "h3")
        self.head = QHBoxLayout()
        self.head.setSpacing(theme.space(2))
        self.head.addWidget(self.heading)
        self.head.addStretch(1)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.space(3))
        self.column.addLayout(self.head)

    def store(self, field: Field, text: str, **changes: Any) -> None:
        """Store *changes*; *field* shows them as *text* then, or says why that failed."""
        typed = field.text()

        def failed(error: VelaError) -> None:
            if shiboken6.isValid(field):
                field.show_wrong(lambda: joined(*error_texts(error)))

        async def work() -> None:
            await self._agents.configure(self._agent, **changes)
            if shiboken6.isValid(field) and field.text() == typed:
                field.accept(text)

        tasks.start(work(), self, kind=tasks.TaskKind.COMMAND, on_error=failed)

    def finish(self) -> None:
        """Have what was typed checked and stored."""
        for field in self.fields:
            field.finish()

    def browse(self, field: Field, mode: QFileDialog.FileMode) -> None:
        """Let a person choose what stands in *field*: a file or a folder."""
        dialog = QFileDialog(self.window(), field.label.text())
        dialog.setFileMode(mode)
        dialog.fileSelected.connect(field.type)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def retranslate(self) -> None:
        """Speak the present language."""
        for field in self.fields:
            field.retranslate()
