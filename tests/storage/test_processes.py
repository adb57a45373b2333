"""Several processes on one database, and a process that is killed."""

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from support.process import until
from support.soak import tries
from support.storage import S1, S2, Store, child, ended, open_store
from support.storage_child import ENTRIES
from vela_desktop.domain.events import JobChanged
from vela_desktop.domain.jobs import ACTIVE, JobQuery, JobStatus
from vela_desktop.storage import jobs

ROUNDS = tries(25)


async def test_what_another_process_wrote_is_told_here_once(store: Store) -> None:
    mine = await store.submit(S2)
    store.events.clear()
    theirs = await ended(child("submit", store.folder))
    await store.database.poll()
    assert store.events == [JobChanged(job_id=theirs, session_id=S1, status="queued")]
    await store.database.poll()
    assert len(store.events) == 1
    assert mine.id != theirs


async def test_polling_by_itself_tells_it_too(tmp_path: Path) -> None:
    store = await open_store(tmp_path, poll_seconds=0.02)
    store.database.start_polling()
    theirs = await ended(child("submit", tmp_path))
    await until(lambda: bool(store.events))
    await store.database.close()
    assert [event.job_id for event in store.events if isinstance(event, JobChanged)] == [theirs]


async def test_two_processes_struggle_for_the_same_sessions(store: Store) -> None:
    both = [child("struggle", store.folder, seed, ROUNDS) for seed in (1, 2)]
    most = 0
    while any(process.poll() is None for process in both):
        found = await store.read(jobs.unfinished)
        active = [job.session_id for job in found if job.status in ACTIVE]
        waiting = [job.session_id for job in found if job.status is JobStatus.QUEUED]
        assert len(active) == len(set(active)) <= 2
        assert len(waiting) == len(set(waiting))
        most = max(most, len(found))
        await asyncio.sleep(0.005)
    assert [await ended(process) for process in both] == ["done", "done"]
    assert most > 1
    assert (await store.read(jobs.rows, JobQuery())).total == 2 * ROUNDS


def test_a_kill_in_the_middle_of_a_commit_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    path = tmp_path / "vela.db"
    dice = random.Random(7)
    for _ in range(3):
        process = child("replace", tmp_path)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(dice.random() * 0.15)
        process.kill()
        acknowledged = [int(line) for line in process.communicate()[0].split()]
        _check_whole(path, min_number=max(acknowledged, default=1))
        _end_all(path)


def _check_whole(path: Path, min_number: int) -> None:
    with closing(sqlite3.connect(path)) as connection:

        def ask(sql: str) -> list[tuple[object, ...]]:
            return connection.execute(sql).fetchall()

        assert ask("PRAGMA integrity_check") == [("ok",)]
        assert ask("PRAGMA foreign_key_check") == []
        bodies = ask("SELECT body FROM memory_entries WHERE title LIKE 'Entry %'")
        numbers = {int(str(body).split()[0]) for (body,) in bodies}
        assert len(bodies) == ENTRIES
        assert len(numbers) == 1
        number = numbers.pop()
        assert number >= min_number
        rest = ask("SELECT title FROM memory_entries WHERE title NOT LIKE 'Entry %'")
        assert rest == ([(f"Only in {number}",)] if number % 2 else [])
        unlike = (
            "SELECT count(*) FROM memory_entries e LEFT JOIN memory_revisions r "
            "ON r.entry_id = e.id AND r.version = e.version WHERE r.n IS NULL"
        )
        assert ask(unlike) == [(0,)]
        saved = ask(
            "SELECT count(DISTINCT change_id) FROM memory_revisions r "
            "JOIN memory_entries e ON e.id = r.entry_id AND e.version = r.version"
        )
        assert saved == [(1,)]
        unfinished = ask("SELECT count(*) FROM memory_jobs WHERE status = 'completed'")
        feed = ask("SELECT count(*) FROM memory_feed WHERE kind = 'entries_replaced'")
        assert unfinished == feed


def _end_all(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE memory_jobs SET status = 'failed' WHERE status = 'running'")
        connection.execute("UPDATE memory_jobs SET status = 'cancelled' WHERE status = 'queued'")
