"""Recordings come in by the menu or by dragging, one after the other, and can be stopped."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from support import tasks
from support.gui import cut
from support.recording_room import (
    Drag,
    OpenedFiles,
    Room,
    files,
    long_recording,
    recording,
    room,
    row_of,
    until,
)
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.routes import SessionRoute
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.recordings.files import Refusal
from vela_desktop.gui.sessions.words import spoken
from vela_desktop.gui.theme import Theme
from vela_desktop.work.pool import Lane

HEAD = QPoint(4, 4)


OpenRoom = Callable[[], AbstractAsyncContextManager[Room]]


@pytest.fixture
def open_room(tmp_path: Path, theme: Theme, languages: Languages) -> OpenRoom:
    """Opens the window; the test closes it, while the loop still runs."""
    return partial(room, tmp_path, theme, languages)


async def test_a_chosen_file_becomes_a_session_one_enter_away(
    open_room: OpenRoom, tmp_path: Path
) -> None:
    async with open_room() as desk:
        path = recording(tmp_path / "deploy.cast", "$ make deploy", "done")
        front = desk.window.tabs.front()
        desk.window.menus.actions["session.import"].trigger()
        desk.choose(path)
        await until(lambda: desk.selected is not None and desk.selected.agent is Agent.TERMINAL)
        assert desk.selected is not None
        assert desk.selected.title == "Deploy to staging"
        assert desk.window.tabs.front() is front
        assert desk.intake.place.progress.what.text() == "“deploy.cast” is imported"
        view = desk.sessions.view
        assert desk.window.focusWidget() is view
        QTest.keyClick(view, Qt.Key.Key_Return)
        page = desk.window.tabs.front()
        assert page is not None
        route = page.route()
        assert isinstance(route, SessionRoute)
        assert route.session_id == desk.selected.id


async def test_filters_that_hide_what_came_in_are_cleared(
    open_room: OpenRoom, tmp_path: Path
) -> None:
    async with open_room() as desk:
        desk.sessions.box.field.setText("backups")
        await until(lambda: len(desk.rows) == 1)
        await desk.imported(recording(tmp_path / "a.cast", "hello"))
        assert desk.sessions.box.text() == ""
        await until(lambda: len(desk.rows) == 3)


async def test_the_dialog_does_not_block_and_giving_it_up_does_nothing(open_room: OpenRoom) -> None:
    async with open_room() as desk:
        desk.window.menus.actions["session.import"].trigger()
        dialog = desk.window.findChild(QFileDialog, "recordings")
        assert dialog.fileMode() is QFileDialog.FileMode.ExistingFiles
        dialog.reject()
        assert desk.intake.queue.running is None
        assert not desk.intake.place.isVisible()


async def test_cancelled_while_it_is_rendered_nothing_is_left(
    open_room: OpenRoom, tmp_path: Path
) -> None:
    async with open_room() as desk:
        queue, progress = desk.intake.queue, desk.intake.place.progress
        queue.ask([long_recording(tmp_path / "long.cast"), recording(tmp_path / "b.cast", "hello")])
        await until(lambda: queue.part is not None)
        assert queue.part is not None
        assert queue.part < 1
        assert progress.isVisible()
        assert progress.what.text() == "Importing “long.cast”"
        assert progress.figure.text() == f"{int(queue.part * 100)} %"
        assert (progress.more.text(), progress.cancel.text()) == ("1 more", "Cancel all")
        progress.cancel.click()
        assert progress.what.text() == "Cancelling “long.cast”"
        assert not progress.cancel.isEnabled()
        await desk.done()
        assert desk.kept() == []
        assert desk.notice == ""
        assert not desk.intake.place.isVisible()
        await desk.services.reading.scanner.scan()
        assert len(desk.rows) == 2


async def test_cancelled_before_it_is_copied_nothing_is_left(
    open_room: OpenRoom, tmp_path: Path
) -> None:
    async with open_room() as desk:
        queue, work, gate = desk.intake.queue, desk.services.reading.work, tmp_path / "gate"
        before = asyncio.create_task(work.run(tasks.wait_for, gate, lane=Lane.LATER))
        queue.ask([recording(tmp_path / "a.cast", "hello")])
        await until(lambda: queue.running is not None)
        queue.cancel()
        gate.touch()
        await desk.done()
        await before
        await work.run(len, (), lane=Lane.LATER)
        assert desk.kept() == []


async def test_a_file_that_is_refused_says_why_until_it_is_put_away(
    open_room: OpenRoom, tmp_path: Path, languages: Languages
) -> None:
    async with open_room() as desk:
        notes = tmp_path / "notes.txt"
        notes.write_text("Milk, bread\n")
        desk.intake.queue.ask([notes])
        await until(lambda: desk.notice)
        assert desk.notice.startswith(
            "“notes.txt” was not imported “notes.txt” cannot be read as a"
        )
        assert "it does not hold what a terminal showed" in desk.notice
        languages.choose("zh_CN")
        await until(lambda: "未能导入「notes.txt」" in desk.notice)
        assert "其中没有终端显示过的内容" in desk.notice
        languages.choose("en")
        await desk.imported(recording(tmp_path / "a.cast", "hello"))
        assert "notes.txt" in desk.notice, "what went well does not put a failure away"
        notice = desk.intake.place.refused.notice
        assert notice is not None
        notice.closed.emit()
        assert desk.notice == ""
        assert desk.intake.queue.failures == []


async def test_many_refusals_are_one_notice_of_a_few_lines(
    open_room: OpenRoom, tmp_path: Path
) -> None:
    async with open_room() as desk:
        paths = [tmp_path / f"{number}.txt" for number in range(6)]
        for path in paths:
            path.write_text("nothing")
        desk.intake.queue.ask(paths)
        await desk.done()
        await until(lambda: desk.notice.startswith("6 files were not imported"))
        assert desk.notice.endswith("and 3 more")
        assert "5.txt" in desk.notice
        assert "1.txt" not in desk.notice


async def test_a_recording_is_attached_by_the_menu_of_its_session(
    open_room: OpenRoom, tmp_path: Path
) -> None:
    async with open_room() as desk:
        row, _ = row_of(desk, Agent.CODEX)
        desk.sessions.select_session(row.id)
        desk.sessions.view.setFocus()
        desk.window.menus.actions["session.attach"].trigger()
        desk.choose(recording(tmp_path / "work.cast", "hello"))
        await until(lambda: row_of(desk, Agent.CODEX)[0].recordings == 1)
        assert desk.kept() == []
        assert len(desk.kept("attached")) == 1
        assert "1 recording" in spoken(row_of(desk, Agent.CODEX)[0])
        index = desk.sessions.model.index(desk.sessions.model.row_of(row.id) or 0)
        assert index.data(Qt.ItemDataRole.ToolTipRole) == "Backups\n1 recording"


class TestDragging:
    async def test_files_over_the_pane_are_imported(
        self, open_room: OpenRoom, tmp_path: Path
    ) -> None:
        async with open_room() as desk:
            path = recording(tmp_path / "a.cast", "hello")
            drag = Drag(desk.sessions, files(path))
            entered = drag.enter(HEAD)
            assert entered.isAccepted()
            assert entered.dropAction() is Qt.DropAction.CopyAction, "a move would delete the file"
            assert desk.target.isVisible()
            assert desk.target.geometry() == desk.sessions.rect()
            assert desk.target.said.text == "Drop to import"
            assert drag.drop(HEAD).dropAction() is Qt.DropAction.CopyAction
            assert not desk.target.isVisible()
            await until(lambda: desk.selected is not None and desk.selected.agent is Agent.TERMINAL)
            assert path.exists()

    async def test_over_a_session_of_an_agent_they_are_attached_to_it(
        self, open_room: OpenRoom, tmp_path: Path, languages: Languages
    ) -> None:
        async with open_room() as desk:
            row, at = row_of(desk, Agent.CLAUDE)
            drag = Drag(desk.sessions.view, files(recording(tmp_path / "a.cast", "x")))
            drag.enter(at)
            aim = desk.target.aim
            assert aim is not None
            assert aim.to is not None
            assert aim.to.id == row.id
            assert aim.row is not None
            assert aim.row.height() == desk.window.theme.size("row.session")
            assert desk.target.said.text == "Attach to “Invitations”"
            languages.choose("zh_CN")
            await until(lambda: desk.target.said.text == "附加到「Invitations」")
            languages.choose("en")
            drag.drop(at)
            await until(lambda: row_of(desk, Agent.CLAUDE)[0].recordings == 1)
            await until(lambda: desk.selected is not None and desk.selected.id == row.id)

    async def test_a_recording_that_stands_alone_has_none_attached(
        self, open_room: OpenRoom, tmp_path: Path
    ) -> None:
        async with open_room() as desk:
            await desk.imported(recording(tmp_path / "a.cast", "hello"))
            _, at = row_of(desk, Agent.TERMINAL)
            drag = Drag(desk.sessions.view, files(tmp_path / "a.cast"))
            drag.enter(at)
            assert desk.target.said.text == "Drop to import"
            drag.leave()
            assert not desk.target.isVisible()

    async def test_a_folder_is_refused_with_the_reason(
        self, open_room: OpenRoom, tmp_path: Path
    ) -> None:
        async with open_room() as desk:
            drag = Drag(desk.sessions.view, files(tmp_path))
            drag.enter(HEAD)
            await until(lambda: desk.target.aim and desk.target.aim.refusal is Refusal.FOLDER)
            assert desk.target.said.text == "A folder cannot be imported"
            assert drag.move(HEAD).dropAction() is Qt.DropAction.IgnoreAction
            drag.drop(HEAD)
            assert desk.intake.queue.running is None

    async def test_what_is_no_file_here_is_refused_with_the_reason(
        self, open_room: OpenRoom
    ) -> None:
        async with open_room() as desk:
            words, link = QMimeData(), QMimeData()
            words.setText("hello")
            link.setUrls([QUrl("https://example.org/a.cast")])
            for mime, said in (
                (words, "Only files can be imported"),
                (link, "This is not on this computer"),
            ):
                drag = Drag(desk.sessions.view, mime)
                drag.enter(HEAD)
                assert desk.target.said.text == said
                assert drag.drop(HEAD).dropAction() is Qt.DropAction.IgnoreAction
                assert desk.intake.queue.running is None

    async def test_the_box_does_not_swallow_files(
        self, open_room: OpenRoom, tmp_path: Path
    ) -> None:
        async with open_room() as desk:
            path = recording(tmp_path / "a.cast", "hello")
            Drag(desk.sessions.box.field, files(path)).enter(HEAD)
            assert desk.target.isVisible()
            assert desk.sessions.box.text() == ""


async def test_the_window_itself_opens_no_recording(open_room: OpenRoom, tmp_path: Path) -> None:
    async with open_room() as desk:
        path = recording(tmp_path / "a.cast", "hello", "there")
        seen = OpenedFiles.watch()
        drag = Drag(desk.sessions, files(path))
        drag.enter(HEAD)
        drag.drop(HEAD)
        await until(lambda: desk.selected is not None)
        assert desk.selected is not None
        await desk.page(desk.selected.id)
        assert [name for name in seen if "a.cast" in name or "screen" in name] == []


@pytest.mark.parametrize("width", ["pane.left.min", "pane.left"])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
async def test_a_refusal_shows_every_line_while_others_come_in(
    open_room: OpenRoom, tmp_path: Path, languages: Languages, language: str, width: str
) -> None:
    async with open_room() as desk:
        languages.choose(language)
        side = desk.window.theme.size(width)
        desk.window.panes.setSizes([side, desk.window.width() - side, 0])
        first = long_recording(tmp_path / "all-day-2026-12-01.cast")
        second = recording(tmp_path / "deploy.cast", "$ make")
        notes = tmp_path / "notes.txt"
        notes.write_text("Milk, bread\n", encoding="utf-8")
        desk.intake.queue.ask([notes, first, second])
        await until(lambda: desk.notice and desk.intake.queue.part)
        place = desk.intake.place
        assert desk.sessions.width() == side
        assert place.progress.isVisible()
        assert place.progress.minimumSizeHint().width() <= side
        await until(lambda: not cut(place))
        desk.intake.queue.cancel()
        await desk.done()
