"""Puts rendered HTML into a document."""

from PySide6.QtGui import QTextCursor, QTextDocument, QTextFrame

_LOST = "<p>-</p>"
"""Qt merges the first paragraph it is given into the one that is there, and drops its format."""


def fill_frame(frame: QTextFrame, html: str) -> None:
    """Show *html* in an empty *frame*, its first paragraph as formatted as the others."""
    frame.firstCursorPosition().insertHtml(_LOST + html.rstrip())
    cursor = frame.firstCursorPosition()
    cursor.deleteChar()
    cursor.deleteChar()


def remove_frame(document: QTextDocument, frame: QTextFrame) -> None:
    """Take *frame* with all it holds out of *document*."""
    cursor = QTextCursor(document)
    cursor.setPosition(frame.firstPosition() - 1)
    cursor.setPosition(frame.lastPosition() + 1, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
