"""Threads, transactions, events, and what goes wrong."""

import asyncio
import json
import logging
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from support.process import until
from support.storage import S1, Store, child, ended, new, open_store
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import ActorKind, EntrySaved, Initiator, JobChanged, Via
from vela_desktop.domain.jobs import JobQuery
from vela_desktop.storage import changes, jobs
from vela_desktop.storage.tables import memory_change_items, memory_changes, memory_feed
from vela_desktop.storage.work_unit import UnitOfWork

DAY = 24 * 60 * 60 * 1000


def event(number: int) -> JobChanged:
    return JobChanged(job_id=str(number), session_id=S1, status="queued")


def emit(unit: UnitOfWork, number: int) -> int:
    unit.emit(event(number))
    return number


async def test_writes_run_on_one_thread_and_reads_on_two(store: Store) -> None:
    def name(_connection: Any) -> str:
        return threading.current_thread().name

    writers = await asyncio.gather(*(store.write(name) for _ in range(4)))
    readers = await asyncio.gather(*(store.read(name) for _ in range(8)))
    assert len(set(writers)) == 1
    assert 1 <= len(set(readers)) <= 2
    assert not {*writers, *readers} & {threading.current_thread().name}


async def test_connections_are_set_up(store: Store) -> None:
    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "query_only")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    written = await store.write(lambda unit: pragmas(unit.connection))
    assert written == ["wal", 1, 1, 30000, 0]
    assert await store.read(pragmas) == ["wal", 1, 1, 30000, 1]


async def test_a_write_publishes_its_events_after_the_commit(store: Store) -> None:
    seen: list[int] = []

    def look(_event: object) -> None:
        with sqlite3.connect(store.folder / "vela.db") as connection:
            seen.append(connection.execute("SELECT count(*) FROM memory_feed").fetchone()[0])

    store.database._bus.subscribe(look)
    assert await store.write(emit, 5) == 5
    assert (store.events, seen) == ([event(5)], [1])


async def test_events_come_in_the_order_of_the_writes(store: Store) -> None:
    await asyncio.gather(*(store.write(emit, number) for number in range(20)))
    assert store.events == [event(number) for number in range(20)]


async def test_own_writes_are_not_told_again_by_the_feed(store: Store) -> None:
    await store.write(emit, 1)
    await ended(child("submit", store.folder))
    await store.database.poll()
    assert store.events.count(event(1)) == 1


async def test_a_write_that_raises_is_rolled_back_and_says_nothing(store: Store) -> None:
    def half(unit: UnitOfWork) -> None:
        unit.emit(event(1))
        unit.record("entry", "x", None, {})
        unit.connection.exec_driver_sql("INSERT INTO memory_meta VALUES ('a', 'b')")
        raise VelaError(Code.CONFLICT)

    before = await store.dump()
    with pytest.raises(VelaError):
        await store.write(half)
    assert (await store.dump(), store.events) == (before, [])


async def test_a_cancelled_caller_still_commits_and_publishes(store: Store) -> None:
    started = threading.Event()

    def slow(unit: UnitOfWork) -> None:
        started.set()
        threading.Event().wait(0.05)
        unit.emit(event(1))

    task = asyncio.create_task(store.write(slow))
    await until(started.is_set)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: store.events == [event(1)])


async def test_closing_waits_for_what_is_being_written(tmp_path: Path) -> None:
    store = await open_store(tmp_path)
    task = asyncio.create_task(store.write(emit, 1))
    await asyncio.sleep(0)
    await store.database.close()
    assert store.events == [event(1)]
    assert await task == 1


async def test_readers_cannot_write(store: Store) -> None:
    with pytest.raises(VelaError) as caught:
        await store.read(lambda c: c.exec_driver_sql("DELETE FROM memory_jobs").rowcount)
    assert caught.value.code is Code.DATA_READ_ONLY


async def test_a_full_disk_rolls_back_and_is_told_as_such(store: Store) -> None:
    await store.curate(new("Old"))
    job = await store.submit()
    await store.claim()

    def limit(unit: UnitOfWork, more: int) -> None:
        pages = unit.connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        unit.connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + more}")

    await store.write(limit, 20)
    before = await store.dump()
    store.events.clear()
    found = [new(f"N{number}", f"{number} text " * 5000) for number in range(50)]
    with pytest.raises(VelaError) as caught:
        await store.commit(job, *found)
    assert caught.value.code is Code.DATA_FULL
    assert caught.value.details["path"] == str(store.folder)
    assert (await store.dump(), store.events) == (before, [])
    await store.write(limit, 100_000)
    assert len((await store.commit(job, *found)).saved) == 50


