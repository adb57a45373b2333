"""The form for an entry's title, summary, tags and kind; errors stand beside their field."""

import re
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from vela_desktop.domain import rules
from vela_desktop.domain.entries import Entry, EntryChanges, Kind
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.text import elide, is_cjk, squeeze
from vela_desktop.gui import tasks, words
from vela_desktop.gui.forms import Form, load_form
from vela_desktop.gui.i18n import error_texts, translate
from vela_desktop.gui.kit import Button, Dialog, Notice, restyle
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService

_SEPARATORS = re.compile(r"[,，、;；\n]")
_SHOWN_TITLE = 40


class EntryFormUi(Form):
    """The widgets of ``entry_form.ui``."""

    column: QVBoxLayout
    title_group: QVBoxLayout
    summary_group: QVBoxLayout
    tags_group: QVBoxLayout
    kind_group: QVBoxLayout
    title: QLineEdit
    title_error: QLabel
    summary: QPlainTextEdit
    summary_error: QLabel
    tags: QLineEdit
    tags_error: QLabel
    kind: QComboBox


@dataclass(frozen=True, slots=True, kw_only=True)
class FormInput:
    """What stands in the fields, as it was typed."""

    entry_id: str
    title: str
    summary: str
    tags: str
    kind: str


class EntryForm(Dialog):
    """Open it with ``open()``; what was typed stays until it is saved or given up.

    ``saved`` carries the entry. ``other_asked``: the id of the entry that has the title already,
    which a person wants to see, and what was typed; the form is closed then.
    """

    saved = Signal(object)
    other_asked = Signal(str, object)

    def __init__(
        self, entry: Entry, entries: EntryService, theme: Theme, parent: QWidget, token: str = ""
    ) -> None:
        super().__init__(theme, theme.size("dialog.width"), parent)
        self._entry, self._entries, self._token = entry, entries, token
        self._errors: dict[str, VelaError] = {}
        self._other: Entry | None = None
        self.ui = load_form("entry_form", EntryFormUi, self)
        self.other = Button(theme)
        self.problem: Notice | None = None
        self.cancel = Button(theme, size="dialog")
        self.save = Button(theme, look="primary", size="dialog")
        self._fields: dict[str, tuple[QWidget, QLabel]] = {
            "title": (self.ui.title, self.ui.title_error),
            "summary": (self.ui.summary, self.ui.summary_error),
            "tags": (self.ui.tags, self.ui.tags_error),
        }
        self._build(theme)
        self._connect()
        for kind in Kind:
            self.ui.kind.addItem(theme.icon(words.kind_icon(kind), "text"), "", kind.value)
        self.fill(_input_of(entry))
        self._as_filled = self.input()
        self.retranslate()
        self.ui.title.selectAll()

    def _build(self, theme: Theme) -> None:
        ui = self.ui
        ui.column.setContentsMargins(0, 0, 0, 0)
        ui.column.setSpacing(theme.space(4))
        for group in (ui.title_group, ui.summary_group, ui.tags_group, ui.kind_group):
            group.setSpacing(theme.space(1))
        ui.title_group.addWidget(self.other, alignment=Qt.AlignmentFlag.AlignLeft)
        ui.summary.setFixedHeight(theme.size("summary.height"))
        for hidden in (self.other, *(label for _, label in self._fields.values())):
            hidden.hide()
        self.column.addWidget(ui.root)
        self.set_foot([self.cancel, self.save])
        self.save.setDefault(True)

    def _connect(self) -> None:
        ui = self.ui
        ui.title.textEdited.connect(lambda: self._forgive("title"))
        ui.summary.textChanged.connect(lambda: self._forgive("summary"))
        ui.tags.textEdited.connect(lambda: self._forgive("tags"))
        self.other.clicked.connect(self._look)
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._save)
        for keys in ("Ctrl+Return", "Ctrl+Enter", QKeySequence.StandardKey.Save):
            QShortcut(QKeySequence(keys), self).activated.connect(self.save.click)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.setWindowTitle(translate("EntryForm", "Edit entry"))
        self.cancel.setText(translate("EntryForm", "Cancel"))
        self.save.setText(translate("EntryForm", "Save entry"))
        self.ui.summary.setAccessibleName(translate("EntryForm", "Summary"))
        for at in range(self.ui.kind.count()):
            self.ui.kind.setItemText(at, words.kind(Kind(self.ui.kind.itemData(at))))
        for name, error in tuple(self._errors.items()):
            self._say(name, error)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    # What is typed.

    def fill(self, typed: FormInput) -> None:
        """Put *typed* into the fields."""
        self.ui.title.setText(typed.title)
        self.ui.summary.setPlainText(typed.summary)
        self.ui.tags.setText(typed.tags)
        self.ui.kind.setCurrentIndex(self.ui.kind.findData(typed.kind))

    def input(self) -> FormInput:
        """Return what stands in the fields."""
        return FormInput(
            entry_id=self._entry.id,
            title=self.ui.title.text(),
            summary=self.ui.summary.document().toRawText().replace("\u2029", "\n"),
            tags=self.ui.tags.text(),
            kind=str(self.ui.kind.currentData()),
        )

    def changes(self) -> EntryChanges:
        """Return what a person changed; other fields stay as they are, whoever changes them."""
        now, before = self.input(), self._as_filled
        parts = (squeeze(part) for part in _SEPARATORS.split(now.tags))
        return EntryChanges(
            title=now.title if now.title != before.title else None,
            summary=now.summary if now.summary != before.summary else None,
            tags=tuple(filter(None, parts)) if now.tags != before.tags else None,
            kind=Kind(now.kind) if now.kind != before.kind else None,
        )

    # Saving.

    def _save(self) -> None:
        self._clear()
        changes = self.changes()
        wrong = {
            name: error
            for name in self._fields
            if (error := _objection(EntryChanges(**{name: getattr(changes, name)})))
        }
        if wrong:
            for name, error in wrong.items():
                self._say(name, error)
            self._fields[next(iter(wrong))][0].setFocus()
        else:
            self._start(self._entry.version, changes)

    def _start(self, version: int, changes: EntryChanges) -> None:
        self.save.setEnabled(False)
        command = tasks.TaskKind.COMMAND
        tasks.start(self._run(version, changes), self, kind=command, on_error=self.show_error)

    async def _run(self, version: int, changes: EntryChanges) -> None:
        try:
            saved = await self._entries.save(
                self._entry.id, version, changes, self._token, on_wait=self._say_waiting
            )
        except VelaError as error:
            if error.code is Code.DUPLICATE_TITLE:
                self._other = await self._entries.get(str(error.details["id"]))
            raise
        if shiboken6.isValid(self):
            self.saved.emit(saved)
            self.accept()

    def _save_newest(self) -> None:
        """Save what was changed here over what was changed elsewhere."""
        self._clear()
        tasks.start(self._rebase(), self, kind=tasks.TaskKind.COMMAND, on_error=self.show_error)

    async def _rebase(self) -> None:
        present = await self._entries.get(self._entry.id)
        if shiboken6.isValid(self):
            self._start(present.version, self.changes())

    # What is wrong.

    def show_error(self, error: VelaError) -> None:
        """Show what is wrong beside the field it is about, else above the buttons."""
        if not shiboken6.isValid(self):
            return
        self.save.setEnabled(True)
        name = str(error.details.get("what"))
        if error.code is Code.DUPLICATE_TITLE:
            name = "title"
        self._say(name, error)
        if name in self._fields:
            self._fields[name][0].setFocus()

    def _say(self, name: str, error: VelaError) -> None:
        self._errors[name] = error
        if name not in self._fields:
            self._say_problem(error)
            return
        field, label = self._fields[name]
        restyle(field, "wrong", True)
        text, action = error_texts(error)
        if self._other is not None and error.code is Code.DUPLICATE_TITLE:
            named = VelaError(Code.DUPLICATE_TITLE, title=self._other.title)
            text, action = error_texts(named)
            button = translate("EntryForm", "Open “{title}”")
            self.other.setText(button.format(title=elide(self._other.title, _SHOWN_TITLE)))
            self.other.show()
        label.setText(text + ("" if is_cjk(text[-1]) else " ") + action)
        label.show()
        self._fit()

    def _say_problem(self, error: VelaError) -> None:
        notice = Notice(self._theme, "danger", *error_texts(error))
        if error.code is Code.CONFLICT:
            text = translate("EntryForm", "Save mine as the newest version")
            notice.add_button(text, self._save_newest)
        self._put(notice)

    def _say_waiting(self) -> None:
        if shiboken6.isValid(self):
            self._put(
                Notice(self._theme, "info", translate("EntryForm", "Waiting for another program…"))
            )

    def _put(self, notice: Notice) -> None:
        if self.problem is not None:
            self.problem.setParent(None)
            self.problem.deleteLater()
        self.problem = notice
        self.column.addWidget(notice)
        self._fit()

    def _clear(self) -> None:
        for name in self._fields:
            self._forgive(name)
        self._errors.clear()
        if self.problem is not None:
            self.problem.setParent(None)
            self.problem.deleteLater()
            self.problem = None
            self._fit()

    def _forgive(self, name: str) -> None:
        """Take away what was wrong with a field: it is being changed."""
        field, label = self._fields[name]
        if self._errors.pop(name, None) is None:
            return
        restyle(field, "wrong", False)
        label.hide()
        if name == "title":
            self._other = None
            self.other.hide()
        self._fit()

    def _look(self) -> None:
        if self._other is not None:
            typed = self.input()
            self.reject()
            self.other_asked.emit(self._other.id, typed)

    def _fit(self) -> None:
        """Become as high as what is shown needs."""
        if self.isVisible():
            self._outer.activate()
            wanted = self._outer.totalSizeHint().height()
            if self._outer.hasHeightForWidth():
                wanted = self._outer.totalHeightForWidth(self.width())
            self.setFixedHeight(wanted)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin as high as the fields need."""
        QDialog.showEvent(self, event)
        self._fit()


def _input_of(entry: Entry) -> FormInput:
    return FormInput(
        entry_id=entry.id,
        title=entry.title,
        summary=entry.summary,
        tags=", ".join(entry.tags),
        kind=entry.kind.value,
    )


def _objection(changes: EntryChanges) -> VelaError | None:
    try:
        rules.check_changes(changes)
    except VelaError as error:
        return error
    return None
