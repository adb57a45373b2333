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
from support.soak import SEED, SOAK
from vela_desktop.domain.jobs import ACTIVE, UNFINISHED, JobQuery, JobStatus

SECONDS = 60 if SOAK else 10
PARALLEL = 2
"""The setting's default, which both programs share."""

ENDED = {("completed", None), ("cancelled", "memory_cancelled")}
"""All that may become of a job where nobody dies."""

INTERRUPTED = {("failed", "memory_interrupted")}


async def test_jobs_of_two_programs_keep_out_of_each_others_way(
    scene: Scene, claude: FakeAgent
) -> None:
    first, second = await contenders(scene, claude)
    together = await asyncio.to_thread(watch, scene, [first, second])
    told = [process.communicate() for process in (first, second)]
    assert (first.returncode, second.returncode) == (0, 0), told
    assert together > 0
    assert ends(scene) == ENDED
    total = (await scene.services.jobs.rows(JobQuery())).total
    assert total == sum(int(submitted) for submitted, _ in told)
    await check_whole(scene)


async def test_a_program_that_dies_among_them_is_soon_noticed(
    scene: Scene, claude: FakeAgent
) -> None:
    first, second = await contenders(scene, claude, SECONDS / 2)
    killing = asyncio.get_running_loop().call_later(SECONDS / 4, second.kill)
    await asyncio.to_thread(watch, scene, [first, second])
    _, errors = first.communicate()
    assert first.returncode == 0, errors
    assert killing.when() < asyncio.get_running_loop().time()
    assert ends(scene) <= ENDED | INTERRUPTED
    await check_whole(scene)


async def contenders(
    scene: Scene, claude: FakeAgent, seconds: float = SECONDS
) -> "list[subprocess.Popen[str]]":
    """Start two programs that want the same two sessions for a while."""
    merges = {"contains": "stage: merge", "reply": {"data": entries(entry("A"))}}
    claude.script(rules=[merges], default={"data": topics(topic("A")), "delay": 0.05})
    sessions = [await scene.session(SHORT), await scene.session(OTHER)]
    return [
        scene.start(
            name, str(seconds), *sessions, part="support.fault_contender", VELA_SOAK_SEED=SEED
        )
        for name in ("first", "second")
    ]


async def check_whole(scene: Scene) -> None:
    """Assert that the sessions can still be curated, and what has to hold then."""
    for text in (SHORT, OTHER):
        before = scene.rows()
        job = await scene.curate(text)
        assert job.status is JobStatus.COMPLETED
        await scene.check(job, before)
        assert await scene.titles(text) == ["A"]


def watch(scene: Scene, both: "Sequence[subprocess.Popen[str]]") -> int:
    """Look at the jobs until both programs have ended; return how often as many ran as may."""
    times = 0
    unended = ", ".join(f"'{status}'" for status in UNFINISHED)
    ask = f"SELECT session_id, status FROM memory_jobs WHERE status IN ({unended})"
    with closing(sqlite3.connect(scene.database)) as file:
        while any(process.poll() is None for process in both):
            times += check_standing(file.execute(ask).fetchall())
            time.sleep(0.005)
    return times


def check_standing(found: Sequence[tuple[str, str]]) -> bool:
    """Assert the rules for jobs that have not ended; tell whether as many ran as may."""
    active = Counter(session for session, status in found if status in ACTIVE)
    waiting = Counter(session for session, status in found if status == JobStatus.QUEUED)
    assert set(active.values()) | set(waiting.values()) <= {1}
    assert active.total() <= PARALLEL
    return active.total() == PARALLEL


def ends(scene: Scene) -> set[tuple[str, str | None]]:
    """Return in which ways jobs have ended."""
    with closing(sqlite3.connect(scene.database)) as file:
        return set(file.execute("SELECT DISTINCT status, error FROM memory_jobs"))
