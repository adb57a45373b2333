"""The disk is full, or the database locked by another program, when something has to be stored."""

import json
from typing import Any

import pytest

from support.fake_agents import FakeAgent
from support.fault_process import FAULT
from support.faults import CALLS, LONG, TITLES, Scene
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import JobQuery, JobStatus, Stage

PAID = {Stage.EXTRACT: 2, Stage.MERGE: CALLS, Stage.COMMIT: CALLS}
"""How many calls were made when the last write of a stage fails."""

LAST = [("extract", 2), ("merge", 2), ("commit", 1)]


@pytest.mark.parametrize(
    ("stage", "number", "trouble"),
    [("extract", 2, "busy"), ("merge", 2, "full"), ("commit", 1, "busy"), ("commit", 1, "full")],
)
async def test_what_passes_after_a_while_costs_nothing(
    stage: str, number: int, trouble: str, scene: Scene, claude: FakeAgent
) -> None:
    await scene.knows("Old", text=LONG)
    before = scene.rows()
    ended = curated(scene, await scene.path(LONG), f"{stage}:{trouble}:{number}")
    assert ended["ok"], ended
    job = await scene.job(ended["data"]["job"]["id"])
    await scene.check(job, before)
    assert await scene.titles(LONG) == TITLES
    assert len(claude.calls) == job.usage.calls == CALLS


@pytest.mark.parametrize(("stage", "number"), LAST)
async def test_a_disk_that_stays_full_ends_the_job_and_loses_no_answer(
    stage: str, number: int, scene: Scene, claude: FakeAgent
) -> None:
    await scene.knows("Old", text=LONG)
    before = scene.rows()
    error = failed(scene, await scene.path(LONG), f"{stage}:impatient:{number}")
    assert error["code"] == Code.DATA_FULL
    job = await scene.ended(error["details"]["job"])
    assert (job.status, job.error, job.stage) == (JobStatus.FAILED, Code.DATA_FULL, stage)
    await scene.check(job, before, "The disk is full")
    assert len(claude.calls) == job.usage.calls == PAID[Stage(stage)]
    again = await scene.retry(job)
    await scene.check(again, before)
    assert await scene.titles(LONG) == TITLES
    assert len(claude.calls) == CALLS, "the answer was kept until it could be written"


async def test_a_disk_that_is_full_at_the_submission_leaves_nothing_half(
    scene: Scene, claude: FakeAgent
) -> None:
    before = await scene.store.dump()
    error = failed(scene, await scene.path(LONG), "submit:full:1")
    assert error["code"] == Code.DATA_FULL
    assert await scene.store.dump() == before, "neither snapshot, names nor job"
    assert claude.calls == []
    job = await scene.curate(LONG)
    await scene.check(job, scene.rows())
    assert (await scene.services.jobs.rows(JobQuery())).total == 1


def failed(scene: Scene, path: str, fault: str) -> dict[str, Any]:
    """Have a process curate on a disk that fills up; return the error it prints."""
    ended = curated(scene, path, fault)
    assert not ended["ok"]
    error: dict[str, Any] = ended["error"]
    return error


def curated(scene: Scene, path: str, fault: str) -> dict[str, Any]:
    """Have a process curate on a disk that fills up; return what it prints."""
    command = ("curate", path, "--agent", "claude", "--wait", "--json")
    process = scene.start(*command, part="support.fault_process", **{FAULT: fault})
    out, errors = process.communicate(timeout=60)
    assert process.returncode in (0, 1), errors
    ended: dict[str, Any] = json.loads(out)
    return ended
