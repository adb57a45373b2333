"""The disk is full when something has to be stored."""

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


@pytest.mark.parametrize(("stage", "number"), [("extract", 2), ("merge", 2), ("commit", 1)])
async def test_a_disk_that_fills_up_while_a_job_runs_costs_a_step_at_most(
    stage: str, number: int, scene: Scene, claude: FakeAgent
) -> None:
    await scene.knows("Old", text=LONG)
    before = scene.rows()
    error = failed(scene, await scene.path(LONG), f"{stage}:full:{number}")
    assert error["code"] == Code.DATA_FULL
    job = await scene.ended(error["details"]["job"])
    assert (job.status, job.error, job.stage) == (JobStatus.FAILED, Code.DATA_FULL, stage)
    await scene.check(job, before, "The disk is full")
    assert len(claude.calls) == PAID[Stage(stage)]
    again = await scene.retry(job)
    await scene.check(again, before)
    assert await scene.titles(LONG) == TITLES
    assert len(claude.calls) == CALLS + (stage != Stage.COMMIT)


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
    command = ("curate", path, "--agent", "claude", "--wait", "--json")
    process = scene.start(*command, part="support.fault_process", **{FAULT: fault})
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 1, errors
    error: dict[str, Any] = json.loads(out)["error"]
    return error
