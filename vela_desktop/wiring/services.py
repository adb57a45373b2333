"""The second step: every service. Importing this imports SQLAlchemy."""

from dataclasses import dataclass

from vela_desktop.curation.runner import Runner
from vela_desktop.domain.events import Via
from vela_desktop.process.watchdog import Watchdog
from vela_desktop.services.agents import AgentService
from vela_desktop.services.conversations import ConversationService
from vela_desktop.services.entries import EntryService
from vela_desktop.services.jobs import JobService
from vela_desktop.services.recordings import RecordingService
from vela_desktop.storage.database import Database
from vela_desktop.wiring.reading import Reading


@dataclass(frozen=True, kw_only=True)
class Services:
    """Every use case of the program."""

    reading: Reading
    database: Database
    runner: Runner
    watchdog: Watchdog
    conversations: ConversationService
    entries: EntryService
    jobs: JobService
    agents: AgentService
    recordings: RecordingService

    async def close(self) -> None:
        """End jobs, workers and files in the order that loses nothing."""
        await self.reading.scanner.close()
        await self.runner.stop()
        await self.agents.close()
        await self.watchdog.close()
        await self.database.close()
        await self.reading.close()


async def build_services(reading: Reading, via: Via) -> Services:
    """Open the knowledge base and put the services together. Raises ``data_…`` errors."""
    database = await Database.open(reading.paths, reading.bus)
    watchdog = Watchdog()
    agents = AgentService(
        reading.settings, reading.paths, reading.environment, reading.bus, watchdog
    )
    await agents.tidy()
    runner = Runner(database, agents.call, reading.settings, limit_of=agents.limit_of)
    jobs = JobService(
        database,
        reading.index,
        reading.work,
        reading.sessions,
        agents,
        runner,
        reading.settings,
        via,
    )
    recordings = RecordingService(
        reading.paths,
        database,
        reading.index,
        reading.work,
        reading.sessions,
        reading.scanner,
        reading.bus,
        via,
    )
    reading.sessions.use_badges(jobs.badges)
    reading.sessions.use_recorded(recordings.recorded)
    return Services(
        reading=reading,
        database=database,
        runner=runner,
        watchdog=watchdog,
        conversations=ConversationService(reading.index, reading.sessions, reading.work),
        entries=EntryService(database, reading.work, via),
        jobs=jobs,
        agents=agents,
        recordings=recordings,
    )
