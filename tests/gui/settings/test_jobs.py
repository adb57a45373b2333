"""The page of jobs in the settings window."""

from PySide6.QtWidgets import QComboBox

from support.gui import until
from support.settings_room import OpenSettings
from vela_desktop.domain import limits
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.routes import SettingsRoute, format_route, parse_route


def pick(box: QComboBox, number: int) -> None:
    at = box.findData(number)
    box.setCurrentIndex(at)
    box.activated.emit(at)


def test_the_page_has_a_link() -> None:
    assert format_route(SettingsRoute(page="jobs")) == "vela://settings/jobs"
    assert parse_route("vela://settings/jobs") == SettingsRoute(page="jobs")


async def test_how_many_jobs_and_calls_run_at_once_is_stored_at_once(
    open_settings: OpenSettings,
) -> None:
    async with open_settings() as room:
        room.window.show_route(SettingsRoute(page="jobs"))
        page = room.window.jobs
        assert room.window.stack.currentWidget() is page
        assert (page.jobs.box.currentData(), page.calls.box.currentData()) == (2, 1)
        assert page.calls.box.currentText() == "Off: one after the other"
        pick(page.jobs.box, 3)
        await until(lambda: room.file.now.parallel_jobs == 3)
        pick(page.calls.box, limits.PARALLEL_CALLS)
        await until(lambda: room.file.now.parallel_calls == limits.PARALLEL_CALLS)
        assert room.file.now.parallel_jobs == 3


async def test_what_another_process_stored_is_shown_and_kept(open_settings: OpenSettings) -> None:
    async with open_settings() as room:
        await room.page(Agent.CLAUDE)
        room.file.change(parallel_jobs=1)
        room.window.jobs_button.click()
        page = room.window.jobs
        await until(lambda: page.jobs.box.currentData() == 1)
        pick(page.calls.box, 4)
        await until(lambda: room.file.now.parallel_calls == 4)
        assert room.file.now.parallel_jobs == 1


async def test_agents_and_jobs_take_turns_in_front(open_settings: OpenSettings) -> None:
    async with open_settings() as room:
        await room.page(Agent.CLAUDE)
        room.window.jobs_button.click()
        assert room.window.stack.currentWidget() is room.window.jobs
        assert room.window.jobs_button.isChecked()
        page = await room.page(Agent.CLAUDE)
        assert room.window.stack.currentWidget() is page
        assert not room.window.jobs_button.isChecked()
