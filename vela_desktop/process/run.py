"""Runs one program to its end, within bounds, and leaves nothing of it behind."""

import asyncio
import errno
import subprocess
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from vela_desktop.domain import limits
from vela_desktop.process.child import Child, Ended, OnLine, Outcome
from vela_desktop.process.group import Group
from vela_desktop.process.identity import MARK

__all__ = ["Ended", "Outcome", "Started", "run"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The running program; it leads the process group *pgid*."""

    pid: int
    pgid: int
    start_ticks: int
    name: str
    """Its file's name."""
    heard: Callable[[], tuple[int, int]]
    """Tells how many bytes of its output and of its error stream were kept so far."""


async def run(
    argv: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    stdin: bytes = b"",
    stdin_stays_open: bool = False,
    seconds: float,
    stream_bytes: int = limits.STREAM_BYTES,
    on_line: OnLine | None = None,
    on_error_line: OnLine | None = None,
    on_start: Callable[[Started], None] | None = None,
    grace: float = 3.0,
) -> Outcome:
    """Run *argv* in a process group of its own, which is gone when this returns or raises.

    *stdin* is written beside the reading of both streams, each of at most *stream_bytes*, and then
    closed unless *stdin_stays_open*; *seconds* bounds the time. *on_line* and *on_error_line* get
    each line of standard output and of the error stream, without its LF, as it comes; what they or
    *on_start* raise kills the group at once and is raised here. Otherwise the group is asked to end
    and killed after *grace* seconds: on a limit, when the caller is cancelled, and after a clean
    exit too, because a program may leave children behind that hold its pipes.

    Raises OSError where the program cannot be started.
    """
    began = time.monotonic()
    child = Child(stream_bytes, on_line, on_error_line)
    transport = await _start(child, argv, cwd, environment, bool(stdin))
    group = Group(_pid(transport), child.exited)
    try:
        if on_start:
            on_start(_started(group, argv[0], child))
        child.write(transport, stdin, stays_open=stdin_stays_open)
        ended = await child.verdict(seconds)
        await _surely(group.end(grace))
        await child.settle()
    except asyncio.CancelledError:
        child.ignore()
        await _surely(group.end(grace))
        raise
    except BaseException:
        await _surely(group.end(0.0))
        raise
    finally:
        await _surely(child.close(transport))
    return child.outcome(transport, ended, time.monotonic() - began)


def _started(group: Group, program: str, child: Child) -> Started:
    return Started(
        pid=group.pgid,
        pgid=group.pgid,
        start_ticks=group.start_ticks,
        name=Path(program).name,
        heard=child.heard,
    )


async def _start(
    child: Child, argv: Sequence[str], cwd: Path, environment: Mapping[str, str], writes: bool
) -> asyncio.SubprocessTransport:
    starting = asyncio.ensure_future(
        asyncio.get_running_loop().subprocess_exec(
            lambda: child,
            *argv,
            stdin=subprocess.PIPE if writes else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env={**environment, MARK: "1"},
            **Group.START,
        )
    )
    try:
        transport, _ = await asyncio.shield(starting)
    except asyncio.CancelledError:  # a spawn that is cancelled half-way hangs and leaves an orphan
        await _surely(_abandon(starting, child))
        raise
    except ValueError as error:  # a NUL character in an argument
        raise OSError(errno.EINVAL, str(error), argv[0]) from error
    return transport


async def _abandon(
    starting: asyncio.Future[tuple[asyncio.SubprocessTransport, Child]], child: Child
) -> None:
    try:
        transport, _ = await starting
    except (OSError, ValueError):
        return
    child.ignore()
    await Group(_pid(transport), child.exited).end(0.0)
    await child.close(transport)


def _pid(transport: asyncio.SubprocessTransport) -> int:
    pid = transport.get_pid()
    assert pid is not None  # only a transport that was closed has none
    return pid


async def _surely(work: Coroutine[Any, Any, T]) -> T:
    """Run *work* to its end even if the caller is cancelled meanwhile, and be cancelled then."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled:
        raise cancelled
    return task.result()
