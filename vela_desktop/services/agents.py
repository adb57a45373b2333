"""Which agents can curate here, which models they offer, and the one way to call them."""

import asyncio
from collections.abc import Callable, Mapping

from vela_desktop.agents.call import call
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import Answer, Model, Program, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import AGENTS, Agent, AgentStatus
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import AgentsChanged
from vela_desktop.domain.jobs import Job
from vela_desktop.process.run import Started


class AgentService:
    """Finds the programs anew each time: a person may install one while Vela runs."""

    def __init__(
        self,
        settings: SettingsStore,
        paths: Paths,
        environment: Mapping[str, str],
        bus: EventBus,
    ) -> None:
        self._settings = settings
        self._environment = environment
        self._folder = paths.curation
        self._programs = Programs(environment)
        self._catalogue = Catalogue(
            paths.cache,
            paths.curation,
            changed=lambda agent: bus.publish(AgentsChanged(agents=(agent,))),
            environment=environment,
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
        """Ask the agent again for its models."""
        return await self._catalogue.refresh(await self.program(agent))

    async def require(self, agent: Agent) -> Program:
        """Return a usable program; raises ``memory_agent_unavailable`` with its reason."""
        program = await self.program(agent)
        if program.problem is not None:
            label = AGENTS[agent].label
            raise VelaError(Code.AGENT_UNAVAILABLE, agent=label, reason=program.problem)
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
            environment=self._environment,
        )

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
