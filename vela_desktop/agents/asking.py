"""Short questions to an agent's program: its version, its models, its servers."""

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from vela_desktop.agents import failures
from vela_desktop.agents.protocol import Adapter, Program, Question, Surroundings
from vela_desktop.domain.agents import AgentProblem
from vela_desktop.domain.errors import Reason
from vela_desktop.process.environment import foreign, own
from vela_desktop.process.run import Ended, run
from vela_desktop.process.surely import surely
from vela_desktop.process.watchdog import Watchdog

ANSWER_BYTES = 4 * 1024 * 1024


_BY_FILE = 'ulimit -f 65536; file=$1; shift; "$@" >"$file" || exit; exec cat "$file"'
"""For a shell. No answer fills the 32 MiB that a file may hold."""


class NoAnswerError(Exception):
    """The program did not answer. As text it is the reason: English, one line."""

    def __init__(self, problem: AgentProblem) -> None:
        self.problem = problem
        super().__init__(str(problem))


class _EnoughError(Exception):
    """The line that was waited for has come: the program is ended."""


def variables(adapter: Adapter, program: Program, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the program's environment: ours (cleaned, if it is not one of our own helpers), then
    what the settings add, then what the adapter insists on."""
    if adapter.executable is None:
        return own(environment)
    return {**foreign(environment), **program.environment, **adapter.environment}


async def ask(
    adapter: Adapter,
    program: Program,
    question: Question,
    *,
    cwd: Path,
    environment: Mapping[str, str],
    watchdog: Watchdog | None = None,
    seconds: float,
) -> bytes:
    """Put *question* to *program* and return what it prints. Raises NoAnswerError.

    What it is to find is laid out in a worker thread.
    """
    before = _configuration(program.arguments) if question.configured else ()
    started_in = {**variables(adapter, program, environment), **question.environment}
    if question.surroundings:
        started_in |= await _laid_out(question.surroundings, cwd, started_in)
    argv = (program.path, *before, *question.arguments)
    if question.by_file and os.name == "posix":
        argv = ("/bin/sh", "-c", _BY_FILE, "sh", str(cwd.parent / "printed.txt"), *argv)
    return await printed(
        argv,
        cwd=cwd,
        environment=started_in,
        watchdog=watchdog,
        stdin=question.stdin,
        enough=question.enough,
        seconds=seconds,
    )


async def _laid_out(
    surroundings: Surroundings, cwd: Path, environment: Mapping[str, str]
) -> Mapping[str, str]:
    try:
        return await surely(asyncio.to_thread(surroundings, cwd, environment))
    except (OSError, ValueError) as error:
        problem = AgentProblem(Reason.UNREADABLE, {"why": failures.why(error)})
        raise NoAnswerError(problem) from None


async def printed(
    argv: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    watchdog: Watchdog | None = None,
    stdin: bytes = b"",
    enough: Callable[[bytes], bool] | None = None,
    errors_too: bool = False,
    may_leave: bool = False,
    seconds: float,
) -> bytes:
    """Return what *argv* prints; where *enough* is given, up to the line that satisfies it; with
    *errors_too*, what it says on its error stream where it prints nothing. What leaves its group is
    ended with it unless it *may_leave*.

    Raises NoAnswerError where it cannot start, fails, takes more than *seconds* or says too much.
    """
    said: list[bytes] = []

    def listen(line: bytes) -> None:
        said.append(line)
        if enough and enough(line):
            raise _EnoughError

    try:
        outcome = await run(
            argv,
            cwd=cwd,
            environment=environment,
            watchdog=watchdog,
            may_leave=may_leave,
            stdin=stdin,
            stdin_stays_open=enough is not None,
            seconds=seconds,
            stream_bytes=ANSWER_BYTES,
            on_line=listen if enough else None,
            grace=1.0,
        )
    except _EnoughError:
        return b"\n".join(said)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NoAnswerError(AgentProblem(Reason.NO_START, {"why": why})) from None
    if outcome.ended is Ended.TIMED_OUT:
        raise NoAnswerError(AgentProblem(Reason.NO_ANSWER, {"seconds": f"{seconds:g}"}))
    if outcome.ended is Ended.TOO_MUCH_OUTPUT:
        raise NoAnswerError(AgentProblem(Reason.TOO_MUCH_SAID))
    if outcome.exit_code != 0:
        raise NoAnswerError(AgentProblem(Reason.EXIT_CODE, {"number": outcome.exit_code}))
    return outcome.stderr if errors_too and not outcome.stdout.strip() else outcome.stdout


def _configuration(arguments: Sequence[str]) -> Iterator[str]:
    """Yield those of the extra arguments that every subcommand takes."""
    waiting = iter(arguments)
    for argument in waiting:
        flag, has_value, _ = argument.partition("=")
        if flag in {"-c", "--config"}:
            yield argument
            if not has_value:
                yield from (value for value in [next(waiting, None)] if value is not None)
