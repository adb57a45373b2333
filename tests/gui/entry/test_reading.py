"""Reading an entry: head, body, what hangs together with it, and the way on."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from support.entry_page import CTRL, click_link, link_at, made, noticed, write
from support.entry_pages import Desk, actions, edited, name
from support.gui import until
from support.storage import S1, Store, new
from vela_desktop.domain.entries import Kind
from vela_desktop.domain.routes import (
    EntriesRoute,
    EntryRoute,
    RevisionRoute,
    SessionRoute,
    SnapshotRoute,
)
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.entry.page import EntryPage
from vela_desktop.gui.entry.section import Section
from vela_desktop.gui.kit.ask import Question
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService

OpenEntry = Callable[[str], Awaitable[EntryPage]]


@pytest.fixture
async def pair(store: Store) -> tuple[str, str]:
    """Two entries of one session; the first links to the second."""
    await name(store, S1, "Invite expiry", "p")
    done = await store.curate(
        new(
            "Rules",
            f"See [[Index]] and [Turn 9]({S1}@9:step2), or [[Nothing]].",
            summary="Judged when read.",
            kind=Kind.DECISION,
            tags=("invitations", "post gres"),
            related=("Index",),
        ),
        new("Index", "About the index."),
        session=S1,
    )
    first, second = done.saved
    return first, second


def labels(section: Section) -> list[list[str]]:
    """Return what the rows of a section say."""
    return [
        [label.accessibleName() for label in row.findChildren(object) if _line(label)]
        for row in section.rows()
    ]


def _line(widget: Any) -> bool:
    return type(widget).__name__ == "ElidedLabel"


@pytest.mark.usefixtures("noon")
async def test_the_head_says_what_the_entry_is(page: OpenEntry, pair: tuple[str, str]) -> None:
    shown = await page(pair[0])
    head = shown.body.head
    assert head.heading.text() == "Rules"
    assert head.summary.text() == "Judged when read."
    assert head.tags.text() == "#invitations  #post\u00a0gres"
    assert head.chip.findChildren(QLabel)[-1].text() == "Decision"
    assert head.meta.text().startswith("v1 · curated by Built-in extractor · today ")
    assert shown.body.reader.toPlainText() == "See Index and Turn 9, or Nothing."
    assert shown.title() == "Rules"


async def test_the_way_leads_from_the_knowledge_base_to_the_entry(
    page: OpenEntry, pair: tuple[str, str], desk: Desk
) -> None:
    shown = await page(pair[0])
    shown.window().resize(1400, 700)
    crumbs = shown.bar.crumbs
    assert crumbs.accessibleName() == ("Session knowledge base › Project p › Invite expiry › Rules")
    shown.bar.up.click()
    assert desk.went == [EntriesRoute(session_id=S1)]


async def test_the_inspector_shows_what_hangs_together_and_leads_there(
    page: OpenEntry, pair: tuple[str, str], desk: Desk, store: Store
) -> None:
    shown = await page(pair[0])
    side = shown.side
    assert labels(side.related) == [["Index"]]
    assert labels(side.backlinks) == []
    assert labels(side.sources)[0][1] == "6 characters · Codex session"
    assert labels(side.history)[0][0] == "v1 curated by Built-in extractor"
    QTest.mouseClick(side.history.rows()[0], Qt.MouseButton.LeftButton)
    QTest.keyClick(side.sources.rows()[0], Qt.Key.Key_Return)
    assert desk.went[0] == RevisionRoute(entry_id=pair[0], version=1)
    assert isinstance(desk.went[1], SnapshotRoute)


async def test_a_link_leads_on_in_the_same_tab_and_there_is_a_way_back(
    page: OpenEntry, pair: tuple[str, str], desk: Desk
) -> None:
    shown = await page(pair[0])
    assert not shown.bar.back.isEnabled()
    click_link(shown, "Index")
    await until(lambda: shown.title() == "Index")
    assert shown.route() == EntryRoute(entry_id=pair[1])
    assert labels(shown.side.backlinks) == [["Rules", "Judged when read."]]
    QTest.keyClick(shown.body.reader, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    await until(lambda: shown.title() == "Rules")
    assert shown.bar.forward.isEnabled()
    QTest.mouseClick(shown, Qt.MouseButton.ForwardButton)
    await until(lambda: shown.title() == "Index")
    assert desk.went == []


@pytest.mark.parametrize("how", ["ctrl", "middle", "row"])
async def test_a_link_opens_aside_with_ctrl_or_the_middle_button(
    page: OpenEntry, pair: tuple[str, str], desk: Desk, how: str
) -> None:
    shown = await page(pair[0])
    if how == "ctrl":
        click_link(shown, "Index", keys=CTRL)
    elif how == "middle":
        click_link(shown, "Index", Qt.MouseButton.MiddleButton)
    else:
        QTest.mouseClick(shown.side.related.rows()[0], Qt.MouseButton.MiddleButton)
    await until(lambda: desk.went)
    assert desk.went == [EntryRoute(entry_id=pair[1])]
    assert shown.title() == "Rules"


async def test_a_link_opens_aside_while_there_is_unsaved_text(
    page: OpenEntry, pair: tuple[str, str], desk: Desk
) -> None:
    shown = await page(pair[0])
    write(shown, " More.")
    shown.body.show_mode("read")
    await until(lambda: "More." in shown.body.reader.toPlainText())
    click_link(shown, "Index")
    await until(lambda: desk.went)
    assert desk.went == [EntryRoute(entry_id=pair[1])]
    assert shown.unsaved


async def test_an_entry_is_open_in_one_tab_only(
    page: OpenEntry, pair: tuple[str, str], desk: Desk
) -> None:
    first = await page(pair[0])
    await page(pair[1])
    click_link(first, "Index")
    await until(lambda: desk.went)
    assert desk.went == [EntryRoute(entry_id=pair[1])]
    assert first.title() == "Rules"


@pytest.mark.parametrize(("answer", "body"), [("save", "About the index.x"), ("discard", "About")])
async def test_going_back_from_unsaved_text_asks_first(
    page: OpenEntry, pair: tuple[str, str], store: Store, answer: str, body: str
) -> None:
    shown = await page(pair[0])
    click_link(shown, "Index")
    await until(lambda: shown.title() == "Index")
    write(shown, "x")
    shown.bar.back.click()
    await until(lambda: shown.findChild(Question) is not None)
    assert shown.title() == "Index"
    shown.findChild(Question).findChild(QPushButton, f"answer_{answer}").click()
    await until(lambda: shown.title() == "Rules")
    assert (await store.entry(pair[1])).body.startswith(body)
    assert not shown.unsaved


async def test_a_citation_leads_to_its_turn(
    page: OpenEntry, pair: tuple[str, str], desk: Desk
) -> None:
    shown = await page(pair[0])
    click_link(shown, "Turn 9")
    await until(lambda: desk.went)
    assert desk.went == [SessionRoute(session_id=S1, turn=9, step=2)]


async def test_a_link_to_no_entry_says_so(page: OpenEntry, pair: tuple[str, str]) -> None:
    shown = await page(pair[0])
    click_link(shown, "Nothing")
    assert (await noticed(shown)).text == "No entry is called “Nothing”."


async def test_the_keyboard_reaches_links_and_opens_them(
    page: OpenEntry, pair: tuple[str, str]
) -> None:
    shown = await page(pair[0])
    reader = shown.body.reader
    reader.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(reader, Qt.Key.Key_Tab)
    assert reader.textCursor().selectedText() == "Index"
    assert shown.body.mode == "read"
    QTest.keyClick(reader, Qt.Key.Key_Return)
    await until(lambda: shown.title() == "Index")


async def test_a_double_click_goes_on_in_the_source_at_that_word(
    page: OpenEntry, store: Store
) -> None:
    body = "# Head\n\nOne word and one word more.\n\n- an item\n- the word in **bold** here\n"
    shown = await page(await made(store, body=body))
    reader = shown.body.reader
    QTest.mouseDClick(reader.viewport(), Qt.MouseButton.LeftButton, pos=link_at(shown, "bold"))
    cursor = shown.body.editor.textCursor()
    assert shown.body.mode == "source"
    assert shown.body.editor.hasFocus()
    assert (cursor.blockNumber(), cursor.block().text()[cursor.positionInBlock() :]) == (
        5,
        "bold** here",
    )


async def test_typing_while_reading_goes_on_in_the_source(page: OpenEntry, store: Store) -> None:
    shown = await page(await made(store, body="One.\n\nTwo."))
    QTest.keyClicks(shown.body.reader, "H")
    assert shown.body.mode == "source"
    assert shown.editing.text == "HOne.\n\nTwo."
    QTest.keyClick(shown.body.editor, Qt.Key.Key_Escape)
    assert shown.body.mode == "read"
    assert shown.unsaved


async def test_enter_goes_on_in_the_source_and_a_blank_scrolls(
    page: OpenEntry, store: Store
) -> None:
    shown = await page(await made(store, body="Words.\n\n" * 100))
    reader = shown.body.reader
    QTest.keyClick(reader, Qt.Key.Key_Space)
    assert shown.body.mode == "read"
    assert reader.verticalScrollBar().value() > 0
    QTest.keyClick(reader, Qt.Key.Key_Return)
    assert shown.body.mode == "source"
    assert not shown.unsaved


async def test_head_and_body_scroll_as_one_page(page: OpenEntry, store: Store) -> None:
    shown = await page(await made(store, body="Words.\n\n" * 100))
    reader, head = shown.body.reader, shown.body.head
    first = reader.cursorRect(reader.textCursor())
    assert head.geometry().bottom() < first.top()
    await until(lambda: reader.verticalScrollBar().maximum() >= 300)
    reader.verticalScrollBar().setValue(300)
    assert head.y() == -300
    assert reader.verticalScrollBar().maximum() > head.height()


async def test_an_entry_that_is_not_there_says_so(page: OpenEntry) -> None:
    shown = await page("no-such-entry")
    missing = shown.stages.empty
    assert shown.stages.shows_empty
    assert missing.accessibleName().startswith("This entry is no longer there")
    assert not shown.bar.side.isEnabled()


async def test_what_others_add_appears_beside_the_entry(
    page: OpenEntry, pair: tuple[str, str], entries: EntryService
) -> None:
    shown = await page(pair[1])
    assert len(shown.side.backlinks.rows()) == 1
    await edited(entries, pair[0], body="No link any more.", tags=("x",))
    await until(lambda: labels(shown.side.backlinks) == [["Rules", "Judged when read."]])


async def test_a_section_shows_five_rows_until_it_is_asked_for_all(
    page: OpenEntry, store: Store
) -> None:
    titles = [f"Entry {n}" for n in range(7)]
    done = await store.curate(
        new("Hub", "Body.", related=tuple(titles)), *(new(title) for title in titles), session=S1
    )
    shown = await page(done.saved[0])
    related = shown.side.related
    assert len(related.rows()) == 5
    assert related.count.text() == "7"
    more = related.findChild(QPushButton)
    assert more.text() == "Show all 7"
    more.click()
    assert len(related.rows()) == 7
    related.fold.click()
    assert not related.rows()[0].isVisible()
    assert related.fold.accessibleName() == "Related entries, folded"


async def test_the_menu_holds_what_has_no_button(
    pair: tuple[str, str],
    entries: EntryService,
    bridge: Bridge,
    desk: Desk,
    theme: Theme,
    window: QWidget,
) -> None:
    route = EntryRoute(entry_id=pair[0])
    page = EntryPage(route, entries, bridge, theme, desk.go, window, desk=desk)  # type: ignore[arg-type]
    page.show()
    await page.load()
    page.bar.more.click()
    assert actions(page) == ["entry.copy_link"]


async def test_shortcuts_stand_on_the_buttons(page: OpenEntry, pair: tuple[str, str]) -> None:
    shown = await page(pair[0])
    for button, keys in ((shown.bar.back, "Alt+Left"), (shown.bar.up, "Alt+Up")):
        native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        assert native in button.toolTip()
        assert button.accessibleName()
