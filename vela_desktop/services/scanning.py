"""Keeps the index up with the agents' folders: one scan at a time, in slices, in the background."""

import asyncio
import logging
from collections.abc import Awaitable, Mapping
from contextlib import aclosing
from pathlib import Path

from vela_desktop.config.settings import Settings, SettingsStore
from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import ScanProgressed, SessionsFound
from vela_desktop.index import scan
from vela_desktop.index.store import Index
from vela_desktop.sources.protocol import Root
from vela_desktop.sources.watching import changes
from vela_desktop.work.pool import Lane, Work

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
"""The least time between the scans that changes cause; those in between are taken together."""

LOOK_AGAIN_SECONDS = 60.0
"""How long after the watch ended, where folders cannot be watched, they are scanned again."""


class Scanner:
    """Scans when asked and, once started, whenever a transcript changes."""

    def __init__(
        self,
        index: Index,
        work: Work,
        bus: EventBus,
        settings: SettingsStore,
        environment: Mapping[str, str],
        recordings: Path,
        pause_seconds: float = PAUSE_SECONDS,
    ) -> None:
        self._index = index
        self._work = work
        self._bus = bus
        self._settings = settings
        self._environment = dict(environment)
        self._recordings = recordings
        self._pause_seconds = pause_seconds
        self._lock = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None
        self._overrides: dict[str, str | None] = {}

    def start(self) -> None:
        """Scan now and keep watching until ``close``, in other folders when the settings say so."""
        if self._watching is None:
            self._settings.watch(self._look_elsewhere)
            self._overrides = self._set_folders()
            self._watching = asyncio.create_task(self._watch(), name="watch transcripts")

    async def close(self) -> None:
        """Stop watching; a scan under way ends with its slice."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
            self._watching = None

    async def scan(self) -> int:
        """Bring the index up to date; return how many sessions were read.

        Unreadable folders do not stop it: the index keeps their problem. An index that turns out
        to be damaged is left for a fresh one.
        """
        async with self._lock:
            roots, path = await self._roots(), self._index.path
            try:
                return await self._scan(roots)
            except VelaError as error:
                if error.code is not Code.DATA_INVALID:
                    raise
            await self._index.renew(path)
            return await self._scan(roots)

    def _set_folders(self) -> dict[str, str | None]:
        agents = (info.agent for info in AGENTS.values() if info.has_sessions)
        found = {str(name): self._settings.now.agent(name).transcripts for name in agents}
        return found | {Agent.TERMINAL: str(self._recordings)}

    def _look_elsewhere(self, settings: Settings) -> None:
        del settings
        overrides = self._set_folders()
        if self._watching is not None and overrides != self._overrides:
            self._overrides = overrides
            self._watching.cancel()
            self._watching = asyncio.create_task(self._watch(), name="watch transcripts")

    async def _roots(self) -> list[Root]:
        overrides = self._set_folders()
        return await self._work.run(scan.list_roots, overrides, self._environment, lane=Lane.LATER)

    async def _scan(self, roots: list[Root]) -> int:
        path, read = self._index.path, 0
        state = await self._work.run(scan.begin, path, roots, lane=Lane.LATER)
        finished = False
        while not finished:
            part = await self._work.run(scan.step, path, state, lane=Lane.LATER)
            state, finished = part.state, part.finished
            read += len(part.changed)
            if part.changed or part.gone:
                self._bus.publish(SessionsFound(changed=part.changed, gone=part.gone))
            self._bus.publish(ScanProgressed(done=part.done, total=part.total, finished=finished))
        return read

    async def _watch(self) -> None:
        """Scan, then again after every change; where nothing can be watched, now and then."""
        while True:
            await self._safely(self.scan())
            await self._safely(self._follow_changes())
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def _follow_changes(self) -> None:
        roots = await self._roots()
        deep = [root.path for root in roots if not root.flat]
        flat = [root.path for root in roots if root.flat]
        async with aclosing(changes(deep, flat=flat)) as batches:
            async for _ in batches:
                await self._safely(self.scan())
                await asyncio.sleep(self._pause_seconds)

    async def _safely(self, deed: Awaitable[object]) -> None:
        try:
            await deed
        except VelaError as error:
            logger.warning("scan stopped: %s", error.wire)
        except (RuntimeError, OSError):
            logger.exception("scan stopped")
