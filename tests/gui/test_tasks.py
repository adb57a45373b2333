"""Work of the window: queries end with their widget, commands always finish."""

import asyncio
from typing import Any

from PySide6.QtWidgets import QWidget

from support.gui import destroy, until
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.gui import tasks

Crashes = list[dict[str, Any]]


class Shower(QWidget):
    """A widget with a place for errors."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[VelaError] = []

    def show_error(self, error: VelaError) -> None:
        self.errors.append(error)


async def _fail(error: Exception) -> None:
    raise error


async def test_a_query_ends_with_its_owner() -> None:
    owner = QWidget()
    task = tasks.start(asyncio.sleep(60), owner)
    await asyncio.sleep(0)
    destroy(owner)
    await until(task.done)
    assert task.cancelled()


async def test_a_query_ends_when_a_parent_of_its_owner_goes() -> None:
    parent = QWidget()
    task = tasks.start(asyncio.sleep(60), QWidget(parent))
    await asyncio.sleep(0)
    destroy(parent)
    await until(task.done)
    assert task.cancelled()


async def test_a_command_finishes_after_its_owner_is_gone() -> None:
    owner, go, done = QWidget(), asyncio.Event(), asyncio.Event()

    async def write() -> None:
        await go.wait()
        done.set()

    tasks.start(write(), owner, kind=tasks.TaskKind.COMMAND)
    await asyncio.sleep(0)
    destroy(owner)
    go.set()
    await tasks.settle()
    assert done.is_set()


async def test_only_the_latest_of_a_key_goes_on() -> None:
    owner = QWidget()
    first = tasks.start_latest("find", asyncio.sleep(60), owner)
    other = tasks.start_latest("else", asyncio.sleep(60), owner)
    second = tasks.start_latest("find", asyncio.sleep(0), owner)
    await second
    assert first.cancelled() or first.cancelling()
    assert not other.done()
    other.cancel()


async def test_expected_trouble_goes_to_the_place_that_is_named() -> None:
    owner, seen = Shower(), list[VelaError]()
    await tasks.start(_fail(VelaError(Code.CONFLICT)), owner, on_error=seen.append)
    assert [error.code for error in seen] == [Code.CONFLICT]
    assert not owner.errors


async def test_expected_trouble_goes_to_the_nearest_parent_that_shows_it() -> None:
    shower = Shower()
    inner = QWidget(QWidget(shower))
    await tasks.start(_fail(VelaError(Code.CONFLICT)), inner)
    assert [error.code for error in shower.errors] == [Code.CONFLICT]


async def test_trouble_of_a_command_whose_owner_is_gone_is_reported(crashes: Crashes) -> None:
    owner, go = Shower(), asyncio.Event()

    async def write() -> None:
        await go.wait()
        raise VelaError(Code.CONFLICT)

    task = tasks.start(write(), owner, kind=tasks.TaskKind.COMMAND)
    await asyncio.sleep(0)
    destroy(owner)
    go.set()
    await task
    assert [context["exception"].code for context in crashes] == [Code.CONFLICT]


async def test_the_unexpected_takes_the_crash_report_path(crashes: Crashes) -> None:
    shower = Shower()
    await tasks.start(_fail(ZeroDivisionError()), shower)
    assert not shower.errors
    assert isinstance(crashes[0]["exception"], ZeroDivisionError)
