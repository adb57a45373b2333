"""Words are found in the whole conversation: outside the window over it, and inside folds."""

from shutil import copytree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from support.conversation_room import Room, Talk, long_talk, settled, shown, until
from vela_desktop import assets
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.finding import Needle
from vela_desktop.gui.conversation.look import look_of
from vela_desktop.gui.conversation.page import ConversationPage
from vela_desktop.gui.i18n import Languages


async def look_for(page: ConversationPage, words: str) -> None:
    """Type *words* into the find bar and wait until every message was searched."""
    page.finder.open()
    page.stage.find_bar.box.setText(words)
    await until(lambda: not page.finder._searching)
    await settled(page)


def hit_is_on_screen(page: ConversationPage) -> bool:
    """Tell whether the present hit is marked and can be seen."""
    hit = page.view.hit
    return hit is not None and page.view.viewport().rect().contains(page.view.cursorRect(hit))


async def test_hits_are_counted_and_shown_beyond_the_window(room: Room) -> None:
    talk = long_talk(room.folder, 300, needle={4: "a Marker", 150: "marker", 290: "MARKER here"})
    page = await room.open(talk, turn=100)
    await look_for(page, "marker")
    bar = page.stage.find_bar
    assert bar.place.text() == "2 of 3"
    assert page.view.hit is not None
    assert page.view.hit.selectedText() == "marker"
    assert hit_is_on_screen(page)
    QTest.keyClick(bar.box, Qt.Key.Key_Return)
    await until(lambda: page.view.hit is not None and page.view.hit.selectedText() == "MARKER")
    assert bar.place.text() == "3 of 3"
    QTest.keyClick(bar.box, Qt.Key.Key_Return)
    await until(lambda: page.view.hit is not None and page.view.hit.selectedText() == "Marker")
    await settled(page)
    assert bar.place.text() == "1 of 3"
    assert hit_is_on_screen(page)
    QTest.keyClick(bar.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.place.text() == "3 of 3"
    bar.case.click()
    await until(lambda: bar.place.text() == "1 of 1")


async def test_a_hit_inside_a_fold_opens_it(room: Room) -> None:
    lines = [f"line {number}" for number in range(4000)]
    lines[3900] = "the hidden treasure"
    talk = Talk(room.folder).ask("Treasure?").say("No treasure here.")
    talk.call("Bash", {"command": "cat map"}, "\n".join(lines)).say("A treasure!")
    page = await room.open(talk.write())
    await look_for(page, "treasure")
    assert page.stage.find_bar.place.text() == "1 of 4"
    page.finder.step(1)
    page.finder.step(1)
    await until(lambda: page.view.hit is not None and "hidden" in shown(page))
    await until(lambda: hit_is_on_screen(page))
    assert page.view.hit.block().text() == "the hidden treasure"
    page.finder.step(1)
    await until(lambda: page.view.hit is not None and page.view.hit.block().text() == "A treasure!")


async def test_typing_finds_from_what_is_on_screen_and_says_when_there_is_nothing(
    room: Room,
) -> None:
    page = await room.open(long_talk(room.folder, 40), turn=20)
    await look_for(page, "Answer")
    assert page.stage.find_bar.place.text() == "20 of 40"
    await look_for(page, "no such words")
    assert page.stage.find_bar.place.text() == "No hit"
    assert page.view.hit is None


async def test_the_bar_lies_over_the_text_and_esc_puts_it_away(room: Room) -> None:
    page = await room.open(long_talk(room.folder, 3))
    top = page.view.geometry()
    await look_for(page, "Answer")
    bar = page.stage.find_bar
    assert page.view.geometry() == top
    assert bar.geometry().right() < bar.parentWidget().width()
    assert bar.geometry().top() > 0
    QTest.keyClick(bar.box, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert not page.view.needle
    page.finder.step(1)
    await until(lambda: bar.isVisible() and page.view.hit is not None)


async def test_hits_follow_the_language(room: Room, languages: Languages) -> None:
    page = await room.open(long_talk(room.folder, 3))
    await look_for(page, "Answer 2")
    languages.choose("zh_CN")
    await until(lambda: page.stage.find_bar.place.text() == "第 1 / 1 处")
    await settled(page)
    assert page.view.hit is not None
    assert page.view.hit.selectedText() == "Answer 2"


async def test_code_is_moved_so_that_its_hit_is_seen(room: Room) -> None:
    code = "x = '" + "long " * 60 + "needle'"
    page = await room.open(Talk(room.folder).ask("Code?").say(f"```\n{code}\n```").write())
    await look_for(page, "needle")
    await until(lambda: page.view.hit is not None)
    place = page.view.cursorRect(page.view.hit)
    assert 0 < place.left() < page.view.viewport().width()


@pytest.mark.parametrize(
    ("agent", "words"),
    [(Agent.CLAUDE, ("sqlite", "不", "run")), (Agent.CODEX, ("price", "edit src"))],
)
async def test_as_many_hits_are_counted_as_the_document_shows(
    room: Room, agent: Agent, words: tuple[str, ...]
) -> None:
    copytree(assets.resource("samples"), room.folder / "samples")
    (path,) = (room.folder / "samples" / agent).rglob("*.jsonl")
    page = await room.page(room.register(path, agent))
    await page.load()
    await settled(page)
    for key in {placed.part.key for placed in page.view.flow.placed if placed.part.key}:
        await page.feed.toggle(key)
    for word in words:
        counted = {
            index: times
            for index, times in (await count(page, Needle(word))).items()
            if index in page.view.extent
        }
        assert counted
        assert counted == seen(page, Needle(word))


async def count(page: ConversationPage, needle: Needle) -> dict[int, int]:
    """Return how often a worker finds *needle*, by message."""
    counted: dict[int, int] = {}
    async for _, found in page.feed.service.find(page.feed.map, needle, look_of(page.feed.map)):
        counted |= {hit.index: len(hit.folds) for hit in found}
    return counted


def seen(page: ConversationPage, needle: Needle) -> dict[int, int]:
    """Return how often the document shows *needle*, by message."""
    page.view.mark(needle, None)
    found = {index: page.view.count(index) for index in page.view.extent.range}
    return {index: times for index, times in found.items() if times}
