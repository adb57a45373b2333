"""Finds the agents' programs and says what is wrong with those that cannot be used."""

import asyncio
import logging
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import vela_desktop
from vela_desktop.agents import failures, versions
from vela_desktop.agents.asking import NoAnswerError, printed, variables
from vela_desktop.agents.login_shell import login_path
from vela_desktop.agents.protocol import Adapter, Program
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.home import home
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import AGENTS, Agent, AgentProblem
from vela_desktop.domain.errors import Reason
from vela_desktop.process.watchdog import Watchdog

logger = logging.getLogger(__name__)

VERSION_SECONDS = 10.0
_SHOWN = 60
"""How many characters are shown of what another program says to ``--version``."""
SYSTEM_PLACES = (
    Path("/opt/homebrew/bin"),
    Path("/home/linuxbrew/.linuxbrew/bin"),
    Path("/usr/local/bin"),
)


def variable(agent: Agent) -> str:
    """Return the environment variable that names *agent*'s program for one run."""
    return f"VELA_{agent.upper()}_EXECUTABLE"


class Programs:
    """Finds programs in *environment*; asks a login shell, and each file's version, only once.

    *watchdog* hears of what runs for that.
    """

    def __init__(self, environment: Mapping[str, str], watchdog: Watchdog | None = None) -> None:
        self._environment = environment
        self._watchdog = watchdog
        self._lock = asyncio.Lock()
        self._login_path: str | None = None
        self._told: dict[tuple[str, int, int], str] = {}

    async def find(self, agent: Agent, settings: AgentSettings) -> Program:
        """Return *agent*'s program; its ``problem`` is set where it cannot be used.

        In this order: the variable for one run, the settings, PATH, the login shell's PATH, and the
        places installers use. What one of the first two names is shown as it is, never replaced.
        """
        found = await self.identify(await self.locate(agent, settings))
        usable = found.problem is None
        logger.debug("program found agent=%s by=%s usable=%s", agent, found.found_by, usable)
        return found

    async def locate(self, agent: Agent, settings: AgentSettings) -> Program:
        """Return *agent*'s program without starting it: only its file and arguments are looked at,
        and its version is not known."""
        adapter = ADAPTERS[agent]
        found = await self._look(adapter, settings)
        return replace(
            found,
            arguments=tuple(settings.arguments),
            environment={**found.environment, **settings.environment},
            input_bytes=settings.input_bytes,
            problem=found.problem or adapter.objection(settings.arguments),
        )

    async def wrong_file(self, agent: Agent, executable: str) -> AgentProblem | None:
        """Return why *executable*, as a person named it, cannot be *agent*'s program; it is not
        started."""
        named = await asyncio.to_thread(self._named, agent, executable, "settings")
        return named.problem

    async def identify(self, program: Program) -> Program:
        """Return the located *program* with its version; its ``problem`` is set where that says
        that it is another program, or one whose command line is not known."""
        adapter = ADAPTERS[program.agent]
        if program.problem is not None or adapter.executable is None:
            return program
        return await self._with_version(adapter, program)

    async def _look(self, adapter: Adapter, settings: AgentSettings) -> Program:
        agent, name = adapter.agent, adapter.executable
        if name is None:
            version = vela_desktop.__version__
            return Program(agent=agent, path=sys.executable, found_by="built in", version=version)
        for value, source in (
            (self._environment.get(variable(agent)), "environment"),
            (settings.executable, "settings"),
        ):
            if value:
                return await asyncio.to_thread(self._named, agent, value, source)
        path = self._environment.get("PATH", "")
        if found := await asyncio.to_thread(_on_path, name, path):
            return self._program(agent, found, "path", path)
        path = await self._login()
        if found := await asyncio.to_thread(_on_path, name, path):
            return self._program(agent, found, "login shell", path)
        if found := await asyncio.to_thread(_in_places, adapter, name, self._environment):
            return self._program(agent, found, "known place", self._environment.get("PATH", ""))
        problem = AgentProblem(Reason.NOT_FOUND, {"name": name})
        return Program(agent=agent, path="", found_by="", problem=problem)

    def _named(self, agent: Agent, value: str, source: str) -> Program:
        below = home(self._environment) / value[2:] if value.startswith("~/") else Path(value)
        path = below.absolute()
        found = self._program(agent, str(path), source, self._environment.get("PATH", ""))
        return replace(found, problem=_unusable(path))

    def _program(self, agent: Agent, path: str, source: str, search: str) -> Program:
        """A script's interpreter (Node) often lies beside it and on no PATH that we have."""
        folders = dict.fromkeys([*filter(None, search.split(os.pathsep)), str(Path(path).parent)])
        environment = {"PATH": os.pathsep.join(folders)}
        return Program(agent=agent, path=path, found_by=source, environment=environment)

    async def _login(self) -> str:
        async with self._lock:
            if self._login_path is None:
                self._login_path = await login_path(self._environment, self._watchdog)
            return self._login_path

    async def _with_version(self, adapter: Adapter, program: Program) -> Program:
        try:
            told = await self._version(adapter, program)
        except NoAnswerError as error:
            cause = {**error.problem.details, "cause": error.problem.reason}
            return replace(program, problem=AgentProblem(Reason.NO_VERSION, cause))
        itself = adapter.calls_itself
        version = versions.find(told, itself)
        if version is None or not versions.is_itself(told, itself):
            said = failures.one_line(told, _SHOWN) or "…"
            about = {"label": AGENTS[adapter.agent].label, "said": said}
            return replace(program, problem=AgentProblem(Reason.OTHER_PROGRAM, about))
        program = replace(program, version=version)
        least = adapter.minimum_version or ""
        if versions.numbers(version) < versions.numbers(least):
            too_old = {"version": version, "least": least}
            return replace(program, problem=AgentProblem(Reason.TOO_OLD, too_old))
        unknown = adapter.unknown_version
        if unknown and versions.numbers(version) >= versions.numbers(unknown):
            too_new = AgentProblem(Reason.TOO_NEW, {"version": version})
            return replace(program, problem=too_new)
        return program

    async def _version(self, adapter: Adapter, program: Program) -> str:
        stamp = await asyncio.to_thread(_stamp, program.path)
        if stamp not in self._told:
            told = await self._ask(adapter, program, "--version")
            if adapter.introduction and versions.has_bare(told):
                told = f"{told}\n{await self._introduction(adapter, program)}"
            self._told[stamp] = told
        return self._told[stamp]

    async def _introduction(self, adapter: Adapter, program: Program) -> str:
        """Another program of the same name may not know these arguments."""
        try:
            return await self._ask(adapter, program, *adapter.introduction)
        except NoAnswerError as error:
            if error.problem.reason is Reason.EXIT_CODE:
                return ""
            raise

    async def _ask(self, adapter: Adapter, program: Program, *arguments: str) -> str:
        told = await printed(
            (program.path, *arguments),
            cwd=Path(program.path).parent,
            environment=variables(adapter, program, self._environment),
            watchdog=self._watchdog,
            errors_too=True,
            seconds=VERSION_SECONDS,
        )
        return failures.plain(told.decode("utf-8-sig", "replace")).strip()


