"""The status bar: the running job on the left; index state and size of the data on the right."""

from PySide6.QtWidgets import QHBoxLayout, QStatusBar, QWidget

from vela_desktop.domain.events import ScanProgressed
from vela_desktop.gui import format as formats
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import IconLabel, Label
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

SAID_MILLISECONDS = 4000


class _Facts(Surface):
    """Index state and size of the data."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._progress: ScanProgressed | None = None
        self._bytes: int | None = None
        self._icon = IconLabel(theme, "check", "success", theme.size("icon.caption"))
        self._index = Label()
        self._data = Label()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, theme.space(3), 0)
        row.setSpacing(theme.space(2))
        row.addWidget(self._icon)
        row.addWidget(self._index)
        row.addSpacing(theme.space(2))
        row.addWidget(self._data)
        self.retranslate()

    def show_scan(self, progress: ScanProgressed) -> None:
        """Say how far the index is."""
        self._progress = progress
        self.retranslate()

    def show_size(self, bytes_: int) -> None:
        """Say how much room the data takes."""
        self._bytes = bytes_
        self.retranslate()

    def retranslate(self) -> None:
        """Say it in the present language."""
        progress = self._progress
        if progress is None or progress.finished:
            self._icon.set_icon("check", "success")
            text = translate("Status", "Ready")
            if progress is not None:
                text = translate("Status", "Index is up to date")
        else:
            self._icon.set_icon("job-running", "accent")
            text = translate("Status", "Indexing {done} of {total}").format(
                done=formats.number(progress.done), total=formats.number(progress.total)
            )
        self._index.setText(text)
        size = "" if self._bytes is None else formats.size(self._bytes)
        words = translate("Status", "Data on this computer · {size}")
        self._data.setText(words.format(size=size))
        self._data.setVisible(bool(size))


class StatusBar(QStatusBar):
    """The bar at the foot of the window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(theme.space(2), 0, 0, 0)
        self._job: QWidget | None = None
        self._facts = _Facts(theme)
        self.addPermanentWidget(self._facts)

    def set_job(self, widget: QWidget) -> None:
        """Show *widget* on the left: the running job."""
        if self._job is not None:
            self.removeWidget(self._job)
            self._job.deleteLater()
        self._job = widget
        self.addWidget(widget, 1)
        widget.show()

    def say(self, text: str) -> None:
        """Say for a moment that something was done."""
        self.showMessage(text, SAID_MILLISECONDS)

    def show_scan(self, progress: ScanProgressed) -> None:
        """Say how far the index is."""
        self._facts.show_scan(progress)

    def show_size(self, bytes_: int) -> None:
        """Say how much room the data takes."""
        self._facts.show_size(bytes_)
