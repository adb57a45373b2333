"""An entry's body: read as rendered text, edited as its source in the same place."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QPlainTextEdit, QStackedWidget, QWidget

from vela_desktop.gui.documents import DocumentBrowser
from vela_desktop.gui.entry.highlighter import MarkdownHighlighter
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.theme import Theme


class Reader(DocumentBrowser):
    """Rendered text; ``edit_asked`` carries how far down a double click was, from 0 to 1."""

    edit_asked = Signal(float)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Switch to the source at about this place."""
        height = max(1.0, self.document().size().height())
        at = self.verticalScrollBar().value() + event.position().y()
        self.edit_asked.emit(min(1.0, at / height))


class Body(QStackedWidget):
    """``changed`` says that the source is another text; ``link_clicked`` carries a target."""

    changed = Signal()
    mode_changed = Signal(str)
    link_clicked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reader = Reader(theme)
        self.editor = QPlainTextEdit()
        self.editor.setObjectName("entry_source")
        self.editor.setFont(theme.font("editor", "editor"))
        self.editor.setTabChangesFocus(False)
        self.editor.document().setDocumentMargin(theme.space(4))
        self.highlighter = MarkdownHighlighter(self.editor.document(), theme)
        self.addWidget(self.reader)
        self.addWidget(self.editor)
        self.editor.textChanged.connect(self.changed)
        self.reader.edit_asked.connect(self._edit_at)
        self.reader.link_clicked.connect(self.link_clicked)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.reader.setAccessibleName(translate("Entry", "Body"))
        self.editor.setAccessibleName(translate("Entry", "Markdown source of the body"))

    def source(self) -> str:
        """Return the source as it stands in the editor."""
        return self.editor.toPlainText()

    def set_source(self, text: str) -> None:
        """Put *text* into the editor without saying that it changed."""
        self.editor.blockSignals(True)
        self.editor.setPlainText(text)
        self.editor.blockSignals(False)

    def show_html(self, html: str) -> None:
        """Show rendered text, staying where the reader is."""
        bar = self.reader.verticalScrollBar()
        at = bar.value()
        self.reader.dress()
        self.reader.setHtml(html)
        bar.setValue(at)

    def show_mode(self, mode: str) -> None:
        """Show ``read`` or ``source``."""
        shown: QWidget = self.editor if mode == "source" else self.reader
        self.setCurrentWidget(shown)
        shown.setFocus(Qt.FocusReason.OtherFocusReason)
        self.mode_changed.emit(mode)

    def _edit_at(self, part: float) -> None:
        self.show_mode("source")
        document = self.editor.document()
        block = document.findBlockByNumber(int(part * max(0, document.blockCount() - 1)))
        cursor = self.editor.textCursor()
        cursor.setPosition(block.position())
        self.editor.setTextCursor(cursor)
        self.editor.centerCursor()
