"""Tells when transcripts change."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

from watchfiles import awatch

from vela_desktop.sources.places import is_folder

logger = logging.getLogger(__name__)

DEBOUNCE_MS = 1_000
LOOK_AGAIN_MS = 15_000
"""How often roots that do not exist are looked for."""


async def changes(
    roots: Sequence[Path],
    *,
    debounce_ms: int = DEBOUNCE_MS,
    look_again_ms: int = LOOK_AGAIN_MS,
) -> AsyncGenerator[frozenset[Path], None]:
    """Yield the paths below *roots* that changed, a set at a time, until the caller stops.

    A root that comes into being is yielded itself. Where watching is impossible (too many folders,
    a file system without it) the iterator ends: the next scan finds the changes.
    """
    watched = _present(roots)
    try:
        while True:
            async with aclosing(_seen(watched, debounce_ms, look_again_ms)) as seen:
                async for changed in seen:
                    if changed:
                        yield changed
                    if (present := _present(roots)) != watched:
                        break
            if appeared := frozenset(present) - frozenset(watched):
                yield appeared
            watched = present
    except (OSError, RuntimeError) as error:
        logger.warning("watching transcripts ended: %s", type(error).__name__)


def _present(roots: Sequence[Path]) -> tuple[Path, ...]:
    return tuple(root for root in roots if is_folder(root))


async def _seen(
    folders: tuple[Path, ...], debounce_ms: int, look_again_ms: int
) -> AsyncGenerator[frozenset[Path], None]:
    """Yield what changed below *folders*; nothing, but now and then, while nothing does."""
    while not folders:
        await asyncio.sleep(look_again_ms / 1000)
        yield frozenset()
    watch = awatch(
        *folders,
        watch_filter=None,
        debounce=debounce_ms,
        rust_timeout=look_again_ms,
        yield_on_timeout=True,
        ignore_permission_denied=True,
    )
    async with aclosing(watch) as batches:
        async for batch in batches:
            yield frozenset(Path(path) for _, path in batch)
