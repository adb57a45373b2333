"""What curation costs: time of a job outside its agent's calls, calls side by side, and a commit.

The wanted job has 84 segments and 40 topics, with an agent that takes 1 s a call: the better part
of three minutes for a pair. So pairs are taken of a quarter of it, and the whole one is run once.
"""

import itertools
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import curation_commit, curation_jobs
from benchmarks.corpus import Corpus
from benchmarks.curation_jobs import Shape
from benchmarks.harness import PAIRS, Result

OUTSIDE_FACTOR = 1.05
"""How many times the time of its agent's calls a job may take that makes them one by one."""

PARALLEL_CALLS = 4
PARALLEL_FACTOR = 0.35
"""What part of that job's time may be taken by one that makes ``PARALLEL_CALLS`` at once."""


WHOLE = Shape(segments=84, topics=40)
QUARTER = Shape(segments=21, topics=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is measured: a job by pairs, one that is run once, and the entries of a commit."""

    quarter: Shape = QUARTER
    whole: Shape = WHOLE
    pairs: int = PAIRS
    entries: int = 200
    entry_bytes: int = 20_000


def measure(corpus: Corpus) -> list[Result]:
    """Take every measurement of curation; *corpus* is not needed."""
    del corpus
    return measure_all(Plan())


def measure_all(plan: Plan) -> list[Result]:
    """Take the measurements of *plan*; raises RuntimeError where a job or a commit goes wrong."""
    with tempfile.TemporaryDirectory() as name:
        folders = (Path(name) / str(number) for number in itertools.count())
        commits = next(folders)
        return [
            *curation_commit.measure(
                commits, entries=plan.entries, size=plan.entry_bytes, pairs=plan.pairs
            ),
            *_jobs(plan.quarter, folders, plan.pairs),
            *_jobs(plan.whole, folders, 1),
        ]


def _jobs(shape: Shape, folders: Iterator[Path], pairs: int) -> list[Result]:
    """Run a job with one call at a time and with several, by turns.

    The reference of the first is what its agent's processes took, of the second the first.
    """
    one, several = [], []
    for _ in range(pairs):
        one.append(curation_jobs.run(next(folders), shape, 1))
        several.append(curation_jobs.run(next(folders), shape, PARALLEL_CALLS))
    alone = tuple(ran.seconds for ran in one)
    times = "once" if pairs == 1 else f"{pairs} times"
    return [
        Result(
            name=f"{shape}, {times}; agent",
            ours=alone,
            reference=tuple(sum(ran.calls) for ran in one),
            factor=OUTSIDE_FACTOR,
        ),
        Result(
            name=f"the same, {PARALLEL_CALLS} calls at once; 1 at once",
            ours=tuple(ran.seconds for ran in several),
            reference=alone,
            factor=PARALLEL_FACTOR,
        ),
    ]
