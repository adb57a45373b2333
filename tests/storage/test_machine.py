"""Random histories of jobs and edits: what must hold after every step."""

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from support.soak import tries
from support.storage import OWNER, S1, S2, Store, new, open_store
from vela_desktop.config.paths import Paths
from vela_desktop.domain.entries import EntryChanges, EntryQuery
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import ACTIVE, RETRYABLE, Job, JobQuery, JobStatus
from vela_desktop.storage import entries, jobs, replace

SESSIONS = st.sampled_from((S1, S2))
TITLES = st.lists(st.sampled_from("abcd"), unique=True, max_size=4)


class Histories(RuleBasedStateMachine):
    """One person and one owner of jobs, over two sessions."""

    template: Path

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        shutil.copy(self.template, Paths(self.folder).database)
        self.runner = asyncio.Runner()
        self.store: Store = self.runner.run(open_store(self.folder))
        self.edits: dict[str, str] = {}
        self.dirty: set[str] = set()
        for session in (S1, S2):
            self.runner.run(self.store.curate(new("a"), new("b"), session=session))

    def teardown(self) -> None:
        self.runner.run(self.store.database.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    def do(self, function: Any, *arguments: Any) -> Any:
        return self.runner.run(self.store.write(function, *arguments))

    def look(self, function: Any, *arguments: Any) -> Any:
        return self.runner.run(self.store.read(function, *arguments))

    def jobs_in(self, *statuses: JobStatus) -> list[Job]:
        rows = self.look(jobs.rows, JobQuery()).items
        return [row.job for row in rows if row.job.status in statuses]

    @rule(session=SESSIONS)
    def submit(self, session: str) -> None:
        self.runner.run(self.store.submit(session))

    @rule(session=SESSIONS, text=st.text(max_size=5), titles=TITLES)
    def edit_during_a_job(self, session: str, text: str, titles: list[str]) -> None:
        self.submit(session)
        self.claim()
        self.edit(session, text)
        self.commit(titles, titles)

    @rule()
    def claim(self) -> None:
        claimed = self.do(jobs.claim, OWNER, 2)
        if claimed is not None:
            self.dirty -= set(claimed.baseline)

    @rule()
    def cancel(self) -> None:
        for job in self.jobs_in(JobStatus.QUEUED, JobStatus.RUNNING)[:1]:
            self.do(jobs.request_cancel, job.id)

    @rule()
    def retry(self) -> None:
        for job in self.jobs_in(*RETRYABLE)[:1]:
            self.do(jobs.retry, job.id)

    @rule()
    def crash(self) -> None:
        for job in self.jobs_in(*ACTIVE)[:1]:
            assert self.do(jobs.end_interrupted, job.id, job.lease).status in RETRYABLE

    @rule(titles=TITLES, related=TITLES)
    def commit(self, titles: list[str], related: list[str]) -> None:
        for job in self.jobs_in(*ACTIVE)[:1]:
            found = [new(title, job.id, related=tuple(related)) for title in titles]
            try:
                done = self.do(replace.replace_generated, job.id, OWNER, found)
            except VelaError as error:
                self.refused(job, error)
            else:
                assert not self.dirty & set(job.baseline)
                self.edits = {k: v for k, v in self.edits.items() if k not in job.baseline}
                assert len(done.saved) == len(titles)

    def refused(self, job: Job, error: VelaError) -> None:
        if job.status is JobStatus.CANCELLING:
            assert error.code is Code.CANCELLED
        else:
            assert error.code is Code.CONFLICT
            assert self.dirty & set(job.baseline)
        self.do(jobs.finish, job.id, OWNER, JobStatus.FAILED, error.wire)

    @rule(session=SESSIONS, text=st.text(max_size=5))
    def edit(self, session: str, text: str) -> None:
        for row in self.look(entries.rows, EntryQuery(session_id=session)).items[:1]:
            changes = EntryChanges(body=f"by hand {row.version} {text}")
            self.do(entries.save, row.id, row.version, changes)
            self.edits[row.id] = changes.body or ""
            self.dirty.add(row.id)

    @invariant()
    def one_active_and_one_waiting_at_most(self) -> None:
        unfinished = self.look(jobs.unfinished)
        for statuses in (ACTIVE, {JobStatus.QUEUED}):
            sessions = [job.session_id for job in unfinished if job.status in statuses]
            assert len(sessions) == len(set(sessions))
        assert all((job.lease is not None) == (job.status in ACTIVE) for job in unfinished)

    @invariant()
    def nothing_a_person_wrote_is_lost_before_a_later_claim(self) -> None:
        for key, body in self.edits.items():
            assert self.look(entries.get, key).body == body

    @invariant()
    def every_version_has_its_revision_and_every_link_its_ends(self) -> None:
        self.look(_check_whole)


def _check_whole(connection: Any) -> None:
    for sql in (
        "SELECT 1 FROM memory_entries e LEFT JOIN memory_revisions r "
        "ON r.entry_id = e.id AND r.version = e.version WHERE r.n IS NULL",
        "SELECT 1 FROM memory_revisions r JOIN memory_entries e ON e.id = r.entry_id "
        "WHERE r.version > e.version",
        "SELECT 1 FROM memory_jobs WHERE ended_at IS NULL "
        "AND status IN ('completed', 'failed', 'cancelled')",
    ):
        assert connection.exec_driver_sql(sql).fetchall() == []
    assert connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.slow
def test_the_rules_hold_in_random_histories(empty_base: Path) -> None:
    Histories.template = empty_base
    run_state_machine_as_test(
        Histories,
        settings=settings(
            max_examples=tries(5),
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            derandomize=True,
        ),
    )
