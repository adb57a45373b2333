"""Times in transcripts, as UTC milliseconds."""

from datetime import UTC, datetime

_SECONDS_BELOW = 100_000_000_000
_DAYS_KEPT = 1000
_LATEST = 2**63 // 1_000_000
"""The year 2262: later times cannot be stored as nanoseconds, and no calendar knows all of them."""

_days: dict[str, int] = {}
"""Beginnings of texts (the date and the ``T``) that were met, and the time they stand for."""


def milliseconds(value: object) -> int | None:
    """Return the time *value* says (ISO 8601 text, seconds or milliseconds), None for no time."""
    if type(value) is str:
        if len(value) == 24 and value[23] == "Z" and value[19] == ".":
            day = _days.get(value[:11])
            if day is not None:
                try:
                    hours, minutes = int(value[11:13]), int(value[14:16])
                    seconds = int(value[17:19] + value[20:23])
                except ValueError:
                    return None
                return day + hours * 3_600_000 + minutes * 60_000 + seconds
        return possible(_iso(value))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return possible(_number(value))
    return None


def possible(at: int | None) -> int | None:
    """Return the UTC milliseconds *at* unless they are before 1970 or absurdly late."""
    return at if at is not None and 0 <= at < _LATEST else None


def _iso(text: str) -> int | None:
    try:
        moment = datetime.fromisoformat(text)
        if not moment.tzinfo:
            moment = moment.replace(tzinfo=UTC)
        at = round(moment.timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return None
    if text.endswith("Z") and text[10:11] == "T":
        _note_day(text[:11], at - at % 86_400_000)
    return at


def _note_day(text: str, start: int) -> None:
    if len(_days) >= _DAYS_KEPT:
        _days.clear()
    _days[text] = start


def _number(value: float) -> int | None:
    try:
        return int(value * 1000) if abs(value) < _SECONDS_BELOW else int(value)
    except (ValueError, OverflowError):
        return None
