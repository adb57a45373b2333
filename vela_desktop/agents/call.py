"""One call of an agent: started in an empty private folder, read as it comes, judged by content."""

import asyncio
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from vela_desktop.agents import failures, folders
from vela_desktop.agents.asking import NoAnswerError, ask, variables
from vela_desktop.agents.protocol import (
    Adapter,
    AgentError,
    Answer,
    Call,
    Command,
    Folders,
    Program,
    Reading,
    Request,
)
from vela_desktop.domain import limits, rules
from vela_desktop.domain.agents import AGENTS, AgentProblem
from vela_desktop.domain.errors import Code, Reason
from vela_desktop.domain.sizes import Size
from vela_desktop.process.run import Ended, Outcome, Started, run
from vela_desktop.process.surely import surely
from vela_desktop.process.watchdog import Watchdog

logger = logging.getLogger(__name__)

PREPARATION_SECONDS = 15.0


async def call(
    adapter: Adapter,
    program: Program,
    request: Request,
    *,
    folder: Path,
    on_start: Callable[[Started], None] | None = None,
    watchdog: Watchdog | None = None,
    seconds: float = limits.CALL_SECONDS,
    environment: Mapping[str, str] = os.environ,
) -> Answer:
    """Ask *program* for *request* and return its answer, within *seconds*.

    It runs in an empty folder of its own below *folder*, which is removed however the call ends;
    *on_start* hears of the call's process group, *watchdog* also of that of a question before it.
    When the caller is cancelled the group is ended first.

    Raises AgentError: ``memory_agent_unavailable``, ``memory_context_too_large`` (both before
    anything is started, where that can be known), ``memory_process_failed``, ``memory_timeout``,
    ``memory_output_too_large`` and ``memory_invalid_output``; VelaError ``memory_invalid`` for a
    model or effort that is no name, ``data_…`` where *folder* cannot be used. See AgentError for
    the details.
    """
    request = replace(
        request,
        model=rules.check_model(request.model),
        effort=rules.check_effort(request.effort),
    )
    if problem := program.problem or adapter.objection(program.arguments):
        raise _unavailable(adapter, problem)
    _check_size(adapter, program, request)
    adapter.check(request)
    async with folders.private(folder) as private:
        asked, command = await compose(adapter, program, request, private, environment, watchdog)
        await surely(asyncio.to_thread(folders.write, private.files, command.files))
        reading = adapter.reading(asked)
        try:
            outcome = await _run(
                adapter,
                command,
                cwd=private.work,
                environment={**asked.environment, **command.environment},
                reading=reading,
                on_start=on_start,
                watchdog=watchdog,
                seconds=seconds,
            )
            return await asyncio.to_thread(_judge, adapter, reading, outcome, seconds)
        finally:
            await surely(asyncio.to_thread(reading.tidy))


def byte_limit(adapter: Adapter, program: Program) -> int | None:
    """Return the most bytes that one call sends: what the settings say, else the adapter."""
    return program.input_bytes or adapter.input_bytes


def _check_size(adapter: Adapter, program: Program, request: Request) -> None:
    """Refuse more than one call may send, whatever the way."""
    limit = byte_limit(adapter, program)
    if limit is None:
        return
    size = Size.of_input(request.system, request.prompt, request.schema).bytes
    if size > limit:
        raise failures.too_many_bytes(adapter.agent, size, limit)


async def compose(
    adapter: Adapter,
    program: Program,
    request: Request,
    private: Folders,
    environment: Mapping[str, str],
    watchdog: Watchdog | None = None,
) -> tuple[Call, Command]:
    """Return the call that *request* becomes, and its command line; no model is called yet.

    An adapter reads and lays out files for it, in a worker thread. Raises AgentError where the
    command line cannot be prepared or there is no safe one.
    """
    prepared = await _prepare(adapter, program, private.work, environment, watchdog)
    asked = Call(
        program=program,
        request=request,
        folders=private,
        prepared=prepared,
        environment=variables(adapter, program, environment),
    )
    return asked, await surely(asyncio.to_thread(_command, adapter, asked))


def _command(adapter: Adapter, asked: Call) -> Command:
    try:
        return adapter.command(asked)
    except (OSError, ValueError) as error:
        why = f"its configuration cannot be read: {failures.why(error)}"
        raise failures.failed(adapter.agent, why, again=False) from None


async def _prepare(
    adapter: Adapter,
    program: Program,
    cwd: Path,
    environment: Mapping[str, str],
    watchdog: Watchdog | None,
) -> bytes:
    question = adapter.preparation
    if question is None:
        return b""
    try:
        return await ask(
            adapter,
            program,
            question,
            cwd=cwd,
            environment=environment,
            watchdog=watchdog,
            seconds=PREPARATION_SECONDS,
        )
    except NoAnswerError as error:
        reason = f"what has to be known before each call cannot be listed: {error}"
        raise failures.failed(adapter.agent, reason, again=False) from None


async def _run(
    adapter: Adapter,
    command: Command,
    *,
    cwd: Path,
    environment: Mapping[str, str],
    reading: Reading,
    on_start: Callable[[Started], None] | None,
    watchdog: Watchdog | None,
    seconds: float,
) -> Outcome:
    try:
        return await run(
            command.argv,
            cwd=cwd,
            environment=environment,
            stdin=command.stdin,
            seconds=seconds,
            on_line=reading.feed,
            on_error_line=reading.feed_error,
            on_start=on_start,
            watchdog=watchdog,
        )
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise _unavailable(adapter, AgentProblem(Reason.NO_START, {"why": why})) from None
    except AgentError as error:
        tool = error.details.get("reason") == failures.TOOL
        logger.info("call stopped agent=%s error=%s tool=%s", adapter.agent, error.wire, tool)
        raise


def _judge(adapter: Adapter, reading: Reading, outcome: Outcome, seconds: float) -> Answer:
    """A program that hangs after its last event has answered all the same."""
    logger.info(
        "call ended agent=%s how=%s exit=%d seconds=%.1f stdout=%d stderr=%d",
        adapter.agent,
        outcome.ended,
        outcome.exit_code,
        outcome.seconds,
        len(outcome.stdout),
        len(outcome.stderr),
    )
    stderr = outcome.stderr.decode("utf-8", "replace")
    try:
        if outcome.ended is Ended.TOO_MUCH_OUTPUT:
            most = f"{limits.STREAM_BYTES:,} bytes"
            raise failures.output_too_large(adapter.agent, "output", f"more than {most}", most)
        if outcome.ended is Ended.TIMED_OUT and not reading.ended:
            raise _timed_out(adapter, seconds)
        return reading.finish(outcome.exit_code, stderr)
    except AgentError as error:
        cut = len(outcome.stderr) >= limits.STREAM_BYTES
        error.details["stderr_tail"] = failures.tail(stderr, cut=cut)
        raise


def _unavailable(adapter: Adapter, problem: AgentProblem) -> AgentError:
    return AgentError(Code.AGENT_UNAVAILABLE, again=False, **problem.about(adapter.agent))


def _timed_out(adapter: Adapter, seconds: float) -> AgentError:
    label = AGENTS[adapter.agent].label
    return AgentError(Code.TIMEOUT, agent=label, seconds=round(seconds), again=False)
