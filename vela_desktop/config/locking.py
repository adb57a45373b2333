"""A lock between processes: a file beside what it protects, which one at a time holds."""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WAIT_SECONDS = 2.0
"""Who holds a lock for longer has been stopped: writing a small file takes milliseconds."""

_AGAIN_SECONDS = 0.01
_HELD = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})


@contextmanager
def locked(path: Path, seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the lock file at *path*, which stays there, for as long as the block lasts.

    It excludes other threads of this process too, and is given back when a process dies. On a file
    system that knows no locks the block goes on without one. Raises TimeoutError where somebody
    else holds it for *seconds*, and other OSErrors where the file cannot be made.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        _hold(descriptor, path, time.monotonic() + seconds)
        yield
    finally:
        os.close(descriptor)


def _hold(descriptor: int, path: Path, until: float) -> None:
    while True:
        try:
            _try(descriptor)
            return
        except OSError as error:
            if error.errno not in _HELD:
                return
        if time.monotonic() >= until:
            raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT), str(path))
        time.sleep(_AGAIN_SECONDS)


if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
