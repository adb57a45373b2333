"""The worker's side: what runs in a worker process before its first task.

Imported by every worker, so it imports the standard library only.
"""

import logging
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing import connection
from typing import Any

_NICE = 10


def begin(leash: Any, background: bool) -> None:
    """Prepare this worker: it ends when its parent is gone or lets go of *leash*, the reading end
    of a ``multiprocessing.Pipe``."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's to answer
    logging.getLogger().addHandler(logging.NullHandler())  # else warnings would go to stderr
    if background:
        _be_nice()
    threading.Thread(target=_watch, args=(leash,), name="leash", daemon=True).start()


def _watch(leash: Any) -> None:
    parent = multiprocessing.parent_process()
    assert parent
    connection.wait([parent.sentinel, leash])
    os._exit(0)  # in the middle of a task, too: its only effects are transactions


def _be_nice() -> None:
    if sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(_NICE)
