"""Editing an entry in place: saving, and what happens when someone else saves meanwhile."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest

from support.entry_page import made, noticed, press, save, write
from support.entry_pages import Desk, edited
from support.gui import until
from support.storage import S1, Store, new
from vela_desktop.config.paths import Paths
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.events import Via
from vela_desktop.domain.limits import BODY_CHARS
from vela_desktop.domain.routes import RevisionRoute
from vela_desktop.gui.entry.page import EntryPage
from vela_desktop.services import entries as service
from vela_desktop.services.entries import EntryService
from vela_desktop.storage.database import Database
from vela_desktop.work.pool import Work

OpenEntry = Callable[[str], Awaitable[EntryPage]]
APART = "This entry was changed elsewhere. Both texts are kept."


@pytest.fixture
async def elsewhere(store: Store) -> AsyncIterator[EntryService]:
    """The entries as another program has them, on a connection of its own."""
    database = await Database.open(Paths(store.folder), EventBus())
    yield EntryService(database, Work(), Via.CLI)
    await database.close()


def _writing(store: Store) -> sqlite3.Connection:
    """Return another program in the middle of a write, until it is closed."""
    other = sqlite3.connect(Paths(store.folder).database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


@pytest.mark.usefixtures("noon")
async def test_ctrl_s_saves_what_was_typed_as_a_new_version(page: OpenEntry, store: Store) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Three.")
    await save(shown)
    entry = await store.entry(key)
    assert (entry.version, entry.body, entry.author) == (2, "One.\n\nTwo. Three.", "manual")
    await until(lambda: "edited by hand" in shown.body.head.meta.text())
    assert shown.body.head.meta.text().startswith("v2 · curated by Built-in extractor · today ")


async def test_unsaved_text_is_marked_until_it_is_saved(page: OpenEntry, store: Store) -> None:
    shown = await page(await made(store))
    assert not shown.bar.save.isEnabled()
    assert shown.bar.save.property("look") == "plain"
    write(shown, "x")
    assert shown.unsaved
    assert shown.bar.mark.isVisible()
    assert shown.bar.save.isEnabled()
    assert shown.bar.save.property("look") == "primary"
    shown.bar.save.click()
    await until(lambda: not shown.unsaved)
    assert not shown.bar.mark.isVisible()
    assert not shown.bar.save.isEnabled()


async def test_text_that_is_typed_and_taken_back_is_not_unsaved(
    page: OpenEntry, store: Store
) -> None:
    shown = await page(await made(store))
    write(shown, "x")
    QTest.keyClick(shown.body.editor, Qt.Key.Key_Backspace)
    assert not shown.unsaved


@pytest.mark.parametrize("body", ["One\u00a0two.", "One.\r\nTwo.", "One.\u2028Two.", ""])
async def test_no_body_is_unsaved_by_being_opened(page: OpenEntry, store: Store, body: str) -> None:
    shown = await page(await made(store, body=body or "."))
    shown.body.show_mode("source")
    shown.body.show_mode("read")
    assert not shown.unsaved


async def test_blanks_that_do_not_break_are_saved_as_they_are(
    page: OpenEntry, store: Store
) -> None:
    key = await made(store, body="12\u00a0km")
    shown = await page(key)
    write(shown, "!")
    await save(shown)
    assert (await store.entry(key)).body == "12\u00a0km!"


async def test_an_own_save_moves_neither_cursor_nor_view(page: OpenEntry, store: Store) -> None:
    shown = await page(await made(store, body="A line.\n" * 300))
    editor = shown.body.editor
    write(shown, "x")
    editor.go_to(150, 3)
    before = editor.textCursor().position(), editor.verticalScrollBar().value()
    await save(shown)
    shown.editing.token  # noqa: B018 - the event of the save comes back with it
    await until(lambda: any(getattr(e, "version", 0) == 2 for e in store.events))
    assert (editor.textCursor().position(), editor.verticalScrollBar().value()) == before
    assert editor.document().isUndoAvailable()


async def test_what_is_typed_while_a_save_runs_stays_unsaved(page: OpenEntry, store: Store) -> None:
    key = await made(store)
    shown = await page(key)
    other = _writing(store)
    write(shown, " Three.")
    shown.bar.save.click()
    await until(shown.bar.ring.isVisible)
    write(shown, " Four.")
    other.close()
    await until(lambda: shown.editing.base == 2)
    assert (await store.entry(key)).body.endswith(" Three.")
    assert shown.unsaved
    await save(shown)
    assert (await store.entry(key)).body.endswith(" Three. Four.")


async def test_a_save_elsewhere_reloads_what_is_only_read(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    await edited(entries, key, body="Another text.", title="Other rules")
    await until(lambda: shown.title() == "Other rules")
    await until(lambda: "Another text." in shown.body.reader.toPlainText())
    assert not shown.unsaved


async def test_another_title_reaches_a_page_with_unsaved_text(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await edited(entries, key, title="Other rules")
    await until(lambda: shown.title() == "Other rules")
    assert shown.notices.notice is None
    await save(shown)
    entry = await store.entry(key)
    assert (entry.title, entry.body) == ("Other rules", "One.\n\nTwo. Mine.")


async def test_another_text_is_told_beside_the_unsaved_one(
    page: OpenEntry, store: Store, entries: EntryService, desk: Desk
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await edited(entries, key, body="Theirs.")
    notice = await noticed(shown)
    assert notice.text == APART
    assert shown.editing.text == "One.\n\nTwo. Mine."
    press(notice, "Look at v2")
    assert desk.went == [RevisionRoute(entry_id=key, version=2)]


async def test_a_save_over_another_programs_save_is_refused_and_both_are_kept(
    page: OpenEntry, store: Store, elsewhere: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await edited(elsewhere, key, body="Theirs.")
    shown.bar.save.click()
    notice = await noticed(shown)
    assert notice.text == APART
    assert (await store.entry(key)).body == "Theirs."
    press(notice, "Save mine as the newest version")
    await until(lambda: not shown.unsaved)
    assert (await store.entry(key)).body == "One.\n\nTwo. Mine."
    assert (await elsewhere.revision(key, 2)).body == "Theirs."
    await until(lambda: shown.notices.notice is None)


async def test_giving_up_shows_the_other_text_and_can_be_undone(
    page: OpenEntry, store: Store, elsewhere: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await edited(elsewhere, key, body="Theirs.")
    shown.bar.save.click()
    press(await noticed(shown), "Give up mine")
    await until(lambda: not shown.unsaved)
    assert shown.editing.text == "Theirs."
    assert await elsewhere.draft(key) is None
    shown.body.editor.undo()
    assert shown.editing.text == "One.\n\nTwo. Mine."
    await save(shown)
    assert (await store.entry(key)).version == 3


async def test_another_programs_title_and_my_text_are_both_saved(
    page: OpenEntry, store: Store, elsewhere: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await edited(elsewhere, key, title="Other rules")
    await save(shown)
    entry = await store.entry(key)
    assert (entry.title, entry.body, entry.version) == ("Other rules", "One.\n\nTwo. Mine.", 3)


async def test_an_entry_that_is_gone_keeps_the_text_and_says_so(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await store.curate(new("Something else"), session=S1, text="source 2")
    notice = await noticed(shown)
    assert notice.text == "This entry has been removed from the knowledge base."
    press(notice, "Copy the text")
    assert QGuiApplication.clipboard().text() == "One.\n\nTwo. Mine."
    shown.bar.save.click()
    await until(lambda: shown.notices.notice not in (None, notice))
    assert shown.unsaved
    await until(lambda: shown.bar.save.isEnabled())
    draft = await entries.draft(key)
    assert draft is not None
    assert draft.body == "One.\n\nTwo. Mine."


async def test_a_body_over_the_limit_is_refused_and_stays(page: OpenEntry, store: Store) -> None:
    key = await made(store, body=("x" * 99 + "\n") * (BODY_CHARS // 100))
    shown = await page(key)
    write(shown, "yz")
    shown.bar.save.click()
    notice = await noticed(shown)
    assert notice.text == "The body has 200002 characters; the limit is 200000."
    assert shown.editing.text.endswith("yz")
    assert shown.unsaved
    assert not await shown.save()
    assert (await store.entry(key)).version == 1


async def test_a_save_that_waits_for_another_program_says_so(
    page: OpenEntry, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "PATIENCE_SECONDS", 0.05)
    key = await made(store)
    shown = await page(key)
    other = _writing(store)
    write(shown, " Three.")
    shown.bar.save.click()
    await until(lambda: shown.bar.ring.isVisible())
    assert shown.bar.mark.text() == "Waiting for another program…"
    other.close()
    await until(lambda: not shown.unsaved)
    assert not shown.bar.ring.isVisible()
    assert (await store.entry(key)).version == 2


async def test_closing_saves_through_the_page(page: OpenEntry, store: Store) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Three.")
    assert await shown.save()
    assert not shown.unsaved
    assert (await store.entry(key)).body.endswith("Three.")


async def test_the_same_place_is_left_by_reading_and_writing(page: OpenEntry, store: Store) -> None:
    lines = "\n\n".join(f"Paragraph number {n}." for n in range(80))
    shown = await page(await made(store, body=lines))
    shown.body.show_mode("source")
    shown.body.editor.go_to(100, 0)
    shown.body.show_mode("read")
    reader = shown.body.reader
    await until(lambda: reader.verticalScrollBar().value() > 0)
    top = reader.cursorForPosition(reader.viewport().rect().topLeft()).block().text()
    bottom = reader.cursorForPosition(reader.viewport().rect().bottomLeft()).block().text()
    assert int(top.split()[-1].strip(".")) <= 50 <= int(bottom.split()[-1].strip("."))
    shown.body.show_mode("source")
    cursor = shown.body.editor.textCursor()
    assert cursor.blockNumber() > 60
    assert cursor.position() < shown.body.editor.document().characterCount()
    assert cursor.atStart() is QTextCursor(cursor).atStart()


async def test_the_same_text_saved_elsewhere_is_no_conflict(
    page: OpenEntry, store: Store, elsewhere: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Three.")
    await edited(elsewhere, key, body="One.\n\nTwo. Three.")
    shown.bar.save.click()
    await until(lambda: not shown.unsaved)
    assert shown.notices.notice is None
    assert (await store.entry(key)).version == 2
