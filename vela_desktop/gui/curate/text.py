"""The text that a job would read, to look at before it is sent."""

from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.curation.source import SourceText
from vela_desktop.domain.errors import VelaError
from vela_desktop.gui import format, tasks
from vela_desktop.gui.i18n import error_texts, translate
from vela_desktop.gui.kit import Button, EmptyState, Label
from vela_desktop.gui.kit.waiting import Waiting
from vela_desktop.gui.snapshot.text import SnapshotText
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

Read = Callable[[], Awaitable[SourceText]]


class TextDialog(QDialog):
    """Opens at once; the text follows when it is read, and grows a piece a frame."""

    def __init__(self, read: Read, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("curate_text")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._read = read
        self.waiting, self.failed = Waiting(theme), EmptyState(theme, "error")
        self.text = SnapshotText(theme)
        self.stack = QStackedWidget()
        for widget in (self.waiting, self.text, self.failed):
            self.stack.addWidget(widget)
        self.foot = _Foot(theme)
        self.foot.close_button.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.stack, 1)
        column.addWidget(self.foot)
        self.resize(theme.size("dialog.text.width"), theme.size("dialog.text.height"))

    def start(self) -> None:
        """Open, and read the text."""
        self.setWindowTitle(translate("Curate", "What will be sent"))
        self.text.setAccessibleName(self.windowTitle())
        self.open()
        tasks.start(self._load(), self, on_error=self._show_error)

    async def _load(self) -> None:
        source = await self._read()
        self.text.show_text(source.text)
        self.stack.setCurrentWidget(self.text)
        self.text.setFocus()
        self.foot.show_chars(source.chars)

    def _show_error(self, error: VelaError) -> None:
        self.failed.say(*error_texts(error))
        self.stack.setCurrentWidget(self.failed)


class _Foot(Surface):
    """How much text it is, and the way out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dialogfoot")
        self._chars: int | None = None
        self.facts = Label("", "caption")
        self.close_button = Button(theme, size="dialog")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(6), theme.space(3), theme.space(6), theme.space(3))
        row.addWidget(self.facts)
        row.addStretch(1)
        row.addWidget(self.close_button)
        self.retranslate()

    def show_chars(self, chars: int) -> None:
        """Say how many characters the text has."""
        self._chars = chars
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.close_button.setText(translate("Curate", "Close text"))
        if self._chars is not None:
            said = translate("Curate", "{chars} characters, exactly as they are sent")
            self.facts.setText(said.format(chars=format.number(self._chars)))
