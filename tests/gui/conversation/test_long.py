"""Long conversations: a bounded document over them, its scroll bar, and what is added meanwhile."""

from itertools import pairwise

from PySide6.QtWidgets import QAbstractSlider

from support.conversation_room import Room, Talk, long_talk, parts, settled, shown, text_of, until
from vela_desktop.gui.conversation.page import ConversationPage
from vela_desktop.gui.conversation.scrolling import PER_FRAME
from vela_desktop.gui.conversation.window import CHUNK, SIZE
from vela_desktop.rendering.pieces import PartKind


async def scroll(page: ConversationPage, by: int, steps: int) -> int:
    """Scroll like a wheel does; returns the most messages that the document held."""
    bar, most = page.view.verticalScrollBar(), 0
    for _ in range(steps):
        bar.setValue(bar.value() + by)
        await until(lambda: not page.view.busy and not page.feed._asked)
        most = max(most, len(page.view.extent))
    return most


async def test_a_long_conversation_is_scrolled_to_the_end_and_back(room: Room) -> None:
    page = await room.open(long_talk(room.folder, 1000))
    assert len(page.feed.entries) == 2000
    assert page.view.extent.stop <= CHUNK
    bar = page.view.verticalScrollBar()
    for by in (1, -1):
        ahead = 0
        while page.view.extent.stop < 300 if by > 0 else page.view.extent.start > 0:
            ahead = max(ahead, await scroll(page, by * 2500, 1))
            assert len(page.view.extent) <= SIZE + CHUNK
            assert page.view.document().blockCount() < SIZE * 8
    assert bar.value() > 0
    page.feed.jump_to("end")
    await until(lambda: page.view.extent.stop == 2000)
    await settled(page)
    assert page.view.at_bottom
    assert "Answer 1000." in shown(page)
    page.feed.jump_to("start")
    await until(lambda: page.view.extent.start == 0)
    await settled(page)
    assert shown(page).startswith("\nQuestion 1?")
    assert page.view.document().blockCount() < SIZE * 8


async def test_at_most_a_few_messages_come_in_at_a_time(room: Room) -> None:
    page = await room.open(long_talk(room.folder, 100))
    sizes = [len(page.view.extent)]
    page.view.document().contentsChanged.connect(lambda: sizes.append(len(page.view.extent)))
    await scroll(page, 100_000, 3)
    assert max(after - before for before, after in pairwise(sizes)) <= PER_FRAME


async def test_the_scroll_bar_stands_for_the_whole_conversation(room: Room) -> None:
    page = await room.open(long_talk(room.folder, 500))
    track, view = page.stage.track, page.view
    assert not view.verticalScrollBar().isVisible()
    assert track.value() == 0
    assert track.maximum() > 100 * view.viewport().height()
    track.setSliderPosition(track.maximum() // 2)
    track.actionTriggered.emit(QAbstractSlider.SliderAction.SliderMove.value)
    await until(lambda: view.extent.start > 400)
    await settled(page)
    assert 480 < view.place().index < 520
    assert abs(track.value() - track.maximum() // 2) < track.pageStep()
    track.setSliderPosition(track.maximum())
    track.actionTriggered.emit(QAbstractSlider.SliderAction.SliderMove.value)
    await until(lambda: view.extent.stop == 1000)
    await settled(page)
    assert view.at_bottom
    assert track.value() == track.maximum()


async def test_what_is_on_screen_stays_while_messages_come_in_above(room: Room) -> None:
    page = await room.open(long_talk(room.folder, 200), turn=100)
    prompt = next(placed for placed in parts(page, PartKind.PROMPT) if placed.part.turn == 100)
    view = page.view
    assert view.flow.rect(prompt).top() == view.verticalScrollBar().value()
    assert view.extent.start < 190 < 198 < view.extent.stop


async def test_a_person_at_the_end_follows_what_is_added(room: Room) -> None:
    talk = long_talk(room.folder, 30)
    page = await room.open(talk)
    page.feed.jump_to("end")
    await until(lambda: page.view.extent.stop == 60)
    await settled(page)
    talk.ask("And now?").call("Bash", {"command": "make"}, None).write()
    room.tell_changed(talk)
    await until(lambda: "And now?" in shown(page))
    await settled(page)
    assert page.view.at_bottom
    assert page.stage.outline.model.rowCount() == 31
    call = parts(page, PartKind.CALL)[-1]
    assert call.part.ending is not None
    assert call.part.ending.missing
    _answer(talk, "built\nin a minute").say("Done.").write()
    room.tell_changed(talk)
    await until(lambda: "Done." in shown(page))
    await settled(page)
    call = parts(page, PartKind.CALL)[-1]
    assert call.part.ending is not None
    assert (call.part.ending.missing, call.part.ending.lines) == (False, 2)
    assert page.view.at_bottom


def _answer(talk: Talk, result: str) -> Talk:
    """Give the open call of *talk* its result."""
    key = f"toolu_{talk._count - 1}"
    return talk._add(
        "user", [{"type": "tool_result", "tool_use_id": key, "content": result, "is_error": False}]
    )


async def test_a_person_who_reads_stays_while_messages_are_added(room: Room) -> None:
    talk = long_talk(room.folder, 30)
    page = await room.open(talk, turn=10)
    before = page.view.place()
    talk.ask("Later").say("Much later.").write()
    room.tell_changed(talk)
    await until(lambda: len(page.feed.entries) == 62)
    await settled(page)
    assert page.view.place() == before
    page.feed.jump_to("end")
    await until(lambda: "Much later." in shown(page))


async def test_an_end_that_was_taken_back_goes(room: Room) -> None:
    talk = long_talk(room.folder, 5)
    page = await room.open(talk)
    kept = talk._last
    talk.ask("Wrong way").say("Sorry.").write()
    room.tell_changed(talk)
    await until(lambda: "Wrong way" in shown(page))
    talk._last = kept
    talk.ask("Right way").say("Better.").write()
    room.tell_changed(talk)
    await until(lambda: "Right way" in shown(page))
    await settled(page)
    assert "Wrong way" not in shown(page)
    assert text_of(parts(page, PartKind.PROMPT)[-1]) == "Right way"


async def test_an_empty_session_fills_when_it_grows(room: Room) -> None:
    talk = Talk(room.folder).write()
    page = await room.page(room.register(talk.path))
    await page.load()
    assert not page.stage.shows_content
    talk.ask("Hello?").say("Hello!").write()
    room.tell_changed(talk)
    await settled(page)
    assert "Hello!" in shown(page)
