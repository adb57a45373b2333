"""Times as transcripts write them."""

import pytest

from vela_desktop.sources.times import milliseconds

NOON = 1_796_126_400_123


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-12-01T12:00:00.123Z", NOON),
        ("2026-12-01T12:00:00.123456789Z", NOON),
        ("2026-12-01T14:00:00.123+02:00", NOON),
        ("2026-12-01T12:00:00Z", NOON - 123),
        ("2026-12-01 12:00:00", NOON - 123),
        (NOON, NOON),
        (NOON / 1000, NOON),
        ("2026-12-01Tgarbage.000Z!", None),
        ("2026-12-01Tab:cd:ef.ghiZ", None),
        ("99999-01-01", None),
        ("", None),
        (None, None),
        (True, None),
        (float("nan"), None),
        (float("inf"), None),
        (10**30, None),
        (-1, None),
        ("1969-12-31T23:59:59Z", None),
        ("9999-12-31T23:59:59Z", None),
        ({}, None),
    ],
)
def test_every_way_of_saying_a_time(value: object, expected: int | None) -> None:
    for _ in range(2):  # the second time the day is known
        assert milliseconds(value) == expected
