"""Picks agent, model and effort, says what will be sent and replaced, and submits the job."""

from collections.abc import Sequence
from itertools import pairwise

import shiboken6
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from vela_desktop.config.settings import SettingsStore
from vela_desktop.curation.source import SourceText
from vela_desktop.domain.agents import Agent, AgentStatus
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import Choice, EditedEntry, JobOptions
from vela_desktop.domain.routes import EntryRoute
from vela_desktop.domain.sessions import SessionRow
from vela_desktop.gui import format, tasks
from vela_desktop.gui.actions import Desk
from vela_desktop.gui.curate.agents import AgentChoices
from vela_desktop.gui.curate.body import DialogBody
from vela_desktop.gui.curate.models import ModelChoice
from vela_desktop.gui.curate.replaced import Replaced
from vela_desktop.gui.curate.sent import Sent
from vela_desktop.gui.curate.text import TextDialog
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
    choices: QGridLayout
    model: QComboBox
    model_wrong: QLabel
    effort: QComboBox
    sent: QWidget
    options: QHBoxLayout
    mask: QCheckBox
    excerpts: QCheckBox
    replaced: QWidget


class CurateDialog(QDialog):
    """Open it with ``start()``; closing it does not stop a job that was submitted."""

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
        self._window = parent
        self._ready = self._submitting = False
        self.ui = load_form("curate", CurateUi)
        self.choices, self.sent, self.replaced = (
            AgentChoices(theme), Sent(theme), Replaced(theme),
        )  # fmt: skip
        self.models = ModelChoice(theme, self.ui.model, self.ui.effort, self.ui.model_wrong, self)
        self.body = DialogBody(self.ui.root)
        self.problem = Notice(theme, "danger")
        self.note = WrappedLabel("", "caption")
        self.cancel = Button(theme, size="dialog")
        self.submit = Button(theme, look="primary", size="dialog")
        self._build()
        self._connect()
        self.retranslate()

    def _build(self) -> None:
        theme, now = self._theme, self._settings.now
        self.setFixedWidth(theme.size("dialog.width"))
        self._space()
        for place, widget in (
            (self.ui.session, self._session_line()),
            (self.ui.agents, self.choices),
            (self.ui.sent, self.sent),
            (self.ui.replaced, self.replaced),
        ):
            _fill(place, widget)
        self.ui.agents.setFocusProxy(self.choices)
        self.ui.mask.setChecked(now.mask_secrets)
        self.ui.excerpts.setChecked(now.command_excerpts)
        self.submit.setEnabled(False)
        self.submit.setDefault(True)
        self._trouble = QWidget()
        _fill(self._trouble, self.problem, theme.space(6), theme.space(3))
        self._trouble.hide()
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.setSpacing(0)
        self._outer.addWidget(self.body, 1)
        self._outer.addWidget(self._trouble)
        self._outer.addWidget(self._foot())

    def _space(self) -> None:
        theme, margin = self._theme, self._theme.space(6)
        layout = self.ui.root.layout()
        assert layout is not None
        layout.setContentsMargins(margin, margin, margin, theme.space(4))
        layout.setSpacing(theme.space(2))
        self.ui.choices.setHorizontalSpacing(theme.space(4))
        self.ui.choices.setVerticalSpacing(theme.space(1))
        self.ui.choices.setContentsMargins(0, theme.space(2), 0, theme.space(2))
        self.ui.options.setSpacing(theme.space(4))

    def _session_line(self) -> QWidget:
        theme, row = self._theme, self._row
        line = QWidget()
        self.facts = Label("", "caption")
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, theme.space(2))
        layout.setSpacing(theme.space(2))
        layout.addWidget(Monogram(theme, row.agent, theme.size("icon.large")))
        layout.addWidget(ElidedLabel(row.title, "strong"))
        layout.addWidget(self.facts)
        layout.addStretch(1)
        return line

    def _foot(self) -> QFrame:
        theme = self._theme
        self._foot_frame = foot = QFrame()
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
        self.models.changed.connect(self._allow)
        self.sent.text_asked.connect(self._show_text)
        self.replaced.entry_asked.connect(self._open_entry)
        self.body.grown.connect(self._fit)
        for box in (self.ui.mask, self.ui.excerpts):
            box.toggled.connect(self._preview)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.setWindowTitle(translate("Curate", "Curate to knowledge base"))
        self.cancel.setText(translate("Curate", "Cancel"))
        self.submit.setText(translate("Curate", "Curate and save"))
        self.note.setText(
            translate("Curate", "Closing this window does not stop the job; see “Jobs”.")
        )
        last = format.moment(self._row.last_at, now_ms())
        facts = translate("Curate", "{project} · last active {when}")
        project = self._row.project or translate("Curate", "Unknown project")
        self.facts.setText(facts.format(project=project, when=last))
        self.models.retranslate()
        self._order()
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def start(self) -> None:
        """Open, and read what is to be shown."""
        self.choices.setFocus()
        self.open()
        self._fit()
        self._preview()
        tasks.start(self._load_agents(), self, on_error=self.show_error)

    def _fit(self) -> None:
        """Become as high as the words need, but no higher than the window below."""
        room = self._window.window().height() - 2 * self._theme.space(4)
        width = self.width()
        others = self._foot_frame.sizeHint().height()
        if not self._trouble.isHidden():
            others += self._trouble.heightForWidth(width)
        self.setFixedHeight(min(self.body.wanted_height(width) + others, room))

    async def _load_agents(self) -> None:
        await self._settings.refreshed()  # the last choice may be one of the command line
        statuses = await self._agents.statuses()
        self._show_agents(statuses, self.choices.now())

    def _show_agents(self, statuses: Sequence[AgentStatus], now: Agent | None) -> None:
        names = (now, self._settings.now.last_choice.agent, self._row.agent)
        wanted = [status.agent for name in names for status in statuses if status.agent == name]
        self.choices.show_agents(statuses, wanted)
        if self.focusWidget() in (None, self.choices, self):
            self.choices.setFocus()
        self._order()
        self._allow()

    def _order(self) -> None:
        """Have Tab go from top to bottom, through what was put in meanwhile too."""
        ui = self.ui
        stops = [
            *(row.radio for row in self.choices.rows), ui.model, ui.effort, self.sent.show_text,
            ui.mask, ui.excerpts, *self.replaced.links, self.cancel, self.submit,
        ]  # fmt: skip
        for before, after in pairwise(stops):
            self.setTabOrder(before, after)

    def _agent_chosen(self, agent: Agent) -> None:
        self._show_problem(None)
        self.sent.show_agent(agent)
        last = self._settings.now.last_choice
        known = last if last.agent == agent else None
        self.models.start(agent, known.model if known else None, known.effort if known else None)
        tasks.start_latest("models", self._load_models(agent), self, on_error=self.show_error)
        self._allow()

    async def _load_models(self, agent: Agent) -> None:
        self.models.show_models(await self._agents.models(agent))

    def _preview(self) -> None:
        self._show_problem(None)
        self._ready = False
        self.sent.show_preview(None, masks=self.ui.mask.isChecked())
        self._allow()
        tasks.start_latest("preview", self._load_preview(), self, on_error=self._no_preview)

    async def _load_preview(self) -> None:
        preview = await self._jobs.preview(self._row.id, self._options())
        self.sent.show_preview(preview, masks=self.ui.mask.isChecked())
        self.replaced.show_preview(preview)
        self._order()
        self._ready = True
        self._allow()

    def _no_preview(self, error: VelaError) -> None:
        self.replaced.show_preview(None)
        self.show_error(error)

    def _allow(self) -> None:
        ready = self._ready and not self._submitting
        self.submit.setEnabled(ready and self.models.valid and self.choices.now() is not None)

    def _options(self) -> JobOptions:
        return JobOptions(
            mask_secrets=self.ui.mask.isChecked(), command_excerpts=self.ui.excerpts.isChecked()
        )

    def _open_entry(self, entry: EditedEntry) -> None:
        self._desk.go(EntryRoute(entry_id=entry.id))
        self.reject()

    def _show_text(self) -> None:
        TextDialog(self._source, self._theme, self).start()

    async def _source(self) -> SourceText:
        return await self._jobs.source(self._row.id, self._options())

    def _submit(self) -> None:
        agent = self.choices.now()
        if agent is None:
            return
        choice = Choice(agent=agent, model=self.models.model(), effort=self.models.effort())
        self._submitting = True
        self._show_problem(None)
        self.sent.wait()
        self._allow()
        command = tasks.TaskKind.COMMAND
        tasks.start(self._run(choice, self._options()), self, kind=command, on_error=self._failed)

    async def _run(self, choice: Choice, options: JobOptions) -> None:
        await self._jobs.submit(self._row.id, choice, options)
        if shiboken6.isValid(self):
            self.accept()

    def _failed(self, error: VelaError) -> None:
        """Show why no job was submitted: here, or in the window where this was closed meanwhile."""
        if not shiboken6.isValid(self) or not self.isVisible():
            if isinstance(self._window, tasks.ShowsErrors):
                self._window.show_error(error)
            return
        self._submitting = False
        self.show_error(error)
        if error.code is Code.AGENT_UNAVAILABLE:
            tasks.start(self._look_again(error), self)

    async def _look_again(self, error: VelaError) -> None:
        """Grey the agent that went away; what happened stays in view though another is chosen."""
        await self._load_agents()
        self.show_error(error)

    def show_error(self, error: VelaError) -> None:
        """Say in the dialog what went wrong; what was chosen stays."""
        self.sent.stop()
        self._show_problem(error_texts(error))
        self._allow()

    def _show_problem(self, texts: tuple[str, str] | None) -> None:
        if texts is not None:
            self.problem.say(*texts)
        self._trouble.setVisible(texts is not None)
        self._fit()


def _fill(place: QWidget, widget: QWidget, side: int = 0, below: int = 0) -> None:
    """Show *widget* in *place*, which the form or the dialog keeps for it."""
    layout = QVBoxLayout(place)
    layout.setContentsMargins(side, 0, side, below)
    layout.addWidget(widget)
