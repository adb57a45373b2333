"""Keeps something up to date that is read from the database whenever jobs change."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtWidgets import QWidget

from vela_desktop.gui import tasks


class Rereader:
    """Has *read* run for *owner* whenever it is asked to, once at a time, while it is in view.

    What is asked while it reads is read once more afterwards: jobs may change faster than they are
    read, and the last state must be shown. What is asked out of view waits for ``resume``.
    """

    def __init__(self, read: Callable[[], Coroutine[Any, Any, None]], owner: QWidget) -> None:
        self._read, self._owner = read, owner
        self._wanted = False
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        """Read now, or as soon as the present reading has ended."""
        self._wanted = True
        self.resume()

    def resume(self) -> None:
        """Read what was asked while *owner* was out of view."""
        if self._wanted and self._owner.isVisible() and (self._task is None or self._task.done()):
            self._task = tasks.start(self._run(), self._owner)

    async def _run(self) -> None:
        while self._wanted and self._owner.isVisible():
            self._wanted = False
            await self._read()
