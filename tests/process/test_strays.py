"""What a run left somewhere is found by its mark and ended, and nothing else is."""

import ast
import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import vela_desktop
from support.process import alive, eventually, gone, python, written_pid
from vela_desktop.app import console, window
from vela_desktop.process import environment, identity, mark, strays
from vela_desktop.process.posix import ProcessGroup
from vela_desktop.process.run import Ended, run
from vela_desktop.process.watchdog import Watchdog

LEAVES = """
import subprocess, sys, time
code = "import os, sys, time; open(sys.argv[1], 'w').write(f'{os.getpid()}\\\\n'); time.sleep(60)"
child = [sys.executable, "-S", "-E", "-c", code, sys.argv[1]]
null = subprocess.DEVNULL
subprocess.Popen(child, start_new_session=True, stdin=null, stdout=null, stderr=null)
while not open(sys.argv[1], "a+").tell(): time.sleep(0.01)
print("left", flush=True)
"""
"""Starts a child in a session of its own, which writes its pid to a file, and ends."""

STAYS = LEAVES + "time.sleep(60)\n"

APP = """
import asyncio, os, signal, sys
from pathlib import Path
from vela_desktop.process import posix
from vela_desktop.process.run import run
from vela_desktop.process.watchdog import Watchdog

class Killed(posix.ProcessGroup):
    def __init__(self, pid, exited):
        Path(sys.argv[1]).write_text(f"{pid}\\n")
        os.kill(os.getpid(), signal.SIGKILL)

async def main():
    dog = None
    if sys.argv[2] == "watched":
        dog = Watchdog()
        await dog.start()
        print(dog.pid, flush=True)
    import vela_desktop.process.run as module
    if sys.argv[3] == "starting":
        module.Group = Killed
    await run(sys.argv[4:], cwd=Path("/"), environment=os.environ, seconds=60, watchdog=dog)

asyncio.run(main())
"""
"""Runs a program, and tells who its watchdog is. Is killed, if that is asked of it, when that
program has just been started."""


async def start(argv: list[str], folder: Path, **options: Any) -> Any:
    options = {"seconds": 30.0, "environment": os.environ, "grace": 0.2} | options
    return await run(argv, cwd=folder, **options)


