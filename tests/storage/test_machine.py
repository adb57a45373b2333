"""Random histories of jobs and edits: what must hold after every step."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from support.committing import file_as
from support.soak import SEED, SOAK, tries
from support.storage import OTHER, OWNER, S1, S2, S3, Store, by_hand, new, open_store
from vela_desktop.config.paths import Paths
from vela_desktop.domain.entries import EntryChanges, EntryQuery, EntryRow
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import JobChanged
from vela_desktop.domain.jobs import (
    ACTIVE,
    RETRYABLE,
    TRANSITIONS,
    UNFINISHED,
    Job,
    JobNote,
    JobQuery,
    JobStatus,
    Stage,
    Step,
)
from vela_desktop.storage import entries, jobs, links, replace, revisions, steps

SESSIONS = st.sampled_from((S1, S2, S3))
OWNERS = st.sampled_from((OWNER, OTHER))
TITLES = st.lists(st.sampled_from("abcd"), unique=True, max_size=4)
PARALLEL = 2


class Histories(RuleBasedStateMachine):
    """One person and two owners of jobs, over three sessions."""

    template: Path

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        shutil.copy(self.template, Paths(self.folder).database)
        self.runner = asyncio.Runner()
        self.store: Store = self.runner.run(open_store(self.folder))
        self.edits: dict[str, str] = {}
        self.dirty: set[str] = set()
        self.told: dict[str, JobStatus] = {}
        self.kept: dict[str, set[str]] = {}
        self.paused = False
        self.guests: dict[str, tuple[str, int]] = {}
        self.protected: set[str] = set()
        for session, titles in ((S1, "ab"), (S2, "bd"), (S3, "e")):
            self.runner.run(self.store.curate(*map(new, titles), session=session))
        self.mine = self.runner.run(by_hand(self.store, "c", session=S1))

    def teardown(self) -> None:
        self.runner.run(self.store.database.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    def do(self, function: Any, *arguments: Any) -> Any:
        return self.runner.run(self.store.write(function, *arguments))

    def look(self, function: Any, *arguments: Any) -> Any:
        return self.runner.run(self.store.read(function, *arguments))

    def jobs_in(self, *statuses: JobStatus) -> list[Job]:
        """Return the jobs that have one of *statuses*, the newest first."""
        rows = self.look(jobs.rows, JobQuery()).items
        return [row.job for row in rows if row.job.status in statuses]

    @contextmanager
    def nothing_saved(self) -> Iterator[None]:
        """Check that entries and all that hangs on them stay as they are."""
        before = self.look(_knowledge)
        yield
        assert self.look(_knowledge) == before

    @rule(session=SESSIONS)
    def submit(self, session: str) -> None:
        with self.nothing_saved():
            self.runner.run(self.store.submit(session))

    @rule(session=SESSIONS, text=st.text(max_size=5), titles=TITLES)
    def edit_during_a_job(self, session: str, text: str, titles: list[str]) -> None:
        self.runs(session)
        self.edit(session, text)
        self.commit(titles, titles)

    def runs(self, session: str) -> None:
        """Have a job of a session run, and no other."""
        self.pause_or_resume(False)
        while self.jobs_in(*ACTIVE):
            self.crash()
        self.submit(session)
        (waiting,) = [job for job in self.jobs_in(JobStatus.QUEUED) if job.session_id == session]
        claimed = self.do(jobs.claim, OWNER, PARALLEL, waiting.id)
        self.dirty -= set(claimed.baseline)

    @rule(owner=OWNERS)
    def claim(self, owner: Any) -> None:
        waiting = reversed(self.jobs_in(JobStatus.QUEUED))
        active = self.jobs_in(*ACTIVE)
        running = {job.session_id for job in active}
        may = [job.id for job in waiting if job.session_id not in running]
        claimed = self.do(jobs.claim, owner, PARALLEL)
        if self.paused or len(active) >= PARALLEL or not may:
            assert claimed is None
        else:
            assert (claimed.id, claimed.lease) == (may[0], owner), "the oldest that may run"
            self.dirty -= set(claimed.baseline)

    @rule()
    def cancel(self) -> None:
        for job in self.jobs_in(JobStatus.QUEUED, JobStatus.RUNNING)[:1]:
            with self.nothing_saved():
                self.do(jobs.request_cancel, job.id)

    @rule()
    def retry(self) -> None:
        for job in self.jobs_in(*RETRYABLE)[:1]:
            again = self.do(jobs.retry, job.id)
            same = ("lineage", "source_id", "agent", "model", "effort", "options")
            assert [getattr(again, name) for name in same] == [getattr(job, name) for name in same]

    @rule(key=st.sampled_from("xyz"))
    def keep_a_step(self, key: str) -> None:
        for job in self.jobs_in(*ACTIVE)[:1]:
            step = Step(key=key, stage=Stage.EXTRACT, output=f"of {key}")
            self.do(steps.keep, job.lineage, step)
            self.kept.setdefault(job.lineage, set()).add(key)

    @rule()
    def crash(self) -> None:
        for job in self.jobs_in(*ACTIVE)[:1]:
            with self.nothing_saved():
                assert self.do(jobs.end_interrupted, job.id, job.lease).status in RETRYABLE

    @rule()
    def fail(self) -> None:
        for job in self.jobs_in(*ACTIVE)[:1]:
            with self.nothing_saved():
                self.do(jobs.finish, job.id, job.lease, JobStatus.FAILED, Code.TIMEOUT)

    @rule()
    def act_for_a_job_of_another(self) -> None:
        for job in self.jobs_in(*ACTIVE)[:1]:
            stranger = OTHER if job.lease == OWNER else OWNER
            with self.nothing_saved(), pytest.raises(VelaError) as caught:
                self.do(replace.replace_generated, job.id, stranger, [new("stolen")])
            assert caught.value.code is Code.INTERRUPTED

    @rule(titles=TITLES, related=TITLES)
    def commit(self, titles: list[str], related: list[str]) -> None:
        for job in self.jobs_in(*ACTIVE)[:1]:
            found = [new(title, job.id, related=tuple(related)) for title in titles]
            changed = self.is_changed(job)
            try:
                done = self.do(replace.replace_generated, job.id, job.lease, found)
            except VelaError as error:
                self.refused(job, error, changed)
            else:
                assert not changed
                self.edits = {k: v for k, v in self.edits.items() if k not in job.baseline}
                self.unlinked(done.unlinked)
                assert len(done.saved) == len(titles)
                self.kept.pop(job.lineage, None)

    def is_changed(self, job: Job) -> bool:
        """Tell whether a person changed what *job* may replace since it was claimed."""
        now = {row.id for row in self.look(entries.replaceable, job.session_id)}
        return now != set(job.baseline) or bool(self.dirty & now)

    def refused(self, job: Job, error: VelaError, changed: bool) -> None:
        if job.status is JobStatus.CANCELLING:
            assert error.code is Code.CANCELLED
        else:
            assert error.code is Code.CONFLICT
            assert changed
        with self.nothing_saved():
            self.do(jobs.finish, job.id, job.lease, JobStatus.FAILED, error.wire)

    @rule(session=SESSIONS, text=st.text(max_size=5))
    def edit(self, session: str, text: str) -> None:
        for row in self.found(session)[:1]:
            changes = EntryChanges(body=f"by hand {row.version} {text}")
            self.edits[row.id] = self.do(entries.save, row.id, row.version, changes).body
            self.dirty.add(row.id)
            if row.id in self.guests:
                self.guests[row.id] = (self.guests[row.id][0], row.version + 1)

    def found(self, session: str) -> list[EntryRow]:
        """Return the entries of a session that no person made."""
        rows = self.look(entries.rows, EntryQuery(session_id=session)).items
        return [row for row in rows if row.id != self.mine]

    @rule(source=SESSIONS, to=SESSIONS, back=st.booleans())
    def drag(self, source: str, to: str, back: bool) -> None:
        """Drag an entry into another session, or one that was dragged to where it came from."""
        for row in self.found(source)[:1]:
            home = self.look(entries.get, row.id).curated_session_id
            where = home if back else to
            taken = {other.title for other in self.found(where)} | {"c"}
            if row.title not in taken:
                self.do(file_as, row.id, {"session_id": where})
                self.guests.pop(row.id, None)
                if where != home:
                    self.guests[row.id] = (where, row.version)

    @rule(session=SESSIONS, to=SESSIONS, before=st.booleans(), titles=TITLES)
    def drag_around_a_claim(self, session: str, to: str, before: bool, titles: list[str]) -> None:
        """Drag away before or after, back after: what a job may replace is not what it was. Where
        it was dragged to, another job has no say over it."""
        if before:
            self.drag(session, to, back=False)
        self.runs(session)
        self.drag(to if before else session, session if before else to, back=before)
        self.commit(titles, titles)
        self.runs(to)
        self.commit(titles, titles)

    @rule(session=SESSIONS)
    def protect(self, session: str) -> None:
        for row in [row for row in self.found(session) if row.id not in self.protected][:1]:
            self.do(file_as, row.id, {"protected": True})
            self.protected.add(row.id)

    @rule(source=SESSIONS, to=SESSIONS)
    def relate(self, source: str, to: str) -> None:
        """Have an entry name one of another session, which that one's job may delete: no edit."""
        for one, other in list(zip(self.found(source), self.found(to), strict=False))[:1]:
            if one.id != other.id:
                self.do(links.write_related, {one.id: (other.id,)})

    def unlinked(self, ids: tuple[str, ...]) -> None:
        """What the program took a link from is one version on, and otherwise as it was."""
        for key in ids:
            assert self.look(entries.get, key).author == revisions.UNLINK
            if key in self.guests:
                self.guests[key] = (self.guests[key][0], self.guests[key][1] + 1)

    @rule(wanted=st.booleans())
    def pause_or_resume(self, wanted: bool) -> None:
        self.do(jobs.pause if wanted else jobs.resume)
        self.paused = wanted

    @rule()
    def delete_a_record(self) -> None:
        for job in self.jobs_in(*(set(JobStatus) - UNFINISHED))[:1]:
            with self.nothing_saved():
                self.do(jobs.delete, job.id)
            left = self.jobs_in(*JobStatus)
            if job.lineage not in {other.lineage for other in left}:
                assert self.look(steps.of, job.lineage) == ()
                self.kept.pop(job.lineage, None)

    @invariant()
    def one_active_and_one_waiting_at_most(self) -> None:
        unfinished = self.look(jobs.unfinished)
        for statuses in (ACTIVE, {JobStatus.QUEUED}):
            sessions = [job.session_id for job in unfinished if job.status in statuses]
            assert len(sessions) == len(set(sessions))
        assert all((job.lease is not None) == (job.status in ACTIVE) for job in unfinished)

    @invariant()
    def no_more_run_than_all_owners_may(self) -> None:
        assert len(self.jobs_in(*ACTIVE)) <= PARALLEL

    @invariant()
    def statuses_change_along_the_table_only(self) -> None:
        events = [event for event in self.store.events if isinstance(event, JobChanged)]
        self.store.events.clear()
        for event in events:
            after = JobStatus(event.status)
            before = self.told.get(event.job_id)
            if before is None:
                assert after is JobStatus.QUEUED
            else:
                assert after is before or after in TRANSITIONS[before]
            self.told[event.job_id] = after
        for job in self.jobs_in(*JobStatus):
            assert self.told[job.id] is job.status

    @invariant()
    def while_paused_every_waiting_job_says_so(self) -> None:
        for job in self.jobs_in(JobStatus.QUEUED):
            assert (job.notes == (JobNote.PAUSED,)) == self.paused

    @invariant()
    def finished_steps_are_there_for_a_retry_until_a_job_completes(self) -> None:
        for lineage, keys in self.kept.items():
            for key in keys:
                step = self.look(steps.get, lineage, key)
                assert step is not None
                assert step.output == f"of {key}"

    @invariant()
    def nothing_a_person_wrote_is_lost_before_a_later_claim(self) -> None:
        for key, body in self.edits.items():
            assert self.look(entries.get, key).body == body

    @invariant()
    def what_was_made_by_hand_is_never_touched(self) -> None:
        mine = self.look(entries.get, self.mine)
        assert (mine.title, mine.version) == ("c", 1)

    @invariant()
    def what_was_dragged_in_from_elsewhere_is_never_touched(self) -> None:
        for key, (session, version) in self.guests.items():
            guest = self.look(entries.get, key)
            assert (guest.session_id, guest.version) == (session, version)

    @invariant()
    def what_is_protected_stays(self) -> None:
        for key in self.protected:
            assert self.look(entries.get, key).protected

    @invariant()
    def every_version_has_its_revision_and_every_link_its_ends(self) -> None:
        self.look(_check_whole)


