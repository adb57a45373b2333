"""The prompts of a conversation beside it: a click goes there, the one in view is selected."""

from bisect import bisect_right

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from vela_desktop.domain.sessions import MapEntry, Role
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Label
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

TURN_ROLE = Qt.ItemDataRole.UserRole


class Outline(Surface):
    """``chosen`` carries the index of a prompt's message."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self._theme = theme
        self._indexes: list[int] = []
        self.heading = Label("", "caption.strong")
        self.list = QListWidget()
        self.list.setObjectName("outline")
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._click)
        self.list.itemActivated.connect(self._click)
        column = QVBoxLayout(self)
        margin = theme.space(2)
        column.setContentsMargins(margin, theme.space(3), margin, margin)
        column.setSpacing(theme.space(1))
        column.addWidget(self.heading)
        column.addWidget(self.list, 1)
        self.setFixedWidth(theme.size("inspector"))
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(plural("Conversation", "Prompts  %n")(self.list.count()))
        self.list.setAccessibleName(translate("Conversation", "Prompts"))

    def show_prompts(self, entries: tuple[MapEntry, ...]) -> None:
        """List the prompts among *entries*."""
        self.list.clear()
        self._indexes = []
        for entry in entries:
            if entry.role is Role.USER and entry.step == 0:
                self._indexes.append(entry.index)
                item = QListWidgetItem(f"{entry.turn}  {entry.preview}")
                item.setData(TURN_ROLE, entry.index)
                item.setToolTip(entry.preview)
                item.setSizeHint(QSize(0, self._theme.size("row.tree")))
                self.list.addItem(item)
        self.retranslate()

    def follow(self, index: int) -> None:
        """Select the prompt that message *index* answers."""
        row = max(0, bisect_right(self._indexes, index) - 1)
        if self._indexes and self.list.currentRow() != row:
            self.list.setCurrentRow(row)

    def _click(self, item: QListWidgetItem) -> None:
        self.chosen.emit(int(item.data(TURN_ROLE)))
