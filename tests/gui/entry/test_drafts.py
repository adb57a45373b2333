"""Unsaved text survives the end of the program, and is told apart from what is saved."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from support.entry_page import made, noticed, press, save, write
from support.entry_pages import edited
from support.gui import destroy, until
from support.storage import S1, Store, new
from vela_desktop.config.paths import Paths
from vela_desktop.domain.entries import Draft, EntryChanges
from vela_desktop.gui.entry import editing
from vela_desktop.gui.entry.page import EntryPage
from vela_desktop.services.entries import EntryService

OpenEntry = Callable[[str], Awaitable[EntryPage]]


@pytest.fixture(autouse=True)
def _short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editing, "DRAFT_MILLISECONDS", 20)


async def kept(entries: EntryService, key: str) -> Draft:
    """Wait until there is a draft of an entry."""
    async with asyncio.timeout(20):
        while (draft := await entries.draft(key)) is None:
            pass
    return draft


async def left(page: OpenEntry, entries: EntryService, key: str) -> None:
    """Write something, and have the program end without a word."""
    shown = await page(key)
    write(shown, " Mine.")
    await kept(entries, key)
    destroy(shown)


@pytest.mark.usefixtures("noon")
async def test_text_is_kept_after_a_pause_and_brought_back(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    await left(page, entries, key)
    shown = await page(key)
    assert shown.unsaved
    assert shown.body.mode == "source"
    assert shown.editing.text == "One.\n\nTwo. Mine."
    notice = await noticed(shown)
    assert notice.text.startswith("Unsaved changes from today ")
    await save(shown)
    assert (await store.entry(key)).body == "One.\n\nTwo. Mine."
    assert await entries.draft(key) is None
    await until(lambda: shown.notices.notice is None)


async def test_a_draft_can_be_given_up(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    await left(page, entries, key)
    shown = await page(key)
    press(await noticed(shown), "Give up these changes")
    await until(lambda: not shown.unsaved)
    assert shown.editing.text == "One.\n\nTwo."
    assert await entries.draft(key) is None


async def test_a_draft_on_an_older_version_says_so_and_overwrites_nothing(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    await left(page, entries, key)
    await edited(entries, key, body="Theirs.")
    shown = await page(key)
    notice = await noticed(shown)
    assert notice.text.endswith("were brought back; the entry has changed since.")
    assert shown.editing.text == "One.\n\nTwo. Mine."
    shown.bar.save.click()
    await until(lambda: shown.notices.notice not in (None, notice))
    assert (await store.entry(key)).body == "Theirs."
    press(await noticed(shown), "Save mine as the newest version")
    await until(lambda: not shown.unsaved)
    assert (await store.entry(key)).version == 3


async def test_a_draft_goes_on_where_only_the_title_has_changed(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    await left(page, entries, key)
    await edited(entries, key, title="Other rules")
    shown = await page(key)
    assert (await noticed(shown)).text.startswith("Unsaved changes from")
    await save(shown)
    entry = await store.entry(key)
    assert (entry.title, entry.body) == ("Other rules", "One.\n\nTwo. Mine.")


async def test_a_draft_that_is_saved_already_is_forgotten(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    await left(page, entries, key)
    await edited(entries, key, body="One.\n\nTwo. Mine.")
    shown = await page(key)
    assert not shown.unsaved
    assert shown.notices.notice is None
    await until(lambda: _drafts(store) == 0)


async def test_what_is_taken_back_leaves_no_draft(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await kept(entries, key)
    shown.body.editor.undo()
    assert not shown.unsaved
    await until(lambda: _drafts(store) == 0)


async def test_what_was_typed_last_is_kept_when_the_page_is_hidden(
    page: OpenEntry, store: Store, entries: EntryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editing, "DRAFT_MILLISECONDS", 60_000)
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    shown.hide()
    assert (await kept(entries, key)).body == "One.\n\nTwo. Mine."


async def test_the_form_and_other_programs_leave_a_draft_alone(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await kept(entries, key)
    token = shown.editing.token
    await entries.save(key, 1, EntryChanges(title="Other rules"), token)
    await edited(entries, key, body="Theirs.")
    assert await entries.draft(key) is not None


async def test_leaving_without_saving_forgets_the_draft(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    await kept(entries, key)
    await shown.discard()
    assert await entries.draft(key) is None


async def test_a_draft_of_an_entry_that_is_gone_can_be_copied(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    await left(page, entries, key)
    await store.curate(new("Something else"), session=S1, text="source 2")
    shown = await page(key)
    missing = shown.stages.empty
    assert shown.stages.shows_empty
    missing.findChild(QPushButton).click()
    assert QGuiApplication.clipboard().text() == "One.\n\nTwo. Mine."


def _drafts(store: Store) -> int:
    with sqlite3.connect(Paths(store.folder).database) as connection:
        (count,) = connection.execute("SELECT count(*) FROM memory_drafts").fetchone()
    return int(count)
