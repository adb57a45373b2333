"""Beside an entry: related entries, backlinks, sources, revisions. Click a row to go there."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from vela_desktop.gui.entry.section import Section
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class Inspector(Surface):
    """The four sections in a column that scrolls; ``left`` says that Esc was pressed."""

    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.related, self.backlinks = Section(theme), Section(theme)
        self.sources, self.history = Section(theme), Section(theme)
        inside = QWidget()
        inside.setObjectName("plain")
        column = QVBoxLayout(inside)
        margin = theme.space(2)
        column.setContentsMargins(margin, theme.space(3), margin, 0)
        column.setSpacing(0)
        for section in self.sections():
            column.addWidget(section)
        column.addStretch(1)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.setFixedWidth(theme.size("inspector"))
        self.retranslate()

    def sections(self) -> tuple[Section, ...]:
        """Return the sections from top to bottom."""
        return self.related, self.backlinks, self.sources, self.history

    def begin_anew(self) -> None:
        """Another entry is shown."""
        for section in self.sections():
            section.begin_anew()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.setAccessibleName(translate("Inspector", "About this entry"))
        none = translate("Inspector", "None")
        unlinked = translate("Inspector", "No entry links here")
        self.related.say(translate("Inspector", "Related entries"), none)
        self.backlinks.say(translate("Inspector", "Backlinks"), unlinked)
        self.sources.say(translate("Inspector", "Sources"), none)
        self.history.say(translate("Inspector", "Revision history"), none)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
