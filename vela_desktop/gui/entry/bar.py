"""The bar over an entry: where it is, back and forward, the view, saving, and what else."""

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Button, Crumb, IconButton, Label, PageBar, Segmented, Spinner
from vela_desktop.gui.kit.buttons import WordButton
from vela_desktop.gui.theme import Theme

BACK, FORWARD, UP, VIEW, SIDE = "Alt+Left", "Alt+Right", "Alt+Up", "Ctrl+E", "Ctrl+Shift+I"
_MODES = ("read", "source")


class EntryBar(PageBar):
    """Shows what it is told and says what is pressed; ``mode_picked`` carries a view's key."""

    mode_picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._theme = theme
        self._mode = _MODES[0]
        self._places: tuple[Crumb, ...] = ()
        self.back = IconButton(theme, "arrow-left", shortcut=BACK)
        self.forward = IconButton(theme, "arrow-right", shortcut=FORWARD)
        self.up = IconButton(theme, "arrow-up", shortcut=UP)
        for button in (self.back, self.forward, self.up):
            self.left.addWidget(button)
        self.ring = Spinner(theme)
        self.mark = Label("", "unsaved")
        self.modes = Segmented(theme)
        for mode in _MODES:
            self.modes.add(mode, "")
        self.modes_menu = WordButton(theme, arrow=True)
        self.save = Button(theme)
        self.save.setObjectName("entry_save")
        self.more = IconButton(theme, "more")
        self.more.hide()
        self.side = IconButton(theme, "sidebar-right", shortcut=SIDE)
        self.side.setCheckable(True)
        for widget in (self.ring, self.mark, self.modes, self.modes_menu, self.save):
            self.right.addWidget(widget)
        self.right.addWidget(self.more)
        self.right.addWidget(self.side)
        self.ring.hide()
        self.modes.picked.connect(self.mode_picked)
        self.modes_menu.clicked.connect(self._open_modes)
        self.show_unsaved(False)
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.back.set_name(translate("Entry", "Back"))
        self.forward.set_name(translate("Entry", "Forward"))
        self.up.set_name(translate("Entry", "Up one level"))
        self.more.set_name(translate("Entry", "More"))
        self.side.set_name(translate("Entry", "About this entry"))
        for mode, text in self._mode_texts().items():
            self.modes.set_text(mode, text)
        self.modes.setAccessibleName(translate("Entry", "View"))
        self.save.setText(translate("Entry", "Save"))
        self.show_mode(self._mode)
        self._say_mark()
        self._fit()
