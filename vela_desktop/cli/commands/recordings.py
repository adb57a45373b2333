"""``vela import`` and ``vela record``."""

import errno
import os
import shlex
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vela_desktop.cli import documents, find
from vela_desktop.cli.opening import opened
from vela_desktop.cli.output import Output, OutputLost
from vela_desktop.config.paths import Paths, make_private, resolved
from vela_desktop.config.trouble import of_system, translated
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.errors import Code, RecordingReason, VelaError
from vela_desktop.process.environment import restored
from vela_desktop.services.unfinished import Made, unfinished_name
from vela_desktop.sources.cast_writer import CastWriter

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services

_NOT_FOUND, _NOT_EXECUTABLE = 127, 126
_LEFT = (errno.EPIPE, errno.EIO)
"""How it shows that who took the output has left: a reader, a terminal."""


async def import_file(options: Namespace, output: Output) -> int:
    """Take a recording in."""
    async with opened(options, output) as services:
        to = await find.session(services, options.to) if options.to else None
        kept = await services.recordings.add(
            resolved(options.file), to.id if to else None, _Telling(output).rendered
        )
        row = await services.reading.sessions.get(kept)
    output.data(documents.session(row), _imported(row.title, kept, attached=to is not None))
    return 0


class _Telling:
    """Tells of every tenth part that is rendered."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._told = 0

    def rendered(self, done: int, total: int) -> None:
        """Hear that *done* of *total* bytes are rendered."""
        tenths = done * 10 // max(1, total)
        if tenths > self._told:
            self._told = tenths
            self._output.progress(f"rendered {tenths * 10} %")


def _imported(title: str, session_id: str, *, attached: bool) -> Iterable[str]:
    yield f"{'Attached to' if attached else 'Imported as'} {session_id[:8]}  {title}"


async def record(options: Namespace, output: Output) -> int:
    """Run a program in a recorded terminal; return its exit status. Prints nothing but trouble."""
    if sys.platform == "win32":
        raise VelaError(Code.UNSUPPORTED)
    argv = _argv(options)
    if missing := _missing(argv[0]):
        status, reason = missing
        output.progress(f"vela: {argv[0]}: {reason}")
        return status
    path = Paths(options.data_dir).unfinished / unfinished_name()
    with translated(path):
        make_private(path.parent)
    made = Made(since=now_ms(), cwd=str(Path.cwd()), program=Path(argv[0]).name)
    lost = list[OSError]()
    status, problem = _recorded(argv, path, made.cwd, lost.append)
    if problem is not None:
        output.warn(problem)
    try:
        async with opened(options, output) as services:
            kept = await services.recordings.keep(path, made)
            if kept.several and kept.session_id:
                output.warn(await _several(services, kept.session_id))
            await services.recordings.take_in_abandoned()
    except VelaError as error:
        output.warn(error)
    if lost and lost[0].errno not in _LEFT:  # the program did not notice
        raise OutputLost(lost[0])
    return status


def _argv(options: Namespace) -> Sequence[str]:
    argv: list[str] = options.command[options.command[:1] == ["--"] :]
    if not argv:
        raise VelaError(Code.USAGE, reason="Name the program to record: vela record -- COMMAND.")
    if "json" in options:
        reason = "What the recorded program prints is no JSON document; leave --json out."
        raise VelaError(Code.USAGE, reason=reason)
    return argv


def _missing(program: str) -> tuple[int, str] | None:
    """Return the exit status of a shell and what it says where *program* cannot be started."""
    if shutil.which(program):
        return None
    named = os.path.dirname(program)  # noqa: PTH120 - “./program” names a folder, too
    folders = [""] if named else os.get_exec_path()
    found = [path for each in folders if (path := Path(each, program)).exists()]
    if any(path.is_file() for path in found) or (named and found):
        reason = "is a directory" if found[0].is_dir() else "permission denied"
        return _NOT_EXECUTABLE, reason
    return _NOT_FOUND, "no such file or directory" if named else "command not found"


async def _several(services: "Services", kept: str) -> VelaError:
    row = await services.reading.sessions.get(kept)
    reason = RecordingReason.SEVERAL_SESSIONS
    return VelaError(Code.SESSION_AMBIGUOUS, reason=reason, path=shlex.quote(row.path or ""))


def _recorded(
    argv: Sequence[str], path: Path, cwd: str, lost: Callable[[OSError], None]
) -> tuple[int, VelaError | None]:
    """Run *argv* and record it at *path*; return its exit status and what kept the recording from
    being whole. *lost* hears why what it shows cannot be shown any more."""
    from vela_desktop.process import terminal  # there is none on Windows

    with translated(path):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb", buffering=0) as file:
        source, target = _standard(0, sys.__stdin__), _standard(1, sys.__stdout__)
        size = terminal.window_size(target)
        writer = CastWriter(
            file,
            columns=size.columns,
            rows=size.rows,
            command=shlex.join(argv),
            environment=os.environ,
            cwd=cwd,
        )

        def resized(now: terminal.WindowSize) -> None:
            nonlocal size
            if now != size:
                size = now
                writer.resized(now.columns, now.rows)

        listener = terminal.Listener(output=writer.output, resized=resized, lost=lost)
        environment = restored(os.environ)
        status = terminal.run_in_terminal(argv, environment, listener, source, target)
        writer.end()
    return status, None if writer.problem is None else of_system(writer.problem, path)


def _standard(descriptor: int, stream: object) -> int:
    """Return *descriptor*; where we were started without it, it is another file of ours by now, and
    one that goes nowhere takes its place."""
    return descriptor if stream is not None else os.open(os.devnull, os.O_RDWR)
