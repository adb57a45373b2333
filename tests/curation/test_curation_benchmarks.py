"""What is measured of curation is whole jobs and whole commits."""

from pathlib import Path

import pytest

from benchmarks import curation_jobs
from benchmarks.curation import Plan, measure_all
from benchmarks.curation_jobs import Shape

SMALL = Shape(segments=2, topics=1, seconds=0.05)
SMALLEST = Shape(segments=1, topics=1, seconds=0.05)


def test_a_small_plan_gives_every_measurement() -> None:
    plan = Plan(quarter=SMALL, whole=SMALLEST, pairs=1, entries=6, entry_bytes=5_000)
    results = measure_all(plan)
    same, others, outside, several, whole, _ = results
    assert [len(result.ours) for result in results] == [1] * 6
    assert same.name == "commit 6 replaced entries of 5 KB"
    assert others.name == f"{same.name}, others"
    assert several.reference == outside.ours
    for shape, result in ((SMALL, outside), (SMALLEST, whole)):
        assert result.median > sum(result.reference) >= shape.calls * shape.seconds


def test_a_job_that_does_not_end_well_is_no_measurement(tmp_path: Path) -> None:
    more_topics_than_segments = Shape(segments=1, topics=2, seconds=0)
    with pytest.raises(RuntimeError, match="the job ended as"):
        curation_jobs.run(tmp_path / "run", more_topics_than_segments, 1)
