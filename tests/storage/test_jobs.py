"""The life of jobs: replacement, claim, cancel, retry, leases."""

from dataclasses import replace as changed
from itertools import product

import pytest

from support.storage import JOB, OTHER, OWNER, S1, S2, S3, Store, new
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import EntryChanges
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import JobChanged
from vela_desktop.domain.jobs import (
    TRANSITIONS,
    Child,
    Job,
    JobNote,
    JobQuery,
    JobStatus,
    Stage,
    Step,
    Usage,
)
from vela_desktop.storage import entries, job_changes, jobs, steps
from vela_desktop.storage.work_unit import UnitOfWork


async def status(store: Store, job: Job) -> JobStatus:
    return (await present(store, job)).status


async def present(store: Store, job: Job) -> Job:
    found = await store.read(jobs.get, job.id)
    assert found is not None
    return found


async def finish(store: Store, job: Job, after: JobStatus, **named: object) -> Job:
    def end(unit: UnitOfWork) -> Job:
        return jobs.finish(unit, job.id, OWNER, after, **named)  # type: ignore[arg-type]

    ended: Job = await store.write(end, initiator=JOB)
    return ended


async def test_a_submitted_job_waits_with_what_was_asked_for(store: Store) -> None:
    job = await store.submit()
    assert (job.status, job.agent, job.model, job.effort) == (
        JobStatus.QUEUED, Agent.BUILTIN, None, "high"
    )  # fmt: skip
    assert (job.lineage, job.notes, job.lease, job.started_at) == (job.id, (), None, None)
    assert store.events == [JobChanged(job_id=job.id, session_id=S1, status="queued")]


async def test_a_new_submission_replaces_the_waiting_one(store: Store) -> None:
    old = await store.submit()
    young = await store.submit()
    ended = await present(store, old)
    assert (ended.status, ended.error) == (JobStatus.CANCELLED, "memory_cancelled")
    assert ended.details == {"reason": "replaced", "by": young.id}
    assert young.notes == ()


async def test_a_new_submission_stops_the_running_one_and_waits_for_it(store: Store) -> None:
    old = await store.submit()
    await store.claim()
    young = await store.submit()
    assert await status(store, old) is JobStatus.CANCELLING
    assert young.notes == (JobNote.WAITS_FOR_PREDECESSOR,)
    assert await store.claim() is None
    await finish(store, old, JobStatus.CANCELLED)
    claimed = await store.claim()
    assert claimed is not None
    assert (claimed.id, claimed.notes) == (young.id, ())


async def test_a_third_submission_replaces_the_second_and_waits_for_the_first(
    store: Store,
) -> None:
    first = await store.submit()
    await store.claim()
    second = await store.submit()
    third = await store.submit()
    found = [await status(store, job) for job in (first, second, third)]
    assert found == [JobStatus.CANCELLING, JobStatus.CANCELLED, JobStatus.QUEUED]
    assert third.notes == (JobNote.WAITS_FOR_PREDECESSOR,)


async def test_sessions_do_not_replace_each_other(store: Store) -> None:
    first, second = await store.submit(S1), await store.submit(S2)
    assert await status(store, first) is await status(store, second) is JobStatus.QUEUED


async def test_the_oldest_waiting_job_is_claimed_first(store: Store) -> None:
    submitted = [await store.submit(session) for session in (S3, S1, S2)]
    claimed = [await store.claim() for _ in submitted]
    assert [job and job.id for job in claimed] == [job.id for job in submitted]
    assert await store.claim() is None


async def test_a_claim_writes_the_lease_and_the_versions_it_may_replace(store: Store) -> None:
    (first, second) = (await store.curate(new("A"), new("B"))).saved
    await store.write(entries.save, second, 1, EntryChanges(summary="Mine"))
    await store.submit()
    job = await store.claim()
    assert job is not None
    assert (job.status, job.stage, job.lease) == (JobStatus.RUNNING, Stage.EXTRACT, OWNER)
    assert job.baseline == {first: 1, second: 2}
    assert job.started_at is not None


