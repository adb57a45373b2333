"""Who a process is, beyond a pid that another one may get later.

A process is known by its pid and its *start ticks*: on Linux the raw field 22 of ``/proc/PID/stat``
(clock ticks since boot, untouched by clock changes), elsewhere its creation time in microseconds.
A process group is known by its leader's.
"""

import os
import platform
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

MARK = "VELA_CHILD"
"""Set in the environment of every child program, to what ``process.mark`` makes: it tells, when a
group's leader is gone, whether what still lives in the group came from us."""

_GONE = ("Z", "X")


class _Process(NamedTuple):
    state: str
    ticks: int


def host() -> str:
    """Return this machine's name."""
    return platform.node()


@cache
def boot_id() -> str:
    """Return what stays the same until the machine is started again."""
    if sys.platform == "win32":
        return _windows_boot_id()
    if sys.platform == "darwin":
        command = ["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


@cache
def pid_namespace() -> str:
    """Return what tells our process ids from those of a container, which has the same boot id."""
    if sys.platform != "linux":
        return ""
    return str(Path("/proc/self/ns/pid").stat().st_ino)


def start_ticks(pid: int) -> int | None:
    """Return when process *pid* started, or None where it does not run (any more)."""
    found = _process(pid)
    return found.ticks if found and found.state not in _GONE else None


def same_process(pid: int, ticks: int) -> bool:
    """Tell whether *pid* still runs and is the process that started at *ticks*."""
    return start_ticks(pid) == ticks


def first_ticks(pid: int) -> int:
    """Return the start ticks of a child just started: also when it is a zombie already, and 0
    (the ticks of no process) when even that is over."""
    found = _process(pid)
    return found.ticks if found else 0


def members(pgid: int) -> list[int]:
    """Return the living processes of a group (zombies do not count)."""
    if sys.platform == "win32" or not _killpg(pgid, 0):
        return []
    return [pid for pid in pids() if _group_of(pid) == pgid and start_ticks(pid) is not None]


def send(pgid: int, ticks: int, number: int) -> bool:
    """Send a signal to a group that was seen a moment ago; tell whether somebody got it.

    A number stays taken while a group bears it. So where no process of that number is left, the
    group is still the same one or is gone; where there is one, it must have started at *ticks*.
    """
    return _leads(pgid, ticks) is not False and _killpg(pgid, number)


def kill(pgid: int, ticks: int) -> bool:
    """Kill a group that was seen a moment ago; tell whether somebody was left."""
    if sys.platform == "win32":
        return _end_tree(pgid, ticks)
    return send(pgid, ticks, signal.SIGKILL)


def signal_group(pgid: int, ticks: int, number: int) -> bool:
    """Send a signal to a group recorded long ago; tell whether it was there and is ours.

    Where its leader is gone, it counts as ours only if a living member carries our mark.
    """
    ours = _leads(pgid, ticks)
    if ours is None:
        ours = any(mark_of(pid) is not None for pid in members(pgid))
    return ours and _killpg(pgid, number)


def end_group(pgid: int, ticks: int) -> bool:
    """Kill the group whose leader started at *ticks*; False where it is gone or another's."""
    if sys.platform == "win32":
        return _end_tree(pgid, ticks)
    return signal_group(pgid, ticks, signal.SIGKILL)


def end_group_of(pid: int, ticks: int) -> bool:
    """Kill the process that started at *ticks* with all of its group; False where it is gone, or in
    the group of this program."""
    if sys.platform == "win32":
        return _end_tree(pid, ticks)
    pgid = _group_of(pid)
    if pgid is None or is_in_own_group(pid) or not same_process(pid, ticks):
        return False
    return _killpg(pgid, signal.SIGKILL)


def is_in_own_group(pid: int) -> bool:
    """Tell whether a process belongs to the group that this program is in."""
    return sys.platform != "win32" and _group_of(pid) == os.getpgrp()


def pids() -> list[int]:
    """Return the numbers of all processes that the system shows."""
    if sys.platform == "linux":
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    import psutil

    return psutil.pids()


def mark_of(pid: int) -> str | None:
    """Return our mark in the environment of one of this user's processes; None where there is none,
    or the system does not show it."""
    if sys.platform != "linux":
        return _mark_elsewhere(pid)
    try:
        if Path(f"/proc/{pid}").stat().st_uid != os.geteuid():
            return None
        variables = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return None
    _, found, rest = (b"\0" + variables).partition(f"\0{MARK}=".encode())
    return rest.partition(b"\0")[0].decode("utf-8", "replace") if found else None


def _leads(pgid: int, ticks: int) -> bool | None:
    found = _process(pgid)
    return found.ticks == ticks if found else None


def _killpg(pgid: int, number: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        os.killpg(pgid, number)
    except (ProcessLookupError, PermissionError):  # macOS: EPERM for a group of zombies
        return False
    return True


def _group_of(pid: int) -> int | None:
    if sys.platform == "win32":
        return None
    try:
        return os.getpgid(pid)
    except (ProcessLookupError, PermissionError):
        return None


def _process(pid: int) -> _Process | None:
    if sys.platform != "linux":
        return _process_elsewhere(pid)
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = stat.rpartition(b")")[2].split()  # the name before it may hold blanks and brackets
    return _Process(fields[0].decode("ascii"), int(fields[19]))


def _process_elsewhere(pid: int) -> _Process | None:
    import psutil  # not needed on Linux, where the watchdog starts faster without it

    try:
        process = psutil.Process(pid)
        state = "Z" if process.status() == psutil.STATUS_ZOMBIE else "R"
        return _Process(state, round(process.create_time() * 1_000_000))
    except psutil.Error:
        return None


def _mark_elsewhere(pid: int) -> str | None:
    import psutil

    try:
        process = psutil.Process(pid)
        if sys.platform != "win32" and process.uids().effective != os.geteuid():
            return None
        return process.environ().get(MARK)
    except (psutil.Error, OSError):  # also where the system keeps it to itself
        return None


if sys.platform == "win32":

    def _windows_boot_id() -> str:
        import winreg  # the number of starts: unlike "now less uptime" it ignores the clock

        key = (
            r"SYSTEM\CurrentControlSet\Control\Session Manager"
            r"\Memory Management\PrefetchParameters"
        )
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as handle:
            return str(winreg.QueryValueEx(handle, "BootId")[0])

    def _end_tree(pid: int, ticks: int) -> bool:
        import psutil

        if not same_process(pid, ticks):
            return False
        leader = psutil.Process(pid)
        for process in [*leader.children(recursive=True), leader]:
            try:
                process.kill()
            except psutil.Error:
                continue
        return True
