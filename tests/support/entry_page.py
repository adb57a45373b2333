"""Short words for what tests do with the page of an entry."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from support.gui import until
from support.storage import S1, Store, new
from vela_desktop.gui.entry.page import EntryPage
from vela_desktop.gui.kit.notice import Notice

CTRL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


async def made(
    store: Store, title: str = "Rules", body: str = "One.\n\nTwo.", **fields: object
) -> str:
    """Have a job make an entry; return its id."""
    done = await store.curate(new(title, body, **fields), session=S1)
    return done.saved[0]


def write(page: EntryPage, text: str) -> None:
    """Type *text* at the end of the source."""
    page.body.show_mode("source")
    page.body.editor.moveCursor(QTextCursor.MoveOperation.End)
    page.body.editor.insertPlainText(text)


async def save(page: EntryPage) -> None:
    """Press Ctrl+S and wait until nothing is unsaved."""
    QTest.keyClick(page.body.editor, Qt.Key.Key_S, CTRL)
    await until(lambda: not page.unsaved)


async def noticed(page: EntryPage) -> Notice:
    """Wait for a notice over the text."""
    await until(lambda: page.notices.notice is not None)
    notice = page.notices.notice
    assert notice is not None
    return notice


def press(notice: QWidget, text: str) -> None:
    """Press the button that says *text*."""
    buttons = {button.text(): button for button in notice.findChildren(QPushButton)}
    buttons[text].click()


def link_at(page: EntryPage, text: str) -> QPoint:
    """Return where the words of a link stand in the rendered body."""
    reader = page.body.reader
    cursor = reader.document().find(text)
    assert not cursor.isNull(), text
    cursor.setPosition(cursor.selectionStart() + 1)
    return reader.cursorRect(cursor).center()


def click_link(
    page: EntryPage,
    text: str,
    button: Qt.MouseButton = Qt.MouseButton.LeftButton,
    keys: Qt.KeyboardModifier = NONE,
) -> None:
    """Click the words of a link in the rendered body."""
    QTest.mouseClick(page.body.reader.viewport(), button, keys, link_at(page, text))
