"""The records kept in order: links and the way back, deleting, pausing, what opens by keyboard."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from support.gui import until
from support.jobs_fixtures import OpenRoom
from support.jobs_room import Room, lines
from support.storage import OWNER
from vela_desktop.domain import limits
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import JobNote, JobStatus, Stage, Step
from vela_desktop.domain.routes import JobsRoute, SettingsRoute, format_route, parse_route
from vela_desktop.gui.jobs.page import JobsPage
from vela_desktop.gui.kit.ask import Question
from vela_desktop.storage import jobs, steps


async def asked(room: Room) -> Question:
    await until(lambda: room.window.findChild(Question) is not None)
    found = room.window.findChild(Question)
    assert found is not None
    return found


def answer(question: Question, key: str) -> None:
    button = question.findChild(QPushButton, f"answer_{key}")
    assert button is not None
    button.click()


def test_a_link_holds_filters_page_and_job() -> None:
    route = JobsRoute(
        status=JobStatus.FAILED, project_id="p", session_id="s", page=3, job_id="j"
    )  # fmt: skip
    assert parse_route(format_route(route)) == route


async def test_back_and_forward_restore_filter_page_and_job(open_room: OpenRoom) -> None:
    async with open_room() as room:
        made = [await room.job(JobStatus.QUEUED, session=str(n)) for n in range(limits.PAGE_SIZE)]
        await room.job(JobStatus.QUEUED, session="100")
        page = await room.records()
        assert not page.head.back.isEnabled()
        page.foot.after.click()
        await until(lambda: made[0].id in page.list.lines)
        page.list.lines[made[0].id].toggle()
        await page.show_route(JobsRoute(status=JobStatus.FAILED))
        assert page.stages.shows_empty
        QTest.keyClick(page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        await until(lambda: made[0].id in page.list.lines)
        assert page.route() == JobsRoute(page=2, job_id=made[0].id)
        assert page.list.lines[made[0].id].opened
        page.head.back.click()
        await until(lambda: not page.head.back.isEnabled())
        assert page.route() == JobsRoute()
        page.head.forward.click()
        await until(lambda: page.route() == JobsRoute(page=2, job_id=made[0].id))


async def test_the_jobs_of_one_session_are_shown_alone_until_all_are_wanted(
    open_room: OpenRoom,
) -> None:
    async with open_room() as room:
        mine = await room.job(JobStatus.COMPLETED, session="1", titles=("A",))
        other = await room.job(JobStatus.COMPLETED, session="2")
        page = await room.records(JobsRoute(session_id=mine.session_id))
        assert [*page.list.lines] == [mine.id]
        assert page.head.session.text() == "Session 1"
        page.head.session.click()
        await until(lambda: other.id in page.list.lines)
        assert page.route() == JobsRoute()
        assert page.head.session.isHidden()


async def test_deleting_a_record_asks_and_keeps_its_snapshot(open_room: OpenRoom) -> None:
    async with open_room() as room:
        kept = await room.job(JobStatus.COMPLETED, session="1", titles=("A",))
        job = await room.job(JobStatus.FAILED, session="2")
        page = await room.records(JobsRoute(job_id=job.id))
        line = page.list.lines[job.id]
        line.setFocus()
        QTest.keyClick(line, Qt.Key.Key_Delete)
        question = await asked(room)
        assert question.focusWidget().objectName() == "answer_keep"
        answer(question, "keep")
        await until(lambda: room.window.findChild(Question) is None)
        assert job.id in page.list.lines

        QTest.keyClick(line, Qt.Key.Key_Delete)
        answer(await asked(room), "delete")
        await until(lambda: [*page.list.lines] == [kept.id])
        assert room.window.focusWidget() is page.list.lines[kept.id]
        snapshot = await room.services.entries.snapshot(job.source_id)
        assert snapshot.id == job.source_id


async def test_a_job_that_has_not_ended_cannot_be_deleted(open_room: OpenRoom) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.RUNNING, session="1")
        ended = await room.job(JobStatus.FAILED, session="2")
        page = await room.records()
        QTest.keyClick(page.list.lines[job.id], Qt.Key.Key_Delete)
        QTest.keyClick(page.list.lines[ended.id], Qt.Key.Key_Delete)
        await asked(room)
        (question,) = room.window.findChildren(Question)
        answer(question, "delete")
        await until(lambda: [*page.list.lines] == [job.id])


async def test_a_pause_is_said_everywhere_and_ended_from_anywhere(open_room: OpenRoom) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.QUEUED)
        page = await room.records()
        assert page.head.pause.text() == "Pause all"
        page.head.pause.click()
        await until(lambda: page.list.lines[job.id].row.job.notes == (JobNote.PAUSED,))
        await until(page.paused.isVisible)
        assert "paused" in page.list.lines[job.id].face.told.second
        assert page.head.pause.text() == "Resume"
        assert room.status.paused.isVisible()
        assert room.window.jobs_paused()
        room.status.resume.click()
        await until(lambda: not page.paused.isVisible())
        await until(lambda: page.list.lines[job.id].row.job.notes == ())
        assert not room.status.resume.isVisible()
        room.window.menus.actions["jobs.pause"].trigger()
        await until(page.paused.isVisible)
        room.window.menus.actions["jobs.resume"].trigger()
        await until(lambda: not page.paused.isVisible())


async def test_a_pause_of_earlier_is_known_at_the_start(open_room: OpenRoom) -> None:
    async with open_room() as room:
        await room.services.jobs.pause()
    async with open_room() as room:
        page = await room.records()
        await until(page.paused.isVisible)
        assert room.status.resume.isVisible()


async def test_the_steps_of_an_opened_job_are_read_and_follow_it(open_room: OpenRoom) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.RUNNING)
        now = (await room.services.jobs.get(job.id)).job.started_at or 0

        async def finish(number: int) -> None:
            done = Step(
                key=str(number), stage=Stage.EXTRACT, output="text", started_at=now + 1,
                ended_at=now + 2_000,
            )  # fmt: skip
            await room.store.write(steps.keep, job.lineage, done)

        await finish(1)
        page = await room.records()
        details = page.list.lines[job.id].details
        assert details is not None
        await until(lambda: details.steps.fold.whole.startswith("1 finished step ·"))
        details.steps.show_table(True)
        details.steps.table.selectRow(0)
        await finish(2)
        await room.store.write(jobs.progress, job.id, OWNER, Stage.MERGE, 5, 7)
        await until(lambda: details.steps.fold.whole.startswith("2 finished steps ·"))
        assert details.steps.table.chosen() == [0]


async def test_a_failure_leads_to_the_settings_of_its_agent(open_room: OpenRoom) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.RUNNING)
        await room.fail(job, Code.AGENT_UNAVAILABLE, reason="no_such_file")
        page = await room.records()
        went: list[object] = []
        page.go = went.append
        press(page, "failure_settings")
        assert went == [SettingsRoute(agent=job.agent)]


def press(page: JobsPage, name: str) -> None:
    button = page.findChild(QPushButton, name)
    assert button is not None
    button.click()


async def test_home_and_end_lead_to_the_first_and_the_last_line(open_room: OpenRoom) -> None:
    async with open_room() as room:
        for session in "1234":
            await room.job(JobStatus.COMPLETED, session=session)
        page = await room.records()
        first, *_, last = lines(page)
        first.setFocus()
        QTest.keyClick(first, Qt.Key.Key_End)
        assert last.hasFocus()
        QTest.keyClick(last, Qt.Key.Key_Down)
        assert last.hasFocus()
        QTest.keyClick(last, Qt.Key.Key_Home)
        assert first.hasFocus()
