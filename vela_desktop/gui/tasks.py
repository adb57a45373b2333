"""The only way the window starts work.

*Queries* read and end with the widget that asked for them. *Commands* write and always finish,
also when their widget is gone. Expected trouble goes to the place the caller names, else to the
nearest parent that shows errors; everything else to the loop's exception handler, which is the
window's one crash report path.
"""

import asyncio
from collections.abc import Callable, Coroutine
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

import shiboken6
from PySide6.QtCore import QObject, Qt

from vela_desktop.domain.errors import VelaError


class TaskKind(StrEnum):
    """Whether a piece of work may be dropped with its owner."""

    QUERY = "query"
    COMMAND = "command"


@runtime_checkable
class ShowsErrors(Protocol):
    """A widget with a place for errors."""

    def show_error(self, error: VelaError) -> None:
        """Show what failed, what was kept, and what to do."""


ErrorPlace = Callable[[VelaError], None]
Work = Coroutine[Any, Any, object]

_running: set[asyncio.Task[None]] = set()
_commands: set[asyncio.Task[None]] = set()


class _Leash(QObject):
    """Holds the queries of its parent and ends them with it."""

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self.queries: set[asyncio.Task[None]] = set()
        self.latest: dict[str, asyncio.Task[None]] = {}
        queries = self.queries
        self.destroyed.connect(lambda: _cancel(queries))


def _cancel(tasks: set[asyncio.Task[None]]) -> None:
    for task in tuple(tasks):
        if not task.get_loop().is_closed():
            task.cancel()


def _leash(owner: QObject) -> _Leash:
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    return owner.findChild(_Leash, options=direct) or _Leash(owner)


def start(
    coro: Work,
    owner: QObject,
    *,
    kind: TaskKind = TaskKind.QUERY,
    on_error: ErrorPlace | None = None,
) -> asyncio.Task[None]:
    """Run *coro* for *owner* and keep a reference until it ends.

    Needs a running loop, so it may be called in slots and event handlers of the window.
    """
    task = asyncio.get_running_loop().create_task(_guard(coro, owner, on_error))
    task.add_done_callback(lambda _: coro.close())  # where it was cancelled before it began
    _running.add(task)
    task.add_done_callback(_running.discard)
    if kind is TaskKind.COMMAND:
        _commands.add(task)
        task.add_done_callback(_commands.discard)
    else:
        queries = _leash(owner).queries
        queries.add(task)
        task.add_done_callback(queries.discard)
    return task


def start_latest(
    key: str, coro: Work, owner: QObject, *, on_error: ErrorPlace | None = None
) -> asyncio.Task[None]:
    """Run query *coro*, and end the one that *owner* started before under *key*."""
    leash = _leash(owner)
    before = leash.latest.pop(key, None)
    if before is not None:
        before.cancel()
    leash.latest[key] = start(coro, owner, on_error=on_error)
    return leash.latest[key]


async def settle() -> None:
    """Wait until every command has ended, for an orderly end of the program."""
    while _commands:
        await asyncio.wait(tuple(_commands))


async def end() -> None:
    """Let commands finish and drop queries, before what they work on is closed."""
    await settle()
    queries = _running - _commands
    _cancel(queries)
    if queries:
        await asyncio.wait(queries)


async def _guard(coro: Work, owner: QObject, on_error: ErrorPlace | None) -> None:
    try:
        await coro
    except VelaError as error:
        place = on_error or _place(owner)
        if place is None:
            _report(error)
        else:
            place(error)
    except Exception as error:  # noqa: BLE001 - the crash report path takes whatever it is
        _report(error)


def _place(owner: QObject) -> ErrorPlace | None:
    if not shiboken6.isValid(owner):
        return None
    at: QObject | None = owner
    while at is not None:
        if isinstance(at, ShowsErrors):
            return at.show_error
        at = at.parent()
    return None


def _report(error: Exception) -> None:
    loop = asyncio.get_running_loop()
    loop.call_exception_handler({"message": "work of the window failed", "exception": error})
