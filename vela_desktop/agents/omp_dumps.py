"""What OMP keeps of a request that the model's service refused: all of it, in the user's folder."""

import logging
import re
from pathlib import Path

logger = logging.getLogger(__name__)

_NAMED = re.compile(r"\nraw-http-request=([^\n]+)\s*\Z")
_FOLDERS = ("logs", "http-400-requests")
_CLOCKS = 2.0
"""Seconds by which a file's time may lie before ours: file systems round it."""


def remove(said: str, since: float) -> None:
    """Remove the file that the error *said* names as its request, if it was written after *since*
    (as ``time.time()`` tells it) where OMP writes such files.

    A part of *said* is the model service's own text: it may name anything.
    """
    named = _NAMED.search(said)
    if named is None:
        return
    path = Path(named[1])
    if not path.is_absolute() or path.suffix != ".json" or path.parts[-3:-1] != _FOLDERS:
        return
    try:
        if not path.is_symlink() and path.stat().st_mtime >= since - _CLOCKS:
            path.unlink()
    except OSError as error:
        logger.warning("a saved request could not be removed: %s", type(error).__name__)
