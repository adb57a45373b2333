"""The source of a body: a plain text editor with line numbers, and what counts as changed in it."""

import re

from PySide6.QtCore import QMimeData, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from vela_desktop.gui.entry.highlighter import MarkdownHighlighter
from vela_desktop.gui.entry.spots import units
from vela_desktop.gui.theme import Theme

TAB_COLUMNS = 4
_ENDLESS = re.compile(r"[^\s\u2e80-\uffef]{2000}")
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class SourceEditor(QPlainTextEdit):
    """Holds a text that was saved and what became of it; ``left`` says that Esc was pressed.

    The text is put into the document when it is first shown or asked for: that takes a while where
    it is long, and most entries are only read.
    """

    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entry_source")
        self._theme = theme
        self._waiting: str | None = None
        self._clean, self._clean_units = "", 0
        self._numbers = _Numbers(self, theme)
        font = theme.font("editor", "editor")
        self.setFont(font)
        self.setTabStopDistance(QFontMetrics(font).horizontalAdvance(" ") * TAB_COLUMNS)
        self.document().setDocumentMargin(theme.space(2))
        self.highlighter = MarkdownHighlighter(self.document(), theme)
        self.blockCountChanged.connect(self._fit)
        self.updateRequest.connect(self._scrolled)
        self.cursorPositionChanged.connect(self._mark_line)
        theme.changed.connect(self._mark_line)
        self._fit()
        self._mark_line()

    # The text.

    def fill(self, text: str) -> None:
        """Show *text*, which is saved; the cursor stays near where it was."""
        if self._waiting is None and self.isVisible():
            self._pour(text)
        else:
            self._waiting = text

    def pour(self) -> None:
        """Put the text into the document, if it still waits."""
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._pour(waiting)

    def text(self) -> str:
        """Return the text as it stands."""
        return self._waiting if self._waiting is not None else self._raw()

    def rewrite(self, text: str) -> None:
        """Replace everything by *text* as an edit, which can be undone."""
        self.pour()
        self._wrap(text)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    @property
    def changed(self) -> bool:
        """Tell whether the text differs from the one that is saved."""
        if self._waiting is not None:
            return False
        size = self.document().characterCount() - 1
        return size != self._clean_units or self._raw() != self._clean

    def set_clean(self, text: str) -> None:
        """Take *text*, which ``text`` returned before, as the one that is saved."""
        if self._waiting is None:
            self._clean, self._clean_units = text, units(text)

    # Places in it.

    def go_to(self, line: int, column: int) -> None:
        """Put the cursor at *line* (from 0) and *column* (in UTF-16 units), in the middle."""
        self.pour()
        block = self.document().findBlockByNumber(min(line, self.blockCount() - 1))
        cursor = self.textCursor()
        cursor.setPosition(block.position() + min(column, block.length() - 1))
        self.setTextCursor(cursor)
        self.centerCursor()

    def line(self) -> int:
        """Return the line a person looks at: the cursor's if it is visible, else the top one."""
        if self.viewport().rect().intersects(self.cursorRect()):
            return self.textCursor().blockNumber()
        return self.firstVisibleBlock().blockNumber()

    # Inside.

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text."""
        self._wrap(source.text())
        super().insertFromMimeData(source)

    def _wrap(self, text: str) -> None:
        """Break lines anywhere where *text* has a word that has no end: Qt looks for it, at length,
        in every line."""
        if _ENDLESS.search(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)

    def _pour(self, text: str) -> None:
        at = self.textCursor().position()
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._wrap(text)
        blocked = self.blockSignals(True)
        self.setPlainText(text)
        cursor = self.textCursor()
        cursor.setPosition(min(at, self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self.blockSignals(blocked)
        self._clean = self._raw()
        self._clean_units = self.document().characterCount() - 1
        self._fit()
        self._mark_line()

    def _raw(self) -> str:
        """Return the text with everything that ``toPlainText`` would turn into plain blanks."""
        return self.document().toRawText().replace("\u2029", "\n")

    def _mark_line(self) -> None:
        mark = QTextEdit.ExtraSelection()
        mark.format.setBackground(self._theme.color("bg.hover"))
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        mark.cursor = self.textCursor()
        mark.cursor.clearSelection()
        self.setExtraSelections([mark])
        self._numbers.update()

    def _fit(self) -> None:
        """Keep the column where the rendered one is, with room for the numbers beside it."""
        theme = self._theme
        outer, inner = self.width(), theme.size("measure.max")
        margin = max(theme.space(6), (outer - inner) // 2)
        left = max(margin, self._numbers.wanted())
        margins = self.viewportMargins()
        if (margins.left(), margins.right()) != (left, margin):
            self.setViewportMargins(left, 0, margin, 0)
        self._numbers.setGeometry(QRect(0, 0, left, self.viewport().height()))

    def _scrolled(self, rect: QRect, by: int) -> None:
        if by:
            self._numbers.scroll(0, by)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def paint_numbers(self, painter: QPainter, clip: QRect, plain: QColor, now: QColor) -> None:
        """Paint the numbers of the lines that *clip* meets."""
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        current, height = self.textCursor().blockNumber(), self.fontMetrics().height()
        width = self._numbers.width() - self._theme.space(2)
        while block.isValid():
            box = self.blockBoundingGeometry(block).translated(offset)
            if box.top() > clip.bottom():
                return
            if block.isVisible() and box.bottom() >= clip.top():
                number = block.blockNumber()
                painter.setPen(now if number == current else plain)
                where = QRect(0, int(box.top()), width, height)
                painter.drawText(where, _RIGHT, str(number + 1))
            block = block.next()

    # What Qt tells.

    def showEvent(self, event: QShowEvent) -> None:
        """Put the text into the document."""
        self.pour()
        super().showEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column in the middle."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc; a line ends the same way with and without Shift."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.matches(QKeySequence.StandardKey.InsertLineSeparator):
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        else:
            super().keyPressEvent(event)


class _Numbers(QWidget):
    """The strip of line numbers in an editor's left margin."""

    def __init__(self, editor: SourceEditor, theme: Theme) -> None:
        super().__init__(editor)
        self._editor, self._theme = editor, theme
        self.setFont(theme.font("caption", "mono"))

    def wanted(self) -> int:
        """Return the width that the longest number needs."""
        digits = len(str(max(1, self._editor.blockCount())))
        return self.fontMetrics().horizontalAdvance("0") * digits + self._theme.space(4)

    def sizeHint(self) -> QSize:
        """Return the size that all numbers need."""
        return QSize(self.wanted(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the numbers, the present line's stronger."""
        painter = QPainter(self)
        painter.setFont(self.font())
        quiet, strong = self._theme.color("text.secondary"), self._theme.color("text")
        self._editor.paint_numbers(painter, event.rect(), quiet, strong)
