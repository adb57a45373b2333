"""Jobs of every kind for the pictures: failed, cancelled, found nothing, and three under way.

Those under way are rows without a process behind them: the pictures' windows start no runner, and
nothing is left over when the data folder is deleted.
"""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from support.curation import topic, topics
from support.fake_agents import fake_claude
from vela_desktop.config.settings import AgentSettings
from vela_desktop.curation.leases import own_lease
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code
from vela_desktop.domain.events import Initiator, Via
from vela_desktop.domain.jobs import (
    Child,
    Choice,
    Job,
    JobOptions,
    JobStatus,
    Stage,
    Step,
    Usage,
)
from vela_desktop.storage import jobs, steps
from vela_desktop.wiring.services import Services

_BY_JOB = Initiator(via=Via.JOB)
_LEASE = own_lease()
_MINUTE = 60_000
_CLAUDE = Choice(agent=Agent.CLAUDE)
_MODELS = [
    {"value": "default", "displayName": "Default (recommended)", "supportsEffort": True,
     "supportedEffortLevels": ["low", "medium", "high", "max"]},
    {"value": "opus", "displayName": "Opus", "supportsEffort": True,
     "supportedEffortLevels": ["low", "medium", "high", "max"]},
    {"value": "sonnet", "displayName": "Sonnet", "supportsEffort": True,
     "supportedEffortLevels": ["low", "medium", "high"]},
    {"value": "haiku", "displayName": "Haiku"},
]  # fmt: skip


def install_claude(services: Services, data: Path) -> None:
    """Have Claude be a program that lists models, finds three topics, and then writes prose."""
    found = topics(topic("Probes"), topic("Rollback"), topic("Drain first"))
    fake = fake_claude(
        data / "fake",
        {"data": found, "usage": [5_200, 0, 900]},
        models=_MODELS,
        default={"text": "I would rather write prose.", "stderr": "warning: model fallback in "
                 "use, output may be shorter\n", "usage": [1_800, 0, 240]},
    )  # fmt: skip
    settings = services.reading.settings
    agents = dict(settings.now.agents)
    known = settings.now.agent("claude")
    agents["claude"] = AgentSettings(executable=str(fake.path), transcripts=known.transcripts)
    settings.change(agents=agents)


async def fail(services: Services, session_id: str) -> None:
    """Leave a job that failed while it merged."""
    job = await services.jobs.submit(session_id, _CLAUDE, JobOptions())
    ended = await services.jobs.run(job.id)
    assert ended.error == Code.INVALID_OUTPUT, ended


async def cancel(services: Services, session_id: str) -> None:
    """Leave a job that was cancelled on its way."""
    job = await _start(services, session_id, (Stage.MERGE, 2, 4))
    await services.jobs.cancel(job.id)
    await _write(services, jobs.finish, job.id, _LEASE, JobStatus.CANCELLED)


async def under_way(services: Services, running: str, cancelling: str) -> None:
    """Leave a running job, and one that is being cancelled with its successor waiting."""
    stopping = await _start(services, cancelling, (Stage.MERGE, 1, 3))
    high = Choice(agent=Agent.CLAUDE, effort="high")
    await services.jobs.submit(cancelling, high, JobOptions())
    job = await _start(services, running, (Stage.MERGE, 4, 7))
    used = Usage(calls=5, input_tokens=21_900, cached_tokens=8_400, output_tokens=2_700)
    await _write(services, jobs.add_usage, job.id, _LEASE, used)
    for step in _steps():
        await _write(services, steps.keep, job.lineage, step)
    await _write(services, jobs.set_children, job.id, _LEASE, (_child(),))
    _set_back(services, {job.id: 72_000, stopping.id: 220_000})


def _steps() -> Iterator[Step]:
    """Tell of a segment that was read and four topics that were merged."""
    began = int(time.time() * 1000)
    for at, seconds in enumerate((21, 12, 9, 14, 11)):
        yield Step(
            key=f"step {at}",
            stage=Stage.MERGE if at else Stage.EXTRACT,
            output=None,
            usage=Usage(calls=1, input_tokens=4_380, cached_tokens=1_680, output_tokens=540),
            tries=2 if at == 3 else 1,
            started_at=began,
            ended_at=began + seconds * 1000,
            ms=seconds * 1000,
        )


def _child() -> Child:
    """Return this program in place of an agent's."""
    return Child(
        pgid=_LEASE.pid,
        start_ticks=_LEASE.start_ticks,
        started_at=int(time.time() * 1000) - 9_000,
    )


async def _start(services: Services, session_id: str, at: tuple[Stage, int, int]) -> Job:
    job = await services.jobs.submit(session_id, _CLAUDE, JobOptions())
    await _write(services, jobs.claim, _LEASE, 3, job.id)
    if at[0] is Stage.MERGE:
        await _write(services, jobs.progress, job.id, _LEASE, Stage.EXTRACT, 1, 1)
    await _write(services, jobs.progress, job.id, _LEASE, *at)
    return job


async def _write(services: Services, function: object, *arguments: object) -> None:
    await services.database.write(function, *arguments, initiator=_BY_JOB)  # type: ignore[arg-type]


def _set_back(services: Services, milliseconds: dict[str, int]) -> None:
    with sqlite3.connect(services.reading.paths.database) as connection:
        for job_id, back in milliseconds.items():
            connection.execute(
                "UPDATE memory_jobs SET created_at = created_at - ?1 - 400, "
                "started_at = started_at - ?1 WHERE id = ?2",
                (back, job_id),
            )


def spread(services: Services) -> None:
    """Let the jobs so far lie hours and days back and have taken minutes, as in a week of work."""
    now = int(time.time() * 1000)
    with sqlite3.connect(services.reading.paths.database) as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM memory_jobs ORDER BY n DESC")]
        for at, job_id in enumerate(ids, 1):
            ended = now - at * at * 47 * _MINUTE
            started = ended - (1 + 7 * at % 5) * _MINUTE - 11_000 * at
            connection.execute(
                "UPDATE memory_jobs SET created_at = ?1, started_at = ?1, ended_at = ?2 "
                "WHERE id = ?3",
                (started, ended, job_id),
            )
            connection.execute(
                "UPDATE memory_job_steps SET started_at = ?1 + 1000, ended_at = ?1 + 14000, "
                "ms = 13000 "
                "WHERE lineage = (SELECT lineage FROM memory_jobs WHERE id = ?2)",
                (started, job_id),
            )
