"""Fields that store what is typed when it is finished, and say beside themselves what is wrong."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Button, Label, WrappedLabel, restyle
from vela_desktop.gui.theme import Theme

Said = Callable[[], str]
"""Words that are asked for again when the language changes."""


class _Lines(QPlainTextEdit):
    """``finished`` when the keyboard leaves it; Tab goes on to the next field."""

    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setProperty("look", "field")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the keyboard has left."""
        super().focusOutEvent(event)
        self.finished.emit()


class Field(QWidget):
    """A name, something to type in, a note, and what is wrong with what was typed.

    ``edited``: the text has changed. ``committed``: a person has finished a text that is not the
    stored one; call ``accept`` when it is stored, or ``show_wrong``.
    """

    edited = Signal()
    committed = Signal(str)

    def __init__(self, theme: Theme, name: str, editor: QWidget, *, browses: bool = False) -> None:
        super().__init__()
        self._stored = ""
        self._wrong: Said | None = None
        self._named: Said = str
        self._noted: Said = str
        editor.setObjectName(name)
        self.label = Label("", "strong")
        self.label.setBuddy(editor)
        self.browse = Button(theme)
        self.browse.setObjectName(f"{name}_browse")
        self.browse.setVisible(browses)
        self.note, self.wrong = WrappedLabel("", "caption"), WrappedLabel("", "wrong")
        row = QHBoxLayout()
        row.setSpacing(theme.space(2))
        row.addWidget(editor, 1)
        row.addWidget(self.browse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addWidget(self.label)
        column.addLayout(row)
        for line in (self.wrong, self.note):
            line.hide()
            column.addWidget(line)
        self._editor = editor

    def text(self) -> str:
        """Return what stands in the field."""
        raise NotImplementedError

    def _put(self, text: str) -> None:
        raise NotImplementedError

    @property
    def dirty(self) -> bool:
        """Tell whether something else than the stored text stands in the field."""
        return self.text() != self._stored

    def name(self, named: Said, noted: Said = str) -> None:
        """Say what the field is for, and in the note what it means."""
        self._named, self._noted = named, noted
        self.retranslate()

    def show_stored(self, text: str) -> None:
        """Show what is stored, unless a person is about to change it."""
        was_dirty = self.dirty
        self._stored = text
        if not was_dirty:
            self._put(text)
            self.show_wrong(None)

    def type(self, text: str) -> None:
        """Put *text* there as if it had been typed and finished."""
        self._put(text)
        self.finish()

    def accept(self, text: str) -> None:
        """Take note that *text* is stored now, in the way it is written there."""
        self._stored = text
        self._put(text)
        self.show_wrong(None)

    def show_wrong(self, wrong: Said | None) -> None:
        """Say what is wrong, or nothing."""
        self._wrong = wrong
        restyle(self._editor, "wrong", wrong is not None)
        self.retranslate()

    @property
    def is_wrong(self) -> bool:
        """Tell whether something is said to be wrong."""
        return self._wrong is not None

    def finish(self) -> None:
        """Have what was typed checked and stored."""
        if self.dirty or self.is_wrong:
            self.committed.emit(self.text())

    def retranslate(self) -> None:
        """Speak the present language."""
        self.label.setText(self._named())
        self.browse.setText(translate("Settings", "Browse…"))
        self.browse.setAccessibleName(f"{self._named()}: {self.browse.text()}")
        for line, said in ((self.wrong, self._wrong), (self.note, self._noted)):
            text = said() if said else ""
            line.setText(text)
            line.setVisible(bool(text))
        self._editor.setAccessibleName(self._named())
        self._editor.setAccessibleDescription(f"{self.wrong.text()} {self.note.text()}".strip())


class LineField(Field):
    """A field of one line."""

    def __init__(self, theme: Theme, name: str, *, browses: bool = False) -> None:
        self.edit = QLineEdit()
        super().__init__(theme, name, self.edit, browses=browses)
        self.edit.textEdited.connect(self.edited)
        self.edit.editingFinished.connect(self.finish)

    def text(self) -> str:
        """Return what stands in the field."""
        return self.edit.text()

    def hint(self, placeholder: str) -> None:
        """Show *placeholder* while the field is empty."""
        self.edit.setPlaceholderText(placeholder)

    def _put(self, text: str) -> None:
        if text != self.edit.text():
            self.edit.setText(text)


class LinesField(Field):
    """A field of several lines."""

    def __init__(self, theme: Theme, name: str) -> None:
        self.edit = _Lines()
        self.edit.setFixedHeight(theme.size("settings.lines"))
        super().__init__(theme, name, self.edit)
        self.edit.textChanged.connect(self.edited)
        self.edit.finished.connect(self.finish)

    def text(self) -> str:
        """Return what stands in the field."""
        return self.edit.toPlainText()

    def hint(self, placeholder: str) -> None:
        """Show *placeholder* while the field is empty."""
        self.edit.setPlaceholderText(placeholder)

    def _put(self, text: str) -> None:
        if text != self.edit.toPlainText():
            self.edit.setPlainText(text)
