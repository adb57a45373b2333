"""The status bar's job: one of several, how it ended, and what is shown where room is short."""

import pytest
from PySide6.QtWidgets import QApplication

from support.gui import until
from support.jobs_fixtures import OpenRoom
from vela_desktop.domain.jobs import JobStatus
from vela_desktop.domain.routes import JobsRoute
from vela_desktop.gui.i18n import Languages


async def test_without_a_job_the_bar_says_nothing(open_room: OpenRoom) -> None:
    async with open_room() as room:
        assert not room.status.what.isVisible()
        assert not room.status.cancel.isVisible()


async def test_of_several_jobs_the_newest_running_one_is_shown(open_room: OpenRoom) -> None:
    async with open_room() as room:
        await room.job(JobStatus.RUNNING, session="1")
        await room.job(JobStatus.RUNNING, session="2")
        await room.job(JobStatus.QUEUED, session="3")
        await until(lambda: room.status.more.text() == "2 more")
        assert room.status.what.whole == "Curating “Session 2”"
        assert room.status.stage.text() == "Stage 2 of 3 · Merge knowledge 4/7"
        assert (room.status.bar.value(), room.status.bar.maximum()) == (4, 7)
        assert room.status.more.isVisible()
        room.status.more.click()
        page = room.window.tabs.front()
        assert page is not None
        assert page.route() == JobsRoute()


async def test_a_waiting_job_can_be_cancelled_there(open_room: OpenRoom) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.QUEUED, session="1")
        await until(room.status.cancel.isVisible)
        assert room.status.what.whole == "“Session 1” waits to be curated"
        assert not room.status.bar.isVisible()
        room.status.cancel.click()
        await until(lambda: room.status.what.whole == "Cancelled the curation of “Session 1”")
        assert (await room.services.jobs.get(job.id)).job.status is JobStatus.CANCELLED


async def test_a_job_that_is_being_cancelled_has_no_button(open_room: OpenRoom) -> None:
    async with open_room() as room:
        await room.job(JobStatus.CANCELLING)
        await until(lambda: room.status.what.whole.startswith("Cancelling"))
        assert not room.status.cancel.isVisible()
        assert room.status.ring.isVisible()


async def test_a_failure_stays_until_it_is_looked_at(open_room: OpenRoom) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.RUNNING)
        await until(room.status.cancel.isVisible)
        await room.fail(job)
        await until(lambda: room.status.what.whole == "Curating “Session 1” failed")
        room.status.what.click()
        page = room.window.tabs.front()
        assert page is not None
        await until(lambda: page.route() == JobsRoute(job_id=job.id))
        assert not room.status.what.isVisible()


@pytest.mark.parametrize("width", [700, 320, 200])
async def test_where_room_is_short_the_title_is_cut_and_cancelling_stays(
    open_room: OpenRoom, width: int
) -> None:
    async with open_room() as room:
        await room.job(JobStatus.RUNNING)
        await until(lambda: room.status.stage.text().endswith("4/7"))
        room.status.setFixedWidth(width)
        await until(lambda: room.status.width() == width)
        assert room.status.bar.isVisible() == (width == 700)
        assert room.status.cancel.isVisible()
        assert room.status.cancel.geometry().right() <= width


async def test_it_speaks_the_new_language_at_once(
    open_room: OpenRoom, languages: Languages
) -> None:
    async with open_room() as room:
        await room.job(JobStatus.RUNNING)
        await until(lambda: room.status.stage.text().endswith("4/7"))
        languages.choose("zh_CN")
        QApplication.sendPostedEvents()
        assert room.status.what.whole == "正在整理「Session 1」"
        assert room.status.stage.text() == "第 2/3 阶段 · 合并知识 4/7"
        assert room.status.cancel.text() == "取消"
