"""Beside an entry: related entries, backlinks, sources, revisions. Click a row to go there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Button, ElidedLabel, IconButton, IconLabel, Label
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Fact:
    """A row: an icon, a line, a second one, and where it leads."""

    icon: str
    text: str
    detail: str
    open: Callable[[], None]


class FactRow(QFrame):
    """One row of a section."""

    def __init__(self, theme: Theme, fact: Fact, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("factrow")
        self._open = fact.open
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"{fact.text} {fact.detail}".strip())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(ElidedLabel(fact.text))
        if fact.detail:
            words.addWidget(ElidedLabel(fact.detail, "caption"))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(1))
        row.setSpacing(theme.space(2))
        row.addWidget(IconLabel(theme, fact.icon))
        row.addLayout(words, 1)
        row.addWidget(IconLabel(theme, "chevron-right", size=theme.size("icon.small")))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go there with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open()
        else:
            super().keyPressEvent(event)


class Section(QWidget):
    """A heading that folds, a count, at most five rows and then a button for the rest."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._facts: Sequence[Fact] = ()
        self._all = False
        self._empty = ""
        self.heading, self.count = Label("", "strong"), Label("", "secondary")
        self.fold = IconButton(theme, "chevron-down", size=theme.size("icon.small"))
        self.fold.clicked.connect(self._toggle)
        head = QHBoxLayout()
        head.setSpacing(theme.space(1))
        for widget in (self.fold, self.heading, self.count):
            head.addWidget(widget)
        head.addStretch(1)
        self._body = QWidget()
        self._rows = QVBoxLayout(self._body)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.space(3))
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._body)

    def say(self, heading: str, empty: str) -> None:
        """Name the section; *empty* stands where it has no rows."""
        self.heading.setText(heading)
        self.fold.set_name(heading)
        self._empty = empty
        self.show_facts(self._facts)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these rows."""
        self._facts = facts
        self.count.setText(str(len(facts)))
        while self._rows.count():
            item = self._rows.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.deleteLater()
        shown = facts if self._all else facts[:SHOWN]
        for fact in shown:
            self._rows.addWidget(FactRow(self._theme, fact))
        if not facts:
            self._rows.addWidget(Label(self._empty, "secondary"))
        if len(facts) > len(shown):
            more = Button(self._theme, plural("Inspector", "Show all %n")(len(facts)), look="flat")
            more.clicked.connect(self._show_all)
            self._rows.addWidget(more)

    def _show_all(self) -> None:
        self._all = True
        self.show_facts(self._facts)

    def _toggle(self) -> None:
        opened = not self._body.isVisibleTo(self)
        self._body.setVisible(opened)
        self.fold.set_icon("chevron-down" if opened else "chevron-right")


class Inspector(Surface):
    """The four sections in a column that scrolls."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.related, self.backlinks = Section(theme), Section(theme)
        self.sources, self.history = Section(theme), Section(theme)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(theme.space(2), theme.space(3), theme.space(2), theme.space(3))
        column.setSpacing(0)
        for section in (self.related, self.backlinks, self.sources, self.history):
            column.addWidget(section)
        column.addStretch(1)
        area = QScrollArea(widgetResizable=True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.setFixedWidth(theme.size("inspector"))
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.related.say(translate("Inspector", "Related entries"), translate("Inspector", "None"))
        self.backlinks.say(
            translate("Inspector", "Backlinks"), translate("Inspector", "No entry links here")
        )
        self.sources.say(translate("Inspector", "Sources"), translate("Inspector", "None"))
        self.history.say(translate("Inspector", "Revision history"), translate("Inspector", "None"))
