"""Which agents can curate here, which models they offer, and the one way to call them."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from vela_desktop.agents import folders
from vela_desktop.agents.call import byte_limit, call
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import Answer, Model, Program, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.agents.trial import AgentTest, Finding, trial
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import AgentSettings, SettingsStore
from vela_desktop.config.trouble import translated
from vela_desktop.domain import limits
from vela_desktop.domain.agents import AGENTS, Agent, AgentProblem, AgentStatus
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.events import AgentsChanged
from vela_desktop.domain.jobs import Job
from vela_desktop.domain.sizes import InputLimit
from vela_desktop.process import strays
from vela_desktop.process.run import Started
from vela_desktop.process.watchdog import Watchdog


class AgentService:
    """Finds the programs anew each time: a person may install one while Vela runs.

    *watchdog* ends what runs for that and for calls if this program dies.
    """

    def __init__(
        self,
        settings: SettingsStore,
        paths: Paths,
        environment: Mapping[str, str],
        bus: EventBus,
        watchdog: Watchdog | None = None,
    ) -> None:
        self._settings, self._bus = settings, bus
        self._watchdog = watchdog
        self._configuring = asyncio.Lock()
        self._environment = environment
        self._folder = paths.curation
        self._programs = Programs(environment, watchdog)
        self._catalogue = Catalogue(
            paths.cache,
            paths.curation,
            changed=lambda agent: bus.publish(AgentsChanged(agents=(agent,))),
            environment=environment,
            watchdog=watchdog,
        )

    async def statuses(self) -> tuple[AgentStatus, ...]:
        """Return every agent, usable or not, in the order they are offered."""
        programs = await asyncio.gather(*(self.program(agent) for agent in ADAPTERS))
        return tuple(_status(program) for program in programs)

    async def program(self, agent: Agent) -> Program:
        """Return an agent's program as it is now; its ``problem`` says why it cannot be used."""
        return await self._programs.find(agent, self._settings.now.agent(agent))

    async def models(self, agent: Agent) -> tuple[Model, ...]:
        """Return the models an agent offers, from the cache where it is fresh."""
        return await self._catalogue.models(await self.program(agent))

    async def refresh(self, agent: Agent) -> tuple[Model, ...]:
        """Ask the agent again for its models; ``listing_problem`` says why there is no answer."""
        return await self._catalogue.refresh(await self.program(agent))

    async def listing_problem(self, agent: Agent) -> AgentProblem | None:
        """Return why the agent did not tell its models when it was asked last."""
        return self._catalogue.problem(await self.program(agent))

    async def found_program(self, agent: Agent) -> Program:
        """Return the program that is found where the settings name none."""
        settings = replace(self._settings.now.agent(agent), executable=None, arguments=())
        return await self._programs.locate(agent, settings)

    async def wrong_program(self, agent: Agent, executable: str) -> AgentProblem | None:
        """Return why the file *executable* cannot be an agent's program. It is not started."""
        return await self._programs.wrong_file(agent, executable)

    async def test(
        self, agent: Agent, settings: AgentSettings, heard: Callable[[Finding], None]
    ) -> AgentTest:
        """Try the agent with *settings*, stored or not, without calling a model.

        *heard* hears of each step at its end. Raises VelaError ``data_…`` where there is no room
        for a private folder.
        """
        return await trial(
            agent,
            settings,
            folder=self._folder,
            environment=self._environment,
            watchdog=self._watchdog,
            heard=heard,
        )

    async def configure(self, agent: Agent, **changes: Any) -> AgentSettings:
        """Change the fields of AgentSettings that *changes* names, and tell of it.

        Raises VelaError ``data_…`` where the settings cannot be written; they then stay as they
        were.
        """
        async with self._configuring:
            now = self._settings.now
            after = replace(now.agent(agent), **changes)
            if after == now.agent(agent):
                return after
            with translated(self._settings.path):
                await self._settings.save(agents={**now.agents, str(agent): after})
        self._bus.publish(AgentsChanged(agents=(agent,)))
        return after

    async def require(self, agent: Agent) -> Program:
        """Return a usable program; raises ``memory_agent_unavailable`` with its reason."""
        program = await self.program(agent)
        if program.problem is not None:
            raise program.problem.error(agent)
        return program

    async def call(
        self, job: Job, request: Request, on_start: Callable[[Started], None] | None = None
    ) -> Answer:
        """Have the job's agent answer *request*."""
        program = await self.require(job.agent)
        return await call(
            ADAPTERS[job.agent],
            program,
            request,
            folder=self._folder,
            on_start=on_start,
            watchdog=self._watchdog,
            environment=self._environment,
        )

    async def limit_of(self, job: Job) -> InputLimit:
        """Return what one input to the job's agent may hold: the settings' or the adapter's bytes,
        and what the agent can use of its model's window, a token taken for one character."""
        adapter, program = ADAPTERS[job.agent], await self.program(job.agent)
        share, chars = adapter.window_share, limits.MODEL_INPUT_CHARS
        if share < 1:
            windows = [
                model.context_tokens
                for model in await self._catalogue.models(program)
                if model.context_tokens and job.model in {None, model.id}
            ]
            chars = min([chars, *(int(window * share) for window in windows)])
        return InputLimit(chars=chars, bytes=byte_limit(adapter, program))

    async def tidy(self) -> None:
        """End and remove what crashed programs left of their calls."""
        await asyncio.to_thread(strays.end_orphans)
        await asyncio.to_thread(folders.tidy, self._folder)

    async def close(self) -> None:
        """End the questions to agents that are still open."""
        await self._catalogue.close()


def _status(program: Program) -> AgentStatus:
    return AgentStatus(
        agent=program.agent,
        label=AGENTS[program.agent].label,
        available=program.problem is None,
        executable=program.path or None,
        version=program.version,
        problem=program.problem,
    )
