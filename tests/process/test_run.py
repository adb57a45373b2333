"""One program runs within bounds, and nothing of it stays."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.process import (
    DEAF,
    GRANDCHILD,
    alive,
    eventually,
    gone,
    open_files,
    python,
    written_pid,
)
from vela_desktop.domain import limits
from vela_desktop.process.run import Ended, Outcome, Started, run


async def start(argv: list[str], folder: Path, **options: Any) -> Outcome:
    options = {"seconds": 30.0, "environment": os.environ} | options
    return await run(argv, cwd=folder, **options)


async def test_returns_both_streams_and_the_exit_code(tmp_path: Path) -> None:
    outcome = await start(["sh", "-c", "echo out; echo err >&2; exit 3"], tmp_path)
    assert (outcome.stdout, outcome.stderr, outcome.exit_code) == (b"out\n", b"err\n", 3)
    assert outcome.ended is Ended.EXITED
    assert outcome.seconds > 0


async def test_a_signal_is_a_negative_exit_code(tmp_path: Path) -> None:
    outcome = await start(["sh", "-c", "kill -15 $$"], tmp_path)
    assert outcome.exit_code == -signal.SIGTERM


async def test_runs_in_the_folder_and_with_the_environment_given(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "COLOUR": "blue"}
    outcome = await start(["sh", "-c", "pwd; echo $COLOUR"], tmp_path, environment=environment)
    assert outcome.stdout.decode() == f"{tmp_path.resolve()}\nblue\n"


async def test_writes_and_reads_two_megabytes_at_once(tmp_path: Path) -> None:
    data = b"x" * 2_000_000
    assert (await start(["cat"], tmp_path, stdin=data)).stdout == data


async def test_a_child_may_close_its_input_early(tmp_path: Path) -> None:
    outcome = await start(["true"], tmp_path, stdin=b"x" * 2_000_000)
    assert (outcome.exit_code, outcome.ended) == (0, Ended.EXITED)


async def test_without_input_the_child_finds_its_end(tmp_path: Path) -> None:
    assert (await start(["cat"], tmp_path)).stdout == b""


async def test_exactly_the_limit_passes(tmp_path: Path) -> None:
    argv = ["head", "-c", str(limits.STREAM_BYTES), "/dev/zero"]
    outcome = await start(argv, tmp_path)
    assert (len(outcome.stdout), outcome.ended) == (limits.STREAM_BYTES, Ended.EXITED)


async def test_one_byte_more_is_stopped(tmp_path: Path) -> None:
    argv = ["head", "-c", str(limits.STREAM_BYTES + 1), "/dev/zero"]
    outcome = await start(argv, tmp_path)
    assert (len(outcome.stdout), outcome.ended) == (limits.STREAM_BYTES, Ended.TOO_MUCH_OUTPUT)


async def test_an_endless_error_stream_is_stopped(tmp_path: Path) -> None:
    outcome = await start(["sh", "-c", "yes 1>&2"], tmp_path, stream_bytes=100_000)
    assert (len(outcome.stderr), outcome.ended) == (100_000, Ended.TOO_MUCH_OUTPUT)


async def test_the_time_limit_ends_the_group(tmp_path: Path) -> None:
    outcome = await start(["sh", "-c", "echo first; sleep 60"], tmp_path, seconds=0.2)
    assert outcome.ended is Ended.TIMED_OUT
    assert outcome.exit_code == -signal.SIGTERM


async def test_a_child_that_ignores_the_request_to_end_is_killed(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    task = asyncio.create_task(start(python(DEAF, str(pid)), tmp_path, seconds=10, grace=0.1))
    child = await asyncio.to_thread(written_pid, pid)
    outcome = await task
    assert (outcome.ended, outcome.exit_code) == (Ended.TIMED_OUT, -signal.SIGKILL)
    assert not alive(child)


async def test_a_child_that_ends_cleanly_when_asked_may_still_write(tmp_path: Path) -> None:
    code = """
