"""Runs one command: parse, do, print, exit status."""

import asyncio
import logging
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence

from vela_desktop.cli import parser
from vela_desktop.cli.commands import agents, curate, demo, doctor, entries, jobs, sessions
from vela_desktop.cli.output import Output, exit_code
from vela_desktop.config import logs
from vela_desktop.config.paths import Paths, default_data_folder
from vela_desktop.domain.errors import Code, VelaError

logger = logging.getLogger(__name__)

Command = Callable[[Namespace, Output], Awaitable[int]]

COMMANDS: dict[str, Command] = {
    "sessions": sessions.list_sessions,
    "show": sessions.show,
    "curate": curate.curate,
    "jobs": jobs.jobs,
    "entries": entries.list_entries,
    "entry": entries.entry,
    "agents": agents.agents,
    "doctor": doctor.doctor,
    "demo": demo.demo,
}

INTERRUPTED = 130
"""Exit status after Ctrl+C, as shells have it."""


def main(arguments: Sequence[str]) -> int:
    """Run ``vela`` with *arguments* (without the program's name); return its exit status."""
    output = Output(json="--json" in arguments)
    try:
        options = parser.build().parse_args(list(arguments))
        if "data_dir" not in options:
            options.data_dir = default_data_folder()
        options.data_dir = options.data_dir.expanduser().absolute()
        return asyncio.run(_run(options, output))
    except VelaError as error:
        output.error(error)
        return exit_code(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception:
        logger.exception("command failed")
        output.error(VelaError(Code.INTERNAL, log=str(logs.folder() or "–")))
        return 1


async def _run(options: Namespace, output: Output) -> int:
    if options.verb != "demo":  # the demo leaves a person's own data folder alone
        logs.start(Paths(options.data_dir))
    return await COMMANDS[options.verb](options, output)
