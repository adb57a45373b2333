"""Every size and time limit of the product, in one place. Characters are Unicode code points."""

SOURCE_CHARS = 2_000_000
SEGMENT_CHARS = 24_000
MODEL_INPUT_CHARS = 350_000
SMALL_INPUT_BYTES = 131_072
"""What one call of OpenCode, Pi and OMP is sent at most, unless the settings say otherwise."""
CALL_SECONDS = 10 * 60
STREAM_BYTES = 8 * 1024 * 1024
TOPICS_PER_SEGMENT = 64
TOPICS_PER_JOB = 500
ENTRIES_PER_JOB = 200
CATALOGUE_CHARS = 60_000
TITLE_CHARS = 200
SUMMARY_CHARS = 2_000
BODY_CHARS = 200_000
TAGS = 32
TAG_CHARS = 80
RELATED = 100
TRIES = 3
BEAT_SECONDS = 5.0
SILENCE_SECONDS = 120.0
LOOK_SECONDS = 10.0
"""How much of the time between two looks at an owner counts as its silence."""
WRITE_SECONDS = 120.0
"""How long a running job tries again to write to a database that is busy, or on a full disk."""
PAGE_SIZE = 40
MODEL_NAME_CHARS = 200
EFFORT_CHARS = 32
PARALLEL_JOBS = 2
PARALLEL_CALLS = 8
"""How many calls of one job the settings may allow at once."""
UNDO_DAYS = 30
FEED_DAYS = 7
FOLD_BYTES = 20_000
"""Longer blocks of a conversation are folded until a person opens them."""
