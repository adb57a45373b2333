"""The commit of a job, rule by rule."""

import pytest
from sqlalchemy import update

from support.committing import file_as, refused, relate
from support.storage import OTHER, OWNER, S1, S2, Store, by_hand, new
from vela_desktop.domain.entries import (
    Citation,
    EntryChanges,
    EntryQuery,
    GroupKind,
    Kind,
    NewEntry,
    Origin,
)
from vela_desktop.domain.errors import Code
from vela_desktop.domain.events import EntriesReplaced, JobChanged
from vela_desktop.domain.ids import LEGACY_GROUP, MANUAL_GROUP
from vela_desktop.domain.jobs import JobNote, JobQuery, JobStatus, Stage, Step
from vela_desktop.storage import changes, entries, groups, jobs, links, revisions, steps
from vela_desktop.storage.tables import memory_change_items, memory_jobs
from vela_desktop.storage.work_unit import UnitOfWork


async def test_a_first_job_writes_entries_with_all_their_parts(store: Store) -> None:
    cited = Citation(session_id=S1, turn=3, step_from=1, step_to=2)
    done = await store.curate(
        new("Lock order", "See [[pool size]] and [there]({S1}@3:step1-2).".replace("{S1}", S1),
            summary="Short.", kind=Kind.DECISION, tags=("db", "锁"), related=("POOL  size",),
            not_found=("unfounded",)),
        new("Pool size"),
    )  # fmt: skip
    first, second = done.saved
    entry = await store.entry(first)
    assert (entry.title, entry.summary, entry.kind) == ("Lock order", "Short.", Kind.DECISION)
    assert entry.tags == ("db", "锁")
    assert entry.related == (second,)
    assert entry.citations == (cited,)
    assert entry.not_found == ("unfounded",)
    assert (entry.version, entry.origin, entry.curated_session_id) == (1, Origin.CURATED, S1)
    assert entry.project_id == "p"
    wiki = await store.read(links.wiki_targets, first)
    assert wiki == {"pool size": links.WikiTarget(second, "Pool size")}
    assert [row.id for row in await store.read(entries.backlinks, second)] == [first]
    (snapshot,) = await store.read(entries.snapshots_of, first)
    assert snapshot.chars == len("source")


async def test_the_job_ends_in_the_same_transaction_and_says_so(store: Store) -> None:
    await store.submit()
    job = await store.claim()
    assert job is not None
    await store.write(jobs.progress, job.id, OWNER, Stage.COMMIT, 0, 1)
    store.events.clear()
    done = await store.commit(job, new("A"))
    ended = await store.read(jobs.get, job.id)
    assert ended is not None
    assert (ended.status, ended.entries, ended.stage) == (JobStatus.COMPLETED, 1, Stage.COMMIT)
    assert (ended.done, ended.total) == (1, 1)
    assert (ended.lease, ended.children, ended.error) == (None, (), None)
    assert store.events == [
        JobChanged(job_id=job.id, session_id=S1, status="completed"),
        EntriesReplaced(session_id=S1, project_id="p", job_id=job.id, saved=done.saved, deleted=()),
    ]
    assert (await store.entry(done.saved[0])).author == f"builtin:{job.id}"


async def test_the_same_title_keeps_its_entry_and_gains_a_revision(store: Store) -> None:
    first = await store.curate(new("Ｌock  Order", "Old."))
    again = await store.curate(new("lock order", "New."), text="longer source")
    assert again.saved == first.saved
    assert again.deleted == ()
    entry = await store.entry(first.saved[0])
    assert (entry.title, entry.body, entry.version) == ("lock order", "New.", 2)
    history = await store.read(revisions.history, entry.id)
    assert [(row.version, row.title, row.current) for row in history] == [
        (2, "lock order", True),
        (1, "Ｌock  Order".replace("  ", " "), False),
    ]
    old = await store.read(revisions.get, entry.id, 1)
    assert old is not None
    assert old.body == "Old."


async def test_running_twice_gives_the_same_ids_and_texts(store: Store) -> None:
    found = (new("A", "a", related=("B",)), new("B", "b"))
    first = await store.curate(*found)
    texts = [(e.title, e.body, e.related) for e in [await store.entry(k) for k in first.saved]]
    again = await store.curate(*found)
    assert again.saved == first.saved
    after = [(e.title, e.body, e.related) for e in [await store.entry(k) for k in again.saved]]
    assert after == texts


