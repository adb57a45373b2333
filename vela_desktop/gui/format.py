"""Times, durations and numbers as people read them, in the present language."""

from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QLocale, QTime

from vela_desktop.gui.i18n import plural, translate

MINUTE, HOUR = 60, 3600


def _local(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000)


def relative(at: int | None, now: int) -> str:
    """Return how long before *now* something was: ``12 minutes ago``, ``yesterday``, ``last week``.

    Both are UTC milliseconds; days are those of the local calendar. Unknown is a dash.
    """
    if at is None:
        return "–"
    seconds = max(0, (now - at) // 1000)
    days = days_between(at, now)
    if seconds < MINUTE:
        return translate("Format", "just now")
    if seconds < HOUR:
        return plural("Format", "%n minutes ago")(seconds // MINUTE)
    if days == 0:
        return plural("Format", "%n hours ago")(seconds // HOUR)
    return _days_ago(days, at, now)


def _days_ago(days: int, at: int, now: int) -> str:
    if days == 1:
        return translate("Format", "yesterday")
    if days < 7:
        return plural("Format", "%n days ago")(days)
    if days < 14:
        return translate("Format", "last week")
    if days < 35:
        return plural("Format", "%n weeks ago")(days // 7)
    return date(at, now)


def days_between(at: int, now: int) -> int:
    """Return how many local calendar days lie between two times, never less than 0."""
    return max(0, (_local(now).date() - _local(at).date()).days)


def date(at: int, now: int) -> str:
    """Return the day alone: ``Nov 28``, with the year where it is another one."""
    moment = _local(at)
    if moment.year == _local(now).year:
        return _day(moment, translate("Format", "MMM d"))
    return _day(moment, translate("Format", "MMM d, yyyy"))


def moment(at: int | None, now: int) -> str:
    """Return day and time: ``today 10:34``, ``yesterday 18:20``, ``Nov 28, 16:05``."""
    if at is None:
        return "–"
    days = days_between(at, now)
    if days == 0:
        return translate("Format", "today {time}").format(time=clock(at))
    if days == 1:
        return translate("Format", "yesterday {time}").format(time=clock(at))
    return translate("Format", "{date}, {time}").format(date=date(at, now), time=clock(at))


def clock(at: int, *, seconds: bool = False) -> str:
    """Return the time of day as ``09:41``, or with *seconds* as ``09:41:07``."""
    local = _local(at)
    time = QTime(local.hour, local.minute, local.second)
    return time.toString("HH:mm:ss" if seconds else "HH:mm")


def exact(at: int) -> str:
    """Return date and time to the second, for tooltips."""
    local = _local(at)
    date_part = QDate(local.year, local.month, local.day)
    stamp = QDateTime(date_part, QTime(local.hour, local.minute, local.second))
    return stamp.toString("yyyy-MM-dd HH:mm:ss")


def duration(seconds: float) -> str:
    """Return how long something took: ``0.2 s``, ``48 s``, ``1 min 12 s``, ``2 h 05 min``."""
    if 0 < seconds < 10 and seconds != int(seconds):
        return translate("Format", "{seconds} s").format(seconds=f"{seconds:.1f}")
    whole = int(seconds)
    if whole < MINUTE:
        return translate("Format", "{seconds} s").format(seconds=whole)
    minutes, rest = divmod(whole, MINUTE)
    if whole < HOUR:
        text = translate("Format", "{minutes} min {seconds} s")
        return text.format(minutes=minutes, seconds=f"{rest:02d}")
    hours, minutes = divmod(minutes, 60)
    text = translate("Format", "{hours} h {minutes} min")
    return text.format(hours=hours, minutes=f"{minutes:02d}")


def number(value: int) -> str:
    """Return *value* with its thousands set apart: ``48,210``."""
    return f"{value:,}"


def short(value: int) -> str:
    """Return a large number shortened: ``820``, ``21.4k``, ``1.2M``."""
    if value < 1000:
        return str(value)
    if value < 999_950:
        return f"{value / 1000:.1f}k"
    return f"{value / 1_000_000:.1f}M"


def size(bytes_: int) -> str:
    """Return a size of data: ``512 B``, ``48 KB``, ``1.1 GB``; one place below ten."""
    value, unit = float(bytes_), "B"
    for unit in ("B", "KB", "MB", "GB", "TB"):
        if value < 1000 or unit == "TB":
            break
        value /= 1000
    places = 1 if value < 10 and unit != "B" else 0
    return f"{value:.{places}f} {unit}"


def _day(moment: datetime, pattern: str) -> str:
    return QLocale().toString(QDate(moment.year, moment.month, moment.day), pattern)
