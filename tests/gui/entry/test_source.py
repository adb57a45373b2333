"""The source: its editor, its colours, and the way from rendered words to it."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from support.gui import destroy
from vela_desktop.gui.entry.editor import SourceEditor
from vela_desktop.gui.entry.highlighter import fence_state
from vela_desktop.gui.entry.spots import Spot, place
from vela_desktop.gui.theme import Theme

SOURCE = "# Head word\n\nA word, a word.\n\n- [word](https://word.org) and word\n"


@pytest.mark.parametrize(
    ("spot", "found"),
    [
        (Spot(0, 2, "Head ", "word"), (0, 7)),
        (Spot(2, 4, "A ", "word"), (2, 2)),
        (Spot(2, 4, "A word, a ", "word"), (2, 10)),
        (Spot(4, 6, "", "word"), (4, 3)),
        (Spot(4, 6, "nowhere nowhere ", "gone"), (4, 0)),
        (Spot(4, 6), (4, 0)),
        (Spot(9, 12, "", "word"), (9, 0)),
    ],
)
def test_a_word_that_is_read_is_found_in_the_source(spot: Spot, found: tuple[int, int]) -> None:
    assert place(spot, SOURCE.split("\n")) == found


def test_columns_count_as_qt_counts_them() -> None:
    assert place(Spot(0, 1, "😀 ", "word"), ["😀 word"]) == (0, 3)


@pytest.mark.parametrize(
    ("lines", "inside"),
    [
        (["```sql", "SELECT", "```", "text"], [True, True, False, False]),
        (["````", "```", "````", "text"], [True, True, False, False]),
        (["~~~", "```", "~~~"], [True, True, False]),
        (["```", "``` not an end", "```"], [True, True, False]),
        (["``` with ` inside", "text"], [False, False]),
        (["    ```", "text"], [False, False]),
    ],
)
def test_a_fence_ends_where_the_same_mark_stands_alone(
    lines: list[str], inside: list[bool]
) -> None:
    state, found = 0, []
    for line in lines:
        state = fence_state(line, state)
        found.append(bool(state))
    assert found == inside


@pytest.fixture
def editor(theme: Theme) -> SourceEditor:
    made = SourceEditor(theme)
    made.resize(700, 400)
    return made


def test_a_text_waits_until_it_is_shown(editor: SourceEditor) -> None:
    editor.fill("One.")
    assert QPlainTextEdit.toPlainText(editor) == ""
    assert (editor.text(), editor.changed) == ("One.", False)
    editor.show()
    assert QPlainTextEdit.toPlainText(editor) == "One."
    destroy(editor)


def test_shift_enter_ends_a_line_like_enter(editor: SourceEditor) -> None:
    editor.fill("One.")
    editor.show()
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert editor.text() == "One.\n"
    destroy(editor)


def test_a_word_without_an_end_is_broken_anywhere(editor: SourceEditor) -> None:
    editor.fill("word " * 1000)
    editor.show()
    assert editor.wordWrapMode() is QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    pasted = QMimeData()
    pasted.setText("x" * 3000)
    editor.insertFromMimeData(pasted)
    assert editor.wordWrapMode() is QTextOption.WrapMode.WrapAnywhere
    destroy(editor)


def test_code_and_prose_have_their_colours(editor: SourceEditor, theme: Theme) -> None:
    editor.fill("# Head\ntext `code` [[Title]]\n```\n# no head\n```\n> said")
    editor.show()

    def colours(line: int) -> set[str]:
        block = editor.document().findBlockByNumber(line)
        return {part.format.foreground().color().name() for part in block.layout().formats()}

    def of(*roles: str) -> set[str]:
        return {theme.color(role).name() for role in roles}

    assert colours(0) == of("code.heading")
    assert colours(1) == of("code.name", "accent")
    assert colours(3) == of("code.string")
    assert colours(5) == of("text.secondary")
    destroy(editor)


def test_numbers_have_room_beside_the_text(editor: SourceEditor) -> None:
    editor.fill("line\n" * 20_000)
    editor.show()
    margins = editor.viewportMargins()
    digits = editor.fontMetrics().horizontalAdvance("20001")
    assert margins.left() > digits
    assert margins.left() > margins.right()
    destroy(editor)
