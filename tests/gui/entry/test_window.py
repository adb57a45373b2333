"""The page among others: languages, themes, narrow windows, the keyboard."""

from collections.abc import Awaitable, Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from support.entry_page import CTRL, made, noticed, write
from support.entry_pages import edited
from support.gui import until
from support.storage import S1, Store, new
from vela_desktop.gui.entry.page import EntryPage
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.kit import Button
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService

OpenEntry = Callable[[str], Awaitable[EntryPage]]
LONG = "A long title that goes on and on about " + "/usr/share/very/long/path" * 6


async def test_another_language_and_theme_keep_unsaved_text(
    page: OpenEntry, store: Store, languages: Languages, theme: Theme, entries: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await edited(entries, key, body="Theirs.")
    await noticed(shown)
    at = shown.body.editor.textCursor().position()
    languages.choose("zh_CN")
    theme.choose("dark")
    await until(lambda: shown.bar.save.text() == "保存")
    assert shown.bar.mark.text() == "● 未保存"
    assert shown.body.head.edit.text() == "编辑"
    assert shown.side.related.fold.text() == "关联条目"
    assert shown.side.history.fold.text() == "修订历史"
    notice = await noticed(shown)
    assert notice.text == "此条目已在别处修改，两份内容都已保留。"
    assert "手动修改" in shown.side.history.rows()[0].accessibleName()
    assert shown.body.mode == "source"
    assert shown.editing.text == "One.\n\nTwo. Mine."
    assert shown.body.editor.textCursor().position() == at
    assert shown.unsaved


async def test_another_theme_shows_the_body_in_its_colours(
    page: OpenEntry, store: Store, theme: Theme
) -> None:
    shown = await page(await made(store))
    reader = shown.body.reader
    theme.choose("dark")
    await until(lambda: not reader.filling)
    first = reader.document().firstBlock().begin().fragment()
    assert first.charFormat().foreground().color() == theme.color("text")


@pytest.mark.parametrize("lines", [60, 2_000])
async def test_the_place_is_kept_when_the_body_is_shown_anew(
    page: OpenEntry, store: Store, theme: Theme, entries: EntryService, lines: int
) -> None:
    body = "".join(f"Paragraph {n}.\n\n" for n in range(lines))
    key = await made(store, body=body)
    shown = await page(key)
    reader = shown.body.reader
    await until(lambda: not reader.filling, seconds=10)
    assert reader.textCursor().position() == 0
    assert not reader.textCursor().hasSelection()
    reader.verticalScrollBar().setValue(700)
    theme.choose("dark")
    await until(lambda: not reader.filling, seconds=10)
    assert reader.verticalScrollBar().value() == 700
    await edited(entries, key, body=body + "The end.")
    await until(lambda: "The end." in reader.toPlainText(), seconds=10)
    assert reader.verticalScrollBar().value() == 700
    assert reader.viewport().updatesEnabled()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("width", [480, 720, 1100])
async def test_nothing_is_cut_off_in_a_narrow_page(
    page: OpenEntry,
    store: Store,
    window: QWidget,
    languages: Languages,
    width: int,
    language: str,
) -> None:
    languages.choose(language)
    tags = tuple(f"tag number {n}" for n in range(12))
    shown = await page(await made(store, title=LONG[:200], summary=LONG, tags=tags))
    write(shown, "x")
    for mode in ("source", "read"):
        shown.body.show_mode(mode, focus=False)
        window.resize(width, 500)
        await until(lambda: shown.width() == width)
        for widget in (shown.bar.save, shown.bar.side, shown.bar.up, *_edit_button(shown, mode)):
            assert _inside(widget, shown), widget
            assert widget.width() >= widget.minimumSizeHint().width()
    assert shown.bar.modes.isVisible() is (width > 480)
    assert shown.bar.modes_menu.isVisible() is (width == 480)


def _edit_button(page: EntryPage, mode: str) -> list[Button]:
    return [page.body.head.edit if mode == "read" else page.body.compact.edit]


def _inside(widget: QWidget, page: QWidget) -> bool:
    at = widget.mapTo(page, widget.rect().topLeft())
    end = widget.mapTo(page, widget.rect().bottomRight())
    return widget.isVisible() and at.x() >= 0 and end.x() < page.width()


async def test_the_inspector_lies_over_the_text_where_room_is_short(
    page: OpenEntry, store: Store, window: QWidget
) -> None:
    shown = await page(await made(store))
    assert shown.side.isVisible()
    assert shown.bar.side.isChecked()
    window.resize(600, 500)
    await until(lambda: not shown.side.isVisible())
    assert not shown.bar.side.isChecked()
    shown.bar.side.click()
    assert shown.side.isVisible()
    assert shown.body.width() == 600
    shown.side.history.rows()[0].setFocus()
    QTest.keyClick(shown.side.history.rows()[0], Qt.Key.Key_Escape)
    assert not shown.side.isVisible()
    window.resize(1000, 500)
    await until(lambda: shown.side.isVisible())


async def test_the_inspector_stays_hidden_where_a_person_hid_it(
    page: OpenEntry, store: Store, window: QWidget
) -> None:
    shown = await page(await made(store))
    shown.bar.side.click()
    assert not shown.side.isVisible()
    assert shown.body.width() == 900
    window.resize(1200, 500)
    assert not shown.side.isVisible()


async def test_the_view_changes_with_a_key_and_by_the_menu(page: OpenEntry, store: Store) -> None:
    shown = await page(await made(store))
    QTest.keyClick(shown.body.reader, Qt.Key.Key_E, CTRL)
    assert shown.body.mode == "source"
    assert shown.bar.modes.now() == "source"
    shown.bar.modes_menu.menu().actions()[0].trigger()
    assert shown.body.mode == "read"
    assert shown.bar.modes_menu.accessibleName() == "View: Read"


async def test_everything_that_takes_the_keyboard_has_a_name(page: OpenEntry, store: Store) -> None:
    shown = await page(await made(store))
    nameless = [
        widget
        for widget in shown.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert not nameless


async def test_a_page_that_came_by_tab_shows_one_ring(page: OpenEntry, store: Store) -> None:
    shown = await page(await made(store, body="See [Turn 9](https://example.org)."))
    reader = shown.body.reader
    reader.setFocus(Qt.FocusReason.TabFocusReason)
    assert reader.edge.isVisible()
    QTest.keyClick(reader, Qt.Key.Key_Tab)
    assert not reader.edge.isVisible()
    shown.bar.save.setFocus()
    assert not reader.edge.isVisible()


async def test_a_section_keeps_the_focus_when_its_rows_are_read_again(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    done = await store.curate(new("Hub", related=("A", "B")), new("A"), new("B"), session=S1)
    shown = await page(done.saved[0])
    shown.side.related.rows()[1].setFocus(Qt.FocusReason.TabFocusReason)
    await edited(entries, done.saved[1], body="Changed.")
    await until(lambda: len(store.events) > 1)
    await until(lambda: shown.side.related.rows()[1].hasFocus())


async def test_tab_goes_through_the_page_as_it_is_read(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    done = await store.curate(new("Hub", related=("A", "B")), new("A"), new("B"), session=S1)
    shown = await page(done.saved[0])
    shown.notices.no_such_title("Nothing")
    at: QWidget | None = shown.bar.up
    names = []
    while at is not None and at is not shown.bar.back:
        if at.focusPolicy() & Qt.FocusPolicy.TabFocus and at.isVisible() and at.isEnabled():
            names.append(at.accessibleName() or at.text())  # type: ignore[attr-defined]
        at = at.nextInFocusChain()
    wanted = [
        "Up one level",
        "Read",
        "About this entry",
        "Close this message",
        "Edit title, summary, tags and kind",
        "Body",
        "Related entries, open",
        "A",
        "B",
        "Backlinks, open",
        "Sources, open",
        "Revision history, open",
    ]
    assert [name for name in names if name in wanted] == wanted


async def test_a_missing_entry_leaves_nothing_of_the_one_before(
    page: OpenEntry, store: Store
) -> None:
    shown = await page(await made(store))
    shown.trail.open("no-such-entry")
    await until(lambda: shown.stages.shows_empty)
    assert shown.title() == "Entry"
    assert shown.subject() is None
    shown.bar.back.click()
    await until(lambda: shown.title() == "Rules")
    assert shown.stages.shows_content
