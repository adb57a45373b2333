"""A recording is shown as what stood on a screen, and stands in for a transcript that is gone."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from support.conversation_room import parts, shown, text_of
from support.recording_room import Room, recording, room, row_of, until
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Choice, JobOptions
from vela_desktop.gui.curate.sent import Sent
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.sessions.words import signs, spoken
from vela_desktop.gui.snapshot.facts import SnapshotFacts
from vela_desktop.gui.subjects import subject_of
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.pieces import PartKind

OpenRoom = Callable[[], AbstractAsyncContextManager[Room]]


@pytest.fixture
def open_room(tmp_path: Path, theme: Theme, languages: Languages) -> OpenRoom:
    """Opens the window; the test closes it, while the loop still runs."""
    return partial(room, tmp_path, theme, languages)


async def test_a_screen_is_plain_text_under_its_time(open_room: OpenRoom, tmp_path: Path) -> None:
    async with open_room() as desk:
        path = recording(tmp_path / "a.cast", "**x** <b>y</b>\r\n    # four", "done")
        page = await desk.page((await desk.imported(path)).id)
        first, second = parts(page, PartKind.TEXT)
        assert text_of(first) == "**x** <b>y</b>\n    # four"
        assert text_of(second) == "done"
        assert "\x1b" not in shown(page)
        assert parts(page, PartKind.PROMPT) == []
        said = [text_of(placed) for placed in parts(page, PartKind.FACTS)]
        assert [line.split(" · ")[0] for line in said] == ["Screen", "Screen"]
        block = first.frame.firstCursorPosition().block()
        assert block.blockFormat().nonBreakableLines()
        assert block.begin().fragment().charFormat().fontFixedPitch() or "Hack" in str(
            block.begin().fragment().charFormat().fontFamilies()
        )


async def test_the_page_says_what_such_text_is(
    open_room: OpenRoom, tmp_path: Path, languages: Languages
) -> None:
    async with open_room() as desk:
        row = await desk.imported(recording(tmp_path / "a.cast", "hello"))
        page = await desk.page(row.id)
        assert page.caution.isVisible()
        assert page.caution.about.text().startswith("Text that was visible on a terminal's screen.")
        assert not page.caution.gone.isVisible()
        assert "1 part" in page.heading.facts.text()
        languages.choose("zh_CN")
        await until(lambda: any("屏幕 · " in text_of(one) for one in parts(page, PartKind.FACTS)))
        assert page.caution.about.text() == (
            "终端屏幕上可见的文本，可能有重绘的内容，不应视为已核实的事实。"
        )
        assert "1 段" in page.heading.facts.text()
        languages.choose("en")
        await until(lambda: page.caution.about.text().startswith("Text"))


async def test_the_outline_leads_through_its_parts_by_time(
    open_room: OpenRoom, tmp_path: Path
) -> None:
    async with open_room() as desk:
        path = recording(tmp_path / "a.cast", *(f"part {number}" for number in range(120)))
        page = await desk.page((await desk.imported(path)).id)
        outline = page.stage.outline
        assert outline.heading.text() == "Parts  120"
        words = outline.model.index(2).data()
        assert len(words) == len("09:41:07")
        assert outline.model.index(2).data(Qt.ItemDataRole.AccessibleTextRole) == f"3 {words}"
        outline.chosen.emit(outline.model.indexes[90])
        await until(lambda: 90 in page.view.extent and not page.view.busy)
        assert "part 90" in shown(page)


async def test_find_looks_in_the_screens_and_not_at_their_times(
    open_room: OpenRoom, tmp_path: Path
) -> None:
    async with open_room() as desk:
        path = recording(tmp_path / "a.cast", "a needle", "hay", "two needle needle")
        page = await desk.page((await desk.imported(path)).id)
        page.finder.open()
        bar = page.stage.find_bar
        bar.box.setText("needle")
        await until(lambda: bar.place.text() == "1 of 3")
        bar.box.setText("Screen")
        await until(lambda: bar.place.text() == "No hit")


async def test_a_transcript_that_is_gone_is_replaced_by_the_recording(
    open_room: OpenRoom, tmp_path: Path, languages: Languages
) -> None:
    async with open_room() as desk:
        row, _ = row_of(desk, Agent.CLAUDE)
        desk.intake.queue.ask([recording(tmp_path / "a.cast", "what was seen")], subject_of(row))
        await until(lambda: row_of(desk, Agent.CLAUDE)[0].recordings == 1)
        assert row.path is not None
        Path(row.path).unlink()
        await desk.services.reading.scanner.scan()
        await until(lambda: row_of(desk, Agent.CLAUDE)[0].path is None)
        gone = row_of(desk, Agent.CLAUDE)[0]
        assert [sign.icon for sign in signs(gone)] == ["session-missing", "terminal"]
        assert "The transcript is no longer there, 1 recording" in spoken(gone)
        page = await desk.page(row.id)
        assert "what was seen" in shown(page)
        assert page.caution.gone.isVisible()
        assert page.caution.gone.text() == (
            "The transcript is no longer there. This is the attached recording."
        )
        subject = page.subject()
        assert subject is not None
        assert subject.path is None  # type: ignore[union-attr]
        languages.choose("zh_CN")
        await until(lambda: page.caution.gone.text().startswith("对话记录已不存在"))
        languages.choose("en")
        await until(lambda: page.caution.gone.text().startswith("The"))


async def test_a_transcript_that_is_there_has_no_caution(open_room: OpenRoom) -> None:
    async with open_room() as desk:
        page = await desk.page(row_of(desk, Agent.CLAUDE)[0].id)
        assert not page.caution.isVisible()
        assert "1 turn" in page.heading.facts.text()


async def test_what_a_curation_would_send_names_its_source(
    open_room: OpenRoom, tmp_path: Path, theme: Theme
) -> None:
    async with open_room() as desk:
        row = await desk.imported(recording(tmp_path / "a.cast", "We decided to keep port 8080."))
        jobs, sent = desk.services.jobs, Sent(theme)
        for session, said in (
            (row.id, "Source: terminal recording. Text that was visible"),
            (row_of(desk, Agent.CLAUDE)[0].id, ""),
        ):
            sent.show_preview(await jobs.preview(session, JobOptions()), masks=True)
            assert sent.origin.text().startswith(said)
            assert sent.origin.isVisibleTo(sent) is bool(said)
        job = await jobs.submit(row.id, Choice(agent=Agent.BUILTIN), JobOptions())
        done = await jobs.run(job.id)
        facts = SnapshotFacts(theme)
        facts.show_snapshot(await desk.services.entries.snapshot(done.source_id))
        assert "Terminal recording" in facts.what.text()
        assert facts.caution.isVisibleTo(facts)
