"""Tries an agent out up to the point where a model would be called, and says how far it came."""

import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from vela_desktop.agents import folders
from vela_desktop.agents.asking import NoAnswerError
from vela_desktop.agents.call import compose
from vela_desktop.agents.catalogue import listed
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import AgentError, Folders, Program, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.agents.sign_in import SIGN_INS, is_signed_in
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent, AgentProblem
from vela_desktop.domain.errors import Reason
from vela_desktop.process.watchdog import Watchdog

_NOTHING = Request(system="", prompt="", schema={"type": "object"}, model=None, effort=None)


class TrialStep(StrEnum):
    """What is tried, in this order."""

    PROGRAM = "program"
    VERSION = "version"
    SIGN_IN = "sign_in"
    MODELS = "models"
    COMMAND = "command"
    """What a call has to ask before, and a command line with the agent's tools closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """How one step went. With a *problem* the agent cannot curate, unless it is *passable*."""

    step: TrialStep
    problem: AgentProblem | None = None
    passable: bool = False
    fact: str = ""
    """The path, the version, or how many models: as it is."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTest:
    """How a trial went; the last step is the one that stopped it, if any did."""

    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Tell whether the agent can curate, as far as that shows without calling a model."""
        return all(finding.problem is None or finding.passable for finding in self.findings)


async def trial(
    agent: Agent,
    settings: AgentSettings,
    *,
    folder: Path,
    environment: Mapping[str, str],
    watchdog: Watchdog | None = None,
    heard: Callable[[Finding], None],
) -> AgentTest:
    """Try *agent* with *settings*, which need not be stored; *heard* hears of each step at its end.

    Everything is looked up and asked anew, in a private folder below *folder*; no model is called.
    When the caller is cancelled, the program that is being asked is ended.
    """
    found: list[Finding] = []
    began = time.monotonic()
    async with aclosing(_findings(agent, settings, folder, environment, watchdog)) as findings:
        async for finding in findings:
            now = time.monotonic()
            found.append(replace(finding, seconds=now - began))
            began = now
            heard(found[-1])
    return AgentTest(findings=tuple(found))


async def _findings(
    agent: Agent,
    settings: AgentSettings,
    folder: Path,
    environment: Mapping[str, str],
    watchdog: Watchdog | None,
) -> AsyncGenerator[Finding]:
    programs = Programs(environment, watchdog)
    program = await programs.locate(agent, settings)
    yield Finding(step=TrialStep.PROGRAM, problem=program.problem, fact=program.path)
    if program.problem is not None:
        return
    program = await programs.identify(program)
    yield Finding(step=TrialStep.VERSION, problem=program.problem, fact=program.version or "")
    if program.problem is not None:
        return
    async with folders.private(folder) as private:
        for question in (_signed_in, _models, _command):
            finding = await question(program, private, environment, watchdog)
            if finding is not None:
                yield finding


async def _signed_in(
    program: Program,
    private: Folders,
    environment: Mapping[str, str],
    watchdog: Watchdog | None,
) -> Finding | None:
    """Passable: with a provider of one's own many programs work without their own sign-in."""
    adapter = ADAPTERS[program.agent]
    said = await is_signed_in(
        adapter, program, cwd=private.work, environment=environment, watchdog=watchdog
    )
    if said is None:
        return None
    problem = None
    if not said:
        command = SIGN_INS[program.agent].command
        problem = AgentProblem(Reason.SIGNED_OUT, {"command": command})
    return Finding(step=TrialStep.SIGN_IN, problem=problem, passable=True)


async def _models(
    program: Program,
    private: Folders,
    environment: Mapping[str, str],
    watchdog: Watchdog | None,
) -> Finding | None:
    """Passable: a call that names no model needs no list of them."""
    listing = ADAPTERS[program.agent].listing
    if listing is None:
        return None
    try:
        models = await listed(
            program, listing, cwd=private.work, environment=environment, watchdog=watchdog
        )
    except NoAnswerError as error:
        return Finding(step=TrialStep.MODELS, problem=error.problem, passable=True)
    return Finding(step=TrialStep.MODELS, fact=str(len(models)))


async def _command(
    program: Program,
    private: Folders,
    environment: Mapping[str, str],
    watchdog: Watchdog | None,
) -> Finding | None:
    adapter = ADAPTERS[program.agent]
    try:
        await compose(adapter, program, _NOTHING, private, environment, watchdog)
    except AgentError as error:
        why = {"why": str(error.details.get("reason", error.wire))}
        return Finding(step=TrialStep.COMMAND, problem=AgentProblem(Reason.NO_SAFE_CALL, why))
    return Finding(step=TrialStep.COMMAND)
