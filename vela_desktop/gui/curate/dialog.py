"""Picks agent, model and effort, says what will be sent and replaced, and submits the job."""

import time

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import Agent, AgentStatus
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.jobs import Choice, EditedEntry, JobOptions
from vela_desktop.domain.routes import EntryRoute
from vela_desktop.domain.sessions import SessionRow
from vela_desktop.gui import format, tasks
from vela_desktop.gui.actions import Desk
from vela_desktop.gui.curate.agents import AgentChoices
from vela_desktop.gui.curate.models import ModelChoice
from vela_desktop.gui.curate.sent import Sent, replaced_notice
from vela_desktop.gui.forms import Form, load_form
from vela_desktop.gui.i18n import error_texts, translate
from vela_desktop.gui.kit import Button, ElidedLabel, Label, Monogram, Notice, WrappedLabel
from vela_desktop.gui.theme import Theme
from vela_desktop.services.agents import AgentService
from vela_desktop.services.jobs import JobService


class CurateUi(Form):
    """The widgets of ``curate.ui``."""

    heading: QLabel
    session: QWidget
    agents: QWidget
    model: QComboBox
    effort: QComboBox
    sent: QWidget
    mask: QCheckBox
    excerpts: QCheckBox
    replaced: QWidget


class CurateDialog(QDialog):
    """Open it with ``open()``; closing it does not stop a job that was submitted."""

    def __init__(
        self,
        row: SessionRow,
        jobs: JobService,
        agents: AgentService,
        settings: SettingsStore,
        desk: Desk,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("curate")
        self._row, self._jobs, self._agents = row, jobs, agents
        self._settings, self._desk, self._theme = settings, desk, theme
        self._ready = False
        self.ui = load_form("curate", CurateUi, self)
        self.choices = AgentChoices(theme)
        self.models = ModelChoice(self.ui.model, self.ui.effort)
        self.sent = Sent(theme)
        self.problem = Notice(theme, "danger")
        self.problem.hide()
        self.note = WrappedLabel("", "caption")
        self.cancel = Button(theme, size="dialog")
        self.submit = Button(theme, look="primary", size="dialog")
        self._build()
        self._connect()
        self.retranslate()

    def _build(self) -> None:
        theme, margin = self._theme, self._theme.space(6)
        self.setFixedWidth(theme.size("dialog.width"))
        layout = self.ui.root.layout()
        assert layout is not None
        layout.setContentsMargins(margin, margin, margin, theme.space(4))
        layout.setSpacing(theme.space(2))
        _fill(self.ui.session, self._session_line())
        _fill(self.ui.agents, self.choices)
        _fill(self.ui.sent, self.sent)
        layout.addWidget(self.problem)
        now = self._settings.now
        self.ui.mask.setChecked(now.mask_secrets)
        self.ui.excerpts.setChecked(now.command_excerpts)
        self.submit.setEnabled(False)
        self.submit.setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        column.addWidget(self.ui.root)
        column.addWidget(self._foot())

    def _session_line(self) -> QWidget:
        theme, row = self._theme, self._row
        line = QWidget()
        self.facts = Label("", "caption")
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, theme.space(2))
        layout.setSpacing(theme.space(2))
        layout.addWidget(Monogram(theme, row.agent))
        layout.addWidget(ElidedLabel(row.title, "strong"))
        layout.addWidget(self.facts)
        layout.addStretch(1)
        return line

    def _foot(self) -> QFrame:
        theme = self._theme
        foot = QFrame()
        foot.setObjectName("dialogfoot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(theme.space(6), theme.space(3), theme.space(6), theme.space(3))
        row.setSpacing(theme.space(2))
        row.addWidget(self.note, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.submit)
        return foot

    def _connect(self) -> None:
        self.cancel.clicked.connect(self.reject)
        self.submit.clicked.connect(self._submit)
        self.choices.chosen.connect(self._agent_chosen)
        self.sent.text_asked.connect(lambda: tasks.start(self._show_text(), self))
        for box in (self.ui.mask, self.ui.excerpts):
            box.toggled.connect(lambda _: self._preview())

    def retranslate(self) -> None:
        """Speak the present language."""
        self.setWindowTitle(translate("Curate", "Curate to knowledge base"))
        self.cancel.setText(translate("Curate", "Cancel"))
        self.submit.setText(translate("Curate", "Curate and save"))
        self.note.setText(
            translate("Curate", "Closing this window does not stop the job; see “Jobs”.")
        )
        last = format.moment(self._row.last_at, _now())
        facts = translate("Curate", "{project} · last active {when}")
        self.facts.setText(facts.format(project=self._row.project, when=last))
        self.models.retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def start(self) -> None:
        """Open, and read what is to be shown."""
        self.open()
        self._preview()
        tasks.start(self._load_agents(), self, on_error=self.show_error)

    async def _load_agents(self) -> None:
        statuses = await self._agents.statuses()
        last = self._settings.now.last_choice
        self.choices.show_agents(statuses, _agent(last.agent, statuses))
        self._allow()

    def _agent_chosen(self, agent: Agent) -> None:
        self.sent.show_agent(agent)
        last = self._settings.now.last_choice
        known = last if last.agent == agent else None
        self.models.start(agent, known.model if known else None, known.effort if known else None)
        tasks.start_latest("models", self._load_models(agent), self, on_error=self._no_models)
        self._allow()

    async def _load_models(self, agent: Agent) -> None:
        self.models.show_models(await self._agents.models(agent))

    def _no_models(self, error: VelaError) -> None:
        """A missing catalogue is no obstacle: a model's name can be typed."""
        self.models.show_problem(error_texts(error)[0])

    def _preview(self) -> None:
        self.sent.show_preview(None)
        self.problem.hide()
        self._ready = False
        self._allow()
        tasks.start_latest("preview", self._load_preview(), self, on_error=self.show_error)

    async def _load_preview(self) -> None:
        preview = await self._jobs.preview(self._row.id, self._options())
        self.sent.show_preview(preview)
        _fill(
            self.ui.replaced,
            replaced_notice(self._theme, preview, _now(), self._open_entry)
            if preview.replaced
            else None,
        )
        self._ready = True
        self._allow()

    def _allow(self) -> None:
        self.submit.setEnabled(self._ready and self.choices.now() is not None)

    def _options(self) -> JobOptions:
        return JobOptions(
            mask_secrets=self.ui.mask.isChecked(), command_excerpts=self.ui.excerpts.isChecked()
        )

    def _open_entry(self, entry: EditedEntry) -> None:
        self._desk.go(EntryRoute(entry_id=entry.id))
        self.reject()

    def _submit(self) -> None:
        agent = self.choices.now()
        if agent is None:
            return
        choice = Choice(agent=agent, model=self.models.model(), effort=self.models.effort())
        self.submit.setEnabled(False)
        command = tasks.TaskKind.COMMAND
        tasks.start(self._run(choice), self, kind=command, on_error=self.show_error)

    async def _run(self, choice: Choice) -> None:
        await self._jobs.submit(self._row.id, choice, self._options())
        self.accept()

    def show_error(self, error: VelaError) -> None:
        """Say in the dialog what went wrong; what was chosen stays."""
        text, action = error_texts(error)
        self.problem.say(text, action)
        self.problem.show()
        self.sent.ring.hide()
        self._allow()

    async def _show_text(self) -> None:
        source = await self._jobs.source(self._row.id, self._options())
        dialog = QDialog(self)
        dialog.setWindowTitle(translate("Curate", "What will be sent"))
        dialog.resize(self._theme.size("dialog.width"), self._theme.size("dialog.width"))
        text = QPlainTextEdit(readOnly=True)
        text.setFont(self._theme.font("editor", "editor"))
        text.setPlainText(source.text)
        column = QVBoxLayout(dialog)
        column.addWidget(text)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _now() -> int:
    return int(time.time() * 1000)


def _agent(name: str | None, statuses: tuple[AgentStatus, ...]) -> Agent | None:
    return next((status.agent for status in statuses if status.agent == name), None)


def _fill(place: QWidget, widget: QWidget | None) -> None:
    """Show *widget* alone in *place*."""
    layout = place.layout()
    if layout is None:
        layout = QVBoxLayout(place)
        layout.setContentsMargins(0, 0, 0, 0)
    while layout.count():
        old = layout.takeAt(0)
        if old is not None and (before := old.widget()) is not None:
            before.deleteLater()
    if widget is not None:
        layout.addWidget(widget)
    place.setVisible(widget is not None)
