"""A conversation is shown turn by turn, with its tool calls, and says so when it cannot be."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QColor, QDesktopServices, QTextBlockFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from support.conversation_room import (
    Room,
    Talk,
    click,
    long_talk,
    parts,
    settled,
    shown,
    text_of,
    until,
    y_on_screen,
)
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import Citation
from vela_desktop.domain.jobs import Choice, JobOptions, JobStatus
from vela_desktop.domain.routes import EntryRoute, SessionRoute, SnapshotRoute, format_citation
from vela_desktop.gui.conversation.flow import Placed
from vela_desktop.gui.documents.blocks import seen
from vela_desktop.gui.i18n import Languages
from vela_desktop.rendering.pieces import PartKind

FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value


def talk_with_tools(folder: Path) -> Talk:
    """Return a conversation of two turns with calls that went well and one that failed."""
    talk = Talk(folder).ask("Why does it fail?\nSecond line.")
    talk.call("Read", {"file_path": "/home/dev/shop/app/models.py"}, "one\ntwo\nthree")
    talk.call("Bash", {"command": "pytest -q"}, "Exit code 1\n1 failed", failed=True)
    talk.say("**判断。**后来 the predicate must be `immutable`.")
    talk.ask("Thank you").say("You are welcome.")
    return talk.write()


async def test_each_prompt_is_a_card_with_its_turn_and_a_line_of_facts(room: Room) -> None:
    page = await room.open(talk_with_tools(room.folder))
    prompts, facts = parts(page, PartKind.PROMPT), parts(page, PartKind.FACTS)
    assert [placed.part.turn for placed in prompts] == [1, 2]
    assert text_of(prompts[0]) == "Why does it fail?\N{LINE SEPARATOR}Second line."
    assert text_of(facts[0]).startswith("Claude · ")
    assert text_of(facts[0]).endswith(" · 3 steps · 35 s")
    flow, right = page.view.flow, page.view.right
    assert flow.box(facts[0], right).left() == flow.box(prompts[0], right).left()


async def test_lines_of_han_and_latin_are_equally_high(room: Room) -> None:
    talk = (
        Talk(room.folder).ask("问题").say("中文一行\n\nLatin only\n\n- 列表\n\n```\ncode 代码\n```")
    )
    page = await room.open(talk.write())
    for placed in (*parts(page, PartKind.TEXT), *parts(page, PartKind.PROMPT)):
        block = placed.frame.firstCursorPosition().block()
        while block.position() <= placed.frame.lastPosition():
            wanted = 20 if block.blockFormat().nonBreakableLines() else 26
            assert (block.blockFormat().lineHeight(), block.blockFormat().lineHeightType()) == (
                wanted,
                FIXED,
            )
            place = seen(page.view.document(), block)
            assert place is not None
            assert place.baseline - place.top == pytest.approx(wanted * 0.8, abs=0.1)
            block = block.next()


async def test_a_call_is_one_line_with_its_outcome_and_opens_in_place(room: Room) -> None:
    page = await room.open(talk_with_tools(room.folder))
    read, ran = parts(page, PartKind.CALL)
    assert text_of(read) == "Read app/models.py"
    assert read.part.ending is not None
    assert (read.part.ending.lines, read.part.ending.seconds) == (3, 7.0)
    assert ran.part.ending is not None
    assert (ran.part.ending.failed, ran.part.ending.exit_code) == (True, 1)
    assert "three" not in shown(page)
    box = page.view.flow.box(read, page.view.right)
    click(page, box.right() - 4, box.center().y())
    await until(lambda: "three" in shown(page))
    click(page, box.right() - 4, box.center().y())
    await until(lambda: "three" not in shown(page))
    assert len(parts(page, PartKind.CALL)) == 2


async def test_opening_a_fold_leaves_its_line_where_it_is(room: Room) -> None:
    talk = long_talk(room.folder, 12)
    talk.ask("Run it").call("Bash", {"command": "make"}, "line\n" * 40).say("Done.")
    for turn in range(12):
        talk.ask(f"More {turn}").say("Yes. " * 80)
    page = await room.open(talk.write(), turn=13)
    (line,) = parts(page, PartKind.CALL)
    before = y_on_screen(page, line)
    await page.feed.toggle(line.part.key)
    (line,) = parts(page, PartKind.CALL)
    assert line.part.opened
    assert y_on_screen(page, line) == before
    page.view.verticalScrollBar().setValue(page.view.verticalScrollBar().value() + 300)
    below = next(placed for placed in parts(page, PartKind.PROMPT) if placed.part.turn == 14)
    before = y_on_screen(page, below)
    page.view.replace((await page.feed._render(page.view.extent))[0])
    assert y_on_screen(page, below) == before


async def test_what_is_long_is_folded_and_opens_bit_by_bit(room: Room) -> None:
    log = "\n".join(f"line {number} of the log" for number in range(5000))
    talk = Talk(room.folder).ask("Look:\n" + log).say("I see.")
    page = await room.open(talk.write())
    (prompt,), (fold,) = parts(page, PartKind.PROMPT), parts(page, PartKind.FOLD)
    assert text_of(prompt).startswith("Look:")
    assert "line 300 " not in shown(page)
    assert text_of(fold) == f"{len(log) + 6:,} characters, folded"
    await page.feed.toggle(fold.part.key)
    assert "line 300 " in shown(page)
    assert "line 4999 " not in shown(page)
    _, more = parts(page, PartKind.FOLD)
    assert text_of(more).endswith(" more characters")
    await page.feed.toggle(more.part.key)
    assert len(parts(page, PartKind.FOLD)) == 3


async def test_a_turn_number_copies_its_citation(room: Room) -> None:
    page = await room.open(talk_with_tools(room.folder))
    prompt = parts(page, PartKind.PROMPT)[1]
    box = page.view.flow.box(prompt, page.view.right)
    click(page, box.left() - 20, box.center().y())
    target = format_citation(Citation(session_id=page._route.session_id, turn=2))
    assert room.desk.copied == [f"[Turn 2]({target})"]


class Outside(QObject):
    """Stands for the system that opens what does not belong to Vela."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        """Remember what was opened."""
        self.opened.append(url.toString())


async def test_links_lead_to_turns_pages_and_outside_and_nowhere_else(room: Room) -> None:
    page = await room.open(talk_with_tools(room.folder))
    outside = Outside()
    for scheme in ("https", "file"):
        QDesktopServices.setUrlHandler(scheme, outside, "take")
    session = page._route.session_id
    for target in (
        f"cite:{session}@2:step1",
        "vela://entry/abc",
        "https://example.org/x",
        "file:///etc/passwd",
        "vela://no-such-page",
    ):
        page.view.link_clicked.emit(target)
    for scheme in ("https", "file"):
        QDesktopServices.unsetUrlHandler(scheme)
    assert outside.opened == ["https://example.org/x"]
    assert room.desk.went == [
        SessionRoute(session_id=session, turn=2, step=1),
        EntryRoute(entry_id="abc"),
    ]
    assert page.problems.isVisibleTo(page)


async def test_a_route_leads_to_its_turn_and_marks_its_step(room: Room) -> None:
    page = await room.open(long_talk(room.folder, 30), turn=17)
    seventeen = next(placed for placed in parts(page, PartKind.PROMPT) if placed.part.turn == 17)
    assert y_on_screen(page, seventeen) == 0
    assert page.view.marked is None
    await page.show_route(SessionRoute(session_id=page._route.session_id, turn=3, step=1))
    await settled(page)
    answer = page.view.flow.of(5)[0]
    assert text_of(answer).startswith("Answer 3.")
    assert y_on_screen(page, answer) == 0
    assert page.view.marked == 5
    assert page.route() == SessionRoute(session_id=page._route.session_id, turn=3)


async def test_the_outline_follows_and_leads(room: Room) -> None:
    page = await room.open(long_talk(room.folder, 60))
    outline = page.stage.outline
    assert outline.model.rowCount() == 60
    assert outline.list.currentIndex().row() == 0
    outline.chosen.emit(outline.model.indexes[44])
    await until(lambda: 88 in page.view.extent and not page.view.busy)
    prompt = next(placed for placed in parts(page, PartKind.PROMPT) if placed.part.turn == 45)
    assert y_on_screen(page, prompt) == 0
    assert outline.list.currentIndex().row() == 44
    assert page.view.turn == 45


async def test_words_follow_the_language_and_the_place_stays(
    room: Room, languages: Languages
) -> None:
    page = await room.open(talk_with_tools(room.folder), turn=2)
    top = page.view.place()
    languages.choose("zh_CN")
    await until(lambda: "读取 app/models.py" in shown(page))
    await settled(page)
    assert page.curate.text() == "整理到会话知识库…"
    assert page.view.place() == top
    languages.choose("en")
    await until(lambda: "Read app/models.py" in shown(page))


async def test_colours_follow_the_theme(room: Room) -> None:
    page = await room.open(talk_with_tools(room.folder))
    text = parts(page, PartKind.TEXT)[0]
    assert colour_of(text) == room.theme.color("text")
    light = page.grab().toImage()
    room.theme.choose("dark")
    await until(lambda: colour_of(parts(page, PartKind.TEXT)[0]) == room.theme.color("text"))
    await settled(page)
    dark = page.grab().toImage()
    middle = page.view.mapTo(page, QPoint(page.view.width() // 2, page.view.height() - 2))
    assert light.pixelColor(middle) != dark.pixelColor(middle)


def colour_of(placed: Placed) -> QColor:
    """Return the colour of a part's first letter."""
    fragment = placed.frame.firstCursorPosition().block().begin().fragment()
    return fragment.charFormat().foreground().color()


