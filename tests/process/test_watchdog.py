"""When the app dies, its agents do; nobody else does."""

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from support.process import DEAF, alive, eventually, gone, python, written_pid
from vela_desktop.process import identity, watchdog_child
from vela_desktop.process.internal import internal_command
from vela_desktop.process.watchdog import Watchdog

APP = """
import asyncio, os, sys
from pathlib import Path
from vela_desktop.process.run import run
from vela_desktop.process.watchdog import Watchdog

async def main():
    dog = Watchdog()
    await dog.start()
    def registered(started):
        dog.register(started.pgid, started.start_ticks)
        print(started.pid, dog.pid, flush=True)
    await run(sys.argv[1:], cwd=Path("/"), environment=os.environ, seconds=60, on_start=registered)

asyncio.run(main())
"""


@pytest.fixture
async def dog() -> AsyncIterator[Watchdog]:
    dog = Watchdog()
    await dog.start()
    yield dog
    await dog.close()


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as process:
        yield process
        process.kill()


def app(*argv: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", APP, *argv],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_a_killed_app_leaves_no_agent_even_one_that_is_deaf(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    with app(*python(DEAF, str(pid))) as process:
        assert process.stdout
        agent, dog = map(int, process.stdout.readline().split())
        assert written_pid(pid) == agent
        process.kill()
    assert gone(agent)
    assert gone(dog)


def test_a_kill_of_the_apps_whole_group_does_not_reach_the_watchdog(tmp_path: Path) -> None:
    with app("sleep", "60") as process:
        assert process.stdout
        agent, dog = map(int, process.stdout.readline().split())
        assert os.getsid(dog) != os.getsid(process.pid)
        os.killpg(process.pid, signal.SIGKILL)
    assert gone(agent)
    assert gone(dog)


async def test_closing_ends_the_watchdog_and_spares_what_is_not_registered(
    dog: Watchdog, sleeper: subprocess.Popen[bytes]
) -> None:
    dog.register(sleeper.pid, identity.first_ticks(sleeper.pid))
    dog.unregister(sleeper.pid)
    dog.unregister(12345)
    pid = dog.pid
    await dog.close()
    assert pid is not None
    assert not alive(pid)
    assert alive(sleeper.pid)


async def test_closing_ends_what_is_still_registered(
    dog: Watchdog, sleeper: subprocess.Popen[bytes]
) -> None:
    dog.register(sleeper.pid, identity.first_ticks(sleeper.pid))
    await dog.close()
    assert gone(sleeper.pid)


async def test_a_number_used_again_is_never_hit(
    dog: Watchdog, sleeper: subprocess.Popen[bytes]
) -> None:
    dog.register(sleeper.pid, identity.first_ticks(sleeper.pid) - 1)
    await dog.close()
    assert alive(sleeper.pid)


async def test_requests_to_end_do_not_end_the_watchdog(dog: Watchdog) -> None:
    assert dog.pid is not None
    status = Path(f"/proc/{dog.pid}/status")
    ignored = sum(1 << (n - 1) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    line = "SigIgn"

    def ignores() -> bool:
        mask = next(row for row in status.read_text().splitlines() if row.startswith(line))
        return int(mask.split()[1], 16) & ignored == ignored

    assert eventually(ignores)
    os.kill(dog.pid, signal.SIGTERM)
    assert alive(dog.pid)


async def test_a_watchdog_that_died_is_replaced_and_told_everything(
    dog: Watchdog, sleeper: subprocess.Popen[bytes]
) -> None:
    dog.register(sleeper.pid, identity.first_ticks(sleeper.pid))
    first = dog.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert gone(first)
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
        dog.register(other.pid, identity.first_ticks(other.pid))
        assert dog.pid != first
        await dog.close()
        assert gone(sleeper.pid)
        assert gone(other.pid)


def test_a_last_line_that_was_cut_off_is_ignored(sleeper: subprocess.Popen[bytes]) -> None:
    line = f"+ {sleeper.pid} {identity.first_ticks(sleeper.pid)}".encode()
    command = internal_command("watchdog", "nobody")
    ended = subprocess.run(command, input=line, timeout=30, check=True)
    assert ended.returncode == 0
    assert alive(sleeper.pid)


def test_the_child_needs_the_standard_library_only() -> None:
    code = """
import sys
before = set(sys.modules)
import vela_desktop.app.console, vela_desktop.process.watchdog_child
new = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*new - {"__mp_main__"} - sys.stdlib_module_names)
"""
    listed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert listed.stdout.split() == [b"vela_desktop"]


def test_groups_come_and_go_with_the_lines() -> None:
    groups: dict[int, int] = {}
    for line in ("+ 10 100", "+ 20 200", "- 10", "- 99"):
        watchdog_child.follow(groups, line)
    assert groups == {20: 200}
