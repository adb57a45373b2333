"""The prompts of a conversation beside it, or the parts of a recording: a click goes there, the one
in view is selected."""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QVBoxLayout, QWidget

from vela_desktop.domain.sessions import MapEntry, Role
from vela_desktop.gui.conversation.prompts import PromptDelegate, PromptModel
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Label
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class Outline(Surface):
    """``chosen`` carries the index of a prompt's message."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self._screens = False
        self.heading = Label("", "strong")
        self.model = PromptModel(self)
        self.list = QListView()
        self.list.setObjectName("outline")
        self.list.setModel(self.model)
        self.list.setItemDelegate(PromptDelegate(theme, self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._choose)
        self.list.activated.connect(self._choose)
        column = QVBoxLayout(self)
        margin = theme.space(2)
        column.setContentsMargins(margin, theme.space(3), margin, margin)
        column.setSpacing(margin)
        column.addWidget(self.heading)
        column.addWidget(self.list, 1)
        self.heading.setContentsMargins(theme.space(1), 0, 0, 0)
        self.setFixedWidth(theme.size("inspector"))
        theme.changed.connect(self.list.viewport().update)
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        rows = self.model.rowCount()
        if self._screens:
            self.heading.setText(plural("Conversation", "Parts  %n")(rows))
            self.list.setAccessibleName(translate("Conversation", "Parts of the recording"))
        else:
            self.heading.setText(plural("Conversation", "Prompts  %n")(rows))
            self.list.setAccessibleName(translate("Conversation", "Prompts"))

    def show_entries(self, entries: Sequence[MapEntry]) -> None:
        """List the prompts among *entries*, or the screens; the one that is selected stays so."""
        listed = [entry for entry in entries if entry.role is Role.USER and entry.step == 0]
        screens = [entry for entry in entries if entry.role is Role.SCREEN]
        self._screens = bool(screens)
        self.model.show(listed or screens)
        self.retranslate()

    def follow(self, index: int) -> None:
        """Select the prompt that message *index* answers."""
        row = bisect_right(self.model.indexes, index) - 1
        if row < 0 or self.list.currentIndex().row() == row:
            return
        self.list.setCurrentIndex(self.model.index(row))

    def _choose(self, at: QModelIndex) -> None:
        self.chosen.emit(self.model.indexes[at.row()])
