"""A command that follows what another process runs, and is stopped."""

import asyncio
import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from support.storage import OWNER, S1, S2, Store
from vela_desktop.cli.following import follow, follow_all
from vela_desktop.cli.output import Output
from vela_desktop.config.paths import Paths
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import JobStatus
from vela_desktop.storage import jobs
from vela_desktop.wiring import build


async def test_of_several_jobs_those_are_left_out_whose_record_is_deleted(
    tmp_path: Path, empty_base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = Paths(tmp_path / "data")
    paths.data.mkdir()
    shutil.copy(empty_base, paths.database)
    async with build(paths.data, Via.CLI) as services:
        store = Store(paths.data, services.database, [])
        first, second = await store.submit(S1), await store.submit(S2)
        for job in (first, second):
            await services.jobs.cancel(job.id)
        await services.jobs.delete(first.id)
        ended = await follow_all(services, [first, second], Output(json=True))
    assert [job.id for job in ended] == [second.id]
    assert f"job {first.id[:8]} deleted" in capsys.readouterr().err


async def test_a_job_that_another_process_runs_goes_on_when_the_command_is_stopped(
    tmp_path: Path, empty_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = Paths(tmp_path / "data")
    paths.data.mkdir()
    shutil.copy(empty_base, paths.database)
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    async with build(paths.data, Via.CLI) as services:
        store = Store(paths.data, services.database, [])
        job = await store.submit()
        await store.write(jobs.claim, OWNER, 99, job.id)
        monkeypatch.setattr(sys, "stdout", out)
        following = asyncio.create_task(follow(services, job, Output(json=True)))
        await asyncio.sleep(0.2)
        following.cancel()
        with pytest.raises(asyncio.CancelledError):
            await following
        monkeypatch.undo()
        assert (await services.jobs.get(job.id)).job.status is JobStatus.RUNNING
    out.flush()
    out.seek(0)
    error = json.loads(out.read())["error"]
    assert (error["code"], error["details"]["reason"]) == ("memory_interrupted", "elsewhere")