def app(pid: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    argv = [sys.executable, "-c", APP, str(pid), *arguments]
    return subprocess.Popen(argv, stdout=subprocess.PIPE)


def watchdog_of(process: "subprocess.Popen[bytes]") -> int:
    assert process.stdout
    return int(process.stdout.readline())


class TestMarks:
    def test_a_mark_is_read_as_it_was_written(self) -> None:
        written = mark.new_mark("dog")
        assert mark.parse(str(written)) == written
        assert written != mark.new_mark("dog")

    @pytest.mark.parametrize("text", ["", "1", "a:b:c:d:e:f", "a:b:1:2:e", "a:b:1:2:e:f:g"])
    def test_what_names_no_owner_is_none(self, text: str) -> None:
        assert mark.parse(text) is None

    def test_a_child_bears_the_mark_of_its_own_run(self) -> None:
        written = str(mark.new_mark(None))
        marked = {**os.environ, identity.MARK: written}
        with subprocess.Popen(["sleep", "60"], env=marked) as process:
            assert eventually(lambda: identity.mark_of(process.pid) == written)
            process.kill()

    def test_another_users_environment_is_not_looked_at(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with subprocess.Popen(["sleep", "60"], env={identity.MARK: "1"}) as process:
            assert eventually(lambda: identity.mark_of(process.pid) == "1")
            monkeypatch.setattr(os, "geteuid", lambda: 4711)
            assert identity.mark_of(process.pid) is None
            process.kill()

    def test_only_an_owner_of_this_boot_and_namespace_can_be_seen_to_be_gone(self) -> None:
        me = mark.own_owner()
        assert not me.is_gone()
        other = me._replace(start_ticks=me.start_ticks + 1)
        assert other.is_gone()
        assert not other._replace(boot_id="another").is_gone()
        assert not other._replace(namespace="another").is_gone()

    @pytest.mark.parametrize("kind", [environment.foreign, environment.own, environment.restored])
    def test_programs_that_are_no_ones_children_bear_none(
        self, kind: Callable[[dict[str, str]], dict[str, str]]
    ) -> None:
        assert kind({identity.MARK: "1", "PATH": "/usr/bin"}) == {"PATH": "/usr/bin"}

    def test_what_a_person_opens_from_the_window_bears_none(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(identity.MARK, str(mark.new_mark(None)))
        environment.unmark()
        assert identity.MARK not in os.environ


@pytest.mark.parametrize("how", ["cancelled", "late", "too loud", "refused"])
async def test_a_run_that_is_broken_off_leaves_nothing_in_another_session_either(
    how: str, tmp_path: Path
) -> None:
    pid = tmp_path / "pid"

    def refuse(line: bytes) -> None:
        raise LookupError(line)

    more = {
        "late": {"seconds": 1.5},
        "too loud": {"stream_bytes": 2},
        "refused": {"on_line": refuse},
    }
    task = asyncio.create_task(start(python(STAYS, str(pid)), tmp_path, **more.get(how, {})))
    left = await asyncio.to_thread(written_pid, pid)
    if how == "cancelled":
        assert os.getsid(left) == left
        task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert gone(left)


async def test_what_a_run_left_that_came_to_its_end_goes_with_the_watchdog(tmp_path: Path) -> None:
    dog = Watchdog()
    outcome = await start(python(LEAVES, str(tmp_path / "pid")), tmp_path, watchdog=dog)
    left = written_pid(tmp_path / "pid")
    assert outcome.ended is Ended.EXITED
    assert alive(left)
    await dog.close()
    assert not alive(left)


async def test_what_may_leave_lives_on(tmp_path: Path) -> None:
    dog = Watchdog()
    argv = python(LEAVES, str(tmp_path / "pid"))
    await start(argv, tmp_path, watchdog=dog, may_leave=True)
    await dog.close()
    strays.end_orphans()
    left = written_pid(tmp_path / "pid")
    assert alive(left)
    os.kill(left, signal.SIGKILL)


async def test_one_watchdog_spares_what_another_one_guards(tmp_path: Path) -> None:
    pid, dog, other = tmp_path / "pid", Watchdog(), Watchdog()
    task = asyncio.create_task(start(python(STAYS, str(pid)), tmp_path, watchdog=dog))
    left = await asyncio.to_thread(written_pid, pid)
    await other.start()
    await other.close()
    assert alive(left)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await dog.close()


def test_a_kill_takes_what_left_the_group_along(tmp_path: Path) -> None:
    pid, other = tmp_path / "pid", tmp_path / "other"
    with app(other, "watched", "running", *python(STAYS, str(pid))) as process:
        dog, left = watchdog_of(process), written_pid(pid)
        process.kill()
    assert gone(dog)
    assert not alive(left)


def test_a_kill_between_the_start_and_the_registration_leaves_nothing(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    with app(pid, "watched", "starting", "sleep", "600") as process:
        dog = watchdog_of(process)
        assert process.wait() == -signal.SIGKILL
    assert gone(dog)
    assert not alive(written_pid(pid))


def test_what_no_watchdog_knew_is_ended_at_the_next_start(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    with app(pid, "alone", "starting", "sleep", "600") as process:
        assert process.wait() == -signal.SIGKILL
    strays.end_orphans()
    assert not alive(written_pid(pid))


async def test_the_children_of_a_living_owner_are_spared(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    task = asyncio.create_task(start(python(STAYS, str(pid)), tmp_path))
    left = await asyncio.to_thread(written_pid, pid)
    strays.end_orphans()
    assert alive(left)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_whoever_looks_is_never_ended_though_an_agent_started_it() -> None:
    told = mark.new_mark(None)
    code = "import sys; from vela_desktop.process import strays; print(strays.end_run(sys.argv[1]))"
    ended = subprocess.run(
        [sys.executable, "-c", code, told.run],
        env={**os.environ, identity.MARK: str(told)},
        start_new_session=True,
        capture_output=True,
        check=True,
    )
    assert ended.stdout == b"0\n"


def test_those_that_do_not_bear_the_mark_go_with_their_group(tmp_path: Path) -> None:
    told, pid = mark.new_mark(None), tmp_path / "pid"
    argv = ["sh", "-c", 'env -i sleep 60 & echo $! > "$0"; wait', str(pid)]
    marked = {**os.environ, identity.MARK: str(told)}
    with subprocess.Popen(argv, env=marked, start_new_session=True) as process:
        unmarked = written_pid(pid)
        assert strays.end_run(told.run)
        assert process.wait() == -signal.SIGKILL
    assert gone(unmarked)


async def test_a_program_that_cannot_be_taken_hold_of_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids: list[int] = []

    class Refused(ProcessGroup):
        def __init__(self, pid: int, exited: "asyncio.Future[None]") -> None:
            pids.append(pid)
            raise OSError("no job object")

    monkeypatch.setattr("vela_desktop.process.run.Group", Refused)
    with pytest.raises(OSError, match="no job object"):
        await start(["sleep", "60"], tmp_path)
    assert not alive(pids[0])


@pytest.mark.parametrize("turns", [1, 2, 3])
async def test_nor_one_that_is_given_up_while_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    pids: list[int] = []

    class Refused(ProcessGroup):
        def __init__(self, pid: int, exited: "asyncio.Future[None]") -> None:
            pids.append(pid)
            raise OSError("no job object")

    monkeypatch.setattr("vela_desktop.process.run.Group", Refused)
    task = asyncio.create_task(start(["sleep", "60"], tmp_path))
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert not any(map(alive, pids))


@pytest.mark.parametrize("entry", [console, window])
def test_our_programs_drop_a_mark_that_they_were_started_with(
    entry: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    for display in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(display, raising=False)
    monkeypatch.setenv(identity.MARK, str(mark.new_mark(None)))
    monkeypatch.setattr(sys, "argv", ["vela", "--version"])
    with contextlib.suppress(SystemExit):
        entry.main()
    assert identity.MARK not in os.environ


STARTERS = {
    "run", "ask", "printed", "listed", "is_signed_in", "login_path", "compose", "call", "trial",
    "Programs", "Catalogue", "AgentService",
}  # fmt: skip
"""What starts programs for agents, or hands on what does."""


def starts() -> list[tuple[str, ast.Call]]:
    """Return every call of one of them in the package, with where it stands."""
    found = []
    for path in sorted(Path(vela_desktop.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        known = names(tree) & STARTERS
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in known:
                found.append((f"{path.name}:{node.lineno}", node))
    return found


def names(tree: ast.Module) -> set[str]:
    """Return what a module calls its own coroutines, and what it takes from those packages."""
    packages = ("vela_desktop.agents", "vela_desktop.process.run", "vela_desktop.services.agents")
    taken = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(packages)
        for alias in node.names
    }
    return taken | {node.name for node in tree.body if isinstance(node, ast.AsyncFunctionDef)}


def test_every_program_that_is_run_for_an_agent_is_guarded() -> None:
    found = starts()
    assert len(found) >= 15
    unguarded = [place for place, node in found if "watchdog" not in ast.unparse(node)]
    assert unguarded == []
