"""What stands in place of a page that is being read: nothing at first, then the ring."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vela_desktop.gui.kit.spinner import WAIT_MILLISECONDS, Spinner
from vela_desktop.gui.theme import Theme


class Waiting(QWidget):
    """A page of a stack; it waits for as long as it is the one that is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ring = Spinner(theme, size=theme.size("icon.empty"))
        self.ring.hide()
        self._patience = QTimer(self, singleShot=True, interval=WAIT_MILLISECONDS)
        self._patience.timeout.connect(self.ring.show)
        column = QVBoxLayout(self)
        column.addWidget(self.ring, alignment=Qt.AlignmentFlag.AlignCenter)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to wait."""
        super().showEvent(event)
        self._patience.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Wait no longer."""
        super().hideEvent(event)
        self.stop()

    def stop(self) -> None:
        """Give up: what was waited for could not be read."""
        self._patience.stop()
        self.ring.hide()
