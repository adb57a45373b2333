"""Which program stands for an agent, and how it is started."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import shiboken6
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog

from vela_desktop.agents.programs import variable
from vela_desktop.agents.protocol import Program
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent, AgentProblem
from vela_desktop.domain.errors import Reason
from vela_desktop.gui import tasks
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.settings import parsing
from vela_desktop.gui.settings.fields import Field, LineField, LinesField, Said
from vela_desktop.gui.settings.parsing import WrongInputError
from vela_desktop.gui.settings.section import Section
from vela_desktop.gui.settings.texts import OF_FILE, breakable, problem_sentence
from vela_desktop.gui.theme import Theme
from vela_desktop.services.agents import AgentService

_EXAMPLE = "NAME=value"

Parse = Callable[[str], Any]
"""Returns a setting as it is stored, or raises WrongInputError."""
Show = Callable[[Any], str]


class ProgramSection(Section):
    """``edited``: what was found out about the program may not hold any more."""

    edited = Signal()

    def __init__(self, theme: Theme, agent: Agent, agents: AgentService) -> None:
        super().__init__(theme, agent, agents)
        self.executable = LineField(theme, "executable", browses=True)
        self.arguments = LineField(theme, "arguments")
        self.environment = LinesField(theme, "environment")
        self.input_bytes = LineField(theme, "input_bytes")
        self.fields = (self.executable, self.arguments, self.environment, self.input_bytes)
        self._parsed: dict[str, tuple[Field, Parse, Show]] = {
            "arguments": (self.arguments, parsing.arguments, parsing.shown_arguments),
            "environment": (self.environment, parsing.variables, parsing.shown_variables),
            "input_bytes": (self.input_bytes, parsing.byte_count, parsing.shown_bytes),
        }
        self._found: Program | None = None
        self._program: Program | None = None
        self._adapter = ADAPTERS[agent]
        for field in self.fields:
            self.column.addWidget(field)
            field.edited.connect(self.edited)
        self.input_bytes.setVisible(self._adapter.input_bytes is not None)
        self._connect()
        self._name_fields()
        self.retranslate()

    def _connect(self) -> None:
        self.executable.committed.connect(self._executable_typed)
        self.executable.edited.connect(lambda: self.executable.show_wrong(None))
        self.executable.browse.clicked.connect(
            lambda: self.browse(self.executable, QFileDialog.FileMode.ExistingFile)
        )
        self.arguments.edited.connect(self._watch_arguments)
        for name, (field, _, _) in self._parsed.items():
            field.committed.connect(partial(self._typed, name))
            field.edited.connect(partial(self._forgive, name))

    def _name_fields(self) -> None:
        self.executable.name(lambda: translate("Settings", "Executable"), self._executable_note)
        self.arguments.name(
            lambda: translate("Settings", "Extra arguments"),
            lambda: translate(
                "Settings",
                "Quoted as in a shell. Only arguments that leave the agent's tools closed are "
                "accepted.",
            ),
        )
        self.environment.name(
            lambda: translate("Settings", "Environment"),
            lambda: translate(
                "Settings",
                "One variable a line, only for this agent. Stored unencrypted in settings.json.",
            ),
        )
        self.input_bytes.name(
            lambda: translate("Settings", "Largest input per call (bytes)"),
            lambda: translate(
                "Settings",
                "Longer sessions are read in several calls. With more, a call may hold more than "
                "the model takes.",
            ),
        )

    def show_settings(self, settings: AgentSettings) -> None:
        """Show what is stored; what a person is typing stays."""
        self.executable.show_stored(settings.executable or "")
        self.arguments.show_stored(parsing.shown_arguments(settings.arguments))
        self.environment.show_stored(parsing.shown_variables(settings.environment))
        self.input_bytes.show_stored(parsing.shown_bytes(settings.input_bytes))

    def show_program(self, program: Program, found: Program) -> None:
        """Say what is wrong with the *program* that is named, and which one is *found* without."""
        self._program, self._found = program, found
        problem, named = program.problem, program.found_by == "settings"
        if problem and named and problem.reason in OF_FILE and not self.executable.dirty:
            self.executable.show_wrong(_said(problem))
        self.retranslate()

    def settings(self, stored: AgentSettings) -> AgentSettings | None:
        """Return *stored* with what stands in the fields, finished or not; None where that means
        nothing, which is then said beside it."""
        values: dict[str, Any] = {}
        for name, (field, parse, _) in self._parsed.items():
            try:
                values[name] = parse(field.text())
            except WrongInputError as wrong:
                field.show_wrong(wrong.__str__)
                return None
        return replace(stored, executable=self.executable.text().strip() or None, **values)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Settings", "Program"))
        self.executable.hint(self._found_text())
        self.arguments.hint(translate("Settings", "None"))
        self.environment.hint(_EXAMPLE)
        self.input_bytes.hint(parsing.shown_bytes(self._adapter.input_bytes))
        super().retranslate()

    def _found_text(self) -> str:
        if self._found is None:
            return ""
        if self._found.problem is not None:
            return translate("Settings", "Not found automatically")
        text = translate("Settings", "Found automatically: {path}")
        return text.format(path=self._found.path)

    def _executable_note(self) -> str:
        program = self._program
        if program is None or program.found_by != "environment":
            return ""
        text = translate("Settings", "{variable} names another program for this run: {path}")
        path = breakable(program.path)
        return text.format(variable=variable(self._agent), path=path)

    def _executable_typed(self, text: str) -> None:
        tasks.start(self._check_executable(text), self, kind=tasks.TaskKind.COMMAND)

    async def _check_executable(self, typed: str) -> None:
        path = typed.strip()
        wrong = await self._agents.wrong_program(self._agent, path) if path else None
        if not shiboken6.isValid(self) or self.executable.text() != typed:
            return
        if wrong is not None:
            self.executable.show_wrong(_said(wrong))
        else:
            self.store(self.executable, path, executable=path or None)

    def _typed(self, name: str, text: str) -> None:
        field, parse, show = self._parsed[name]
        wrong = self._wrong(name, text)
        if wrong is not None:
            field.show_wrong(wrong)
            return
        value = parse(text)
        self.store(field, show(value), **{name: value})

    def _wrong(self, name: str, text: str) -> Said | None:
        try:
            value = self._parsed[name][1](text)
        except WrongInputError as wrong:
            return wrong.__str__
        problem = self._adapter.objection(value) if name == "arguments" else None
        return _said(problem) if problem else None

    def _forgive(self, name: str) -> None:
        """Take back what was said to be wrong as soon as it is right."""
        field = self._parsed[name][0]
        if field.is_wrong:
            field.show_wrong(self._wrong(name, field.text()))

    def _watch_arguments(self) -> None:
        """Object at once, but not to the word that is being typed."""
        text = self.arguments.text()
        try:
            whole = parsing.arguments(text if text.endswith(" ") else text.rpartition(" ")[0])
        except WrongInputError:
            return  # a quotation that goes on
        problem = self._adapter.objection(whole)
        if problem is not None and problem.reason is not Reason.ARGUMENT_NEEDS_VALUE:
            self.arguments.show_wrong(_said(problem))


def _said(problem: AgentProblem) -> Said:
    return lambda: problem_sentence(problem)
