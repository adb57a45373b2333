"""Runs the steps of a stage: one after the other, or several at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

R = TypeVar("R")
Step = Callable[[], Awaitable[R]]


async def together(
    steps: Sequence[Step[R]], at_once: int, finished: Callable[[int], Awaitable[None]]
) -> list[R]:
    """Return the results of *steps*, in their order; at most *at_once* of them run at a time.

    They begin in order. *finished* hears how many have ended, after each. Once one fails, or
    *finished* does, no other begins; those under way come to their ends, because they are paid
    for, and then the first failure is raised. A cancel ends all of them at once.
    """
    results: dict[int, R] = {}
    failures: list[Exception] = []
    waiting = iter(enumerate(steps))

    async def work() -> None:
        for number, step in waiting:
            try:
                results[number] = await step()
                await finished(len(results))
            except Exception as error:  # noqa: BLE001 - the first is raised below
                failures.append(error)
            if failures:
                return

    async with asyncio.TaskGroup() as group:
        for _ in range(min(at_once, len(steps))):
            group.create_task(work())
    if failures:
        raise failures[0]
    return [results[number] for number in range(len(steps))]
