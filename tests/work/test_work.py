"""Two workers, which come when needed, go when not, and are replaced when they die."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support import tasks
from support.process import alive, eventually, gone, open_files, written_pid
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.work.pool import Lane, Work


@pytest.fixture
async def work() -> AsyncIterator[Work]:
    work = Work()
    yield work
    await work.close()


async def test_a_task_runs_in_another_process_that_is_kept(work: Work) -> None:
    first = await work.run(tasks.pid)
    assert first != os.getpid()
    assert await work.run(tasks.pid) == first
    assert await work.run(tasks.double, 21) == 42


async def test_each_lane_has_its_own_process_and_later_is_niced(work: Work) -> None:
    assert await work.run(tasks.pid, lane=Lane.LATER) != await work.run(tasks.pid)
    now, later = [await work.run(tasks.niceness, lane=lane) for lane in Lane]
    assert later > now == os.nice(0)


async def test_tasks_of_one_lane_run_one_after_the_other(work: Work, tmp_path: Path) -> None:
    path = tmp_path / "words"
    words = [f"word{number}" for number in range(8)]
    await asyncio.gather(*(work.run(tasks.append, word, path) for word in words))
    assert path.read_text().split() == words


async def test_expected_trouble_comes_back_with_its_code_and_details(work: Work) -> None:
    with pytest.raises(VelaError) as caught:
        await work.run(tasks.refuse)
    assert caught.value.code is Code.SOURCE_GONE
    assert caught.value.details == {"path": "/tmp/gone.jsonl"}


async def test_a_worker_that_dies_is_replaced_and_the_task_tried_again(
    work: Work, tmp_path: Path
) -> None:
    first = await work.run(tasks.pid)
    assert await work.run(tasks.die_once, tmp_path / "mark") != first


async def test_a_task_that_kills_two_workers_fails_alone(work: Work) -> None:
    deadly, harmless = await asyncio.gather(
        work.run(tasks.die), work.run(tasks.double, 4), return_exceptions=True
    )
    assert isinstance(deadly, VelaError)
    assert deadly.code is Code.INTERNAL
    assert harmless == 8


async def test_a_worker_killed_while_idle_is_not_missed(work: Work) -> None:
    first = await work.run(tasks.pid)
    os.kill(first, signal.SIGKILL)
    assert gone(first)
    assert await work.run(tasks.pid) != first


async def test_the_later_worker_ends_when_there_is_nothing_to_do() -> None:
    work = Work(idle_seconds=0.05)
    first = await work.run(tasks.pid, lane=Lane.LATER)
    assert await asyncio.to_thread(gone, first)
    assert await work.run(tasks.double, 3, lane=Lane.LATER) == 6
    await work.close()


async def test_a_cancelled_task_that_waits_never_runs(work: Work, tmp_path: Path) -> None:
    running = asyncio.create_task(work.run(tasks.sleep, 0.1, tmp_path / "pid"))
    waiting = asyncio.create_task(work.run(tasks.append, "word", tmp_path / "words"))
    await asyncio.sleep(0)
    waiting.cancel()
    await running
    await work.run(tasks.pid)
    assert not (tmp_path / "words").exists()


async def test_a_cancelled_task_that_runs_does_not_disturb_the_next(
    work: Work, tmp_path: Path
) -> None:
    worker, gate = await work.run(tasks.pid), tmp_path / "gate"
    running = asyncio.create_task(work.run(tasks.wait_for, gate))
    await asyncio.sleep(0.05)  # most likely it has begun
    running.cancel()
    gate.touch()
    assert await work.run(tasks.pid) == worker


async def test_a_task_cancelled_while_its_worker_starts_leaves_the_worker_to_the_next(
    work: Work,
) -> None:
    impatient = asyncio.create_task(work.run(tasks.pid))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await work.run(tasks.double, 2) == 4
    assert impatient.cancelled()


async def test_both_lanes_may_start_at_once(work: Work) -> None:
    main = sys.modules["__main__"]
    numbers = await asyncio.gather(*(work.run(tasks.double, 1, lane=lane) for lane in Lane))
    assert numbers == [2, 2]
    assert sys.modules["__main__"] is main


async def test_closing_ends_a_busy_worker_and_cancels_its_task(tmp_path: Path) -> None:
    work = Work()
    busy = asyncio.create_task(work.run(tasks.sleep, 60, tmp_path / "pid"))
    waiting = asyncio.create_task(work.run(tasks.pid))
    worker = await asyncio.to_thread(written_pid, tmp_path / "pid")
    await work.close()
    assert not alive(worker)
    results = await asyncio.gather(busy, waiting, return_exceptions=True)
    assert all(isinstance(result, asyncio.CancelledError) for result in results)


async def test_workers_leave_no_open_file_behind() -> None:
    async def cycle() -> None:
        work = Work(idle_seconds=0)
        await work.run(tasks.pid)
        await work.close()

    await cycle()
    before = open_files()
    for _ in range(3):
        await cycle()
    assert await asyncio.to_thread(eventually, lambda: open_files() <= before)


async def test_a_worker_imports_neither_qt_nor_sqlalchemy_nor_our_main_module(
    work: Work,
) -> None:
    import PySide6.QtCore  # noqa: F401 - what the window has loaded, a worker has not
    import sqlalchemy  # noqa: F401

    loaded = set(await work.run(tasks.modules))
    assert not {"PySide6", "shiboken6", "sqlalchemy", "pytest", "qasync"} & loaded
    assert await work.run(tasks.main_module) is None
