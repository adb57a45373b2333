"""What the window costs: listing every session from the first paint on, and a loop that stays free.

Each run is a process of its own, as a person starts it; ours and the bare script take turns.
"""

import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import bare
from benchmarks.corpus import Corpus
from benchmarks.harness import PAIRS, Result, compare, timed
from vela_desktop.index import scan

LISTING_FACTOR = 3.0
LATENESS_FACTOR = 2.0
LATENESS_EXTRA = 0.008
"""Seconds by which the busy loop may be later than twice the idle one, at the 99th percentile."""


def measure(corpus: Corpus) -> list[Result]:
    """Take every measurement of the window on *corpus*."""
    with tempfile.TemporaryDirectory() as name:
        folders = (Path(name) / str(number) for number in itertools.count())
        return [_listing(corpus, folders), _lateness(corpus, folders)]


def run(mode: str, corpus: Corpus, data: Path) -> dict[str, float]:
    """Start the window in a process of its own and return what it measured."""
    environment = {**os.environ, **corpus.environment, "QT_QPA_PLATFORM": "offscreen"}
    command = [
        sys.executable, "-m", "benchmarks.window_run", mode, str(data), str(corpus.large),
        str(corpus.long_line), str(corpus.shape.sessions),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr[-2000:])
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def _listing(corpus: Corpus, folders: Iterator[Path]) -> Result:
    roots = scan.list_roots({}, corpus.environment)
    names = [str(root.path) for root in roots if root.exists]

    def ours() -> float:
        measured = run("listing", corpus, next(folders))
        if not 0 < measured["painted"] < corpus.shape.sessions / 2:
            raise RuntimeError(f"the first 50 rows were painted only after {measured['painted']}")
        return measured["seconds"]

    def reference() -> None:
        folder = next(folders)
        folder.mkdir()
        bare.list_in_a_worker(names, folder / "bare.db")

    return compare(
        "window shown to every session listed", ours, timed(reference), factor=LISTING_FACTOR
    )


def _lateness(corpus: Corpus, folders: Iterator[Path]) -> Result:
    busy: list[float] = []
    idle: list[float] = []
    for _ in range(PAIRS):
        idle.append(run("idle", corpus, next(folders))["p99"])
        busy.append(run("busy", corpus, next(folders))["p99"])
    return Result(
        name="lateness of the loop while scanning and mapping",
        ours=tuple(busy),
        reference=tuple(idle),
        factor=LATENESS_FACTOR,
        extra=LATENESS_EXTRA,
    )
