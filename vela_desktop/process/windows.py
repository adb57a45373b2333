"""Job objects: on Windows what process groups are elsewhere.

The job is made to kill its processes when its last handle closes, and only this program holds one.
So they end with it even when it is killed, and no watchdog is needed.
"""

import asyncio
import ctypes
import subprocess
import sys
from ctypes import wintypes
from typing import Any, ClassVar

from vela_desktop.process import identity

assert sys.platform == "win32"

_KILL_ON_JOB_CLOSE = 0x2000
_EXTENDED_LIMITS = 9
_SET_QUOTA_AND_TERMINATE = 0x0100 | 0x0001
_KILL_SECONDS = 5.0


class _BasicLimits(ctypes.Structure):
    _fields_: ClassVar = [
        ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
        ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
        ("LimitFlags", wintypes.DWORD),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", wintypes.DWORD),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", wintypes.DWORD),
        ("SchedulingClass", wintypes.DWORD),
    ]


class _ExtendedLimits(ctypes.Structure):
    _fields_: ClassVar = [
        ("Basic", _BasicLimits),
        ("IoCounters", ctypes.c_ulonglong * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    ]


def _kernel() -> ctypes.WinDLL:
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.CreateJobObjectW.restype = wintypes.HANDLE
    kernel.CreateJobObjectW.argtypes = [wintypes.LPVOID, wintypes.LPCWSTR]
    kernel.SetInformationJobObject.argtypes = [
        wintypes.HANDLE,
        ctypes.c_int,
        wintypes.LPVOID,
        wintypes.DWORD,
    ]
    kernel.OpenProcess.restype = wintypes.HANDLE
    kernel.OpenProcess.argtypes = [wintypes.DWORD, wintypes.BOOL, wintypes.DWORD]
    kernel.AssignProcessToJobObject.argtypes = [wintypes.HANDLE, wintypes.HANDLE]
    kernel.TerminateJobObject.argtypes = [wintypes.HANDLE, wintypes.UINT]
    kernel.CloseHandle.argtypes = [wintypes.HANDLE]
    return kernel


class Job:
    """A job object that kills its processes when it is closed. Raises OSError."""

    def __init__(self) -> None:
        self._kernel = _kernel()
        self._handle = self._kernel.CreateJobObjectW(None, None)
        limits = _ExtendedLimits()
        limits.Basic.LimitFlags = _KILL_ON_JOB_CLOSE
        size = ctypes.sizeof(limits)
        _check(
            self._handle
            and self._kernel.SetInformationJobObject(
                self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), size
            )
        )

    def assign(self, pid: int) -> None:
        """Put process *pid* and all that it starts from now on into the job."""
        process = self._kernel.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, pid)
        _check(process)
        try:
            _check(self._kernel.AssignProcessToJobObject(self._handle, process))
        finally:
            self._kernel.CloseHandle(process)

    def close(self) -> None:
        """Kill every process of the job."""
        if self._handle:
            self._kernel.TerminateJobObject(self._handle, 1)
            self._kernel.CloseHandle(self._handle)
            self._handle = None


def _check(result: object) -> None:
    if not result:
        raise ctypes.WinError(ctypes.get_last_error())


class JobGroup:
    """The program and its descendants, held by a job object.

    A console program without a console cannot be asked to end, so *grace* has no use here.
    """

    START: ClassVar[dict[str, Any]] = {
        "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    }

    def __init__(self, pid: int, exited: asyncio.Future[None]) -> None:
        self.pgid = pid
        self.start_ticks = identity.first_ticks(pid)
        self._exited = exited
        self._job = Job()
        try:
            self._job.assign(pid)
        except OSError:  # it has ended already
            self._job.close()

    async def end(self, grace: float) -> None:
        """Kill the group and wait until its leader is gone."""
        del grace
        self._job.close()
        await asyncio.wait({self._exited}, timeout=_KILL_SECONDS)