async def test_a_transcript_that_is_gone_says_so_and_is_read_when_it_is_back(
    room: Room, languages: Languages
) -> None:
    talk = talk_with_tools(room.folder)
    session = room.register(talk.path)
    talk.path.unlink()
    page = await room.page(session)
    await page.load()
    assert not page.stage.shows_content
    assert "no longer there" in page.stage.empty.accessibleName()
    languages.choose("zh_CN")
    QApplication.processEvents()
    assert "已不存在" in page.stage.empty.accessibleName()
    languages.choose("en")
    talk.write()
    page.stage.empty.findChild(QPushButton).click()
    await settled(page)
    assert "Read app/models.py" in shown(page)


async def test_a_transcript_that_cannot_be_read_says_why(room: Room) -> None:
    talk = talk_with_tools(room.folder)
    session = room.register(talk.path)
    talk.path.unlink()
    talk.path.mkdir()
    page = await room.page(session)
    await page.load()
    assert "The transcript cannot be read." in page.stage.empty.accessibleName()


async def test_a_session_that_is_not_known_says_so(room: Room) -> None:
    page = await room.page("0b0e7c1e-6f2d-5a55-9f37-0d1f1f0c0a01")
    await page.load()
    assert "no longer on this computer" in page.stage.empty.accessibleName()


