"""Work that its caller may stop waiting for, but not leave half done."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def surely(work: Awaitable[T]) -> T:
    """Run *work* to its end even if the caller is cancelled meanwhile, and be cancelled then: what
    it did can be undone by that time. A thread, for one, goes on when nobody waits for it."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled:
        raise cancelled
    return task.result()
