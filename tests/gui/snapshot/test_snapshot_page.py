"""A source snapshot: its facts, its text at any length, finding and copying."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from support.entry_pages import Desk, name
from support.gui import until
from support.storage import S1, Store
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.limits import SOURCE_CHARS
from vela_desktop.domain.routes import EntriesRoute, SessionRoute, SnapshotRoute
from vela_desktop.gui import tasks
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.snapshot.page import SnapshotPage
from vela_desktop.gui.snapshot.pieces import LINE_CHARS
from vela_desktop.gui.snapshot.text import SnapshotText
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService
from vela_desktop.storage import snapshots

TALK = """## [1.0] user 2026-12-01T10:29:00Z

Why 索引? 😀

## [1.1] assistant

Because of the INDEX.
"""

Pages = Callable[..., Any]


@pytest.fixture
def page(
    store: Store, entries: EntryService, desk: Desk, theme: Theme, languages: Languages,
    opened: Callable[..., Any],
) -> Pages:  # fmt: skip
    """Keep a text as a snapshot and open its page."""

    async def show(text: str = TALK, origin: str = "transcript", **masked: int) -> SnapshotPage:
        await name(store, S1, "Flaky CI", "p")
        kinds = {kind.replace("_", "-"): count for kind, count in masked.items()}
        kept = await store.write(snapshots.keep, S1, origin, text, kinds)
        route = SnapshotRoute(source_id=kept.id)
        shown: SnapshotPage = await opened(SnapshotPage(route, entries, theme, desk.go))
        return shown

    return show


async def grown(page: SnapshotPage) -> SnapshotText:
    await until(lambda: not page.text.busy, seconds=20)
    return page.text


def marked(page: SnapshotPage) -> list[str]:
    """Return the marked hits; the present one in brackets."""
    found = []
    for mark in page.text.extraSelections():
        text = mark.cursor.selectedText()
        found.append(f"[{text}]" if mark.format.fontUnderline() else text)
    return found


async def test_it_shows_the_text_that_was_read(page: Pages) -> None:
    shown = await page()
    assert shown.text.toPlainText() == TALK
    assert shown.text.isReadOnly()
    assert shown.stages.shows_content


async def test_headings_of_messages_stand_out(page: Pages) -> None:
    shown = await page()
    cursor = QTextCursor(shown.text.document())
    cursor.setPosition(TALK.index("user"))
    assert cursor.charFormat().fontWeight() > 500
    cursor.setPosition(TALK.index("Why") + 2)
    assert cursor.charFormat().fontWeight() <= 500


@pytest.mark.usefixtures("noon")
async def test_its_facts_say_what_it_is_and_that_it_stays(page: Pages) -> None:
    facts = (await page(github_token=2, password=1, new_kind=1)).facts
    assert facts.what.text().startswith(f"Agent’s transcript · {len(TALK)} characters · read today")
    assert facts.masked.text() == (
        "4 secrets were masked before saving: GitHub token × 2, password × 1, new-kind × 1"
    )
    assert facts.kept.text().startswith("Kept as it was read. It cannot be changed")


async def test_it_says_where_else_a_text_may_come_from(page: Pages) -> None:
    facts = (await page("Recorded", "recording")).facts
    assert facts.what.text().startswith("Terminal recording · 8 characters")
    assert facts.masked.text() == "No secrets were masked."


async def test_the_digest_is_short_and_copied_whole(page: Pages) -> None:
    shown = await page("")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert shown.facts.digest.text() == "SHA-256  e3b0c442…7852b855"
    shown.facts.copy.click()
    assert QApplication.clipboard().text() == empty
    assert shown.facts.copy.accessibleName() == "SHA-256 copied"


async def test_it_leads_to_the_session_and_its_conversation(page: Pages, desk: Desk) -> None:
    shown = await page()
    assert shown.title() == "Source snapshot · Flaky CI"
    assert shown.bar.crumbs.texts()[-2:] == ("Flaky CI", "Source snapshot")
    shown.conversation.click()
    shown.up.click()
    assert desk.went == [SessionRoute(session_id=S1), EntriesRoute(session_id=S1)]


async def test_a_snapshot_that_is_not_there_says_so(
    entries: EntryService, desk: Desk, theme: Theme, opened: Callable[..., Any]
) -> None:
    made = SnapshotPage(SnapshotRoute(source_id="nobody"), entries, theme, desk.go)
    with pytest.raises(VelaError) as caught:
        await opened(made)
    assert caught.value.code is Code.NOT_FOUND
    await tasks.start(made.load(), made)
    assert made.stages.shows_empty
    assert made.stages.empty.accessibleName().startswith("There is no such snapshot")
    assert not made.conversation.isEnabled()


async def test_the_longest_text_comes_in_pieces_and_is_all_there(page: Pages) -> None:
    text = ("Prose of a conversation, 汉字。\n" * 90_000)[:SOURCE_CHARS]
    shown = await page(text)
    assert shown.text.busy
    assert 0 < shown.text.document().characterCount() < len(text) // 10
    assert (await grown(shown)).toPlainText() == text


async def test_one_line_of_any_length_is_broken_and_copied_whole(page: Pages) -> None:
    line = "0123456789" * (LINE_CHARS // 4)
    shown = await page(f"before\r\n{line}\nafter")
    text = await grown(shown)
    assert max(len(part) for part in text.toPlainText().split("\n")) == LINE_CHARS
    text.selectAll()
    text.copy()
    assert QApplication.clipboard().text() == f"before\r\n{line}\nafter"


async def test_words_are_found_and_stepped_through(page: Pages) -> None:
    shown = await page("index\n" * 3 + "😀 Index\n" + "none\n" * 40)
    shown.find_button.click()
    QTest.keyClicks(shown.find_bar.box, "INDEX")
    await until(lambda: shown.find_bar.place.text() == "1 of 4")
    assert marked(shown) == ["[index]", "index", "index", "Index"]
    QTest.keyClick(shown.find_bar.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert shown.find_bar.place.text() == "4 of 4"
    assert marked(shown) == ["index", "index", "index", "[Index]"]
    QTest.keyClick(shown.find_bar.box, Qt.Key.Key_Return)
    assert shown.find_bar.place.text() == "1 of 4"
    QTest.keyClick(shown.find_bar.box, Qt.Key.Key_Escape)
    assert not shown.find_bar.isVisible()
    assert marked(shown) == []


async def test_what_is_selected_is_looked_for(page: Pages) -> None:
    shown = await page("one two\ntwo three\n")
    cursor = shown.text.textCursor()
    cursor.setPosition(4)
    cursor.setPosition(7, QTextCursor.MoveMode.KeepAnchor)
    shown.text.setTextCursor(cursor)
    shown.find_button.click()
    await until(lambda: shown.find_bar.place.text() == "1 of 2")
    assert shown.find_bar.box.text() == "two"


async def test_words_that_are_not_there_say_so(page: Pages) -> None:
    shown = await page()
    shown.find_button.click()
    QTest.keyClicks(shown.find_bar.box, "zebra")
    await until(lambda: shown.find_bar.place.text() == "No hit")


async def test_a_hit_far_down_comes_into_view_when_the_text_has_grown(page: Pages) -> None:
    shown = await page("filler\n" * 40_000 + "the needle\n" + "filler\n" * 10)
    shown.find_button.click()
    QTest.keyClicks(shown.find_bar.box, "needle")
    await until(lambda: shown.find_bar.place.text() == "1 of 1")
    await grown(shown)
    assert marked(shown) == ["[needle]"]
    assert shown.text.verticalScrollBar().value() > 0


async def test_only_hits_in_view_are_marked(page: Pages) -> None:
    shown = await page("e\n" * 20_000)
    await grown(shown)
    shown.find_button.click()
    QTest.keyClicks(shown.find_bar.box, "e")
    await until(lambda: shown.find_bar.place.text() == "1 of 20000")
    assert 10 < len(marked(shown)) < 100


async def test_the_column_is_never_wider_than_text_reads_well(page: Pages, theme: Theme) -> None:
    shown = await page("word " * 200)
    for width in (500, 900, 1600):
        shown.resize(width, 700)
        QApplication.sendPostedEvents()
        assert shown.text.viewport().width() <= theme.size("measure.max")
        line = shown.text.document().firstBlock().layout().lineAt(0)
        assert line.naturalTextWidth() <= shown.text.viewport().width()


async def test_it_speaks_the_other_language_at_once(page: Pages, languages: Languages) -> None:
    shown = await page(password=1)
    languages.choose("zh_CN")
    QApplication.sendPostedEvents()
    assert shown.title() == "来源快照 · Flaky CI"
    assert shown.facts.masked.text() == "保存前遮盖了 1 处机密信息：密码 × 1"
    assert shown.find_bar.box.placeholderText() == "在此快照中查找"
