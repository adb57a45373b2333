"""The links of a document, one after another, for the keyboard."""

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument


def next_link(document: QTextDocument, position: int, *, forward: bool) -> QTextCursor | None:
    """Return the link after (or before) *position*, selected; None where there is none."""
    block = document.findBlock(max(0, position))
    while block.isValid():
        links = _links(block)
        for start, end in links if forward else reversed(links):
            if (forward and start >= position) or (not forward and end <= position):
                cursor = QTextCursor(document)
                cursor.setPosition(start)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                return cursor
        block = block.next() if forward else block.previous()
    return None


def _links(block: QTextBlock) -> list[tuple[int, int]]:
    """Return where the links of a paragraph begin and end."""
    found: list[tuple[int, int]] = []
    last = ""
    fragments = block.begin()
    while not fragments.atEnd():
        piece = fragments.fragment()
        target = piece.charFormat().anchorHref()
        if target:
            start, end = piece.position(), piece.position() + piece.length()
            if target == last and found[-1][1] == start:
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
        last = target
        fragments += 1
    return found