import signal, sys, time
def end(*_): sys.stdout.write("y" * 1_000_000); sys.stdout.flush(); sys.exit(7)
signal.signal(signal.SIGTERM, end)
print("ready", flush=True)
time.sleep(60)
"""
    task = asyncio.create_task(start(python(code), tmp_path, seconds=10, grace=20))
    assert (await task).exit_code == 7


async def test_a_grandchild_that_holds_the_pipes_is_ended_after_a_clean_exit(
    tmp_path: Path,
) -> None:
    pid = tmp_path / "pid"
    outcome = await start(python(GRANDCHILD, str(pid)), tmp_path)
    assert (outcome.ended, outcome.exit_code) == (Ended.EXITED, 0)
    assert outcome.stdout == b"parent says hello\n"
    assert gone(written_pid(pid))


async def test_lines_come_without_their_line_feed_as_they_come(tmp_path: Path) -> None:
    lines: list[bytes] = []
    text = "printf 'one\\ntw'; sleep 0.05; printf 'o\\r\\n\\nlast'"
    outcome = await start(["sh", "-c", text], tmp_path, on_line=lines.append)
    assert lines == [b"one", b"two\r", b"", b"last"]
    assert outcome.stdout == b"one\ntwo\r\n\nlast"


async def test_what_a_line_reader_raises_ends_the_group_at_once(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = "print('a tool!', flush=True)\n" + DEAF

    def refuse(line: bytes) -> None:
        raise LookupError(line)

    with pytest.raises(LookupError, match="a tool!"):
        await start(python(code, str(pid)), tmp_path, on_line=refuse, grace=60)
    assert not pid.exists() or gone(written_pid(pid))


async def test_what_the_start_callback_raises_ends_the_group(tmp_path: Path) -> None:
    pids: list[int] = []

    def refuse(started: Started) -> None:
        pids.append(started.pid)
        raise LookupError("no database")

    with pytest.raises(LookupError):
        await start(["sleep", "60"], tmp_path, on_start=refuse)
    assert not alive(pids[0])


async def test_the_child_leads_a_group_and_a_session_of_its_own(tmp_path: Path) -> None:
    seen: list[tuple[Started, int, int]] = []

    def look(started: Started) -> None:
        seen.append((started, os.getpgid(started.pid), os.getsid(started.pid)))

    await start(["cat"], tmp_path, stdin=b"hello", on_start=look)
    started, group, session = seen[0]
    assert started.pid == started.pgid == group == session
    assert started.start_ticks > 0


async def test_cancelling_leaves_no_orphan(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    task = asyncio.create_task(start(python(GRANDCHILD + "time.sleep(60)", str(pid)), tmp_path))
    grandchild = await asyncio.to_thread(written_pid, pid)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not alive(grandchild)


async def test_cancelling_twice_still_kills_a_deaf_child(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    task = asyncio.create_task(start(python(DEAF, str(pid)), tmp_path, grace=0.3))
    child = await asyncio.to_thread(written_pid, pid)
    task.cancel()
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not alive(child)


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
async def test_cancelling_while_it_starts_neither_hangs_nor_leaves_an_orphan(
    tmp_path: Path, turns: int
) -> None:
    pid = tmp_path / "pid"
    argv = ["sh", "-c", 'echo $$ > "$0.new"; mv "$0.new" "$0"; sleep 60', str(pid)]
    task = asyncio.create_task(start(argv, tmp_path))
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 20)
    assert not pid.exists() or gone(written_pid(pid))


async def test_a_timeout_around_it_is_a_cancellation(tmp_path: Path) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await start(["sleep", "60"], tmp_path)


async def test_a_process_that_left_the_group_does_not_hold_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vela_desktop.process.child._SETTLE_SECONDS", 0.1)
    pid = tmp_path / "pid"
    code = GRANDCHILD.replace('time.sleep(60)"]', 'time.sleep(60)"], start_new_session=True')
    outcome = await start(python(code, str(pid)), tmp_path)
    os.kill(written_pid(pid), signal.SIGKILL)
    assert outcome.stdout == b"parent says hello\n"


async def test_fifty_runs_leave_no_open_file(tmp_path: Path) -> None:
    await start(["true"], tmp_path)
    before = open_files()
    for _ in range(50):
        await start(["true"], tmp_path, stdin=b"x")
    assert await asyncio.to_thread(eventually, lambda: open_files() <= before)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("missing", lambda path: None),
        ("a folder", lambda path: path.mkdir()),
        ("not executable", lambda path: path.write_text("#!/bin/sh\n")),
        ("no program", lambda path: (path.write_bytes(b"\0\1\2"), path.chmod(0o755))),
    ],
)
async def test_what_cannot_be_started_is_an_os_error(
    tmp_path: Path, name: str, make: Callable[[Path], object]
) -> None:
    make(tmp_path / name)
    before = open_files()
    with pytest.raises(OSError, match=r".+"):
        await start([str(tmp_path / name)], tmp_path)
    assert await asyncio.to_thread(eventually, lambda: open_files() <= before)


async def test_a_nul_character_in_an_argument_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="null byte"):
        await start(["true", "a\0b"], tmp_path)


async def test_a_folder_that_is_gone_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await start([sys.executable, "-V"], tmp_path / "gone")


async def test_what_has_started_tells_its_name_and_what_was_heard_of_it(tmp_path: Path) -> None:
    started: list[Started] = []
    heard: list[tuple[int, int]] = []
    await start(
        ["/bin/sh", "-c", "printf 12345; sleep 0.1; printf 123 >&2"],
        tmp_path,
        on_start=started.append,
        on_line=lambda line: heard.append(started[0].heard()),
        on_error_line=lambda line: heard.append(started[0].heard()),
    )
    assert (started[0].name, heard[-1]) == ("sh", (5, 3))


async def test_no_more_is_counted_than_is_kept(tmp_path: Path) -> None:
    started: list[Started] = []
    argv = ["head", "-c", "5000", "/dev/zero"]
    outcome = await start(argv, tmp_path, stream_bytes=1000, on_start=started.append)
    assert outcome.ended is Ended.TOO_MUCH_OUTPUT
    assert started[0].heard() == (1000, 0)
