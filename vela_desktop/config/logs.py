"""The log: what happened, without anything a person or an agent wrote.

Files are ``runtime-<pid>-<start>.log`` in ``<data folder>/logs``, or in the folder that
``VLX_LOG_DIR``, else ``VLX_MEMORY_LOG_DIR``, names. ``VLX_MEMORY_LOG_LEVEL`` (``error`` or ``off``)
governs the messages of curation alone.

Messages hold ids, counts, sizes, digests and durations; that is their writers' duty. Exceptions are
written here as types and frames: their values may hold anything.
"""

import errno
import io
import logging
import os
import re
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from traceback import walk_tb
from typing import Any

from vela_desktop.config.paths import Paths, make_private, resolved
from vela_desktop.domain.errors import VelaError

FOLDER_VARIABLES = ("VLX_LOG_DIR", "VLX_MEMORY_LOG_DIR")
LEVEL_VARIABLE = "VLX_MEMORY_LOG_LEVEL"
CURATION = "vela_desktop.curation"
FILE_BYTES = 10 * 1024 * 1024
OLDER_FILES = 4
KEPT_SECONDS = 7 * 24 * 3600

_OURS = "vela_desktop"
_VALUES = re.compile(r"[\n(<\[{'\"`]")
"""What values stand behind in the messages of other packages."""
_PATTERN = "runtime-*.log*"
_LEVELS = {"error": logging.ERROR, "off": logging.CRITICAL + 1}


class Log:
    """A running log. ``path`` is None, and ``problem`` says why, where none can be written: the
    program then goes on without one."""

    def __init__(self, data: Path, environment: Mapping[str, str] = os.environ) -> None:
        self.path: Path | None = None
        self.problem: OSError | None = None
        self._handler: logging.Handler = logging.NullHandler()
        folder, named = log_folder(data, environment)
        try:
            _prepare(folder, ours=not named)
            self.path = folder / f"runtime-{os.getpid()}-{time.strftime('%Y%m%dT%H%M%S')}.log"
            self._handler = _File(self.path)
        except OSError as problem:
            self.path, self.problem = None, problem
        self._attach(environment.get(LEVEL_VARIABLE, "").lower())

    def close(self) -> None:
        """Write no more."""
        logging.getLogger().removeHandler(self._handler)
        self._handler.close()

    def _attach(self, curation_level: str) -> None:
        root = logging.getLogger()
        root.addHandler(self._handler)  # also without a file, lest warnings go to stderr
        root.setLevel(logging.WARNING)
        logging.getLogger(_OURS).setLevel(logging.INFO)
        logging.getLogger(CURATION).setLevel(_LEVELS.get(curation_level, logging.NOTSET))


def start(paths: Paths, environment: Mapping[str, str] = os.environ) -> Log:
    """Write what happens to a new file from now on."""
    return Log(paths.data, environment)


def folder() -> Path | None:
    """Return the folder this program logs to now, or None where it writes no log."""
    files = (handler for handler in logging.getLogger().handlers if isinstance(handler, _File))
    return next((Path(file.baseFilename).parent for file in files), None)


def log_folder(data: Path, environment: Mapping[str, str]) -> tuple[Path, bool]:
    """Return the folder of the logs, and whether the environment names it."""
    for variable in FOLDER_VARIABLES:
        if named := environment.get(variable):
            return resolved(Path(named)), True
    return data / "logs", False


def _prepare(folder: Path, *, ours: bool) -> None:
    _refuse_link(folder)
    make_private(folder)
    if ours:
        folder.chmod(0o700)
    for path in folder.glob(_PATTERN):
        _remove_old(path)


def _refuse_link(path: Path) -> None:
    if path.is_symlink():
        raise OSError(errno.ELOOP, "is a symbolic link", str(path))


def _remove_old(path: Path) -> None:
    try:
        if path.lstat().st_mtime < time.time() - KEPT_SECONDS:
            path.unlink()
    except OSError:  # another process was faster, or it is not ours to remove
        return


class _File(RotatingFileHandler):
    """The file: private, never a link, silent when it cannot be written any more."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            maxBytes=FILE_BYTES,
            backupCount=OLDER_FILES,
            encoding="utf-8",
            errors="backslashreplace",
        )
        self.setFormatter(Formatter())

    def _open(self) -> io.TextIOWrapper:
        path = Path(self.baseFilename)
        _refuse_link(path)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(path, flags, 0o600)
        return open(descriptor, "a", encoding=self.encoding, errors=self.errors)  # noqa: PTH123

    def close(self) -> None:
        """Close the file, and remove it where nothing happened: many commands say nothing."""
        super().close()
        path = Path(self.baseFilename)
        if path.exists() and not path.stat().st_size:
            path.unlink()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the base's name
        """Drop the record: a full disk must not bring its text to stderr."""


class Formatter(logging.Formatter):
    """One line a record, then its exception as types and frames."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of *record*. What another handler kept in ``exc_text`` is not used."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        lines = [f"{moment} {record.levelname} {record.name} {_message(record)}"]
        if record.exc_info:
            lines.append(self.formatException(record.exc_info))
        return "\n".join(lines)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the base's name
        """Return the types and frames of an exception and of those that led to it."""
        error = ei[1]
        return "\n".join(_lines(error, set())) if error else ""


def _message(record: logging.LogRecord) -> str:
    if record.name.partition(".")[0] == _OURS:
        return record.getMessage().replace("\n", "\\n")
    return words(str(record.msg))


def words(message: str) -> str:
    """Return the beginning of another package's *message*, up to the first value in it: asyncio,
    for one, writes exceptions and the arguments of callbacks there."""
    return _VALUES.split(message, maxsplit=1)[0].rstrip()


def _lines(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before and id(before) not in seen:
        yield from _lines(before, seen)
        yield "  which led to"
    yield f"  {_name(error)}"
    for frame, line in walk_tb(error.__traceback__):
        code = frame.f_code
        yield f"    {code.co_filename}:{line} {code.co_qualname}"
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _lines(part, seen)


def _name(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if isinstance(error, VelaError):
        return f"{name} {error.code}"
    if isinstance(error, OSError) and error.errno:
        return f"{name} {errno.errorcode.get(error.errno, error.errno)}"
    return name