async def test_a_session_without_messages_says_so(room: Room) -> None:
    page = await room.page(room.register(Talk(room.folder).write().path))
    await page.load()
    assert not page.stage.shows_content
    assert page.stage.empty.accessibleName().startswith("This session has no messages yet.")


async def test_what_is_on_screen_stays_when_the_transcript_goes(room: Room) -> None:
    page = await room.open(talk_with_tools(room.folder))
    Path(page._row.path or "").unlink()
    room.tell_gone(page._route.session_id)
    await until(lambda: page.problems.isVisibleTo(page))
    assert "Read app/models.py" in shown(page)


async def test_the_keyboard_goes_from_fold_to_fold_and_opens_them(room: Room) -> None:
    page = await room.open(talk_with_tools(room.folder))
    view = page.view
    view.setFocus()
    assert view.focusNextPrevChild(True)
    assert view.textCursor().selectedText() == "Read"
    assert view.focusNextPrevChild(True)
    assert view.textCursor().selectedText() == "Run"
    QTest.keyClick(view, Qt.Key.Key_Return)
    await until(lambda: "1 failed" in shown(page))
    assert view.focusNextPrevChild(False)
    assert view.textCursor().selectedText() == "Read"


async def test_a_selection_is_copied_as_plain_text(room: Room) -> None:
    talk = (
        Talk(room.folder)
        .ask("Hi")
        .say("Do:\n\n1. first\n2. second\n\n- dot\n\n| a | b |\n|-|-|\n| 1 | 2 |")
    )
    page = await room.open(talk.write())
    answer = parts(page, PartKind.TEXT)[0].frame
    cursor = answer.firstCursorPosition()
    cursor.setPosition(answer.lastPosition(), cursor.MoveMode.KeepAnchor)
    page.view.setTextCursor(cursor)
    page.view.copy()
    copied = QApplication.clipboard().mimeData()
    assert copied.formats() == ["text/plain"]
    assert copied.text().strip() == "Do:\n1. first\n2. second\n• dot\na\tb\n1\t2"


