"""The line that opens and closes something below it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import WordButton
from vela_desktop.gui.theme import Theme


class FoldButton(WordButton):
    """Its chevron shows, and its accessible name says, whether what it stands over is open."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, icon="chevron-right", small=True, parent=parent)
        self._theme = theme
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def tell(self, text: str, *, opened: bool) -> None:
        """Say *text*, and whether what is below is open."""
        self.setText(text)
        icon = "chevron-down" if opened else "chevron-right"
        self._theme.dress(self, icon, size=self._theme.size("icon.small"))
        state = (
            translate("Jobs", "Details are shown")
            if opened
            else translate("Jobs", "Details are hidden")
        )
        self.setAccessibleName(f"{text}, {state}")
