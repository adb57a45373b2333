"""The bar over an entry: where it is, back and forward, the view, saving, and what else."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from vela_desktop.gui.entry.order import in_order
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import (
    Button,
    Crumb,
    IconButton,
    Label,
    PageBar,
    Segmented,
    Spinner,
    WordButton,
)
from vela_desktop.gui.theme import Theme

BACK, FORWARD, UP, VIEW, SIDE = "Alt+Left", "Alt+Right", "Alt+Up", "Ctrl+E", "Ctrl+Shift+I"
MODES = ("read", "source")


class EntryBar(PageBar):
    """Shows what it is told; ``mode_picked`` carries the view a person chose."""

    mode_picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._theme = theme
        self._mode = MODES[0]
        self._tight = self._unsaved = self._waits = False
        self.back = IconButton(theme, "arrow-left", shortcut=BACK)
        self.forward = IconButton(theme, "arrow-right", shortcut=FORWARD)
        self.up = IconButton(theme, "arrow-up", shortcut=UP)
        self.ring, self.mark = Spinner(theme), Label("", "unsaved")
        self.modes = Segmented(theme)
        self.modes_menu = WordButton(theme, arrow=True)
        self._choices = self._make_menu()
        self.save = Button(theme)
        self.save.setObjectName("entry_save")
        self.more = IconButton(theme, "more")
        self.side = IconButton(theme, "sidebar-right", shortcut=SIDE)
        self.side.setCheckable(True)
        self._lay_out()
        self.modes.picked.connect(self.mode_picked)
        self.retranslate()
        self._show_state()

    def _make_menu(self) -> dict[str, QAction]:
        menu, group = QMenu(self.modes_menu), QActionGroup(self)
        choices = {}
        for mode in MODES:
            self.modes.add(mode, "")
            action = choices[mode] = menu.addAction("")
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(lambda _=False, mode=mode: self.mode_picked.emit(mode))
        self.modes_menu.setMenu(menu)
        return choices

    def _lay_out(self) -> None:
        for way in (self.back, self.forward, self.up):
            self.left.addWidget(way)
        for widget in (self.ring, self.mark, self.modes, self.modes_menu):
            self.right.addWidget(widget)
        for button in (self.save, self.more, self.side):
            self.right.addWidget(button)
        for hidden in (self.ring, self.mark, self.modes_menu, self.more):
            hidden.hide()
        self.setMinimumWidth(self._theme.size("control"))  # what is shown follows the width

    def retranslate(self) -> None:
        """Speak the present language."""
        self.back.set_name(translate("Entry", "Back"))
        self.forward.set_name(translate("Entry", "Forward"))
        self.up.set_name(translate("Entry", "Up one level"))
        self.more.set_name(translate("Entry", "More"))
        self.side.set_name(translate("Entry", "About this entry"))
        words = {"read": translate("Entry", "Read"), "source": translate("Entry", "Source")}
        for mode, text in words.items():
            self.modes.set_text(mode, text)
            self._choices[mode].setText(text)
        self.modes.setAccessibleName(translate("Entry", "View"))
        self.save.setText(translate("Entry", "Save"))
        self.show_mode(self._mode)
        self._say()
        self._fit()

    def show_mode(self, mode: str) -> None:
        """Show which view is on."""
        self._mode = mode
        self.modes.choose(mode)
        self._choices[mode].setChecked(True)
        text = self._choices[mode].text()
        self.modes_menu.setText(text)
        self.modes_menu.setAccessibleName(f"{translate('Entry', 'View')}: {text}")

    def show_unsaved(self, unsaved: bool) -> None:
        """Say whether there is something to save."""
        self._unsaved = unsaved
        self._show_state()

    def show_waiting(self, waits: bool) -> None:
        """Say whether a save waits for another program."""
        self._waits = waits
        self._show_state()

    def _show_state(self) -> None:
        self.save.setEnabled(self._unsaved and not self._waits)
        self.save.set_look("primary" if self._unsaved else "plain")
        self.ring.setVisible(self._waits)
        self.mark.setVisible(self._unsaved or self._waits)
        self._say()

    def show_way(self, places: Sequence[Crumb], title: str) -> None:
        """Show the way to the entry; long names are cut so that more of them have room."""
        room = self._theme.size("crumb.max")
        metrics, end = self.crumbs.fontMetrics(), Qt.TextElideMode.ElideRight
        short = (
            replace(crumb, text=metrics.elidedText(crumb.text, end, room))
            for crumb in (*places, Crumb(title))
        )
        self.crumbs.show_crumbs(*short)
        in_order(self.up, *self.crumbs.findChildren(QToolButton), self.modes)

    def _say(self) -> None:
        text = translate("Entry", "Unsaved")
        if self._waits:
            text = translate("Entry", "Waiting for another program…")
        self.mark.setAccessibleName(text)
        self.mark.setToolTip(text if self._tight else "")
        dot = "" if self._waits else "● "
        self.mark.setText(dot.strip() if self._tight else dot + text)

    def _fit(self) -> None:
        """Turn the views into a menu, and the mark into its dot, where the way has no room.

        Whether the mark is shown does not count: nothing moves when a person begins to type.
        """
        mark = self.mark.fontMetrics().horizontalAdvance("● " + translate("Entry", "Unsaved"))
        taken = mark + self.left.sizeHint().width() + self._theme.space(12)
        for widget in (self.modes, self.save, self.more, self.side):
            taken += widget.sizeHint().width() + self._theme.space(2)
        tight = taken + self._theme.size("crumb.max") > self.width()
        if tight != self._tight:
            self._tight = tight
            self._say()
        self.modes.setVisible(not tight)
        self.modes_menu.setVisible(tight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit what is shown into the room."""
        super().resizeEvent(event)
        self._fit()
