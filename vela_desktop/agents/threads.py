"""Work in a thread whose effects nobody may be surprised by."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def surely(function: Callable[[], T]) -> T:
    """Return what *function* returns in a worker thread, and never before that has ended.

    A thread goes on when nobody waits for it any more. A caller that is cancelled meanwhile is so
    after it, when what it did can be undone.
    """
    work = asyncio.ensure_future(asyncio.to_thread(function))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        while not work.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait({work})
        raise
