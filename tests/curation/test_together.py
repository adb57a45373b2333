"""Steps one after the other, or several at a time."""

import asyncio
from functools import partial
from typing import Any

import pytest

from support.process import until
from vela_desktop.curation.together import together


class Steps:
    """Steps that end when a test lets them."""

    def __init__(self, number: int) -> None:
        self.begun: list[int] = []
        self.ended: list[int] = []
        self.cancelled: list[int] = []
        self.told: list[int] = []
        self.doors = [asyncio.get_running_loop().create_future() for _ in range(number)]

    async def step(self, number: int) -> str:
        self.begun.append(number)
        try:
            await self.doors[number]
        except asyncio.CancelledError:
            self.cancelled.append(number)
            raise
        self.ended.append(number)
        return f"result {number}"

    async def finished(self, number: int) -> None:
        self.told.append(number)

    def start(self, at_once: int) -> asyncio.Task[list[str]]:
        steps = [partial(self.step, number) for number in range(len(self.doors))]
        return asyncio.create_task(together(steps, at_once, self.finished))

    def let(self, *numbers: int) -> None:
        for number in numbers:
            self.doors[number].set_result(None)

    async def begins(self, number: int) -> None:
        await until(lambda: number in self.begun)


async def test_results_come_in_the_order_of_the_steps_not_of_their_ends() -> None:
    steps = Steps(3)
    running = steps.start(3)
    await steps.begins(2)
    for number in (2, 0, 1):
        steps.let(number)
        await until(lambda number=number: number in steps.ended)
    assert await running == ["result 0", "result 1", "result 2"]
    assert (steps.ended, steps.told) == ([2, 0, 1], [1, 2, 3])


async def test_no_more_than_allowed_run_at_a_time_and_they_begin_in_order() -> None:
    steps = Steps(5)
    running = steps.start(2)
    await steps.begins(1)
    assert steps.begun == [0, 1]
    steps.let(1)
    await steps.begins(2)
    assert steps.begun == [0, 1, 2]
    steps.let(0, 2, 3, 4)
    await running
    assert steps.begun == [0, 1, 2, 3, 4]


async def test_one_at_a_time_is_one_after_the_other() -> None:
    order: list[str] = []

    async def step(name: str) -> None:
        order.append(f"{name} begins")
        await asyncio.sleep(0)
        order.append(f"{name} ends")

    async def finished(number: int) -> None:
        order.append(f"{number} told")

    await together([partial(step, "a"), partial(step, "b")], 1, finished)
    assert order == ["a begins", "a ends", "1 told", "b begins", "b ends", "2 told"]


async def test_nothing_to_do_gives_nothing() -> None:
    assert await Steps(0).start(4) == []


async def test_after_a_failure_none_begins_and_those_under_way_are_kept() -> None:
    steps = Steps(4)
    running = steps.start(2)
    await steps.begins(1)
    steps.doors[0].set_exception(ValueError("first"))
    await asyncio.sleep(0.02)
    assert not running.done(), "the second is paid for"
    steps.doors[1].set_exception(KeyError("second"))
    with pytest.raises(ValueError, match="first"):
        await running
    assert steps.begun == [0, 1]


async def test_those_under_way_still_tell_that_they_have_ended() -> None:
    steps = Steps(3)
    running = steps.start(2)
    await steps.begins(1)
    steps.doors[0].set_exception(ValueError)
    steps.let(1)
    await asyncio.wait({running})
    assert (steps.ended, steps.told) == ([1], [1])


async def test_who_is_told_may_stop_it_too() -> None:
    async def finished(number: int) -> None:
        raise PermissionError

    begun: list[int] = []

    async def step(number: int) -> None:
        begun.append(number)

    with pytest.raises(PermissionError):
        await together([partial(step, number) for number in range(3)], 1, finished)
    assert begun == [0]


async def test_a_cancel_ends_all_at_once() -> None:
    steps = Steps(4)
    running: asyncio.Task[Any] = steps.start(3)
    await steps.begins(2)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert sorted(steps.cancelled) == steps.begun == [0, 1, 2]
