"""Keeps something up to date that is read from the database whenever jobs change."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject

from vela_desktop.gui import tasks


class Rereader:
    """Has *read* run for *owner* whenever it is asked to, once at a time.

    What is asked while it reads is read once more afterwards: jobs may change faster than they are
    read, and the last state must be shown.
    """

    def __init__(self, read: Callable[[], Coroutine[Any, Any, None]], owner: QObject) -> None:
        self._read, self._owner = read, owner
        self._wanted = False
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        """Read now, or as soon as the present reading has ended."""
        self._wanted = True
        if self._task is None or self._task.done():
            self._task = tasks.start(self._run(), self._owner)

    async def _run(self) -> None:
        while self._wanted:
            self._wanted = False
            await self._read()
