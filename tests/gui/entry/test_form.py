"""The form for an entry's fields: what is wrong stands beside its field."""

from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from support.entry_page import made, write
from support.entry_pages import Desk, edited
from support.gui import until
from support.storage import S1, Store, new
from vela_desktop.domain.entries import Kind
from vela_desktop.domain.routes import EntryFormRoute, EntryRoute
from vela_desktop.gui.entry.form import EntryForm
from vela_desktop.gui.entry.page import EntryPage
from vela_desktop.gui.i18n import Languages
from vela_desktop.services.entries import EntryService

OpenEntry = Callable[[str], Awaitable[EntryPage]]


def form_of(page: EntryPage) -> EntryForm:
    """Open the form of a page."""
    page.body.head.edit.click()
    form = page.findChild(EntryForm)
    assert form is not None
    return form


async def closed(page: EntryPage) -> None:
    """Wait until the form is gone."""
    await until(lambda: page.findChild(EntryForm) is None)


async def test_all_fields_are_saved_as_one_version(page: OpenEntry, store: Store) -> None:
    key = await made(store, tags=("old",), summary="Old.")
    shown = await page(key)
    form = form_of(shown)
    assert form.ui.title.text() == "Rules"
    assert form.height() > form.ui.root.sizeHint().height() > form.ui.kind.geometry().top()
    form.ui.title.setText("Other rules")
    form.ui.summary.setPlainText("New.\nAnd more.")
    form.ui.tags.setText("one, #two，three words、one")
    form.ui.kind.setCurrentIndex(form.ui.kind.findData("decision"))
    form.save.click()
    await closed(shown)
    entry = await store.entry(key)
    assert (entry.title, entry.summary, entry.kind) == (
        "Other rules",
        "New.\nAnd more.",
        Kind.DECISION,
    )
    assert entry.tags == ("one", "two", "three words")
    assert entry.version == 2
    await until(lambda: shown.title() == "Other rules")
    await until(lambda: len(shown.side.history.rows()) == 2)


async def test_a_save_without_a_change_makes_no_version(page: OpenEntry, store: Store) -> None:
    key = await made(store, tags=("with, comma",))
    shown = await page(key)
    form_of(shown).save.click()
    await closed(shown)
    entry = await store.entry(key)
    assert (entry.version, entry.tags) == (1, ("with, comma",))


async def test_every_wrong_field_says_so_beside_itself(page: OpenEntry, store: Store) -> None:
    key = await made(store)
    form = form_of(await page(key))
    form.ui.title.setText("")
    form.ui.summary.setPlainText("x" * 2001)
    form.ui.tags.setText(",".join(str(n) for n in range(33)))
    height = form.height()
    form.save.click()
    said = [label.text() for label in (form.ui.title_error, form.ui.summary_error)]
    assert said == [
        "The title must have 1 to 200 characters; it has 0. "
        "Nothing was saved. Change the title and save again.",
        "The summary has 2001 characters; the limit is 2000. "
        "Nothing was saved. Shorten the summary and save again.",
    ]
    assert form.ui.tags_error.isVisible()
    assert form.focusWidget() is form.ui.title
    assert form.ui.title.property("wrong") is True
    assert form.height() > height
    assert (await store.entry(key)).version == 1
    QTest.keyClicks(form.ui.title, "T")
    assert not form.ui.title_error.isVisible()
    assert form.ui.summary_error.isVisible()


async def test_a_title_that_is_taken_names_the_other_entry_and_leads_there(
    page: OpenEntry, store: Store, desk: Desk
) -> None:
    done = await store.curate(new("Rules"), new("Index of Things"), session=S1)
    shown = await page(done.saved[0])
    form = form_of(shown)
    form.ui.title.setText("index  OF things")
    form.ui.summary.setPlainText("Typed before.")
    form.save.click()
    await until(lambda: form.ui.title_error.isVisible())
    assert "already has an entry titled “Index of Things”" in form.ui.title_error.text()
    assert form.other.text() == "Open “Index of Things”"
    form.other.click()
    await closed(shown)
    assert desk.went == [EntryRoute(entry_id=done.saved[1])]
    again = form_of(shown)
    assert again.ui.title.text() == "index  OF things"
    assert again.changes().summary == "Typed before."


