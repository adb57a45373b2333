"""How measurements are taken and shown: interleaved pairs, medians, and a bound to keep.

Ours and the bare script run by turns in one run, so that both meet the same noise of the machine.
"""

import gc
import json
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

PAIRS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One measurement: its samples, those of the reference, and how much more is allowed.

    It holds while the median of ``ours`` is at most ``factor`` times the median of ``reference``
    plus ``extra``.
    """

    name: str
    ours: tuple[float, ...]
    reference: tuple[float, ...]
    factor: float
    extra: float = 0.0
    unit: str = "s"

    @property
    def median(self) -> float:
        """The median of our samples."""
        return statistics.median(self.ours)

    @property
    def bound(self) -> float:
        """What the median may be at most."""
        return self.factor * statistics.median(self.reference) + self.extra

    @property
    def ratio(self) -> float:
        """Our median as a multiple of the reference's."""
        return self.median / statistics.median(self.reference)

    @property
    def holds(self) -> bool:
        """Whether the bound is kept."""
        return self.median <= self.bound


def timed(function: Callable[[], object]) -> Callable[[], float]:
    """Make *function* return the seconds it took."""

    def run() -> float:
        gc.collect()
        start = time.perf_counter()
        function()
        return time.perf_counter() - start

    return run


def compare(
    name: str,
    ours: Callable[[], float],
    reference: Callable[[], float],
    *,
    factor: float,
    pairs: int = PAIRS,
) -> Result:
    """Run *ours* and *reference* by turns; each returns the seconds of one run.

    Who is first changes with every pair. One pair before warms the caches and is not counted.
    """
    samples: tuple[list[float], list[float]] = ([], [])
    for pair in range(-1, pairs):
        order = (0, 1) if pair % 2 else (1, 0)
        for which in order:
            seconds = (ours, reference)[which]()
            if pair >= 0:
                samples[which].append(seconds)
    return Result(name=name, ours=tuple(samples[0]), reference=tuple(samples[1]), factor=factor)


def table(results: Iterable[Result]) -> str:
    """Return *results* as lines for people."""
    head = f"{'':44} {'ours':>9} {'bare':>9} {'ratio':>6} {'bound':>9}"
    return "\n".join([head, *map(_line, results)])


def report(results: list[Result], file: Path) -> bool:
    """Print *results*, write them to *file* as JSON, and tell whether every bound is kept."""
    print(table(results))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps([_document(result) for result in results], indent=2) + "\n")
    return all(result.holds for result in results)


def _line(result: Result) -> str:
    bare = statistics.median(result.reference)
    verdict = "" if result.holds else "  MISSED"
    return (
        f"{result.name:44} {result.median:8.3f}{result.unit} {bare:8.3f}{result.unit} "
        f"{result.ratio:6.2f} {result.bound:8.3f}{result.unit}{verdict}"
    )


def _document(result: Result) -> dict[str, object]:
    return {
        "name": result.name,
        "unit": result.unit,
        "ours": result.ours,
        "reference": result.reference,
        "median": result.median,
        "ratio": result.ratio,
        "bound": result.bound,
        "holds": result.holds,
    }
