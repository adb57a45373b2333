"""Deleting a record takes the job away, and nothing that it made."""

from typing import Any

import pytest
from sqlalchemy import select

from support.storage import OWNER, S1, Store, new
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import JobDeleted
from vela_desktop.domain.jobs import Job, JobQuery, JobStatus, Stage, Step
from vela_desktop.storage import jobs, snapshots, steps
from vela_desktop.storage.tables import memory_change_items, memory_changes


async def failed(store: Store) -> Job:
    job = await store.submit()
    await store.claim()
    step = Step(key="k", stage=Stage.EXTRACT, output="{}", started_at=1, ended_at=2)
    await store.write(steps.keep, job.lineage, step)
    await store.write(jobs.finish, job.id, OWNER, JobStatus.FAILED, Code.TIMEOUT)
    return job


async def test_entries_snapshot_and_other_records_stay(store: Store) -> None:
    await store.curate(new("A"))
    (row,) = (await store.read(jobs.rows, JobQuery())).items
    other = await failed(store)
    without = ("memory_jobs", "memory_job_steps", "memory_changes", "memory_change_items",
               "memory_feed")  # fmt: skip
    before = await store.dump(*without)
    await store.write(jobs.delete, row.job.id)
    assert await store.dump(*without) == before
    assert [row.job.id for row in (await store.read(jobs.rows, JobQuery())).items] == [other.id]
    assert await store.read(snapshots.get, row.job.source_id)
    assert await store.titles() == ["A"]


async def test_it_is_told(store: Store) -> None:
    job = await failed(store)
    store.events.clear()
    await store.write(jobs.delete, job.id)
    assert store.events == [JobDeleted(job_id=job.id, session_id=S1)]


@pytest.mark.parametrize("status", [JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.CANCELLING])
async def test_unfinished_jobs_are_refused(store: Store, status: JobStatus) -> None:
    job = await store.submit()
    if status is not JobStatus.QUEUED:
        await store.claim()
    if status is JobStatus.CANCELLING:
        await store.write(jobs.request_cancel, job.id)
    before = await store.dump()
    with pytest.raises(VelaError) as caught:
        await store.write(jobs.delete, job.id)
    assert caught.value.wire == "memory_invalid:unfinished"
    assert caught.value.details["status"] == status
    assert await store.dump() == before


async def test_an_unknown_job_is_not_found(store: Store) -> None:
    with pytest.raises(VelaError) as caught:
        await store.write(jobs.delete, "nobody")
    assert caught.value.code is Code.NOT_FOUND


async def test_steps_go_with_the_last_job_that_could_use_them(store: Store) -> None:
    first = await failed(store)
    again = await store.write(jobs.retry, first.id)
    await store.write(jobs.request_cancel, again.id)
    await store.write(jobs.delete, first.id)
    assert len(await store.read(steps.of, first.lineage)) == 1
    third = await store.write(jobs.retry, again.id)
    assert third.lineage == first.id
    await store.write(jobs.request_cancel, third.id)
    await store.write(jobs.delete, again.id)
    await store.write(jobs.delete, third.id)
    assert await store.read(steps.of, first.lineage) == ()


async def test_what_it_takes_to_undo_it_is_kept(store: Store) -> None:
    job = await failed(store)
    await store.write(jobs.delete, job.id, operation="job.delete")
    item, change = await store.read(_last_change)
    assert (item.object_kind, item.object_id, item.after) == ("job", job.id, None)
    (row,) = item.before["job"]
    assert (row["id"], row["status"], row["source_id"]) == (job.id, "failed", job.source_id)
    assert [step["key"] for step in item.before["steps"]] == ["k"]
    assert (change.operation, change.job_id) == ("job.delete", job.id)


def _last_change(connection: Any) -> tuple[Any, Any]:
    items, changes = memory_change_items.c, memory_changes.c
    item = connection.execute(select(memory_change_items).order_by(items.n.desc())).first()
    wanted = select(memory_changes).where(changes.id == item.change_id)
    return item, connection.execute(wanted).one()
