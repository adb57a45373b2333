"""The first step: what a window needs to list sessions. Imports neither Qt nor SQLAlchemy."""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.config.trouble import translated
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.index.store import Index
from vela_desktop.services.scanning import Scanner
from vela_desktop.services.sessions import SessionService
from vela_desktop.work.pool import Work


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What works before the knowledge base is open: settings, events, and the session list."""

    paths: Paths
    environment: Mapping[str, str]
    settings: SettingsStore
    bus: EventBus
    work: Work
    index: Index
    sessions: SessionService
    scanner: Scanner

    async def close(self) -> None:
        """End the workers and close the index."""
        await self.scanner.close()
        await self.work.close()
        await self.index.close()


async def open_reading(
    paths: Paths,
    environment: Mapping[str, str] = os.environ,
    settings: SettingsStore | None = None,
    work: Work | None = None,
) -> Reading:
    """Open the index. *work* may have been started before.

    Raises ``data_…`` errors, ``data_not_a_database`` for a data folder that is a file.
    """
    await asyncio.to_thread(_check, paths.data)
    settings = settings or SettingsStore(paths.settings)
    bus, work = EventBus(), work or Work()
    index = await Index.open(paths.index)
    return Reading(
        paths=paths,
        environment=environment,
        settings=settings,
        bus=bus,
        work=work,
        index=index,
        sessions=SessionService(index),
        scanner=Scanner(index, work, bus, settings, environment, paths.recordings),
    )


def _check(data: Path) -> None:
    with translated(data):
        if data.is_file():
            raise VelaError(Code.DATA_INVALID, path=str(data))
