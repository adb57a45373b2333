"""Shows a text of any length that cannot be edited: it grows by a piece a frame."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QTimer
from PySide6.QtGui import QFont, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from vela_desktop.gui.snapshot.finding import Span
from vela_desktop.gui.snapshot.pieces import Lines
from vela_desktop.gui.theme import Theme

FRAME_MILLISECONDS = 16

_HEADING = re.compile(r"## \[\d+\.\d+\] ")
"""How the messages of a snapshot begin."""


class SnapshotText(QPlainTextEdit):
    """What is selected and copied is the text itself, also where a long line is shown broken."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines = Lines("")
        self._hits: Sequence[Span] = ()
        self._current = -1
        self._wanted: Span | None = None
        self.setReadOnly(True)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self.setUndoRedoEnabled(False)
        self.setFont(theme.font("editor", "editor"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(theme.space(2))
        self._strong = QTextCharFormat()
        self._strong.setFontWeight(QFont.Weight(theme.tokens.style("ui.strong").weight))
        self._pump = QTimer(self, interval=FRAME_MILLISECONDS)
        self._pump.timeout.connect(self._grow)
        self.verticalScrollBar().valueChanged.connect(self._mark)
        theme.changed.connect(self._mark)

    @property
    def busy(self) -> bool:
        """Tell whether a part of the text is still to come."""
        return self._pump.isActive()

    def show_text(self, text: str) -> None:
        """Show *text*: its beginning at once, the rest a piece a frame."""
        self.clear()
        self.lines = Lines(text)
        self._pump.start()
        self._grow()

    def _grow(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        separator = "\n" if len(self.lines) else ""
        plain: list[str] = []
        cursor.beginEditBlock()
        for line in self.lines.more():
            if _HEADING.match(line.text):
                cursor.insertText("".join([*plain, separator]), QTextCharFormat())
                cursor.insertText(line.text, self._strong)
                plain = []
            else:
                plain += [separator, line.text]
            separator = "\n"
        cursor.insertText("".join(plain), QTextCharFormat())
        cursor.endEditBlock()
        if self.lines.done:
            self._pump.stop()
        self._mark()
        self._arrive()

    def show_hits(self, hits: Sequence[Span], current: int) -> None:
        """Mark the *hits*, number *current* apart."""
        self._hits, self._current = hits, current
        self._mark()

    def go_to_hit(self) -> None:
        """Bring the current hit into view, as soon as the text has grown that far."""
        current = self._current
        self._wanted = self._hits[current] if 0 <= current < len(self._hits) else None
        self._arrive()

    def top(self) -> int:
        """Return the character at the beginning of the first line in view."""
        return self.lines.start(self.firstVisibleBlock().blockNumber())

    def _arrive(self) -> None:
        wanted, grown = self._wanted, self.lines.start(len(self.lines))
        if wanted is None or wanted[1] > grown:
            return
        self._wanted = None
        cursor = self._cursor(wanted[0], wanted[0])
        seen = self.viewport().rect().contains(self.cursorRect(cursor))
        self.setTextCursor(cursor)
        if not seen:
            self.centerCursor()

    def _cursor(self, start: int, stop: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(start))
        cursor.setPosition(self._position(stop), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _position(self, offset: int) -> int:
        line, before = self.lines.place(offset)
        block = self.document().findBlockByNumber(line)
        return block.position() + min(before, block.length() - 1)

    def _offset(self, position: int) -> int:
        block = self.document().findBlock(position)
        return self.lines.offset(block.blockNumber(), position - block.position())

    def _mark(self) -> None:
        """Mark the hits that are in view: there may be a hundred thousand others."""
        if not self._hits:
            self.setExtraSelections([])
            return
        corner = QPoint(self.viewport().width(), self.viewport().height())
        last = self.cursorForPosition(corner).blockNumber()
        first = max(0, bisect_left(self._hits, (self.top(), 0)) - 1)
        stop = bisect_left(self._hits, (self.lines.start(last + 1), 0))
        self.setExtraSelections([self._selection(at) for at in range(first, stop)])

    def _selection(self, at: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self._cursor(*self._hits[at])
        current = at == self._current
        mark.format.setBackground(self._theme.color("bg.hit.current" if current else "bg.hit"))
        mark.format.setFontUnderline(current)
        return mark

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the text itself, in Qt's own object: the clipboard outlives this program's."""
        cursor = self.textCursor()
        start, stop = self._offset(cursor.selectionStart()), self._offset(cursor.selectionEnd())
        data = super().createMimeDataFromSelection()
        data.html()  # only then is it no longer filled when it is asked for
        data.clear()
        data.setText(self.lines.text[start:stop])
        return data

    def event(self, event: QEvent) -> bool:
        """Keep the column at reading width, in the middle: known before anything is laid out."""
        if event.type() is QEvent.Type.Resize:
            free = (self.width() - self._theme.size("measure.max")) // 2
            margin = max(self._theme.space(4), free)
            self.setViewportMargins(margin, 0, margin, 0)
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Mark what came into view."""
        super().resizeEvent(event)
        self._mark()
