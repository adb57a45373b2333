"""The finished steps of a job, in the database."""

from vela_desktop.domain.events import Initiator
from vela_desktop.domain.jobs import Step
from vela_desktop.storage import steps
from vela_desktop.storage.database import Database


class StoredSteps:
    """The step store of a job and the jobs it retries."""

    def __init__(self, database: Database, lineage: str, initiator: Initiator) -> None:
        self._database = database
        self._lineage = lineage
        self._initiator = initiator

    async def get(self, key: str) -> Step | None:
        """Return the step stored under *key*."""
        return await self._database.read(steps.get, self._lineage, key)

    async def keep(self, step: Step) -> None:
        """Store a finished step."""
        await self._database.write(
            steps.keep, self._lineage, step, initiator=self._initiator, operation="job.step"
        )
