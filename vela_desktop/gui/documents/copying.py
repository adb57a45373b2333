"""The text of a selection as it is pasted elsewhere: with list markers, tables by tabs."""

from PySide6.QtGui import QTextBlock, QTextCursor

from vela_desktop.gui.documents.decor import marker

_PLAIN = {0x2028: "\n", 0xA0: " ", 0xFFFC: ""}


def selected_text(cursor: QTextCursor) -> str:
    """Return what *cursor* selects as plain text."""
    document, start, end = cursor.document(), cursor.selectionStart(), cursor.selectionEnd()
    parts: list[str] = []
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        first = max(0, start - block.position())
        text = block.text()[first : end - block.position()]
        if parts:
            parts.append("\t" if _same_row(block.previous(), block) else "\n")
        parts.append((_before(block) if not first else "") + text.translate(_PLAIN))
        block = block.next()
    return "".join(parts)


def _before(block: QTextBlock) -> str:
    sign, listed = marker(block), block.textList()
    if listed is None:
        return ""
    return "  " * (listed.format().indent() - 1) + (f"{sign} " if sign else "")


def _same_row(before: QTextBlock, block: QTextBlock) -> bool:
    table = QTextCursor(block).currentTable()
    if table is None or QTextCursor(before).currentTable() != table:
        return False
    return table.cellAt(QTextCursor(before)).row() == table.cellAt(QTextCursor(block)).row()
