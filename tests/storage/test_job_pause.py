"""Pausing: no waiting job starts, anywhere, and every one of them says so."""

from pathlib import Path

from support.storage import OTHER, OWNER, S1, S2, S3, Store, new, open_store
from vela_desktop.domain.events import JobChanged, JobsPaused
from vela_desktop.domain.jobs import Job, JobNote, JobStatus
from vela_desktop.storage import jobs


async def present(store: Store, job: Job) -> Job:
    found = await store.read(jobs.get, job.id)
    assert found is not None
    return found


async def notes(store: Store, job: Job) -> tuple[JobNote, ...]:
    return (await present(store, job)).notes


async def test_nothing_is_claimed_while_paused(store: Store) -> None:
    job = await store.submit()
    await store.write(jobs.pause)
    assert await store.read(jobs.is_paused)
    assert await store.claim() is None
    assert await store.write(jobs.claim, OWNER, 9, job.id) is None
    await store.write(jobs.resume)
    assert not await store.read(jobs.is_paused)
    claimed = await store.claim()
    assert claimed is not None
    assert (claimed.id, claimed.notes) == (job.id, ())


async def test_waiting_jobs_say_so_from_the_beginning(store: Store) -> None:
    before = await store.submit(S1)
    await store.write(jobs.pause)
    assert await notes(store, before) == (JobNote.PAUSED,)
    assert (await store.submit(S2)).notes == (JobNote.PAUSED,)
    await store.write(jobs.resume)
    assert await notes(store, before) == ()


async def test_running_jobs_go_on_to_their_end(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    await store.write(jobs.pause)
    await store.commit(job, new("A"))
    assert (await present(store, job)).status is JobStatus.COMPLETED


async def test_afterwards_each_job_says_again_what_it_waits_for(store: Store) -> None:
    await store.submit(S1)
    await store.claim()
    follower, held = await store.submit(S1), await store.submit(S2)
    await store.write(jobs.pause)
    assert await store.claim(parallel=1) is None
    assert await notes(store, follower) == await notes(store, held) == (JobNote.PAUSED,)
    await store.write(jobs.resume)
    assert await notes(store, follower) == (JobNote.WAITS_FOR_PREDECESSOR,)
    await store.claim(parallel=1)
    assert await notes(store, held) == (JobNote.WAITS_FOR_SLOT,)


async def test_it_is_told_once(store: Store) -> None:
    job = await store.submit()
    store.events.clear()
    await store.write(jobs.pause)
    await store.write(jobs.pause)
    changed = JobChanged(job_id=job.id, session_id=S1, status="queued")
    assert store.events == [changed, JobsPaused(paused=True)]
    store.events.clear()
    await store.write(jobs.resume)
    await store.write(jobs.resume)
    assert store.events == [changed, JobsPaused(paused=False)]


async def test_it_holds_for_every_process_of_the_data_folder(store: Store, data: Path) -> None:
    other = await open_store(data)
    await store.submit(S3)
    await store.write(jobs.pause)
    assert await other.claim(OTHER) is None
    await other.write(jobs.resume)
    await other.database.close()
    assert await store.claim() is not None


async def test_it_outlives_the_program(store: Store, data: Path) -> None:
    await store.write(jobs.pause)
    later = await open_store(data)
    assert await later.read(jobs.is_paused)
    await later.database.close()


async def test_waiting_jobs_can_be_cancelled_and_replaced_meanwhile(store: Store) -> None:
    await store.write(jobs.pause)
    old = await store.submit()
    young = await store.submit()
    assert (await present(store, old)).status is JobStatus.CANCELLED
    ended = await store.write(jobs.request_cancel, young.id)
    assert (ended.status, ended.notes) == (JobStatus.CANCELLED, ())
