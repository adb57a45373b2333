"""Rows that are made anew whenever what they show has changed."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QLayout, QVBoxLayout, QWidget

from vela_desktop.gui.kit import Separator
from vela_desktop.gui.theme import Theme


def empty(layout: QLayout) -> None:
    """Take everything out of *layout* and delete it."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


class Card(QFrame):
    """A frame around rows, with a hair line between them; hidden without any."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_rows(self, rows: Sequence[QWidget]) -> None:
        """Show these in place of any others."""
        empty(self._column)
        for at, row in enumerate(rows):
            if at:
                self._column.addWidget(Separator(self._theme))
            self._column.addWidget(row)
        self.setVisible(bool(rows))
