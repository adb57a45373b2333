"""Tells when transcripts change."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import NamedTuple

from watchfiles import Change, awatch

from vela_desktop.sources.places import is_file, is_folder

_Batch = set[tuple[Change, str]]
_Watch = AsyncGenerator[_Batch, None]

logger = logging.getLogger(__name__)

DEBOUNCE_MS = 1_000
LOOK_AGAIN_MS = 15_000
"""How often roots that do not exist are looked for."""


async def changes(
    roots: Sequence[Path],
    *,
    flat: Sequence[Path] = (),
    debounce_ms: int = DEBOUNCE_MS,
    look_again_ms: int = LOOK_AGAIN_MS,
) -> AsyncGenerator[frozenset[Path], None]:
    """Yield the paths below *roots* that changed, a set at a time, until the caller stops.

    Of the folders *flat*, and of those that the files among them are in, only what is in the folder
    itself is watched. A root that comes into being is yielded itself. Where watching is impossible
    (too many folders, a file system without it) the iterator ends: the next scan finds the changes.
    """
    watched = await asyncio.to_thread(_present, roots, flat)
    try:
        while True:
            async with aclosing(_seen(watched, debounce_ms, look_again_ms)) as seen:
                async for changed in seen:
                    if changed:
                        yield changed
                    present = await asyncio.to_thread(_present, roots, flat)
                    if present != watched:
                        break
            if appeared := present.all - watched.all:
                yield appeared
            watched = present
    except (OSError, RuntimeError) as error:
        logger.warning("watching transcripts ended: %s", type(error).__name__)


class _Watched(NamedTuple):
    """Folders that are there: those watched with all below them, and those alone."""

    deep: tuple[Path, ...]
    flat: tuple[Path, ...]

    @property
    def all(self) -> frozenset[Path]:
        return frozenset(self.deep + self.flat)


def _present(roots: Sequence[Path], flat: Sequence[Path]) -> _Watched:
    alone = [path for path in flat if is_folder(path)]
    alone += [path.parent for path in flat if is_file(path)]
    deep = tuple(root for root in roots if is_folder(root))
    return _Watched(deep, tuple(dict.fromkeys(alone)))


async def _seen(
    watched: _Watched, debounce_ms: int, look_again_ms: int
) -> AsyncGenerator[frozenset[Path], None]:
    """Yield what changed in the folders; nothing, but now and then, while nothing does."""
    while not watched.all:
        await asyncio.sleep(look_again_ms / 1000)
        yield frozenset()
    watches = [
        awatch(
            *folders,
            watch_filter=None,
            debounce=debounce_ms,
            rust_timeout=look_again_ms,
            yield_on_timeout=True,
            ignore_permission_denied=True,
            recursive=recursive,
        )
        for folders, recursive in ((watched.deep, True), (watched.flat, False))
        if folders
    ]
    async with aclosing(_any(watches)) as batches:
        async for batch in batches:
            yield frozenset(Path(path) for _, path in batch)


async def _any(watches: Sequence[_Watch]) -> AsyncGenerator[_Batch, None]:
    """Yield what any of *watches* yields, as it comes."""
    waiting = {asyncio.ensure_future(anext(watch)): watch for watch in watches}
    try:
        while True:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                watch = waiting.pop(task)
                batch = task.result()
                waiting[asyncio.ensure_future(anext(watch))] = watch
                yield batch
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for watch in watches:
            await watch.aclose()
