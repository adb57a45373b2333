"""What a person changed since a job was claimed ends it, and every such entry is told."""

import pytest
from sqlalchemy import update

from support.committing import file_as, refused, relate
from support.storage import OWNER, S1, S2, Store, new
from vela_desktop.curation.failures import stored_details
from vela_desktop.domain.entries import EntryChanges
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import JobStatus
from vela_desktop.storage import entries, jobs
from vela_desktop.storage.tables import memory_entries
from vela_desktop.storage.unlink import delete_entries


async def test_an_edit_after_the_claim_is_a_conflict_and_nothing_changes(store: Store) -> None:
    (key, other) = (await store.curate(new("A"), new("B"))).saved
    job = await store.submit()
    await store.claim()
    await store.write(entries.save, key, 1, EntryChanges(body="mine"))
    error = await refused(store, job.id, new("A"))
    assert error.code is Code.CONFLICT
    assert error.details == {
        "entries": ({"id": key, "title": "A", "version": 2},), "edited": 1, "missing": 0,
    }  # fmt: skip
    assert await store.titles() == ["A", "B"]
    assert (await store.entry(other)).version == 1


async def test_a_deletion_after_the_claim_is_a_conflict(store: Store) -> None:
    (key,) = (await store.curate(new("A"))).saved
    job = await store.submit()
    await store.claim()
    await store.write(lambda unit: delete_entries(unit, [key]))
    error = await refused(store, job.id, new("A"))
    assert error.code is Code.CONFLICT
    assert error.details["entries"] == ({"id": key, "title": "A", "version": None},)


@pytest.mark.parametrize("change", [{"session_id": S2}, {"protected": True}])
async def test_an_entry_moved_away_or_protected_after_the_claim_is_a_conflict(
    store: Store, change: dict[str, object]
) -> None:
    (key,) = (await store.curate(new("A"))).saved
    job = await store.submit()
    await store.claim()
    await store.write(file_as, key, change | {"title": "A, renamed"})
    error = await refused(store, job.id, new("A"))
    assert error.code is Code.CONFLICT
    assert error.details["entries"] == ({"id": key, "title": "A, renamed", "version": None},)


async def test_an_entry_that_came_back_after_the_claim_is_a_conflict(store: Store) -> None:
    (key,) = (await store.curate(new("A"))).saved
    await store.write(file_as, key, {"session_id": S2})
    job = await store.submit()
    claimed = await store.claim()
    assert claimed is not None
    assert claimed.baseline == {}
    await store.write(file_as, key, {"session_id": S1})
    error = await refused(store, job.id, new("A"))
    assert error.code is Code.CONFLICT
    assert error.details["entries"] == ({"id": key, "title": "A", "version": 1},)


async def test_every_entry_in_conflict_is_told_however_many(store: Store) -> None:
    kept, gone = [f"kept {n} " + "x" * 180 for n in range(60)], [f"gone {n}" for n in range(60)]
    saved = (await store.curate(*map(new, kept + gone))).saved
    job = await store.submit()
    await store.claim()
    for key in saved[:60]:
        await store.write(entries.save, key, 1, EntryChanges(body="mine"))
    await store.write(lambda unit: delete_entries(unit, saved[60:]))
    error = await refused(store, job.id)
    await store.write(
        jobs.finish, job.id, OWNER, JobStatus.FAILED, error.wire, stored_details(error)
    )
    ended = await store.read(jobs.get, job.id)
    assert ended is not None
    assert [(one.id, one.title, one.missing) for one in ended.in_conflict] == [
        (key, title, number >= 60)
        for number, (key, title) in enumerate(zip(saved, kept + gone, strict=True))
    ]


async def test_another_jobs_unlinking_is_no_conflict(store: Store) -> None:
    (mine,) = (await store.curate(new("A"))).saved
    (theirs,) = (await store.curate(new("X"), session=S2)).saved
    await relate(store, mine, theirs)
    await store.submit()
    job = await store.claim()
    assert job is not None
    await store.submit(S2)
    other = await store.claim()
    assert other is not None
    assert (await store.commit(other)).unlinked == (mine,)
    assert (await store.entry(mine)).version == 2
    await store.commit(job, new("A", "again"))
    assert (await store.entry(mine)).version == 3


async def test_pins_are_no_conflict_and_stay(store: Store) -> None:
    (key,) = (await store.curate(new("A"))).saved
    await store.submit()
    job = await store.claim()
    assert job is not None
    await store.write(
        lambda unit: unit.connection.execute(update(memory_entries).values(pinned=True)).rowcount
    )
    await store.commit(job, new("A"))
    assert (await store.entry(key)).pinned
