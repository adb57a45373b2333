"""Where an agent's transcripts were found, how many they are, and another folder to look in."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import shiboken6
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import RootStatus
from vela_desktop.gui import format, tasks
from vela_desktop.gui.i18n import own_advice, plural, translate
from vela_desktop.gui.kit import Button, ElidedLabel, IconLabel, Label, WrappedLabel
from vela_desktop.gui.kit.labels import restyle
from vela_desktop.gui.settings.fields import LineField
from vela_desktop.gui.settings.rows import Card
from vela_desktop.gui.settings.section import Section
from vela_desktop.gui.theme import Theme
from vela_desktop.services.agents import AgentService
from vela_desktop.sources.places import is_folder

_MIDDLE = Qt.TextElideMode.ElideMiddle

ShowFolder = Callable[[str], None]


def show_folder(path: str) -> None:
    """Open a folder in the system's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(path))


class RootLine(QWidget):
    """One folder: its path, what is in it, and a button that shows it."""

    def __init__(self, theme: Theme, root: RootStatus, show: ShowFolder) -> None:
        super().__init__()
        self.path = ElidedLabel(root.path, "mono", mode=_MIDDLE)
        self.said = Label(_said(root), "caption")
        self.show_button = Button(theme, translate("Settings", "Show in file manager"), look="flat")
        self.show_button.setAccessibleDescription(root.path)
        self.show_button.clicked.connect(lambda: show(root.path))
        self.show_button.setVisible(root.exists)
        words = QVBoxLayout()
        words.setSpacing(theme.space("half"))
        words.addWidget(self.path)
        words.addLayout(self._state(theme, root))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(3), theme.space(2), theme.space(2), theme.space(2))
        row.setSpacing(theme.space(2))
        row.addLayout(words, 1)
        row.addWidget(self.show_button)

    def _state(self, theme: Theme, root: RootStatus) -> QHBoxLayout:
        state = QHBoxLayout()
        state.setSpacing(theme.space(1))
        if root.problem is not None:
            state.addWidget(IconLabel(theme, "warning", "warn", theme.size("icon.caption")))
            restyle(self.said, "state", "warn")
        state.addWidget(self.said)
        state.addStretch(1)
        return state


class TranscriptsSection(Section):
    """The folders as the index knows them; a change of the field has them looked for again."""

    def __init__(
        self, theme: Theme, agent: Agent, agents: AgentService, show: ShowFolder = show_folder
    ) -> None:
        super().__init__(theme, agent, agents)
        self._show = show
        self._roots: tuple[RootStatus, ...] = ()
        self.lines: list[RootLine] = []
        self.card = Card(theme)
        self.none = WrappedLabel("", "secondary")
        self.folder = LineField(theme, "transcripts", browses=True)
        self.fields = (self.folder,)
        for widget in (self.card, self.none, self.folder):
            self.column.addWidget(widget)
        self.folder.committed.connect(self._typed)
        self.folder.edited.connect(lambda: self.folder.show_wrong(None))
        self.folder.browse.clicked.connect(
            lambda: self.browse(self.folder, QFileDialog.FileMode.Directory)
        )
        self.folder.name(
            lambda: translate("Settings", "Another folder"),
            lambda: translate("Settings", "Looked in instead of the agent's own folders."),
        )
        self.retranslate()

    def show_settings(self, settings: AgentSettings) -> None:
        """Show what is stored; what a person is typing stays."""
        self.folder.show_stored(settings.transcripts or "")

    def show_roots(self, roots: Sequence[RootStatus]) -> None:
        """Show where the agent's transcripts are, or where they would be."""
        mine = [root for root in roots if root.agent is self._agent]
        mine = [root for root in mine if root.exists or root.problem] or mine
        if tuple(mine) != self._roots:
            self._roots = tuple(mine)
            self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Settings", "Transcripts"))
        self.none.setText(translate("Settings", "No folder with transcripts was found."))
        self.folder.hint(translate("Settings", "The agent's own folders"))
        self._fill()
        super().retranslate()

    def _fill(self) -> None:
        self.lines = [RootLine(self._theme, root, self._show) for root in self._roots]
        self.card.show_rows(self.lines)
        self.none.setVisible(not self.lines)

    def _typed(self, text: str) -> None:
        tasks.start(self._check(text), self, kind=tasks.TaskKind.COMMAND)

    async def _check(self, typed: str) -> None:
        path = typed.strip()
        right = not path or await asyncio.to_thread(_is_folder, path)
        if not shiboken6.isValid(self) or self.folder.text() != typed:
            return
        if right:
            self.store(self.folder, path, transcripts=path or None)
        else:
            self.folder.show_wrong(lambda: translate("Settings", "There is no such folder."))


def _is_folder(path: str) -> bool:
    try:
        return is_folder(Path(path).expanduser())
    except RuntimeError:  # the home folder of a user who is not there
        return False


def _said(root: RootStatus) -> str:
    if root.problem is not None:
        if advice := own_advice(root.problem, root.reason):
            return advice
        return translate("Settings", "Cannot be read. Give Vela permission to read this folder.")
    if not root.exists:
        return translate("Settings", "This folder does not exist")
    if not root.sessions:
        return translate("Settings", "No sessions yet")
    count = plural("Settings", "%n sessions")(root.sessions)
    return f"{count} · {format.size(root.size)}"