async def test_long_titles_are_cut_and_the_button_stays(room: Room) -> None:
    talk = Talk(room.folder, title="A very long title " * 12).ask("Hi").say("Hello")
    page = await room.open(talk.write())
    heading = page.heading
    assert heading.title.elided
    assert heading.title.geometry().right() < heading.facts.geometry().left()
    assert heading.facts.geometry().right() <= heading.width()
    button = page.curate
    assert button.mapTo(page, QPoint(button.width(), 0)).x() < page.width()


async def test_a_narrow_page_does_without_the_outline(room: Room) -> None:
    page = await room.open(talk_with_tools(room.folder))
    assert page.stage.outline.isVisible()
    page.resize(600, 700)
    QApplication.processEvents()
    assert not page.stage.outline.isVisible()


async def test_the_column_is_never_wider_than_reading_allows(room: Room) -> None:
    page = await room.open(talk_with_tools(room.folder))
    page.resize(1900, 700)
    QApplication.processEvents()
    box = page.view.flow.box(parts(page, PartKind.PROMPT)[0], page.view.right)
    assert box.width() == room.theme.size("measure.max")


async def curated(room: Room, talk: Talk) -> tuple[str, str]:
    """Curate *talk*; return the ids of its session and of its snapshot."""
    session = room.register(talk.path)
    jobs = room.services.jobs
    job = await jobs.submit(session, Choice(agent=Agent.BUILTIN), JobOptions())
    assert (await jobs.run(job.id)).status is JobStatus.COMPLETED
    return session, job.source_id


@pytest.mark.usefixtures("noon")
async def test_what_was_curated_is_offered_where_the_transcript_is_gone(room: Room) -> None:
    talk = talk_with_tools(room.folder)
    session, snapshot = await curated(room, talk)
    talk.path.unlink()
    page = await room.page(session)
    await page.load()
    assert "curation of today" in page.stage.empty.accessibleName()
    view, again = page.stage.empty.findChildren(QPushButton)
    assert (view.text(), again.text()) == ("View newest source snapshot", "Look again")
    view.click()
    assert room.desk.went == [SnapshotRoute(source_id=snapshot)]


async def test_what_was_curated_is_offered_where_the_transcript_goes(room: Room) -> None:
    talk = talk_with_tools(room.folder)
    session, snapshot = await curated(room, talk)
    page = await room.open(talk)
    talk.path.unlink()
    room.tell_gone(session)
    await until(lambda: page.problems.isVisibleTo(page))
    (view,) = page.problems.findChildren(QPushButton)
    view.click()
    assert room.desk.went == [SnapshotRoute(source_id=snapshot)]