async def test_what_is_found_no_longer_goes_with_its_history(store: Store) -> None:
    first = await store.curate(new("Stays"), new("Goes", "[x](" + S1 + "@1)", tags=("t",)))
    again = await store.curate(new("Stays"))
    assert again.deleted == (first.saved[1],)
    left = await store.dump("memory_changes", "memory_change_items", "memory_feed", "memory_jobs")
    assert first.saved[1] not in repr(left)


async def test_edits_by_hand_are_replaced_when_made_before_the_claim(store: Store) -> None:
    (key,) = (await store.curate(new("A", "generated"))).saved
    await store.write(entries.save, key, 1, EntryChanges(body="mine"))
    assert (await store.entry(key)).edited_by_hand
    await store.curate(new("A", "generated again"))
    entry = await store.entry(key)
    assert (entry.body, entry.version, entry.edited_by_hand) == ("generated again", 3, False)
    mine = await store.read(revisions.get, key, 2)
    assert mine is not None
    assert (mine.body, mine.author) == ("mine", "manual")


async def test_a_job_whose_source_is_not_its_sessions_saves_nothing(store: Store) -> None:
    other = await store.submit(S2)
    job = await store.submit()
    await store.claim()
    await store.claim()
    await store.write(_set_job, job.id, {"source_id": other.source_id})
    error = await refused(store, job.id, new("A"))
    assert (error.code, error.details["kind"]) == (Code.NOT_FOUND, "snapshot")


async def test_related_links_of_others_to_a_deleted_entry_go_by_a_revision(store: Store) -> None:
    goes, stays = (await store.curate(new("Goes"), new("Stays"))).saved
    (other,) = (await store.curate(new("Other", "About [[Goes]].", tags=("t",)), session=S2)).saved
    await relate(store, other, goes, stays)
    done = await store.curate(new("Stays"))
    assert done.unlinked == (other,)
    entry = await store.entry(other)
    assert (entry.related, entry.version, entry.author) == ((stays,), 2, "unlink")
    assert (entry.body, entry.tags) == ("About [[Goes]].", ("t",))
    assert await store.read(links.wiki_targets, other) == {}
    copy = await store.read(revisions.get, other, 2)
    assert copy is not None
    assert (copy.body, copy.tags) == ("About [[Goes]].", ("t",))


async def test_entries_of_other_origins_are_never_touched(store: Store) -> None:
    manual = await by_hand(store, "Manual")
    imported = await by_hand(store, "Imported", origin=Origin.IMPORTED, curated_session_id=S1)
    protected, moved = (await store.curate(new("Protected"), new("Moved"))).saved
    await store.write(file_as, protected, {"protected": True})
    await store.write(file_as, moved, {"session_id": S2})
    done = await store.curate()
    assert done.deleted == ()
    assert await store.titles() == ["Imported", "Manual", "Protected"]
    assert await store.titles(S2) == ["Moved"]
    assert manual
    assert imported


async def test_entries_dragged_in_from_elsewhere_are_never_touched(store: Store) -> None:
    """They were curated too, but from another session; so this one's jobs do not replace them."""
    guest, double = (await store.curate(new("Guest", "Theirs."), new("A"), session=S2)).saved
    await store.write(file_as, guest, {"session_id": S1})
    await store.write(file_as, double, {"session_id": S1})
    done = await store.curate(new("A"))
    assert done.deleted == ()
    assert await store.titles() == ["A", "A (2)", "Guest"]
    assert (await store.entry(guest)).version == (await store.entry(double)).version == 1
    assert (await store.curate()).deleted == done.saved
    assert await store.titles() == ["A", "Guest"]
    await store.curate(new("Guest", "Found again."), session=S2)
    assert (await store.entry(guest)).body == "Theirs."


async def test_a_title_that_may_not_be_touched_gives_a_suffix(store: Store) -> None:
    await by_hand(store, "Lock order")
    done = await store.curate(new("LOCK order"), new("Other", related=("lock order",)))
    assert (await store.entry(done.saved[0])).title == "LOCK order (2)"
    assert (await store.entry(done.saved[1])).related == (done.saved[0],)
    again = await store.curate(new("Lock order"), new("Other"))
    assert again.saved == done.saved
    page = await store.read(jobs.rows, jobs_of(S1))
    assert page.items[0].job.notes == (JobNote.TITLE_SUFFIXED,)


async def test_a_suffix_takes_nobody_elses_title(store: Store) -> None:
    await by_hand(store, "T" * 200)
    await by_hand(store, "A")
    done = await store.curate(new("A"), new("A (2)"), new("T" * 200))
    titles = [(await store.entry(key)).title for key in done.saved]
    assert titles == ["A (3)", "A (2)", "T" * 196 + " (2)"]


