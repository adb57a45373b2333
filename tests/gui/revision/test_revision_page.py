"""An older version of an entry: as it was, and the way back to the entry."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication, QLabel

from support.entry_pages import Desk, curated, edited, name
from support.gui import until
from support.storage import S1, Store
from vela_desktop.domain.entries import Kind
from vela_desktop.domain.routes import EntryRoute, RevisionRoute, SessionRoute
from vela_desktop.gui import tasks
from vela_desktop.gui.entry.revision_page import RevisionPage
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.subjects import EntrySubject
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService

Pages = Callable[..., Any]


@pytest.fixture
def page(
    entries: EntryService, desk: Desk, theme: Theme, languages: Languages,
    opened: Callable[..., Any],
) -> Pages:  # fmt: skip
    """Open the page of a version."""

    async def show(entry_id: str, version: int) -> RevisionPage:
        route = RevisionRoute(entry_id=entry_id, version=version)
        shown: RevisionPage = await opened(RevisionPage(route, entries, theme, desk.go))
        return shown

    return show


@pytest.fixture
async def entry(store: Store, entries: EntryService) -> str:
    """An entry that a person changed once."""
    await name(store, S1, "Flaky CI", "p")
    body = "The **first** text. [[Pool]]"
    key, _ = await curated(store, S1, "Race", "Pool", body=body, kind=Kind.LESSON, tags=("ci",))
    body = "The second text. [[Pool]]"
    await edited(entries, key, title="Race in the pool", body=body, kind=Kind.FACT)
    return key


def said(page: RevisionPage) -> set[str]:
    """Return what the head of the page says."""
    return {label.text() for label in page.head.findChildren(QLabel)}


def click(page: RevisionPage, target: str) -> None:
    page.body.anchorClicked.emit(QUrl(target))


async def test_it_shows_the_version_as_it_was(page: Pages, entry: str) -> None:
    shown = await page(entry, 1)
    assert shown.body.toPlainText().strip() == "The first text. Pool"
    assert {"Race", "#ci", "Lesson"} < said(shown)
    assert any(text.startswith("v1 · curated by Built-in extractor · ") for text in said(shown))
    assert shown.notice.text == "This is version v1 of v2."
    assert shown.title() == "Race · v1"
    assert shown.body.isReadOnly()
    assert not shown.head.edit.isVisible()


async def test_the_present_version_says_that_it_is(page: Pages, entry: str) -> None:
    shown = await page(entry, 2)
    assert shown.notice.text == "This is the present version, v2."
    assert any(text.startswith("v2 · ") and "edited by hand" in text for text in said(shown))


async def test_it_leads_back_to_the_entry(page: Pages, entry: str, desk: Desk) -> None:
    shown = await page(entry, 1)
    assert shown.bar.crumbs.texts()[-2:] == ("Race in the pool", "v1")
    shown.back.click()
    shown.up.click()
    assert desk.went == [EntryRoute(entry_id=entry)] * 2
    assert shown.subject() == EntrySubject(id=entry, title="Race in the pool", session_id=S1)


async def test_its_links_lead_where_they_say(
    store: Store, entries: EntryService, page: Pages, entry: str, desk: Desk
) -> None:
    shown = await page(entry, 1)
    click(shown, f"cite:{S1}@3")
    click(shown, "wiki:Pool")
    await until(lambda: len(desk.went) == 2)
    pool = await entries.linked(entry, "Pool")
    assert pool is not None
    assert desk.went == [SessionRoute(session_id=S1, turn=3), EntryRoute(entry_id=pool)]


@pytest.mark.parametrize("target", ["wiki:Nothing", "vela://nowhere"])
async def test_a_link_that_leads_nowhere_says_so(page: Pages, entry: str, target: str) -> None:
    shown = await page(entry, 1)
    click(shown, target)
    await until(lambda: shown.problems.notice is not None)
    assert shown.stages.shows_content


async def test_a_version_that_is_not_there_says_so(
    entries: EntryService, entry: str, desk: Desk, theme: Theme, languages: Languages
) -> None:
    made = RevisionPage(RevisionRoute(entry_id=entry, version=9), entries, theme, desk.go)
    await tasks.start(made.load(), made)
    assert made.stages.empty.accessibleName().startswith("There is no such version")
    assert made.stages.shows_empty
    assert made.title() == "v9"
    made.deleteLater()


async def test_it_speaks_the_other_language_at_once(
    page: Pages, entry: str, languages: Languages
) -> None:
    shown = await page(entry, 1)
    languages.choose("zh_CN")
    QApplication.sendPostedEvents()
    assert shown.notice.text == "这是修订历史中的 v1，当前版本是 v2。"
    assert shown.back.text() == "打开当前版本"
