"""Workers start below every kind of program, and end with it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from support.process import gone

PROGRAM = """
import asyncio, sys
import PySide6.QtCore
from support import tasks
from vela_desktop.work.pool import Lane, Work

async def main():
    work = Work()
    pids = [await work.run(tasks.pid, lane=lane) for lane in Lane]
    print(*pids, flush=True)
    print("PySide6" in await work.run(tasks.modules), flush=True)
    sys.stdin.readline()
    await work.close()

{guard}asyncio.run(main())
"""
GUARD = 'if __name__ == "__main__":\n    '


def script(folder: Path) -> list[str]:
    """A console script, as pip writes it: its name has no suffix."""
    path = folder / "program"
    path.write_text(PROGRAM.format(guard=GUARD))
    return [sys.executable, str(path)]


def module(folder: Path) -> list[str]:
    (folder / "program_module.py").write_text(PROGRAM.format(guard=GUARD))
    return [sys.executable, "-m", "program_module"]


def package(folder: Path) -> list[str]:
    (folder / "program_package").mkdir()
    (folder / "program_package" / "__init__.py").touch()
    (folder / "program_package" / "__main__.py").write_text(PROGRAM.format(guard=GUARD))
    return [sys.executable, "-m", "program_package"]


def command(folder: Path) -> list[str]:
    return [sys.executable, "-c", PROGRAM.format(guard="")]


@pytest.mark.parametrize("make", [script, module, package, command])
def test_a_program_of_any_kind_has_light_workers(
    tmp_path: Path, make: Callable[[Path], list[str]]
) -> None:
    with started(make(tmp_path), tmp_path) as process:
        assert process.stdout
        workers = [int(word) for word in process.stdout.readline().split()]
        assert process.stdout.readline() == "False\n"
        process.communicate("\n", timeout=30)
    assert process.returncode == 0
    assert all(gone(pid) for pid in workers)


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    with started(script(tmp_path), tmp_path) as process:
        assert process.stdout
        workers = [int(word) for word in process.stdout.readline().split()]
        process.kill()
    assert len(workers) == 2
    assert all(gone(pid) for pid in workers)


def started(argv: list[str], folder: Path) -> subprocess.Popen[str]:
    tests = Path(__file__).parents[1]
    return subprocess.Popen(
        argv,
        cwd=folder,
        env={"PYTHONPATH": str(tests), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
