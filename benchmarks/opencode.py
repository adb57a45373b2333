"""What it costs to list OpenCode's sessions while OpenCode writes in the same database."""

import itertools
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import opencode_database
from benchmarks.corpus import Corpus
from benchmarks.harness import Result, compare, timed
from vela_desktop.domain.sessions import Fingerprint
from vela_desktop.sources.opencode import OpenCodeReader
from vela_desktop.sources.opencode_names import parts_of
from vela_desktop.sources.protocol import Found

READER = OpenCodeReader()

FACTOR = 2.0
"""How many times the time of a bare query listing may take."""

HEADS_FACTOR = 6.0
"""The same for a first scan, which also makes something of every row it reads."""

PAUSE_SECONDS = 0.02
"""Between two transactions of the writer: an agent that never rests."""

LAST_ROWS = """
    SELECT s.*, l.time_updated, e.time_updated,
        (SELECT count(*) FROM message WHERE session_id = s.id)
    FROM session s
    LEFT JOIN message l ON l.rowid = (SELECT rowid FROM message WHERE session_id = s.id
        ORDER BY time_created DESC, id DESC LIMIT 1)
    LEFT JOIN part e ON e.rowid = (SELECT max(rowid) FROM part WHERE session_id = s.id)
"""
"""The rows that tell which sessions there are and which changed."""

FIRST_ROWS = """
    SELECT s.*, l.time_updated, e.time_updated, f.data, p.data,
        (SELECT count(*) FROM message WHERE session_id = s.id)
    FROM session s
    LEFT JOIN message l ON l.rowid = (SELECT rowid FROM message WHERE session_id = s.id
        ORDER BY time_created DESC, id DESC LIMIT 1)
    LEFT JOIN part e ON e.rowid = (SELECT max(rowid) FROM part WHERE session_id = s.id)
    LEFT JOIN message f ON f.rowid = (SELECT rowid FROM message WHERE session_id = s.id
        ORDER BY time_created, id LIMIT 1)
    LEFT JOIN part p ON p.message_id = f.id
"""
"""These and the first messages, which hold the prompts."""

_Listing = Callable[[Path], int]


def measure(corpus: Corpus) -> list[Result]:
    """List 500 sessions, ours and a bare query by turns, while a process adds turns to them.

    Raises RuntimeError where the writer was held up by a lock, or where both did not list the same;
    a reader that meets a lock raises its own error.
    """
    del corpus
    with tempfile.TemporaryDirectory() as name:
        data = Path(name, "data")
        data.mkdir()
        opencode_database.create(data / "opencode.db")
        # by another name each time, so that no connection of the time before is taken again
        ways = (Path(name, f"run-{number}") for number in itertools.count())
        with _writing(data / "opencode.db"):
            return [
                _measured("list OpenCode's sessions while it writes", data, ways, Rescan(), FACTOR),
                _measured("the same, and read every head", data, ways, first_scan, HEADS_FACTOR),
            ]


def _measured(name: str, data: Path, ways: Iterator[Path], ours: _Listing, factor: float) -> Result:
    found: list[int] = []
    query = FIRST_ROWS if ours is first_scan else LAST_ROWS

    def by(function: _Listing) -> Callable[[], float]:
        def once() -> float:
            way = next(ways)
            way.symlink_to(data)
            return timed(lambda: found.append(function(way)))()

        return once

    result = compare(name, by(ours), by(lambda way: select_rows(way, query)), factor=factor)
    if set(found) != {opencode_database.SESSIONS}:
        raise RuntimeError(f"both have to list the same sessions, not {set(found)}")
    return result


class Rescan:
    """Does what a scan does with the reader once the sessions are known: it finds them all again,
    and reads the heads of those that changed since the time before."""

    def __init__(self) -> None:
        self._known: dict[str, Fingerprint] = {}

    def __call__(self, data: Path) -> int:
        """Return how many sessions there are."""
        found = _discovered(data)
        now = {parts_of(one.location)[1]: one for one in found}
        for native_id, one in now.items():
            if self._known.get(native_id, one.fingerprint) != one.fingerprint:
                READER.head(one.location)
        self._known = {native_id: one.fingerprint for native_id, one in now.items()}
        return len(now)


def first_scan(data: Path) -> int:
    """Do what a scan does with the reader when no session is known; return how many there are."""
    return len([READER.head(one.location) for one in _discovered(data)])


def select_rows(data: Path, query: str) -> int:
    """Read rows by one *query*; return of how many sessions they are."""
    connection = sqlite3.connect(f"{(data / 'opencode.db').as_uri()}?mode=ro", uri=True)
    rows = connection.execute(query).fetchall()
    connection.close()
    return len({row[0] for row in rows})


def _discovered(data: Path) -> list[Found]:
    return list(READER.discover(READER.roots({}, str(data))[0]))


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    command = [sys.executable, "-m", opencode_database.__name__, str(path), str(PAUSE_SECONDS)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        if writer.stdout.readline() != "writing\n":
            raise RuntimeError("the writer did not begin")
        yield
        written, _ = writer.communicate()
    if writer.returncode or int(written) < 2:
        raise RuntimeError("the writer was held up")