async def test_the_cap_holds_jobs_back_and_they_say_so(store: Store) -> None:
    first, second = await store.submit(S1), await store.submit(S2)
    assert await store.claim(parallel=1) is not None
    store.events.clear()
    assert await store.claim(parallel=1) is None
    assert (await present(store, second)).notes == (JobNote.WAITS_FOR_SLOT,)
    assert store.events == []  # it said so when the first was claimed
    await finish(store, first, JobStatus.FAILED)
    claimed = await store.claim(parallel=1)
    assert claimed is not None
    assert claimed.notes == ()


async def test_one_job_can_be_claimed_out_of_turn(store: Store) -> None:
    await store.submit(S1)
    young = await store.submit(S2)
    claimed = await store.write(jobs.claim, OWNER, 9, young.id)
    assert claimed.id == young.id
    assert await store.write(jobs.claim, OWNER, 9, young.id) is None


async def test_a_beat_counts_up_and_writes_no_feed(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    store.events.clear()
    before = await store.dump("memory_jobs")
    assert await store.write(jobs.beat, job.id, OWNER) is JobStatus.RUNNING
    assert (await present(store, job)).lease == changed(OWNER, beat=1)
    assert (store.events, await store.dump("memory_jobs")) == ([], before)


async def test_a_beat_tells_the_owner_that_it_shall_stop(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    await store.write(jobs.request_cancel, job.id)
    assert await store.write(jobs.beat, job.id, OWNER) is JobStatus.CANCELLING


async def test_only_the_owner_can_act_on_a_running_job(store: Store) -> None:
    job = await store.submit()
    await store.claim(OWNER)
    for act in (
        (jobs.beat, job.id, OTHER),
        (jobs.progress, job.id, OTHER, Stage.EXTRACT, 1, 2),
        (jobs.set_children, job.id, OTHER, ()),
        (jobs.add_usage, job.id, OTHER, Usage()),
        (jobs.finish, job.id, OTHER, JobStatus.FAILED),
    ):
        with pytest.raises(VelaError) as caught:
            await store.write(*act)
        assert caught.value.code is Code.INTERRUPTED
    assert await status(store, job) is JobStatus.RUNNING


async def test_progress_is_told_and_the_segments_are_remembered(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    await store.write(jobs.progress, job.id, OWNER, Stage.EXTRACT, 1, 7)
    await store.write(jobs.progress, job.id, OWNER, Stage.MERGE, 2, 3)
    row = await store.read(jobs.row, job.id)
    assert row is not None
    assert (row.job.stage, row.job.done, row.job.total, row.segments) == (Stage.MERGE, 2, 3, 7)
    assert store.events[-1] == JobChanged(job_id=job.id, session_id=S1, status="running")


async def test_progress_stops_at_a_cancel(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    await store.write(jobs.request_cancel, job.id)
    with pytest.raises(VelaError) as caught:
        await store.write(jobs.progress, job.id, OWNER, Stage.EXTRACT, 1, 2)
    assert caught.value.code is Code.CANCELLED


async def test_children_and_usage_are_kept_with_the_job(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    children = (Child(pgid=5, start_ticks=6, started_at=7), Child(pgid=8, start_ticks=9))
    await store.write(jobs.set_children, job.id, OWNER, children)
    await store.write(jobs.add_usage, job.id, OWNER, Usage(calls=1, input_tokens=10))
    await store.write(jobs.add_usage, job.id, OWNER, Usage(calls=1, cost_usd=0.5, model="m"))
    found = await present(store, job)
    assert found.children == children
    assert found.usage == Usage(calls=2, input_tokens=10, cost_usd=0.5, model="m")
    await finish(store, job, JobStatus.FAILED)
    assert (await present(store, job)).children == ()


async def test_a_failure_keeps_its_code_and_details(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    ended = await finish(
        store, job, JobStatus.FAILED, error="memory_timeout", details={"seconds": 600}
    )
    assert (ended.status, ended.error, ended.details) == (
        JobStatus.FAILED, "memory_timeout", {"seconds": 600}
    )  # fmt: skip
    assert (ended.lease, ended.ended_at is None) == (None, False)


async def test_a_job_asked_to_stop_ends_as_cancelled_whatever_its_owner_says(
    store: Store,
) -> None:
    job = await store.submit()
    await store.claim()
    await store.write(jobs.request_cancel, job.id)
    ended = await finish(store, job, JobStatus.FAILED, error="memory_timeout")
    assert (ended.status, ended.error) == (JobStatus.CANCELLED, "memory_cancelled")


async def test_cancelling_a_waiting_job_ends_it_at_once(store: Store) -> None:
    job = await store.submit()
    ended = await store.write(jobs.request_cancel, job.id)
    assert (ended.status, ended.error) == (JobStatus.CANCELLED, "memory_cancelled")
    assert await store.claim() is None


async def test_cancelling_what_has_ended_leaves_it_as_it_is(store: Store) -> None:
    await store.curate(new("A"))
    (row,) = (await store.read(jobs.rows, JobQuery())).items
    assert await store.write(jobs.request_cancel, row.job.id) == row.job


async def test_a_job_is_found_by_how_its_id_begins(store: Store) -> None:
    made = [(await store.submit(f"{n:0>8}-0000-5000-8000-000000000000")).id for n in range(12)]
    assert await store.read(jobs.by_prefix, made[0]) == (made[0],)
    assert await store.read(jobs.by_prefix, "") == tuple(sorted(made)[:10])
    assert await store.read(jobs.by_prefix, "%") == ()


async def test_a_row_counts_the_steps_that_a_retry_need_not_do_again(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    for key in ("a", "b", "c"):
        step = Step(key=key, stage=Stage.EXTRACT, output="{}", started_at=1, ended_at=2)
        await store.write(steps.keep, job.lineage, step)
    await finish(store, job, JobStatus.FAILED, error="memory_timeout")
    again = await store.write(jobs.retry, job.id)
    found = {row.job.id: row.steps for row in (await store.read(jobs.rows, JobQuery())).items}
    assert found == {job.id: 3, again.id: 3}
    await store.write(steps.drop_outputs, job.lineage)
    row = await store.read(jobs.row, job.id)
    assert row is not None
    assert (row.steps, row.origin) == (0, "transcript")


async def test_a_retry_has_the_same_snapshot_settings_and_lineage(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    await store.write(jobs.progress, job.id, OWNER, Stage.EXTRACT, 0, 5)
    await finish(store, job, JobStatus.FAILED, error="memory_timeout")
    again = await store.write(jobs.retry, job.id)
    same = ("session_id", "source_id", "agent", "model", "effort", "options", "lineage")
    assert [getattr(again, name) for name in same] == [getattr(job, name) for name in same]
    assert (again.id == job.id, again.status, again.error) == (False, JobStatus.QUEUED, None)
    assert await status(store, job) is JobStatus.FAILED
    row = await store.read(jobs.row, again.id)
    assert row is not None
    assert row.segments == 5


async def test_the_jobs_of_a_lineage_are_numbered_whatever_is_deleted(store: Store) -> None:
    """So a step is known to be of an earlier or a later one, and no clock is asked."""
    first = await failed_after(store, await store.submit(), "a")
    second = await failed_after(store, await store.write(jobs.retry, first.id), "b")
    await store.write(jobs.delete, second.id)
    third = await store.write(jobs.retry, first.id)
    assert (first.attempt, second.attempt, third.attempt) == (1, 2, 3)
    found = await store.read(steps.of, first.lineage)
    assert [(step.key, step.attempt) for step in found] == [("a", 1), ("b", 2)]


async def test_a_retry_of_what_has_been_completed_leaves_those_steps_alone(store: Store) -> None:
    first = await failed_after(store, await store.submit(), "a")
    second = await store.write(jobs.retry, first.id)
    await store.claim()
    await store.commit(second, new("A"))
    record = await store.read(steps.of, first.lineage)
    third = await store.write(jobs.retry, first.id)
    assert (third.lineage, third.attempt) == (third.id, 1)
    await failed_after(store, third, "a")
    assert await store.read(steps.of, first.lineage) == record
    assert (await store.write(jobs.retry, third.id)).lineage == third.lineage


async def failed_after(store: Store, job: Job, key: str) -> Job:
    """Have a waiting job pay for a step and fail."""
    await store.claim()
    step = Step(key=key, stage=Stage.EXTRACT, output="{}", attempt=job.attempt)
    await store.write(steps.keep, job.lineage, step)
    return await finish(store, job, JobStatus.FAILED, error="memory_timeout")


async def test_only_failed_and_cancelled_jobs_are_retried(store: Store) -> None:
    job = await store.submit()
    with pytest.raises(VelaError) as caught:
        await store.write(jobs.retry, job.id)
    assert caught.value.wire == "memory_invalid:status"
    with pytest.raises(VelaError) as caught:
        await store.write(jobs.retry, "nobody")
    assert caught.value.code is Code.NOT_FOUND


async def test_a_job_of_a_dead_owner_is_ended(store: Store) -> None:
    first, second = await store.submit(S1), await store.submit(S2)
    await store.claim()
    await store.claim()
    await store.write(jobs.request_cancel, second.id)
    children = (Child(pgid=5, start_ticks=6, started_at=7),)
    await store.write(jobs.set_children, first.id, OWNER, children)
    ended = await store.write(jobs.end_interrupted, first.id, OWNER)
    assert (ended.status, ended.error) == (JobStatus.FAILED, "memory_interrupted")
    assert ended.children == children, "whoever ended it has to end them"
    assert (await present(store, first)).children == ()
    ended = await store.write(jobs.end_interrupted, second.id, OWNER)
    assert (ended.status, ended.error) == (JobStatus.CANCELLED, "memory_cancelled")


async def test_an_owner_that_beat_meanwhile_is_not_ended(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    await store.write(jobs.beat, job.id, OWNER)
    assert await store.write(jobs.end_interrupted, job.id, OWNER) is None
    assert await status(store, job) is JobStatus.RUNNING


async def test_the_records_are_the_newest_first_with_their_names(store: Store) -> None:
    await store.curate(new("A"))
    job = await store.submit(S2, text="four", project="q")
    page = await store.read(jobs.rows, JobQuery())
    assert page.total == 2
    newest = page.items[0]
    assert (newest.job.id, newest.session_title, newest.project) == (
        job.id, "Session 2", "Project q"
    )  # fmt: skip
    assert newest.chars == 4
    for query, count in (
        (JobQuery(status=JobStatus.COMPLETED), 1),
        (JobQuery(project_id="q"), 1),
        (JobQuery(session_id=S3), 0),
        (JobQuery(page=2), 2),
    ):
        assert (await store.read(jobs.rows, query)).total == count


async def test_unfinished_jobs_are_those_that_wait_or_run(store: Store) -> None:
    await store.curate(new("A"))
    waiting = await store.submit(S2)
    assert [job.id for job in await store.read(jobs.unfinished)] == [waiting.id]
    assert [row.job.id for row in await store.read(jobs.unfinished_rows)] == [waiting.id]


async def test_no_statement_leaves_the_state_machine(store: Store) -> None:
    job = await store.submit()
    for before, after in product(JobStatus, JobStatus):
        await store.write(_force, job.id, before)
        if after in TRANSITIONS[before]:
            await store.write(job_changes.change, job.id, {"status": after})
            assert await status(store, job) is after
        else:
            with pytest.raises(VelaError):
                await store.write(job_changes.change, job.id, {"status": after})
            assert await status(store, job) is before
    assert set(TRANSITIONS) == set(JobStatus)


def _force(unit: UnitOfWork, job_id: str, status: JobStatus) -> None:
    unit.connection.exec_driver_sql(
        "UPDATE memory_jobs SET status = ? WHERE id = ?", (str(status), job_id)
    )
