"""The list of entries: what it holds, how it is filtered and turned, and where it leads."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from support.entry_pages import Desk, actions, curated, edited, name
from support.gui import until
from support.storage import S1, S2, S3, Store, new
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.entries import EntryQuery, Kind
from vela_desktop.domain.events import EntriesReplaced
from vela_desktop.domain.ids import LEGACY_GROUP, MANUAL_GROUP
from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    EntryRoute,
    SessionRoute,
    format_route,
    parse_route,
)
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.entries.page import EntriesPage
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.subjects import EntrySubject, SessionSubject
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService

Open = Callable[..., Any]
Pages = Callable[..., Any]


@pytest.fixture
def page(
    entries: EntryService, bridge: Bridge, desk: Desk, theme: Theme, languages: Languages,
    opened: Open,
) -> Pages:  # fmt: skip
    """Open the list of a route."""

    async def show(**route: Any) -> EntriesPage:
        made = EntriesPage(EntriesRoute(**route), entries, bridge, desk, theme, desk.go)  # type: ignore[arg-type]
        shown: EntriesPage = await opened(made)
        return shown

    return show


def titles(page: EntriesPage) -> list[str]:
    return [line.row.title for line in page.model.lines]


def spoken(page: EntriesPage, row: int = 0) -> str:
    return str(page.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole))


@pytest.mark.usefixtures("noon")
async def test_a_session_lists_its_entries_with_what_there_is_to_say(
    store: Store, entries: EntryService, page: Pages
) -> None:
    await name(store, S1, "Flaky CI", "p")
    (key,) = await curated(store, S1, "Race", kind=Kind.LESSON, tags=("ci", "pool"), summary="Why")
    await edited(entries, key, summary="Why it hung")
    shown = await page(session_id=S1)
    assert titles(shown) == ["Race"]
    assert spoken(shown).startswith("Race, Lesson, Why it hung, #ci  #pool, edited by hand · today")
    assert shown.head.facts.text() == "1 entry · Project p"
    assert shown.title() == shown.head.heading.text() == "Flaky CI"
    assert shown.stages.shows_content


async def test_wider_lists_say_where_each_entry_is_filed(store: Store, page: Pages) -> None:
    await name(store, S1, "First", "p")
    await curated(store, S1, "One")
    assert (await page(session_id=S1)).model.lines[0].place == ""
    assert (await page(project_id="p")).model.lines[0].place == "First"
    assert (await page()).model.lines[0].place == "Project p › First"


async def test_a_project_lists_the_entries_of_its_sessions_only(store: Store, page: Pages) -> None:
    await name(store, S1, "First", "p")
    await name(store, S2, "Second", "p")
    await name(store, S3, "Third", "other")
    for session, title in ((S1, "One"), (S2, "Two"), (S3, "Three")):
        await curated(store, session, title)
    shown = await page(project_id="p")
    assert titles(shown) == ["Two", "One"]
    assert shown.title() == "Project p"
    assert titles(await page()) == ["Three", "Two", "One"]


async def test_forty_are_on_a_page_and_the_link_says_which(store: Store, page: Pages) -> None:
    await curated(store, S1, *(f"Entry {number:02}" for number in range(45)))
    shown = await page(session_id=S1, sort="title")
    assert len(shown.model.lines) == 40
    assert shown.foot.place.text() == "Page 1 of 2 · 40 a page"
    assert not shown.foot.before.isEnabled()
    shown.foot.after.click()
    await until(lambda: titles(shown) == [f"Entry {number}" for number in range(40, 45)])
    assert not shown.foot.after.isEnabled()
    assert parse_route(format_route(shown.route())) == EntriesRoute(
        session_id=S1, sort="title", page=2
    )


async def test_a_page_that_is_gone_becomes_the_last_one(store: Store, page: Pages) -> None:
    await curated(store, S1, "One", "Two")
    shown = await page(session_id=S1, page=9)
    assert len(shown.model.lines) == 2
    assert shown.route() == EntriesRoute(session_id=S1)


async def test_a_turned_page_begins_at_its_top(store: Store, page: Pages) -> None:
    await curated(store, S1, *(f"Entry {number:02}" for number in range(45)))
    shown = await page(session_id=S1)
    shown.list.scrollToBottom()
    await shown.show_route(EntriesRoute(session_id=S1, page=2))
    assert shown.list.verticalScrollBar().value() == 0


async def test_the_tags_that_occur_filter_the_list(store: Store, page: Pages) -> None:
    await store.curate(
        new("One", tags=("beta",)),
        new("Two", tags=("Alpha", "beta")),
        new("Three", tags=("alpha",)),
    )
    await curated(store, S2, "Elsewhere", tags=("gamma",))
    shown = await page(session_id=S1, page=1)
    box = shown.head.tag
    assert [box.itemText(at) for at in range(box.count())] == [
        "All tags", "#Alpha", "#alpha", "#beta",
    ]  # fmt: skip
    box.setCurrentIndex(3)
    box.activated.emit(3)
    await until(lambda: set(titles(shown)) == {"One", "Two"})
    assert shown.route() == EntriesRoute(session_id=S1, tag="beta")
    assert shown.head.facts.text() == "2 entries tagged #beta · Project p"


async def test_the_order_is_chosen_and_kept_in_the_link(store: Store, page: Pages) -> None:
    await curated(store, S1, "b", "a", "c")
    shown = await page(session_id=S1)
    assert titles(shown) == ["c", "a", "b"]
    shown.head.sort.setCurrentIndex(1)
    shown.head.sort.activated.emit(1)
    await until(lambda: titles(shown) == ["a", "b", "c"])
    assert shown.route() == EntriesRoute(session_id=S1, sort="title")


async def test_a_filter_that_hides_everything_offers_to_clear_itself(
    store: Store, page: Pages
) -> None:
    await curated(store, S1, "One", tags=("here",))
    shown = await page(session_id=S1, tag="gone")
    assert shown.stages.empty.accessibleName() == "No entry here has the tag #gone"
    assert shown.head.tag.currentText() == "#gone"
    shown.empty_button.click()
    await until(lambda: titles(shown) == ["One"])
    assert shown.route() == EntriesRoute(session_id=S1)


async def test_a_session_without_entries_offers_to_curate_it(
    store: Store, page: Pages, desk: Desk
) -> None:
    await name(store, S1, "Small talk", "p")
    shown = await page(session_id=S1)
    assert shown.stages.shows_empty
    assert not shown.foot.isVisible()
    shown.empty_button.click()
    assert desk.went == [CurateRoute(session_id=S1)]


async def test_an_empty_knowledge_base_teaches(page: Pages) -> None:
    shown = await page()
    assert shown.stages.empty.accessibleName().startswith("Nothing curated yet Right-click")
    assert not shown.empty_button.isVisible()
    assert not shown.up.isEnabled()


@pytest.mark.parametrize(
    ("group", "title"),
    [(MANUAL_GROUP, "Made by hand"), (LEGACY_GROUP, "Merged entries of earlier versions")],
)
async def test_special_groups_have_their_names(page: Pages, group: str, title: str) -> None:
    shown = await page(session_id=group)
    assert shown.title() == title
    assert shown.stages.empty.accessibleName() == "There are no entries here"
    assert not shown.head.conversation.isVisible()
    assert shown.subject() is None


async def test_enter_and_a_click_open_an_entry(store: Store, page: Pages, desk: Desk) -> None:
    first, second = await curated(store, S1, "One", "Two")
    shown = await page(session_id=S1, sort="title")
    shown.list.setCurrentIndex(shown.model.index(0))
    QTest.keyClick(shown.list, Qt.Key.Key_Return)
    at = shown.list.visualRect(shown.model.index(1)).center()
    QTest.mouseClick(shown.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert desk.went == [EntryRoute(entry_id=first), EntryRoute(entry_id=second)]


async def test_a_row_has_the_menu_of_its_entry(store: Store, page: Pages) -> None:
    (key,) = await curated(store, S1, "One")
    shown = await page(session_id=S1)
    at = shown.list.visualRect(shown.model.index(0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint())
    QApplication.sendEvent(shown.list.viewport(), event)
    assert shown.list.subject() == EntrySubject(id=key, title="One", session_id=S1)
    assert actions(shown.list)[:1] == ["entry.open"]


async def test_the_menu_key_asks_for_the_current_row(store: Store, page: Pages) -> None:
    await curated(store, S1, "One")
    shown = await page(session_id=S1)
    shown.list.setCurrentIndex(shown.model.index(0))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(shown.list.viewport(), event)
    assert "entry.open" in actions(shown.list)


async def test_the_tab_stands_for_the_session(store: Store, page: Pages) -> None:
    await name(store, S1, "Flaky CI", "p")
    shown = await page(session_id=S1)
    subject = SessionSubject(
        id=S1, native_id="native of Flaky CI", title="Flaky CI", agent=Agent.CODEX
    )
    assert shown.subject() == subject


async def test_a_saved_entry_changes_its_row_and_keeps_the_selection(
    store: Store, entries: EntryService, page: Pages, bus: EventBus
) -> None:
    first, _ = await curated(store, S1, "One", "Two")
    shown = await page(session_id=S1)
    shown.list.setCurrentIndex(shown.model.index(1))
    await edited(entries, first, title="One, corrected")
    bus.publish(store.events[-1])
    await until(lambda: titles(shown) == ["One, corrected", "Two"])
    subject = shown.list.subject()
    assert subject is not None
    assert subject.id == first


async def test_a_job_elsewhere_replaces_what_is_shown(
    store: Store, page: Pages, bus: EventBus
) -> None:
    await curated(store, S1, "One", "Two")
    shown = await page(session_id=S1)
    await curated(store, S1, "Three")
    (event,) = [event for event in store.events if isinstance(event, EntriesReplaced)][1:]
    bus.publish(event)
    await until(lambda: titles(shown) == ["Three"])


async def test_refresh_reads_again(store: Store, page: Pages) -> None:
    await curated(store, S1, "One")
    shown = await page(session_id=S1)
    await curated(store, S1, "Two")
    shown.head.refresh.click()
    await until(lambda: titles(shown) == ["Two"])


async def test_the_way_up_leads_to_the_project_and_to_everything(
    store: Store, page: Pages, desk: Desk
) -> None:
    await name(store, S1, "First", "p")
    await curated(store, S1, "One")
    shown = await page(session_id=S1)
    assert shown.bar.crumbs.texts() == ("Session knowledge base", "Project p", "First")
    shown.up.click()
    (await page(project_id="p")).up.click()
    assert desk.went == [EntriesRoute(project_id="p"), EntriesRoute()]


async def test_a_session_leads_to_its_conversation(store: Store, page: Pages, desk: Desk) -> None:
    await name(store, S1, "First", "p")
    shown = await page(session_id=S1)
    shown.head.conversation.click()
    assert desk.went == [SessionRoute(session_id=S1)]
    await curated(store, S1, "One")
    assert not (await page(project_id="p")).head.conversation.isVisible()


async def test_markup_in_a_title_stays_text(store: Store, page: Pages) -> None:
    await curated(store, S1, "<img src=x> & co")
    shown = await page(session_id=S1)
    hint = shown.model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert hint == "<p><b>&lt;img src=x&gt; &amp; co</b></p>"


async def test_it_speaks_the_other_language_at_once(
    store: Store, page: Pages, languages: Languages
) -> None:
    await curated(store, S1, "One", kind=Kind.DECISION)
    shown = await page()
    languages.choose("zh_CN")
    QApplication.sendPostedEvents()
    assert shown.title() == "会话知识库"
    assert shown.head.facts.text() == "1 个条目"
    assert shown.head.tag.itemText(0) == "全部标签"
    assert [shown.head.sort.itemText(at) for at in (0, 1)] == ["最近更新", "按标题排序"]
    assert shown.up.accessibleName() == "返回上一级"
    assert spoken(shown).startswith("One, 决策, ")


async def test_rows_are_as_high_as_what_they_say(store: Store, page: Pages) -> None:
    await curated(store, S1, "Full", summary="Summary", tags=("tag",))
    await curated(store, S2, "Bare")
    full, bare = await page(session_id=S1), await page(session_id=S2)
    heights = [one.list.visualRect(one.model.index(0)).height() for one in (full, bare)]
    assert heights[0] > heights[1] > 0


async def test_tags_to_choose_from_are_those_of_the_place(
    store: Store, entries: EntryService
) -> None:
    await name(store, S1, "First", "p")
    await name(store, S2, "Second", "q")
    await curated(store, S1, "One", tags=("b", "A"))
    await curated(store, S2, "Two", tags=("c",))
    assert await entries.tags(EntryQuery(session_id=S1, tag="b")) == ("A", "b")
    assert await entries.tags(EntryQuery(project_id="q")) == ("c",)
    assert await entries.tags(EntryQuery()) == ("A", "b", "c")