def _stamp(path: str) -> tuple[str, int, int]:
    """Return what is another one when the program was replaced."""
    try:
        status = Path(path).stat()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NoAnswerError(AgentProblem(Reason.UNREADABLE, {"why": why})) from None
    return path, status.st_mtime_ns, status.st_size


def _unusable(path: Path) -> AgentProblem | None:
    """Say why the file at *path*, which a person named, cannot be started."""
    try:
        if path.is_dir():
            return AgentProblem(Reason.FOLDER)
        if not path.exists():
            return AgentProblem(Reason.NO_FILE)
    except OSError as error:
        why = error.strerror or type(error).__name__
        return AgentProblem(Reason.UNREADABLE, {"why": why})
    if not os.access(path, os.X_OK):
        return AgentProblem(Reason.NOT_EXECUTABLE)
    return None


def _on_path(name: str, path: str) -> str | None:
    """Look *name* up; relative parts of *path* would depend on the folder we were started in."""
    absolute = [folder for folder in path.split(os.pathsep) if Path(folder).is_absolute()]
    return shutil.which(name, path=os.pathsep.join(absolute)) if absolute else None


def _in_places(adapter: Adapter, name: str, environment: Mapping[str, str]) -> str | None:
    return _on_path(name, os.pathsep.join(map(str, _places(adapter, environment))))


def _places(adapter: Adapter, environment: Mapping[str, str]) -> tuple[Path, ...]:
    user = home(environment)
    roaming = environment.get("APPDATA")
    return (
        user / ".local" / "bin",
        *(user / place for place in adapter.places),
        user / ".npm-global" / "bin",
        *SYSTEM_PLACES,
        *([Path(roaming) / "npm"] if roaming else []),
    )
