"""The head of an entry: title, summary, kind and tags, who wrote it, and the way to the form."""

import time

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import Entry, Kind
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Button, Chip, Label, Separator, WrappedLabel
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


def author_text(author: str) -> str:
    """Return who wrote a version: a person, an agent, or the program."""
    name, _, job = author.partition(":")
    if job and name in set(Agent):
        said = translate("Entry", "curated by {agent}")
        return said.format(agent=words.agent(Agent(name)))
    if name == "unlink":
        return translate("Entry", "a link was removed")
    return translate("Entry", "edited by hand")


class EntryHeader(Surface):
    """Shows an entry's fields; ``edit`` is the button of the form."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._entry: Entry | None = None
        self.heading = WrappedLabel("", "title")
        self.summary = WrappedLabel("", "secondary")
        self.chip = Chip(theme, Kind.NOTE)
        self.tags = Label("", "caption")
        self.meta = Label("", "caption")
        self.edit = Button(theme, icon="edit")
        self.edit.setObjectName("entry_edit")
        line = QHBoxLayout()
        line.setSpacing(theme.space(2))
        line.addWidget(self.chip)
        line.addWidget(self.tags)
        line.addStretch(1)
        line.addWidget(self.edit)
        inner = QWidget()
        inner.setMaximumWidth(theme.size("measure.max"))
        column = QVBoxLayout(inner)
        column.setContentsMargins(theme.space(2), theme.space(5), theme.space(2), 0)
        column.setSpacing(theme.space(1))
        for widget in (self.heading, self.summary):
            column.addWidget(widget)
        column.addLayout(line)
        column.addWidget(self.meta)
        column.addWidget(Separator(theme))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(4), 0, theme.space(4), 0)
        row.addStretch(1)
        row.addWidget(inner, theme.size("measure.max"))
        row.addStretch(1)
        self.retranslate()

    def show_entry(self, entry: Entry) -> None:
        """Show *entry*."""
        self._entry = entry
        self.heading.setText(entry.title)
        self.summary.setText(entry.summary)
        self.summary.setVisible(bool(entry.summary))
        self.chip.set_kind(entry.kind)
        self.tags.setText("  ".join(f"#{tag}" for tag in entry.tags))
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.edit.setText(translate("Entry", "Edit"))
        entry = self._entry
        if entry is not None:
            when = format.moment(entry.updated_at, int(time.time() * 1000))
            self.meta.setText(f"v{entry.version} · {author_text(entry.author)} · {when}")
