"""Two programs submit, cancel, retry and run jobs of the same sessions."""

import asyncio
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing

from support.curation import entries, entry, topic, topics
from support.fake_agents import FakeAgent
from support.faults import OTHER, SHORT, Scene
from support.soak import SOAK
from vela_desktop.domain.jobs import ACTIVE, UNFINISHED, JobQuery, JobStatus

SECONDS = 60 if SOAK else 4
PARALLEL = 2
"""The setting's default, which both share."""

EXPECTED = {("completed", None), ("cancelled", "memory_cancelled")}
"""All that may become of a job here."""


async def test_jobs_never_stand_in_each_others_way(scene: Scene, claude: FakeAgent) -> None:
    finds = {"data": topics(topic("A"))}
    merges = {"contains": "stage: merge", "reply": {"data": entries(entry("A"))}}
    claude.script(rules=[merges], default=finds | {"delay": 0.05})
    sessions = [await scene.session(SHORT), await scene.session(OTHER)]
    both = [
        scene.start(name, str(SECONDS), *sessions, part="support.fault_contender")
        for name in ("first", "second")
    ]
    looks = await asyncio.to_thread(watch, scene, both)
    outputs = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    assert looks > SECONDS
    assert await ends(scene) <= EXPECTED
    rows = await scene.services.jobs.rows(JobQuery())
    assert rows.total == sum(int(told) for told, _ in outputs)
    assert rows.total > 5 * SECONDS
    before = scene.rows()
    job = await scene.curate()
    assert job.status is JobStatus.COMPLETED
    await scene.check(job, before)


def watch(scene: Scene, both: "Sequence[subprocess.Popen[str]]") -> int:
    """Look at the jobs until both processes have ended; return how often some ran at once."""
    times = 0
    with closing(sqlite3.connect(scene.database)) as file:
        while any(process.poll() is None for process in both):
            found = file.execute(f"SELECT session_id, status FROM memory_jobs WHERE {UNENDED}")
            times += check_standing(found.fetchall())
            time.sleep(0.005)
    return times


UNENDED = f"status IN ({', '.join(repr(str(status)) for status in UNFINISHED)})"


def check_standing(found: Sequence[tuple[str, str]]) -> bool:
    """Assert the rules for jobs that have not ended; tell whether as many ran as may."""
    active = Counter(session for session, status in found if status in ACTIVE)
    waiting = Counter(session for session, status in found if status == JobStatus.QUEUED)
    assert set(active.values()) | set(waiting.values()) <= {1}
    assert active.total() <= PARALLEL
    return active.total() == PARALLEL


async def ends(scene: Scene) -> set[tuple[str, str | None]]:
    """Return in which ways jobs have ended."""
    with closing(sqlite3.connect(scene.database)) as file:
        return set(file.execute("SELECT DISTINCT status, error FROM memory_jobs"))
