"""An entry's body: read as rendered text, edited as its source in the same place."""

from collections.abc import Awaitable, Callable

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.domain.entries import Entry
from vela_desktop.gui import tasks
from vela_desktop.gui.entry.editor import SourceEditor
from vela_desktop.gui.entry.header import CompactHead, EntryHead
from vela_desktop.gui.entry.reader import Reader
from vela_desktop.gui.entry.spots import place
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.body import BodyPiece

Render = Callable[[str], Awaitable[tuple[BodyPiece, ...]]]
READ, SOURCE = "read", "source"


class Body(QStackedWidget):
    """The two views under one roof. *render* turns a source into what is read.

    ``changed``: the source may be another text. ``mode_changed``: ``read`` or ``source`` is shown.
    ``link_opened``: a link's target, and whether it goes into another tab.
    """

    changed = Signal()
    mode_changed = Signal(str)
    link_opened = Signal(str, bool)

    def __init__(self, theme: Theme, render: Render, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._render = render
        self.head, self.compact = EntryHead(theme), CompactHead(theme)
        self.reader = Reader(theme, self.head)
        self.editor = SourceEditor(theme)
        writing = QWidget()
        column = QVBoxLayout(writing)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.compact)
        column.addWidget(self.editor, 1)
        self.addWidget(self.reader)
        self.addWidget(writing)
        QWidget.setTabOrder(self.head.edit, self.reader)
        self.editor.textChanged.connect(self.changed)
        self.editor.left.connect(lambda: self.show_mode(READ))
        self.reader.edit_asked.connect(self._write)
        self.reader.link_opened.connect(self.link_opened)
        theme.changed.connect(self.reader.again)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.reader.setAccessibleName(translate("Entry", "Body"))
        self.editor.setAccessibleName(translate("Entry", "Markdown source of the body"))
        self.editor.setAccessibleDescription(translate("Entry", "Esc goes back to reading"))

    @property
    def mode(self) -> str:
        """``read`` or ``source``."""
        return READ if self.currentIndex() == 0 else SOURCE

    def show_entry(self, entry: Entry, curator: str) -> None:
        """Show the fields of *entry* over the body."""
        self.head.show_entry(entry, curator)
        self.compact.show_entry(entry)

    def refresh(self) -> None:
        """Render the source as it stands, in a worker; the old rendering stays until then."""
        tasks.start_latest("render", self._rendered(self.editor.text()), self)

    async def _rendered(self, text: str) -> None:
        self.reader.show_pieces(await self._render(text))

    def begin_anew(self, pieces: tuple[BodyPiece, ...]) -> None:
        """Show another entry's body, to be read from its beginning."""
        self.reader.to_top()
        self.reader.show_pieces(pieces)
        if self.mode != READ:
            self.setCurrentIndex(0)
            self.mode_changed.emit(READ)

    def show_mode(self, mode: str, *, focus: bool = True) -> None:
        """Show ``read`` or ``source``, at the place that was looked at."""
        if mode != self.mode:
            if mode == READ:
                tasks.start_latest("render", self._read(), self)
            else:
                self._go_to_spot()
            self.setCurrentIndex(0 if mode == READ else 1)
            self.mode_changed.emit(mode)
        shown: QWidget = self.reader if mode == READ else self.editor
        if focus:
            shown.setFocus(Qt.FocusReason.OtherFocusReason)

    async def _read(self) -> None:
        line = self.editor.line()
        await self._rendered(self.editor.text())
        self.reader.show_line(line)

    def _go_to_spot(self) -> None:
        spot = self.reader.spot()
        self.editor.pour()
        self.editor.go_to(*place(spot, self.editor.text().split("\n")))

    def _write(self, typed: str) -> None:
        """Go on with a key that was typed into the rendered text."""
        self.show_mode(SOURCE)
        if typed:
            key = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, typed)
            QCoreApplication.sendEvent(self.editor, key)
