"""How much memory a program takes, with all that it started."""

import subprocess
from pathlib import Path

from support.process import GRANDCHILD, eventually, python, written_pid
from vela_desktop.process.identity import first_ticks
from vela_desktop.process.memory import memory_of

HOLDS = "import sys, time; held = bytearray(40_000_000); print('ready', flush=True); time.sleep(60)"


def test_memory_is_what_the_process_holds() -> None:
    with subprocess.Popen(python(HOLDS), stdout=subprocess.PIPE, start_new_session=True) as held:
        assert held.stdout
        held.stdout.readline()
        taken = memory_of(held.pid, first_ticks(held.pid))
        held.kill()
    assert taken is not None
    assert 40_000_000 < taken < 200_000_000


def test_what_it_started_counts_too(tmp_path: Path) -> None:
    waits = f"{GRANDCHILD}\ntime.sleep(60)"
    command = python(waits, str(tmp_path / "pid"))
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as parent:
        ticks = first_ticks(parent.pid)
        grandchild = written_pid(tmp_path / "pid")
        own = memory_of(grandchild, first_ticks(grandchild))
        both = memory_of(parent.pid, ticks)
        subprocess.run(["kill", "-9", str(grandchild)], check=True)
        parent.kill()
    assert own
    assert both
    assert both > own * 1.5


def test_a_process_that_is_gone_or_another_takes_none() -> None:
    done = subprocess.Popen(python("import time; time.sleep(60)"), start_new_session=True)
    ticks = first_ticks(done.pid)
    assert memory_of(done.pid, ticks - 1) is None
    done.kill()
    done.wait()
    assert eventually(lambda: memory_of(done.pid, ticks) is None)
