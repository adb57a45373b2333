"""Orders sessions into the lines of the list: groups with their sessions, newest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from vela_desktop.domain.sessions import SessionRow
from vela_desktop.gui.format import days_between
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate


class Grouping(StrEnum):
    """What the list is grouped by."""

    PROJECT = "project"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A heading: a project or a span of days, with the number of its sessions."""

    key: str
    name: str
    count: int
    closed: bool


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session."""

    row: SessionRow


Line = GroupLine | SessionLine

_DAYS = (
    (0, QT_TRANSLATE_NOOP("SessionList", "Today")),
    (1, QT_TRANSLATE_NOOP("SessionList", "Yesterday")),
    (7, QT_TRANSLATE_NOOP("SessionList", "Last 7 days")),
    (30, QT_TRANSLATE_NOOP("SessionList", "Last 30 days")),
)
_EARLIER = QT_TRANSLATE_NOOP("SessionList", "Earlier")
_NO_PROJECT = QT_TRANSLATE_NOOP("SessionList", "Unknown project")


def line_key(line: Line) -> str:
    """Return what stays the same when a line changes."""
    return f"s{line.row.id}" if isinstance(line, SessionLine) else f"g{line.key}"


def _project(row: SessionRow) -> tuple[str, str]:
    return row.project_id, row.project or translate("SessionList", _NO_PROJECT)


def _day(row: SessionRow, now: int) -> tuple[str, str]:
    days = days_between(row.last_at or 0, now)
    for limit, name in _DAYS:
        if days <= limit:
            return f"day{limit}", translate("SessionList", name)
    return "earlier", translate("SessionList", _EARLIER)


def arrange(
    rows: Iterable[SessionRow], grouping: Grouping, closed: frozenset[str], now: int
) -> list[Line]:
    """Return the lines of the list: the group with the newest session first."""
    groups: dict[str, tuple[str, list[SessionRow]]] = {}
    for row in sorted(rows, key=lambda row: (row.last_at or 0, row.id), reverse=True):
        key, name = _project(row) if grouping is Grouping.PROJECT else _day(row, now)
        groups.setdefault(key, (name, []))[1].append(row)
    lines: list[Line] = []
    for key, (name, members) in groups.items():
        lines.append(GroupLine(key, name, len(members), key in closed))
        if key not in closed:
            lines += map(SessionLine, members)
    return lines
