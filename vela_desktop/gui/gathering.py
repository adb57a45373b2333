"""Keeps what is shown in step with what changes: faster, perhaps, than it can be read."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from PySide6.QtCore import QObject

from vela_desktop.gui import tasks

Reading = Coroutine[Any, Any, None]


class Rereader(QObject):
    """Has *read* run for *owner* whenever it is asked to, once at a time, while *ready* says so.

    What is asked while it reads is read once more afterwards: the last state is always shown. What
    is asked while it is not ready waits for ``resume``.
    """

    def __init__(
        self,
        read: Callable[[], Reading],
        owner: QObject,
        ready: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(owner)
        self._read, self._ready = read, ready
        self._wanted = False
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        """Read now, or as soon as the present reading has ended."""
        self._wanted = True
        self.resume()

    def resume(self) -> None:
        """Read what was asked for and has not been read yet."""
        if self._wanted and self._ready() and (self._task is None or self._task.done()):
            self._task = tasks.start(self._run(), self)

    async def _run(self) -> None:
        while self._wanted and self._ready():
            self._wanted = False
            await self._read()


class Gatherer(QObject):
    """Has *take* run for *owner* with the ids of what changed, once at a time.

    What is added while it runs is handed to it together afterwards.
    """

    def __init__(self, take: Callable[[frozenset[str]], Reading], owner: QObject) -> None:
        super().__init__(owner)
        self._take = take
        self._gathered: frozenset[str] = frozenset()
        self._reader = Rereader(self._hand_on, self)

    def add(self, ids: Iterable[str]) -> None:
        """Take *ids* now, or as soon as the present taking has ended."""
        self._gathered |= frozenset(ids)
        if self._gathered:
            self._reader.ask()

    async def _hand_on(self) -> None:
        ids, self._gathered = self._gathered, frozenset()
        await self._take(ids)
