"""The frame of dialogs: as wide as told, as high as their words need, with a foot of buttons."""

from collections.abc import Sequence

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from vela_desktop.gui.theme import Theme


class Dialog(QDialog):
    """A dialog of fixed width. Put widgets into ``column``; never ``exec()`` it."""

    def __init__(self, theme: Theme, width: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedWidth(width)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.setSpacing(0)
        margin = theme.space(6)
        self.column = QVBoxLayout()
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.setSpacing(theme.space(2))
        self._outer.addLayout(self.column)

    def set_foot(self, buttons: Sequence[QPushButton], apart: Sequence[QPushButton] = ()) -> None:
        """Put *buttons* at the right of the foot, the primary one last; *apart* at its left."""
        theme = self._theme
        foot = QFrame()
        foot.setObjectName("dialogfoot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(theme.space(6), theme.space(3), theme.space(6), theme.space(3))
        row.setSpacing(theme.space(2))
        for button in apart:
            row.addWidget(button)
        row.addStretch()
        for button in buttons:
            row.addWidget(button)
        self._outer.addWidget(foot)

    def showEvent(self, event: QShowEvent) -> None:
        """Become as high as the words need at this width."""
        super().showEvent(event)
        self._outer.activate()
        wrapped = self._outer.totalHeightForWidth(self.width())
        self.setFixedHeight(wrapped if wrapped > 0 else self._outer.totalSizeHint().height())
