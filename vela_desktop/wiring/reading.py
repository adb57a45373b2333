"""The first step: what a window needs to list sessions. Imports neither Qt nor SQLAlchemy."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.bus import EventBus
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
    paths: Paths, environment: Mapping[str, str] = os.environ, settings: SettingsStore | None = None
) -> Reading:
    """Open the index. Raises ``data_read_only`` or ``data_disk_full``."""
    settings = settings or SettingsStore(paths.settings)
    bus, work = EventBus(), Work()
    index = await Index.open(paths.index)
    return Reading(
        paths=paths,
        environment=environment,
        settings=settings,
        bus=bus,
        work=work,
        index=index,
        sessions=SessionService(index),
        scanner=Scanner(index, work, bus, settings, environment),
    )
