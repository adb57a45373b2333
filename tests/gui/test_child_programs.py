"""Programs and workers do on the window's loop what they do on a plain one."""

import asyncio
import os
from pathlib import Path

import pytest
import qasync

from support import tasks
from support.process import GRANDCHILD, alive, python, written_pid
from vela_desktop.process.run import Ended, run
from vela_desktop.work.pool import Lane, Work


async def test_a_program_runs_and_its_leftovers_are_ended(tmp_path: Path) -> None:
    assert isinstance(asyncio.get_running_loop(), qasync.QEventLoop)
    pid = tmp_path / "pid"
    argv = python(GRANDCHILD, str(pid))
    outcome = await run(argv, cwd=tmp_path, environment=os.environ, seconds=30)
    assert (outcome.ended, outcome.stdout) == (Ended.EXITED, b"parent says hello\n")
    assert not alive(written_pid(pid))


async def test_a_cancelled_program_is_gone(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    argv = python(GRANDCHILD + "time.sleep(60)", str(pid))
    task = asyncio.create_task(run(argv, cwd=tmp_path, environment=os.environ, seconds=30))
    child = await asyncio.to_thread(written_pid, pid)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not alive(child)


async def test_both_workers_answer() -> None:
    work = Work()
    assert [await work.run(tasks.double, 21, lane=lane) for lane in Lane] == [42, 42]
    await work.close()
