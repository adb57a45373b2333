"""Runs one command: parse, do, print, exit status."""

import asyncio
import contextlib
import logging
import signal
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from vela_desktop.cli import parser
from vela_desktop.cli.commands import (
    agents,
    curate,
    demo,
    doctor,
    entries,
    jobs,
    recordings,
    sessions,
)
from vela_desktop.cli.output import Output, OutputLost, exit_code
from vela_desktop.config import logs
from vela_desktop.config.paths import Paths, default_data_folder, resolved
from vela_desktop.domain.errors import Code, VelaError

logger = logging.getLogger(__name__)

Command = Callable[[Namespace, Output], Awaitable[int]]

COMMANDS: dict[str, Command] = {
    "sessions": sessions.list_sessions,
    "show": sessions.show,
    "curate": curate.curate,
    "import": recordings.import_file,
    "record": recordings.record,
    "jobs": jobs.jobs,
    "entries": entries.list_entries,
    "entry": entries.entry,
    "agents": agents.agents,
    "doctor": doctor.doctor,
    "demo": demo.demo,
}

INTERRUPTED = 130
"""Exit status after Ctrl+C, as shells have it."""

TERMINATED = 143
"""Exit status after being asked to end by a signal."""

_ENDING = ("SIGTERM", "SIGHUP")
"""Asked so, a command ends what it started, as after Ctrl+C."""


def main(arguments: Sequence[str]) -> int:
    """Run ``vela`` with *arguments* (without the program's name); return its exit status."""
    if not logging.getLogger().handlers:
        logging.getLogger().addHandler(logging.NullHandler())  # else tracebacks go to stderr
    output = Output(json="--json" in _own(arguments))
    try:
        return _status(arguments, output)
    except OutputLost as lost:
        output.lost(lost)
        return 1


def _status(arguments: Sequence[str], output: Output) -> int:
    try:
        options = _options(arguments)
        return asyncio.run(_run(options, output))
    except VelaError as error:
        output.error(error)
        return exit_code(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except asyncio.CancelledError:
        return TERMINATED
    except OutputLost:
        raise
    except Exception:
        logger.exception("command failed")
        output.error(VelaError(Code.INTERNAL, log=str(logs.folder() or "–")))
        return 1


def _own(arguments: Sequence[str]) -> Sequence[str]:
    """Return what is meant for us, not for a program that we are to run."""
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def _options(arguments: Sequence[str]) -> Namespace:
    options = parser.build().parse_args(list(arguments))
    try:
        Path.cwd()
    except OSError:
        reason = "the folder this was started in is gone; start it in another one"
        raise VelaError(Code.USAGE, reason=reason) from None
    if "data_dir" not in options:
        options.data_dir = default_data_folder()
    options.data_dir = resolved(options.data_dir)
    return options


async def _run(options: Namespace, output: Output) -> int:
    _end_when_told()
    if options.verb != "demo":  # the demo leaves a person's own data folder alone
        logs.start(Paths(options.data_dir))
    return await COMMANDS[options.verb](options, output)


def _end_when_told() -> None:
    loop, command = asyncio.get_running_loop(), asyncio.current_task()
    assert command
    for number in filter(None, (getattr(signal, name, None) for name in _ENDING)):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            with contextlib.suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, command.cancel)
