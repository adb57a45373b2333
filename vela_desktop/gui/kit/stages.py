"""What a place shows that has to be read first: a ring, then the content, or that there is none."""

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.gui.kit.empty import EmptyState
from vela_desktop.gui.kit.waiting import Waiting
from vela_desktop.gui.theme import Theme


class Stages(QStackedWidget):
    """Waits until it is told to show ``content``, or ``empty``, which has *icon*.

    Put what the content is of into ``column``.
    """

    def __init__(self, theme: Theme, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content, self.empty = QWidget(), EmptyState(theme, icon)
        self.column = QVBoxLayout(self.content)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self._waiting = Waiting(theme)
        for widget in (self._waiting, self.content, self.empty):
            self.addWidget(widget)

    @property
    def waits(self) -> bool:
        """Tell whether neither has been shown yet."""
        return self.currentWidget() is self._waiting

    @property
    def shows_content(self) -> bool:
        """Tell whether the content is shown."""
        return self.currentWidget() is self.content

    @property
    def shows_empty(self) -> bool:
        """Tell whether it is shown that there is nothing."""
        return self.currentWidget() is self.empty

    def show_content(self) -> None:
        """Show the content."""
        self.setCurrentWidget(self.content)

    def show_empty(self) -> None:
        """Show that there is nothing."""
        self.setCurrentWidget(self.empty)

    def give_up(self) -> None:
        """Turn no ring any longer: what was waited for could not be read."""
        self._waiting.stop()
