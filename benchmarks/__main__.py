"""Runs the measurements: ``python -m benchmarks [--only SUITE] [--corpus FOLDER] [--json FILE]``.

Ends with 1 where a bound is not kept. Loads nothing heavy itself: worker processes start from here.
"""

import argparse
import importlib
import sys
from pathlib import Path

SUITES = {
    "curation": "benchmarks.curation",
    "index": "benchmarks.index",
    "opencode": "benchmarks.opencode",
    "recordings": "benchmarks.recordings",
    "window": "benchmarks.window",
}
"""Names and modules; each has ``measure(corpus) -> list[Result]``."""

_BUILD = Path(__file__).resolve().parent.parent / "build"


def main() -> int:
    """Take the measurements that were asked for, all by default."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=SUITES)
    parser.add_argument("--corpus", type=Path, default=_BUILD / "corpus")
    parser.add_argument("--json", type=Path, default=_BUILD / "bench.json")
    given = parser.parse_args()
    corpus = importlib.import_module("benchmarks.corpus").ensure(given.corpus.absolute())
    results = []
    for name in given.only or SUITES:
        results += importlib.import_module(SUITES[name]).measure(corpus)
    kept = importlib.import_module("benchmarks.harness").report(results, given.json)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
