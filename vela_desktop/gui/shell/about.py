"""What the program is."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

import vela_desktop
from vela_desktop.gui.forms import Form, load_form
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Button, Dialog, restyle
from vela_desktop.gui.kit.parts import IconLabel
from vela_desktop.gui.theme import Theme


class AboutUi(Form):
    """``ui/forms/about.ui``."""

    sign: QWidget
    name: QLabel
    version: QLabel
    promise: QLabel
    licence: QLabel


class About(Dialog):
    """Name, version, promise, licence. Open it with ``open()``."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, theme.size("dialog.small"), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.ui = load_form("about", AboutUi, self)
        self.column.addWidget(self.ui.root)
        self._close = Button(theme, size="dialog")
        self._close.clicked.connect(self.accept)
        self.set_foot([self._close])
        self._dress()
        self.retranslate()

    def retranslate(self) -> None:
        """Say what the form does not."""
        self.setWindowTitle(translate("Actions", "About Vela"))
        self._close.setText(translate("About", "Close"))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def _dress(self) -> None:
        theme = self._theme
        layout = self.ui.root.layout()
        assert layout is not None
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.space(2))
        restyle(self.ui.name, "role", "page")
        restyle(self.ui.version, "role", "secondary")
        restyle(self.ui.licence, "role", "caption")
        self.ui.version.setText(vela_desktop.__version__)
        row = QHBoxLayout(self.ui.sign)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(IconLabel(theme, "vela", size=theme.size("icon.app")))
        row.addStretch()
