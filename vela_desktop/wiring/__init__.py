"""Puts the program together. The only place that knows everybody; no Qt.

In two steps, so that a window can list sessions before SQLAlchemy is imported: ``open_reading``,
then ``complete``. Everyone else calls ``build``.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from vela_desktop.config.paths import Paths
from vela_desktop.domain.events import Via
from vela_desktop.wiring.reading import Reading, open_reading

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services

__all__ = ["Reading", "build", "complete", "open_reading"]


async def complete(reading: Reading, via: Via) -> "Services":
    """Open the knowledge base and put the rest together. Raises ``data_…`` errors.

    What is slow to import is imported in a thread: the one door to SQLAlchemy.
    """
    module = await asyncio.to_thread(import_module, "vela_desktop.wiring.services")
    services: Services = await module.build_services(reading, via)
    return services


@asynccontextmanager
async def build(
    data: Path, via: Via, environment: Mapping[str, str] = os.environ
) -> AsyncIterator["Services"]:
    """Give every service for as long as the block lasts."""
    reading = await open_reading(Paths(data), environment)
    try:
        services = await complete(reading, via)
    except BaseException:
        await reading.close()
        raise
    try:
        yield services
    finally:
        await services.close()
