"""Rendered text: even lines, markers on the baseline, code that moves inside its card."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QTextBlockFormat,
    QTextCursor,
    QTextFrameFormat,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from support.gui import destroy
from support.rendering import body_html
from vela_desktop.gui.documents import DocumentBrowser
from vela_desktop.gui.documents.blocks import Seen, visible
from vela_desktop.gui.documents.decor import marker
from vela_desktop.gui.documents.dressing import dress
from vela_desktop.gui.documents.insertion import fill_frame
from vela_desktop.gui.documents.sliding import slid
from vela_desktop.gui.theme import Theme

FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value
WIDE = "x = '" + "long " * 60 + "end'"


@pytest.fixture
def browser(theme: Theme) -> Iterator[DocumentBrowser]:
    """A visible browser."""
    made = DocumentBrowser(theme)
    made.resize(700, 500)
    made.show()
    yield made
    destroy(made)


def show(browser: DocumentBrowser, theme: Theme, markdown: str) -> list[Seen]:
    """Show *markdown* and return its paragraphs."""
    document = browser.document()
    frame = QTextCursor(document).insertFrame(QTextFrameFormat())
    fill_frame(frame, body_html(markdown))
    dress(document, frame.firstPosition(), frame.lastPosition(), theme)
    QApplication.processEvents()
    return [one for one in visible(browser.document(), browser.on_screen()) if one.block.text()]


def picture(browser: DocumentBrowser) -> QImage:
    """Return what is on screen."""
    return browser.viewport().grab().toImage()


def test_every_line_has_the_height_of_its_style(browser: DocumentBrowser, theme: Theme) -> None:
    everything = (
        "中文\n\n# Head\n\n### Small\n\n- 列表\n\n> quote\n\n```\ncode\n```\n\n"
        "| 表 | b |\n|-|-|\n| 一 | 2 |"
    )
    shapes = {one.block.text(): one.block.blockFormat() for one in show(browser, theme, everything)}
    heights = {text: (shape.lineHeight(), shape.lineHeightType()) for text, shape in shapes.items()}
    assert heights == {
        "中文": (26, FIXED),
        "Head": (28, FIXED),
        "Small": (26, FIXED),
        "列表": (26, FIXED),
        "quote": (26, FIXED),
        "code": (20, FIXED),
        "表": (26, FIXED),
        "b": (26, FIXED),
        "一": (26, FIXED),
        "2": (26, FIXED),
    }


def test_headings_are_seventeen_and_fifteen_pixels(browser: DocumentBrowser, theme: Theme) -> None:
    sizes = [
        one.block.begin().fragment().charFormat().font().pixelSize()
        for one in show(browser, theme, "# a\n\n## b\n\n### c\n\n#### d")
    ]
    assert sizes == [17, 17, 15, 15]


def test_markers_are_our_own(browser: DocumentBrowser, theme: Theme) -> None:
    blocks = show(browser, theme, "3. three\n4. four\n   - dot\n\n- [x] done\n\ntext")
    assert [marker(one.block) for one in blocks] == ["3.", "4.", "•", "", ""]
    for one in blocks:
        listed = one.block.textList()
        assert listed is None or listed.format().style().value == 0


def test_a_marker_is_grey_and_left_of_its_text(browser: DocumentBrowser, theme: Theme) -> None:
    (one,) = show(browser, theme, "- item")
    image, ratio = picture(browser), browser.devicePixelRatio()
    row = [
        image.pixelColor(x, round((one.baseline - 4) * ratio))
        for x in range(round((one.left - 20) * ratio), round(one.left * ratio))
    ]
    assert theme.color("text.secondary") in row


def test_code_stands_on_a_card_with_round_corners(browser: DocumentBrowser, theme: Theme) -> None:
    blocks = show(browser, theme, "before\n\n```\none\ntwo\n```\n\nafter")
    first = blocks[1]
    image, ratio = picture(browser), browser.devicePixelRatio()

    def at(x: float, y: float) -> QColor:
        return image.pixelColor(round(x * ratio), round(y * ratio))

    left, top = first.left - 12, first.top - 10
    assert at(left + 6, top + 6) == theme.color("bg.code")
    assert at(left, top) != theme.color("bg.code")
    assert at(browser.right - 6, top + 6) == theme.color("bg.code")
    assert blocks[3].top - blocks[2].bottom > 12


def test_wide_code_moves_inside_its_card_and_nothing_else_does(
    browser: DocumentBrowser, theme: Theme
) -> None:
    before, code, after = show(browser, theme, f"before\n\n```\n{WIDE}\n```\n\nafter")
    assert browser.document().documentLayout().documentSize().width() > browser.width()
    at = QPointF(code.left + 20, code.top + 4)
    wheel(browser, at, QPoint(-120, 0))
    assert slid(code.block) == 120
    wheel(browser, at, QPoint(0, 240), Qt.KeyboardModifier.ShiftModifier)
    assert slid(code.block) == 0
    wheel(browser, at, QPoint(-100_000, 0))
    shown = browser.document().find("end'")
    assert browser.cursorRect(shown).right() < browser.viewport().width()
    assert browser.horizontalScrollBar().value() == 0
    assert (before.left, after.left) == (8, 8)


def test_the_handle_under_wide_code_is_dragged(browser: DocumentBrowser, theme: Theme) -> None:
    _, code = show(browser, theme, f"before\n\n```\n{WIDE}\n```")
    port, foot = browser.viewport(), QPoint(60, round(code.bottom + 8))
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=foot)
    QTest.mouseMove(port, foot + QPoint(100, 0))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=foot + QPoint(100, 0))
    assert slid(code.block) > 100
    assert not browser.textCursor().hasSelection()


def test_a_hit_in_wide_code_is_brought_into_view(browser: DocumentBrowser, theme: Theme) -> None:
    show(browser, theme, f"before\n\n```\n{WIDE}\n```")
    cursor = browser.document().find("end")
    browser.reveal(cursor)
    assert browser.viewport().rect().contains(browser.cursorRect(cursor))


def test_nothing_is_loaded(browser: DocumentBrowser) -> None:
    assert browser.loadResource(2, "https://example.org/x.png").isNull()


def test_colours_follow_the_theme(browser: DocumentBrowser, theme: Theme) -> None:
    theme.choose("dark")
    (one,) = show(browser, theme, "words")
    colour = one.block.begin().fragment().charFormat().foreground().color()
    assert colour == theme.color("text")


def wheel(
    browser: DocumentBrowser,
    at: QPointF,
    by: QPoint,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """Turn the wheel over a place of the text."""
    event = QWheelEvent(
        at,
        QPointF(browser.viewport().mapToGlobal(at.toPoint())),
        QPoint(),
        by,
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(browser.viewport(), event)