async def test_a_database_that_stays_busy_is_told_as_such(store: Store) -> None:
    process = child("hold", store.folder)
    assert process.stdout is not None
    assert await asyncio.to_thread(process.stdout.readline) == "held\n"
    await asyncio.get_running_loop().run_in_executor(
        store.database._writer_thread, _wait_no_longer_than, store, 50
    )
    with pytest.raises(VelaError) as caught:
        await store.submit()
    assert caught.value.code is Code.DATA_BUSY
    assert await store.titles() == []
    await ended(process)
    await store.submit()


def _wait_no_longer_than(store: Store, milliseconds: int) -> None:
    with store.database._writer.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.execute(f"PRAGMA busy_timeout = {milliseconds}")


async def test_other_errors_are_logged_without_values(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def wrong(unit: UnitOfWork) -> None:
        unit.connection.exec_driver_sql("SELECT secret_word FROM nowhere")

    with caplog.at_level(logging.INFO), pytest.raises(VelaError) as caught:
        await store.write(wrong)
    assert (caught.value.code, caught.value.details["reason"]) == (
        Code.DATA_FAILED, "SQLITE_ERROR"
    )  # fmt: skip
    assert "SQLITE_ERROR" in caplog.text
    assert "secret_word" not in caplog.text


async def test_a_change_is_kept_with_who_made_it(store: Store) -> None:
    def change(unit: UnitOfWork) -> str:
        unit.record("entry", "e", {"body": "long " * 5000}, {"version": 2})
        return unit.change_id

    agent = Initiator(kind=ActorKind.AGENT, name="claude", via=Via.JOB)
    key = await store.write(change, initiator=agent, operation="try")
    row = await store.read(lambda c: dict(c.execute(select(memory_changes)).mappings().one()))
    assert (row["id"], row["actor_kind"], row["actor"], row["via"], row["operation"]) == (
        key, "agent", "claude", "job", "try"
    )  # fmt: skip
    items = await store.read(
        lambda c: [dict(i) for i in c.execute(select(memory_change_items)).mappings()]
    )
    assert items[0]["before"] == {"body": "long " * 5000}


async def test_a_job_is_named_in_its_change(store: Store) -> None:
    await store.curate(new("A"))
    page = await store.read(jobs.rows, JobQuery())
    found = await store.read(lambda c: c.execute(select(memory_changes.c.job_id)).scalars().all())
    assert found == [page.items[0].job.id]


async def test_old_feed_rows_and_payloads_go_when_the_database_is_opened(tmp_path: Path) -> None:
    store = await open_store(tmp_path)
    await store.write(_old_rows)
    await store.database.close()
    store = await open_store(tmp_path)
    kept = await store.dump()
    assert [row[1] for row in kept["memory_feed"]] == ["young"]
    assert [row[-2:] for row in kept["memory_change_items"]] == [
        (None, None),
        (b"\0{}", b"\0{}"),
    ]
    assert await store.read(lambda c: changes.is_due(c, 0)) is False
    await store.database.close()


def _old_rows(unit: UnitOfWork) -> None:
    feed = {"ids": {}, "writer": "w"}
    change = {"actor_kind": "person", "actor": "", "via": "gui", "operation": "o"}
    for name, days in (("old", 31), ("young", 6)):
        at = unit.now - days * DAY
        unit.connection.execute(insert(memory_feed), {**feed, "kind": name, "at": at})
        unit.connection.execute(insert(memory_changes), {**change, "id": name, "at": at})
        unit.connection.execute(
            insert(memory_change_items),
            {"change_id": name, "object_kind": "x", "object_id": "y", "before": {}, "after": {}},
        )


async def test_feed_rows_of_a_later_program_are_passed_over(store: Store) -> None:
    with sqlite3.connect(store.folder / "vela.db") as connection:
        sql = "INSERT INTO memory_feed (kind, ids, writer, at) VALUES (?, ?, 'x', 0)"
        saved = {"entry_id": "e", "session_id": "s", "project_id": "p", "version": 2, "later": [1]}
        connection.execute(sql, ("unheard_of", '{"a": 1}'))
        connection.execute(sql, ("entry_saved", json.dumps(saved)))
    await store.database.poll()
    assert store.events == [EntrySaved(entry_id="e", session_id="s", project_id="p", version=2)]