async def test_esc_gives_up(page: OpenEntry, store: Store) -> None:
    key = await made(store)
    shown = await page(key)
    form = form_of(shown)
    form.ui.title.setText("Other")
    QTest.keyClick(form.ui.title, Qt.Key.Key_Escape)
    await closed(shown)
    assert (await store.entry(key)).title == "Rules"
    assert form_of(shown).ui.title.text() == "Rules"


async def test_ctrl_enter_saves_from_the_summary(page: OpenEntry, store: Store) -> None:
    key = await made(store)
    shown = await page(key)
    form = form_of(shown)
    form.ui.summary.setFocus()
    QTest.keyClicks(form.ui.summary, "Short.")
    keys = {shortcut.key(): shortcut for shortcut in form.findChildren(QShortcut)}
    keys[QKeySequence("Ctrl+Return")].activated.emit()
    await closed(shown)
    assert (await store.entry(key)).summary == "Short."


async def test_tab_goes_from_field_to_field(page: OpenEntry, store: Store) -> None:
    form = form_of(await page(await made(store)))
    fields = [form.ui.title, form.ui.summary, form.ui.tags, form.ui.kind, form.cancel, form.save]
    fields[0].setFocus()
    for before, after in pairwise(fields):
        QTest.keyClick(before, Qt.Key.Key_Tab)
        assert form.focusWidget() is after


async def test_unsaved_text_stays_when_the_form_saves(page: OpenEntry, store: Store) -> None:
    key = await made(store)
    shown = await page(key)
    write(shown, " Mine.")
    shown.body.show_mode("read")
    form = form_of(shown)
    form.ui.title.setText("Other rules")
    form.save.click()
    await closed(shown)
    assert shown.unsaved
    assert shown.editing.text == "One.\n\nTwo. Mine."
    assert await shown.save()
    entry = await store.entry(key)
    assert (entry.title, entry.body) == ("Other rules", "One.\n\nTwo. Mine.")


async def test_a_change_elsewhere_meanwhile_is_not_overwritten_unasked(
    page: OpenEntry, store: Store, entries: EntryService
) -> None:
    key = await made(store)
    shown = await page(key)
    form = form_of(shown)
    form.ui.summary.setPlainText("Mine.")
    await edited(entries, key, title="Their title", summary="Theirs.")
    form.save.click()
    await until(lambda: form.problem is not None)
    assert (await store.entry(key)).summary == "Theirs."
    button = form.problem.findChild(QPushButton)
    assert button.text() == "Save mine as the newest version"
    button.click()
    await closed(shown)
    entry = await store.entry(key)
    assert (entry.title, entry.summary) == ("Their title", "Mine.")


async def test_the_link_of_the_form_opens_it(page: OpenEntry, store: Store) -> None:
    key = await made(store)
    shown = await page(key)
    await shown.show_route(EntryFormRoute(entry_id=key))
    await shown.show_route(EntryFormRoute(entry_id=key))
    assert len(shown.findChildren(EntryForm)) == 1


async def test_what_is_wrong_follows_the_language(
    page: OpenEntry, store: Store, languages: Languages
) -> None:
    form = form_of(await page(await made(store)))
    form.ui.title.setText("")
    form.save.click()
    languages.choose("zh_CN")
    await until(lambda: form.save.text() == "保存条目")
    assert form.ui.title_error.text().startswith("标题")
    assert form.ui.root.findChild(QLabel, "heading").text() == "编辑条目"
    assert form.ui.title.text() == ""


@pytest.mark.parametrize("wrong", ["title", "summary", "tags"])
async def test_fields_have_names(page: OpenEntry, store: Store, wrong: str) -> None:
    form = form_of(await page(await made(store)))
    label = form.ui.root.findChild(QLabel, f"{wrong}_label")
    assert label.buddy() is getattr(form.ui, wrong)
