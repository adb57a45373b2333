"""What a curation would cost, told before it starts."""

from vela_desktop.curation.segments import split
from vela_desktop.domain import limits

_FEWEST, _MOST = (1, 1), (24, 6)
"""Topics that a first segment usually gives, and new ones that each later segment gives."""

_TOPIC_CHARS = 350
"""No topic is expected in fewer characters than this."""


def estimate(text: str) -> tuple[int, int, int]:
    """Return the exact number of segments of *text*, and the fewest and most calls to expect.

    Each segment is one call, and so is each topic that is found in them. Assumed as usual are 1 to
    24 topics in the first segment and 1 to 6 new ones in each later one, since most of what those
    say belongs to topics found before; fewer where the text is short. A conversation in which
    nothing lasts takes one call a segment; calls that are asked again or merge an oversized topic
    come on top.
    """
    segments = len(split(text))
    room = min(max(1, len(text) // _TOPIC_CHARS), limits.ENTRIES_PER_JOB)
    low, high = (min(room, first + later * (segments - 1)) for first, later in (_FEWEST, _MOST))
    return segments, segments + low, segments + high
