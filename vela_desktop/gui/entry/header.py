"""The head of an entry: title, summary, kind and tags, who wrote it, and the way to the form."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.entries import Entry, Kind
from vela_desktop.domain.text import is_cjk
from vela_desktop.gui.entry.authors import meta_text
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Button, Chip, ElidedLabel, Label, Separator, WrappedLabel
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

_LONG_WORD = re.compile(r"[^\s\u2e80-\uffef]{24,}")
_BREAK, _BREAK_EVERY = "\u200b", 12


def breakable(text: str) -> str:
    """Return *text* with places in its long words where a label may break the line."""

    def broken(match: re.Match[str]) -> str:
        word = match[0]
        parts = (word[at : at + _BREAK_EVERY] for at in range(0, len(word), _BREAK_EVERY))
        return _BREAK.join(parts)

    return _LONG_WORD.sub(broken, text)


def tags_text(entry: Entry) -> str:
    """Return the tags as they stand beside the kind; none is broken at a blank of its own."""
    return "  ".join(map(_tag_text, entry.tags))


def _tag_text(tag: str) -> str:
    joiner = "\N{WORD JOINER}" if is_cjk(tag[:1] or "#") else ""
    return f"#{joiner}" + tag.replace(" ", "\N{NO-BREAK SPACE}")


class EntryHead(Surface):
    """An entry's fields one below the other, as wide as it is told; ``edit`` opens the form."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._entry: Entry | None = None
        self._curator = ""
        self.heading = WrappedLabel("", "title")
        self.summary = WrappedLabel("", "secondary")
        self.chip = Chip(theme, Kind.NOTE)
        self.tags = WrappedLabel("", "caption")
        self.meta = Label("", "caption")
        self.edit = _edit_button(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.space(5), 0, 0)
        column.setSpacing(theme.space(2))
        column.addWidget(self.heading)
        column.addWidget(self.summary)
        column.addLayout(self._line(theme))
        column.addWidget(self.meta)
        column.addSpacing(theme.space("half"))
        column.addWidget(Separator(theme))
        self.retranslate()

    def _line(self, theme: Theme) -> QHBoxLayout:
        """Lay out kind, tags and button; the tags may need more lines than one."""
        line = QHBoxLayout()
        line.setSpacing(theme.space(2))
        line.addLayout(_level(self.chip, theme))
        line.addLayout(_level(self.tags, theme), 1)
        line.addWidget(self.edit, alignment=Qt.AlignmentFlag.AlignTop)
        return line

    def show_entry(self, entry: Entry, curator: str = "") -> None:
        """Show *entry*; *curator* is the author of the newest version that a job wrote."""
        self._entry, self._curator = entry, curator
        self.heading.setText(breakable(entry.title))
        self.heading.setAccessibleName(entry.title)
        self.summary.setText(breakable(entry.summary))
        self.summary.setVisible(bool(entry.summary))
        self.chip.set_kind(entry.kind)
        self.tags.setText(breakable(tags_text(entry)))
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.edit.setText(translate("Entry", "Edit"))
        self.edit.setAccessibleName(translate("Entry", "Edit title, summary, tags and kind"))
        if self._entry is not None:
            self.meta.setText(meta_text(self._entry, self._curator))


class CompactHead(Surface):
    """The head on one line, over the source, where every line counts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entryhead")
        self.heading = ElidedLabel("", "h2")
        self.chip = Chip(theme, Kind.NOTE)
        self.tags = ElidedLabel("", "caption")
        self.edit = _edit_button(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(8), theme.space(3), theme.space(8), theme.space(3))
        self._margins = 2 * theme.space(8) + 3 * theme.space(2)
        row.setSpacing(theme.space(2))
        row.addWidget(self.heading)
        row.addWidget(self.chip)
        row.addWidget(self.tags)
        row.addStretch(1)
        row.addWidget(self.edit)
        self.retranslate()

    def show_entry(self, entry: Entry) -> None:
        """Show *entry*."""
        self.heading.setText(entry.title)
        self.chip.set_kind(entry.kind)
        self.tags.setText(tags_text(entry))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the tags where the title needs their room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.contentsRect().width() - self._margins
        for widget in (self.chip, self.edit):
            room -= widget.sizeHint().width()
        wanted = self.heading.sizeHint().width()
        self.tags.setVisible(room > wanted + self.edit.width() and bool(self.tags.text()))
        self.heading.setMinimumWidth(max(0, min(wanted, room)))

    def retranslate(self) -> None:
        """Speak the present language."""
        self.edit.setText(translate("Entry", "Edit"))
        self.edit.setAccessibleName(translate("Entry", "Edit title, summary, tags and kind"))
        self._fit()


def _level(widget: QWidget, theme: Theme) -> QVBoxLayout:
    """Return *widget* with its first line on the level of a button beside it."""
    column = QVBoxLayout()
    height = max(widget.minimumHeight(), widget.sizeHint().height())
    above = (theme.size("control") - height) // 2
    column.setContentsMargins(0, above, 0, 0)
    column.addWidget(widget)
    column.addStretch(1)
    return column


def _edit_button(theme: Theme) -> Button:
    button = Button(theme, icon="edit")
    button.setObjectName("entry_edit")
    return button
