"""What a curation would cost, told before it starts."""

from vela_desktop.curation.segments import split
from vela_desktop.domain import limits


def estimate(text: str) -> tuple[int, int, int]:
    """Return the exact number of segments of *text*, and the fewest and most calls to expect.

    The fewest: nothing lasting is found. The most: every segment gives as many topics as it may,
    each merged by one call. Calls that are asked again or merge an oversized topic come on top.
    """
    segments = len(split(text))
    topics = min(segments * limits.TOPICS_PER_SEGMENT, limits.ENTRIES_PER_JOB)
    return segments, segments, segments + topics
