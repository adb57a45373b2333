"""The time of day, as everything that is stored or shown has it."""

import time


def now_ms() -> int:
    """Return the present time in UTC milliseconds."""
    return time.time_ns() // 1_000_000