async def test_finding_nothing_clears_the_generated_entries(store: Store) -> None:
    await store.curate(new("A"), new("B"))
    await by_hand(store, "Mine")
    done = await store.curate()
    assert len(done.deleted) == 2
    assert await store.titles() == ["Mine"]
    page = await store.read(jobs.rows, jobs_of(S1))
    assert page.items[0].job.notes == (JobNote.NOTHING_FOUND,)
    assert page.items[0].job.status is JobStatus.COMPLETED


async def test_a_job_that_was_cancelled_saves_nothing(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    await store.write(jobs.request_cancel, job.id)
    assert (await refused(store, job.id, new("A"))).code is Code.CANCELLED


async def test_a_job_under_another_lease_saves_nothing(store: Store) -> None:
    job = await store.submit()
    await store.claim(OTHER)
    assert (await refused(store, job.id, new("A"))).code is Code.INTERRUPTED


@pytest.mark.parametrize(
    ("found", "wire"),
    [
        ([new("x" * 201)], "memory_invalid:title"),
        ([new("A", "b" * 200_001)], "memory_invalid:body"),
        ([new("A", summary="s" * 2_001)], "memory_invalid:summary"),
        ([new("A", tags=("t" * 81,))], "memory_invalid:tags"),
        ([new("A", related=("r",) * 101)], "memory_invalid:related"),
        ([new("A"), new(" a ")], "memory_duplicate_title"),
        ([new(str(number)) for number in range(201)], "memory_output_too_large"),
    ],
)
async def test_fields_over_a_limit_are_refused(
    store: Store, found: list[NewEntry], wire: str
) -> None:
    job = await store.submit()
    await store.claim()
    assert (await refused(store, job.id, *found)).wire == wire


async def test_finished_steps_keep_what_they_cost_and_lose_their_output(store: Store) -> None:
    job = await store.submit()
    await store.claim()
    step = Step(key="k", stage=Stage.EXTRACT, output="reply", tries=2, started_at=1, ended_at=5)
    await store.write(steps.keep, job.lineage, step)
    await store.commit(job, new("A"))
    assert await store.read(steps.of, job.lineage) == (
        Step(key="k", stage=Stage.EXTRACT, output=None, tries=2, started_at=1, ended_at=5),
    )


async def test_the_change_keeps_all_that_undoes_it(store: Store) -> None:
    goes = new("Goes", "Old [[Stays]].", tags=("t",), related=("Stays",))
    deleted, stays = (await store.curate(goes, new("Stays"))).saved
    await store.curate(new("Stays", "New."), new("Added"))
    payloads = await store.read(_payloads_of_last_change)
    assert payloads[deleted]["entry"]["body"] == "Old [[Stays]]."
    assert [row["tag"] for row in payloads[deleted]["tags"]] == ["t"]
    assert {row["relation"] for row in payloads[deleted]["links"]} == {"related", "wiki"}
    assert [row["version"] for row in payloads[deleted]["revisions"]] == [1]
    assert payloads[deleted]["sources"]
    assert payloads[stays]["entry"]["body"] == "Body."
    assert list(payloads.values()).count(None) == 1


async def test_the_tree_shows_what_was_saved(store: Store) -> None:
    await store.curate(new("A"), new("B"))
    await store.curate(new("C"), session=S2, project="")
    await by_hand(store, "Mine", session=MANUAL_GROUP)
    await by_hand(store, "Old", session=LEGACY_GROUP)
    found = await store.read(groups.projects)
    assert [(group.kind, group.id, group.name, group.count) for group in found] == [
        (GroupKind.PROJECT, "p", "Project p", 2),
        (GroupKind.PROJECT, "", "", 1),
        (GroupKind.SESSION, MANUAL_GROUP, "", 1),
        (GroupKind.SESSION, LEGACY_GROUP, "", 1),
    ]
    (session,) = await store.read(groups.sessions, "p")
    assert (session.id, session.name, session.count) == (S1, "Session 1", 2)
    page = await store.read(entries.rows, EntryQuery(project_id="p", sort="title"))
    assert [row.title for row in page.items] == ["A", "B"]


def jobs_of(session: str) -> JobQuery:
    return JobQuery(session_id=session)


def _set_job(unit: UnitOfWork, key: str, values: dict[str, object]) -> None:
    unit.connection.execute(update(memory_jobs).where(memory_jobs.c.id == key).values(values))


def _payloads_of_last_change(connection: object) -> dict[str, object]:
    rows = connection.execute(memory_change_items.select()).all()  # type: ignore[attr-defined]
    return {
        row.object_id: row.before
        for row in rows
        if row.change_id == rows[-1].change_id and row.object_kind == changes.ENTRY
    }