def _knowledge(connection: Any) -> list[Any]:
    """Return every row of the knowledge base that only a commit or a person may change."""
    return [
        connection.exec_driver_sql(f"SELECT * FROM {table}").fetchall()
        for table in (
            "memory_entries", "memory_revisions", "memory_tags", "memory_links",
            "memory_citations", "memory_entry_sources",
        )
    ]  # fmt: skip


def _check_whole(connection: Any) -> None:
    for sql in (
        "SELECT 1 FROM memory_entries e LEFT JOIN memory_revisions r "
        "ON r.entry_id = e.id AND r.version = e.version "
        "WHERE r.n IS NULL AND e.origin = 'curated'",
        "SELECT 1 FROM memory_revisions r JOIN memory_entries e ON e.id = r.entry_id "
        "WHERE r.version > e.version",
        "SELECT 1 FROM memory_jobs WHERE (ended_at IS NULL) "
        "= (status IN ('completed', 'failed', 'cancelled'))",
    ):
        assert connection.exec_driver_sql(sql).fetchall() == []
    assert connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.slow
def test_the_rules_hold_in_random_histories(empty_base: Path) -> None:
    Histories.template = empty_base
    run_state_machine_as_test(
        seed(f"{SEED} histories")(Histories),
        settings=settings(
            max_examples=tries(10),
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            derandomize=not SOAK,  # else by the soak's seed
            print_blob=True,
        ),
    )
