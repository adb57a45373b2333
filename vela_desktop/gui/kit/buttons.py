"""Buttons: one primary per page, plain and flat ones, and icon buttons that say what they do."""

from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from vela_desktop.gui.kit.labels import restyle
from vela_desktop.gui.theme import Theme

Look = Literal["plain", "primary", "flat", "danger"]
ButtonSize = Literal["normal", "dialog", "big", "status"]
_ICON_ROLES = {
    "plain": "text",
    "primary": "on.accent",
    "flat": "accent",
    "danger": "on.danger",
}


class Button(QPushButton):
    """A button with words: a verb and its object. Takes the keyboard focus by Tab only."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        look: Look = "plain",
        size: ButtonSize = "normal",
        icon: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._icon = icon
        self.setProperty("extent", size)
        self.setProperty("look", look)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        side = theme.size("icon")
        self.setIconSize(QSize(side, side))
        self._dress()

    def set_look(self, look: Look) -> None:
        """Become primary, plain, flat or danger."""
        restyle(self, "look", look)
        self._dress()

    def _dress(self) -> None:
        if self._icon is not None:
            look = str(self.property("look"))
            self._theme.dress(self, self._icon, _ICON_ROLES[look])


class IconButton(QToolButton):
    """A button that shows an icon only; its name and shortcut are its tooltip."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        name: str = "",
        *,
        shortcut: str = "",
        role: str = "text.secondary",
        size: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._role, self._size = theme, role, size
        self._shortcut = shortcut
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        side = theme.size("icon") if size is None else size
        self.setIconSize(QSize(side, side))
        control = theme.size("control")
        self.setFixedSize(control, control)
        self.set_icon(icon)
        self.set_name(name)

    def set_icon(self, icon: str, role: str | None = None) -> None:
        """Show another icon, in another role's colour where one is given."""
        self._role = role or self._role
        self._theme.dress(self, icon, self._role, self._size)

    def set_name(self, name: str) -> None:
        """Say in words what the button does."""
        self.setAccessibleName(name)
        keys = QKeySequence(self._shortcut).toString(QKeySequence.SequenceFormat.NativeText)
        self.setToolTip(f"{name}  {keys}" if keys else name)


class WordButton(QToolButton):
    """A quiet button of icon and words, for bars and pane heads; may open a menu."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        icon: str | None = None,
        small: bool = False,
        arrow: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setProperty("words", True)
        if small:
            self.setProperty("look", "small")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        side = theme.size("icon.caption" if small else "icon")
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        if arrow:
            self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            icon, side = "chevron-down", theme.size("icon.small")
        if icon is None:
            style = Qt.ToolButtonStyle.ToolButtonTextOnly
        else:
            theme.dress(self, icon, size=side)
        self.setIconSize(QSize(side, side))
        self.setToolButtonStyle(style)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
