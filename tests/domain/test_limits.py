"""The numbers that people are told, and that a change must not move by accident."""

from vela_desktop.curation.steps import PAUSE_SECONDS
from vela_desktop.domain import limits
from vela_desktop.domain.jobs import JobOptions
from vela_desktop.domain.sizes import USUAL

MIB = 1024 * 1024


def test_every_limit_is_the_one_that_is_documented() -> None:
    found = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert found == {
        "SOURCE_CHARS": 2_000_000,
        "SEGMENT_CHARS": 24_000,
        "MODEL_INPUT_CHARS": 350_000,
        "SMALL_INPUT_BYTES": 128 * 1024,
        "CALL_SECONDS": 600,
        "STREAM_BYTES": 8 * MIB,
        "TOPICS_PER_SEGMENT": 64,
        "TOPICS_PER_JOB": 500,
        "ENTRIES_PER_JOB": 200,
        "CATALOGUE_CHARS": 60_000,
        "TITLE_CHARS": 200,
        "SUMMARY_CHARS": 2_000,
        "BODY_CHARS": 200_000,
        "TAGS": 32,
        "TAG_CHARS": 80,
        "RELATED": 100,
        "TRIES": 3,
        "BEAT_SECONDS": 5,
        "SILENCE_SECONDS": 120,
        "LOOK_SECONDS": 10,
        "WRITE_SECONDS": 120,
        "PAGE_SIZE": 40,
        "MODEL_NAME_CHARS": 200,
        "PARALLEL_JOBS": 2,
        "PARALLEL_CALLS": 8,
        "UNDO_DAYS": 30,
        "FEED_DAYS": 7,
        "FOLD_BYTES": 20_000,
        "EFFORT_CHARS": 32,
    }


def test_what_is_derived_from_them() -> None:
    assert (USUAL.chars, USUAL.bytes) == (350_000, None)
    assert PAUSE_SECONDS == 5
    assert JobOptions().parallel_calls == 1
