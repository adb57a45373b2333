"""The records: what a line says and offers, and how the page follows what happens."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from support.gui import at_rest, until
from support.jobs_fixtures import OpenRoom
from support.jobs_room import lines
from vela_desktop.domain import limits
from vela_desktop.domain.jobs import JobNote, JobStatus
from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    JobsRoute,
    SessionRoute,
    SnapshotRoute,
    parse_route,
)
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.jobs.page import JobsPage
from vela_desktop.gui.jobs.row import JobLine


def statuses(page: JobsPage) -> list[JobStatus]:
    return [line.row.job.status for line in lines(page)]


def menu_of(page: JobsPage, line: JobLine) -> dict[str, QAction]:
    line.more.click()
    menu = next(menu for menu in page.findChildren(QMenu, "job_menu") if menu.isVisible())
    found = {action.objectName(): action for action in menu.actions() if action.objectName()}
    menu.hide()
    return found


def line_of(page: JobsPage, job_id: str) -> JobLine:
    return page.list.lines[job_id]


async def test_every_line_and_the_header_stand_in_the_same_columns(open_room: OpenRoom) -> None:
    async with open_room() as room:
        for status in JobStatus:
            await room.job(status, session=str(len(status)), titles=("A",))
        page = await room.records()
        for width in (1440, 1000):
            room.window.resize(width, 900)
            await until(lambda: len({str(line.face.cells) for line in lines(page)}) == 1)
            cells = lines(page)[0].face.cells
            assert page.names.session.x() == cells.title.x()
            assert page.names.time.isHidden() == cells.time.isEmpty()
            assert page.names.time.isHidden() or page.names.time.x() == cells.time.x()


async def test_a_running_job_shows_its_stages_and_closes_when_it_is_done(
    open_room: OpenRoom,
) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.RUNNING)
        page = await room.records()
        line = line_of(page, job.id)
        assert line.opened
        assert line.stages is not None
        extract, merge, commit = line.stages.signs
        assert (extract.steps.text(), merge.steps.text()) == ("3 / 3", "4 / 7")
        assert (merge.bar.value(), merge.bar.maximum()) == (4, 7)
        assert commit.bar.isHidden()
        await room.store.commit(job)
        await until(lambda: line.row.job.status is JobStatus.COMPLETED)
        assert line_of(page, job.id) is line
        assert not line.opened
        assert "No reusable knowledge was found" in line.face.told.second


async def test_a_waiting_job_says_what_for(open_room: OpenRoom) -> None:
    async with open_room() as room:
        await room.job(JobStatus.RUNNING)
        waiting = await room.job(JobStatus.QUEUED)
        page = await room.records()
        assert waiting.notes == (JobNote.WAITS_FOR_PREDECESSOR,)
        assert statuses(page) == [JobStatus.QUEUED, JobStatus.CANCELLING]
        assert line_of(page, waiting.id).face.told.second == (
            "Starts by itself when this session's previous job has stopped."
        )


async def test_a_new_job_comes_on_top_and_nothing_else_changes(open_room: OpenRoom) -> None:
    async with open_room() as room:
        made = [await room.job(JobStatus.COMPLETED, session=str(n)) for n in range(1, 21)]
        page = await room.records()
        kept = line_of(page, made[3].id)
        kept.toggle()
        kept.setFocus()
        room.window.resize(1440, 500)
        page.list.verticalScrollBar().setValue(300)
        seen = await at_rest(lambda: kept.mapTo(page, kept.rect().topLeft()))
        before = lines(page)
        newest = await room.job(JobStatus.QUEUED, session="30")
        await until(lambda: newest.id in page.list.lines)
        assert lines(page)[0].row.job.id == newest.id
        assert lines(page)[1:] == before
        assert kept.opened
        assert kept.hasFocus()
        await until(lambda: kept.mapTo(page, kept.rect().topLeft()) == seen)


async def test_a_line_that_leaves_gives_the_keyboard_to_the_next(open_room: OpenRoom) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.RUNNING, session="1")
        other = await room.job(JobStatus.RUNNING, session="2")
        page = await room.records(JobsRoute(status=JobStatus.RUNNING))
        line_of(page, other.id).setFocus()
        await room.store.commit(other)
        await until(lambda: other.id not in page.list.lines)
        assert line_of(page, job.id).hasFocus()


async def test_filters_go_into_the_link_and_can_be_cleared(open_room: OpenRoom) -> None:
    async with open_room() as room:
        await room.job(JobStatus.COMPLETED)
        page = await room.records()
        page.head.status.setCurrentIndex(page.head.status.findText("Failed"))
        page.head.status.activated.emit(page.head.status.currentIndex())
        await until(lambda: page.stages.shows_empty)
        assert page.route() == JobsRoute(status=JobStatus.FAILED)
        assert page.clear.isVisible()
        page.clear.click()
        await until(lambda: page.stages.shows_content)
        assert page.route() == JobsRoute()


async def test_without_jobs_the_page_says_how_it_fills(open_room: OpenRoom) -> None:
    async with open_room() as room:
        page = await room.records()
        assert page.stages.shows_empty
        assert "Curate to knowledge base" in page.stages.empty.accessibleName()
        assert page.clear.isHidden()


async def test_the_projects_of_jobs_are_offered(open_room: OpenRoom) -> None:
    async with open_room() as room:
        await room.store.submit("00000001-0000-5000-8000-000000000000", project="p")
        other = await room.store.submit("00000002-0000-5000-8000-000000000000", project="q")
        page = await room.records()
        box = page.head.project
        assert [box.itemText(at) for at in range(box.count())] == [
            "All projects", "Project p", "Project q",
        ]  # fmt: skip
        box.setCurrentIndex(2)
        box.activated.emit(2)
        await until(lambda: [*page.list.lines] == [other.id])
        assert page.route() == JobsRoute(project_id="q")


async def test_a_link_to_a_job_leads_to_its_page_and_opens_it(open_room: OpenRoom) -> None:
    async with open_room() as room:
        made = [await room.job(JobStatus.QUEUED, session=str(n)) for n in range(limits.PAGE_SIZE)]
        more = [await room.job(JobStatus.QUEUED, session=str(n)) for n in range(100, 105)]
        page = await room.records(JobsRoute(job_id=made[0].id))
        line = line_of(page, made[0].id)
        assert page.route() == JobsRoute(page=2, job_id=made[0].id)
        assert line.opened
        assert page.foot.place.text() == "Page 2 of 2 · 40 a page"
        page.foot.before.click()
        await until(lambda: more[0].id in page.list.lines)
        assert page.route() == JobsRoute()
        line_of(page, more[0].id).toggle()
        assert page.route() == JobsRoute(job_id=more[0].id)


async def test_the_keyboard_moves_along_the_lines_and_opens_them(open_room: OpenRoom) -> None:
    async with open_room() as room:
        for session in "123":
            await room.job(JobStatus.COMPLETED, session=session)
        page = await room.records()
        first, second, _ = lines(page)
        first.setFocus()
        QTest.keyClick(first, Qt.Key.Key_Down)
        assert second.hasFocus()
        QTest.keyClick(second, Qt.Key.Key_Return)
        assert second.opened
        QTest.keyClick(second, Qt.Key.Key_Left)
        assert not second.opened
        QTest.mouseClick(second, Qt.MouseButton.LeftButton, pos=second.face.rect().center())
        assert second.opened


async def test_the_menu_leads_everywhere_from_a_job(open_room: OpenRoom) -> None:
    async with open_room() as room:
        done = await room.job(JobStatus.COMPLETED, session="1", titles=("A",))
        waiting = await room.job(JobStatus.QUEUED, session="2")
        page = await room.records()
        went: list[object] = []
        page.go = went.append
        menu = menu_of(page, line_of(page, done.id))
        assert set(menu) == {
            "job_entries", "job_session", "job_snapshot", "job_only", "job_link", "job_curate",
            "job_delete",
        }  # fmt: skip
        for name in ("entries", "session", "snapshot", "curate", "link"):
            menu_of(page, line_of(page, done.id))[f"job_{name}"].trigger()
        assert went == [
            EntriesRoute(session_id=done.session_id),
            SessionRoute(session_id=done.session_id),
            SnapshotRoute(source_id=done.source_id),
            CurateRoute(session_id=done.session_id),
        ]
        assert parse_route(QApplication.clipboard().text()) == JobsRoute(job_id=done.id)
        assert "job_cancel" in menu_of(page, line_of(page, waiting.id))


async def test_only_the_newest_failure_opens_by_itself(open_room: OpenRoom) -> None:
    async with open_room() as room:
        older = await room.job(JobStatus.FAILED, session="1")
        newer = await room.job(JobStatus.FAILED, session="2")
        page = await room.records()
        assert line_of(page, newer.id).opened
        assert not line_of(page, older.id).opened
        assert line_of(page, older.id).button.text() == "Retry"
        await room.job(JobStatus.COMPLETED, session="2")
        await until(lambda: line_of(page, older.id).opened)
        assert not line_of(page, newer.id).opened


async def test_language_and_theme_change_while_the_page_is_open(
    open_room: OpenRoom, languages: Languages
) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.FAILED)
        done = await room.job(JobStatus.COMPLETED, session="2", titles=("A", "B"))
        page = await room.records()
        line_of(page, done.id).toggle()
        languages.choose("zh_CN")
        room.theme.choose("dark")
        QApplication.sendPostedEvents()
        line = line_of(page, done.id)
        assert (line.face.told.status, line.button.text()) == ("已完成", "打开条目")
        assert line.face.told.second == "保存 2 个条目"
        assert line.opened
        failed = line_of(page, job.id).failure
        assert failed is not None
        assert "重试" in [button.text() for button in failed.findChildren(QPushButton)]
        assert page.names.agent.text() == "智能体 · 模型 · 思考程度"
        assert page.head.heading.text() == page.title() == "整理记录"
        room.theme.choose("light")


async def test_cancelling_what_has_just_ended_is_no_error(open_room: OpenRoom) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.RUNNING)
        page = await room.records()
        line = line_of(page, job.id)
        await room.fail(job)
        line.button.click()
        await until(lambda: line.row.job.status is JobStatus.FAILED)
        assert page.problems.notice is None


async def test_tab_comes_from_the_head_into_the_lines_and_from_line_to_line(
    open_room: OpenRoom,
) -> None:
    async with open_room() as room:
        await room.job(JobStatus.FAILED, session="1")
        await room.job(JobStatus.RUNNING, session="2")
        page = await room.records()
        first, second = page.list.ordered()
        at, seen = page.head.refresh, list[QWidget]()
        while (at := at.nextInFocusChain()) is not page.head.refresh:
            if at.focusPolicy() & Qt.FocusPolicy.TabFocus and page.isAncestorOf(at):
                seen.append(at)
        assert seen[0] is first
        (begin,) = (place for place, one in enumerate(seen) if one is second)
        assert all(first.isAncestorOf(one) for one in seen[1:begin])
        assert all(second.isAncestorOf(one) for one in seen[begin + 1 : begin + 3])
