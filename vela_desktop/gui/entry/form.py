"""The form for an entry's title, summary, tags and kind; errors stand beside their field."""

import re

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from vela_desktop.domain.entries import Entry, EntryChanges, Kind
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.gui import tasks, words
from vela_desktop.gui.forms import Form, load_form
from vela_desktop.gui.i18n import error_texts, translate
from vela_desktop.gui.kit import Button, Notice, restyle
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService

_SEPARATORS = re.compile(r"[,，、;；]")


class EntryFormUi(Form):
    """The widgets of ``entry_form.ui``."""

    heading: QLabel
    title: QLineEdit
    title_error: QLabel
    summary: QPlainTextEdit
    summary_error: QLabel
    tags: QLineEdit
    tags_error: QLabel
    kind: QComboBox


class EntryForm(QDialog):
    """Open it with ``open()``; what was typed stays until it is saved or given up."""

    def __init__(
        self, entry: Entry, entries: EntryService, theme: Theme, parent: QWidget, token: str = ""
    ) -> None:
        super().__init__(parent)
        self._entry, self._entries, self._token = entry, entries, token
        self.ui = load_form("entry_form", EntryFormUi, self)
        self.problem = Notice(theme, "danger")
        self.cancel = Button(theme, size="dialog")
        self.save = Button(theme, look="primary", size="dialog")
        self._fields: dict[str, tuple[QWidget, QLabel]] = {
            "title": (self.ui.title, self.ui.title_error),
            "summary": (self.ui.summary, self.ui.summary_error),
            "tags": (self.ui.tags, self.ui.tags_error),
        }
        self._build(theme)
        self._fill()
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._save)
        self.retranslate()

    def _build(self, theme: Theme) -> None:
        margin = theme.space(6)
        self.setFixedWidth(theme.size("dialog.width"))
        layout = self.ui.root.layout()
        assert layout is not None
        layout.setContentsMargins(margin, margin, margin, theme.space(4))
        layout.setSpacing(theme.space(1))
        layout.addWidget(self.problem)
        self.problem.hide()
        self.ui.summary.setFixedHeight(theme.size("summary.height"))
        for _, label in self._fields.values():
            label.hide()
        foot = QFrame()
        foot.setObjectName("dialogfoot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(margin, theme.space(3), margin, theme.space(3))
        row.setSpacing(theme.space(2))
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        column.addWidget(self.ui.root)
        column.addWidget(foot)

    def _fill(self) -> None:
        entry = self._entry
        self.ui.title.setText(entry.title)
        self.ui.summary.setPlainText(entry.summary)
        self.ui.tags.setText(", ".join(entry.tags))
        for kind in Kind:
            self.ui.kind.addItem(words.kind(kind), kind.value)
        self.ui.kind.setCurrentIndex(self.ui.kind.findData(entry.kind.value))

    def retranslate(self) -> None:
        """Speak the present language."""
        self.setWindowTitle(translate("EntryForm", "Edit entry"))
        self.cancel.setText(translate("EntryForm", "Cancel"))
        self.save.setText(translate("EntryForm", "Save entry"))
        for at in range(self.ui.kind.count()):
            self.ui.kind.setItemText(at, words.kind(Kind(self.ui.kind.itemData(at))))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def changes(self) -> EntryChanges:
        """Return what was typed."""
        parts = (part.strip() for part in _SEPARATORS.split(self.ui.tags.text()))
        return EntryChanges(
            title=self.ui.title.text(),
            summary=self.ui.summary.toPlainText(),
            tags=tuple(part for part in parts if part),
            kind=Kind(self.ui.kind.currentData()),
        )

    def _save(self) -> None:
        self._clear()
        command = tasks.TaskKind.COMMAND
        tasks.start(self._run(), self, kind=command, on_error=self.show_error)

    async def _run(self) -> None:
        entry = self._entry
        await self._entries.save(entry.id, entry.version, self.changes(), self._token)
        self.accept()

    def _clear(self) -> None:
        self.problem.hide()
        for field, label in self._fields.values():
            label.hide()
            restyle(field, "wrong", False)

    def show_error(self, error: VelaError) -> None:
        """Show what is wrong beside the field it is about, else above the buttons."""
        text, action = error_texts(error)
        name = "title" if error.code is Code.DUPLICATE_TITLE else str(error.details.get("what"))
        if name in self._fields:
            field, label = self._fields[name]
            restyle(field, "wrong", True)
            label.setText(f"{text} {action}")
            label.show()
            field.setFocus()
        else:
            self.problem.say(text, action)
            self.problem.show()
