"""The head of the session list: its name, and what else can be done with it."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from vela_desktop.gui.actions import BY_ID, Desk
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import IconButton, Label
from vela_desktop.gui.sessions.arrange import Grouping
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class ListHead(Surface):
    """``grouping_chosen`` carries what the list is to be grouped by."""

    grouping_chosen = Signal(object)

    def __init__(self, desk: Desk, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.grouping = Grouping.PROJECT
        self.label = Label("", "pane")
        self.more = IconButton(theme, "more")
        self.more.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(QMenu(self.more))
        self.more.menu().aboutToShow.connect(self._fill)
        self.setFixedHeight(theme.size("bar.pane"))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(4), 0, theme.space(2), 0)
        row.addWidget(self.label, 1)
        row.addWidget(self.more)
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.label.setText(translate("SessionList", "Sessions"))
        self.more.set_name(translate("SessionList", "More about the list"))

    def _fill(self) -> None:
        menu = self.more.menu()
        menu.clear()
        group = QActionGroup(menu)
        for grouping, text in (
            (Grouping.PROJECT, translate("SessionList", "Group by project")),
            (Grouping.DAY, translate("SessionList", "Group by day")),
        ):
            action = QAction(text, menu)
            action.setCheckable(True)
            action.setChecked(grouping is self.grouping)
            action.triggered.connect(partial(self._choose, grouping))
            group.addAction(action)
            menu.addAction(action)
        menu.addSeparator()
        taking = menu.addAction(BY_ID["session.import"].label())
        taking.triggered.connect(lambda: self._desk.import_recordings(None))
        refresh = menu.addAction(BY_ID["sessions.refresh"].label())
        refresh.triggered.connect(self._desk.refresh_sessions)

    def _choose(self, grouping: Grouping) -> None:
        self.grouping = grouping
        self.grouping_chosen.emit(grouping)
