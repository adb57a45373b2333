"""Runs one program to its end, within bounds, and leaves nothing of it behind."""

import asyncio
import errno
import logging
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vela_desktop.domain import limits
from vela_desktop.process import strays
from vela_desktop.process.child import Child, Ended, OnLine, Outcome
from vela_desktop.process.group import Group
from vela_desktop.process.identity import MARK
from vela_desktop.process.mark import GROUP_ONLY, Mark, new_mark
from vela_desktop.process.surely import surely
from vela_desktop.process.watchdog import Watchdog

__all__ = ["Ended", "Outcome", "Started", "run"]

if sys.platform == "linux":
    import fcntl

logger = logging.getLogger(__name__)

PIPE_BYTES = 1 << 20
"""What a pipe may hold at most for an ordinary user: /proc/sys/fs/pipe-max-size, unless set."""


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
    watchdog: Watchdog | None = None,
    may_leave: bool = False,
    grace: float = 3.0,
) -> Outcome:
    """Run *argv* in a process group of its own, which is gone when this returns or raises.

    *stdin* is written beside the reading of both streams, each of at most *stream_bytes*, and then
    closed unless *stdin_stays_open*; *seconds* bounds the time. *on_line* and *on_error_line* get
    each line of standard output and of the error stream, without its LF, as it comes; what they or
    *on_start* raise kills the group at once and is raised here. Otherwise the group is asked to end
    and killed after *grace* seconds: on a limit, when the caller is cancelled, and after a clean
    exit too, because a program may leave children behind that hold its pipes.

    If this program dies, *watchdog* ends the group, and what left it unless it *may_leave*. Where a
    run does not come to its own end, what left the group is ended at once.

    Raises OSError where the program cannot be started.
    """
    began = time.monotonic()
    child = Child(stream_bytes, on_line, on_error_line)
    mark = None if may_leave else new_mark(watchdog.keeper if watchdog else None)
    await _watch(watchdog)
    transport = await _start(child, argv, cwd, environment, bool(stdin), mark)
    end = partial(_end, transport, child, mark)
    group: Group | None = None
    try:
        group = Group(_pid(transport), child.exited)
        if watchdog:
            watchdog.register(group.pgid, group.start_ticks)
        if on_start:
            on_start(_started(group, argv[0], child))
        _widen(transport)
        child.write(transport, stdin, stays_open=stdin_stays_open)
        ended = await child.verdict(seconds)
        await surely(group.end(grace) if ended is Ended.EXITED else end(group, grace))
        await child.settle()
    except asyncio.CancelledError:
        child.ignore()
        await surely(end(group, grace))
        raise
    except BaseException:
        await surely(end(group, 0.0))
        raise
    finally:
        if watchdog and group:
            watchdog.unregister(group.pgid)
        await surely(child.close(transport))
    return child.outcome(transport, ended, time.monotonic() - began)


async def _watch(watchdog: Watchdog | None) -> None:
    """Have *watchdog* run; where it cannot, the mark is what is left to find the child by."""
    try:
        if watchdog:
            await watchdog.start()
    except OSError as error:
        logger.warning("no watchdog: %s", type(error).__name__)


async def _end(
    transport: asyncio.SubprocessTransport,
    child: Child,
    mark: Mark | None,
    group: Group | None,
    grace: float,
) -> None:
    """End the program with all that it started, wherever that is by now."""
    if group:
        await group.end(grace)
    else:
        with suppress(ProcessLookupError):
            transport.kill()
        await child.exited
    if mark:
        await asyncio.to_thread(strays.end_run, mark.run)


def _started(group: Group, program: str, child: Child) -> Started:
    return Started(
        pid=group.pgid,
        pgid=group.pgid,
        start_ticks=group.start_ticks,
        name=Path(program).name,
        heard=child.heard,
    )


async def _start(
    child: Child,
    argv: Sequence[str],
    cwd: Path,
    environment: Mapping[str, str],
    writes: bool,
    mark: Mark | None,
) -> asyncio.SubprocessTransport:
    starting = asyncio.ensure_future(
        asyncio.get_running_loop().subprocess_exec(
            lambda: child,
            *argv,
            stdin=subprocess.PIPE if writes else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env={**environment, MARK: str(mark or GROUP_ONLY)},
            **Group.START,
        )
    )
    try:
        transport, _ = await asyncio.shield(starting)
    except asyncio.CancelledError:  # a spawn that is cancelled half-way hangs and leaves an orphan
        await surely(_abandon(starting, child, mark))
        raise
    except ValueError as error:  # a NUL character in an argument
        raise OSError(errno.EINVAL, str(error), argv[0]) from error
    return transport


def _widen(transport: asyncio.SubprocessTransport) -> None:
    """Let the output pipes hold more than 64 KiB, where the system can: some programs (on Bun, seen
    with Claude Code 2.1.197) end before a full pipe has taken the rest of what they printed."""
    if sys.platform == "linux":
        for descriptor in (1, 2):
            pipe = transport.get_pipe_transport(descriptor)
            # more than one user's pipes may hold together, or closed because the program has ended
            with suppress(OSError, ValueError):
                if pipe is not None:
                    number = pipe.get_extra_info("pipe").fileno()
                    fcntl.fcntl(number, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


async def _abandon(
    starting: asyncio.Future[tuple[asyncio.SubprocessTransport, Child]],
    child: Child,
    mark: Mark | None,
) -> None:
    try:
        transport, _ = await starting
    except (OSError, ValueError):
        return
    child.ignore()
    try:
        await _end(transport, child, mark, Group(_pid(transport), child.exited), 0.0)
    except OSError:
        await _end(transport, child, mark, None, 0.0)
    finally:
        await child.close(transport)


def _pid(transport: asyncio.SubprocessTransport) -> int:
    pid = transport.get_pid()
    assert pid is not None  # only a transport that was closed has none
    return pid
