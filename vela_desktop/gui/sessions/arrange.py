"""Orders sessions into the lines of the list: groups with their sessions, newest first.

Plain data, so that a thread can do it for a long list.
"""

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import StrEnum

from vela_desktop.domain.sessions import SessionRow
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate
from vela_desktop.services.session_rows import age


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


Line = GroupLine | SessionRow

_DAYS = (
    (0, QT_TRANSLATE_NOOP("SessionList", "Today")),
    (1, QT_TRANSLATE_NOOP("SessionList", "Yesterday")),
    (7, QT_TRANSLATE_NOOP("SessionList", "Last 7 days")),
    (30, QT_TRANSLATE_NOOP("SessionList", "Last 30 days")),
)
_EARLIER = QT_TRANSLATE_NOOP("SessionList", "Earlier")
_NO_PROJECT = QT_TRANSLATE_NOOP("SessionList", "Unknown project")
_DAY_NAMES = {f"day{limit}": name for limit, name in _DAYS} | {"earlier": _EARLIER}
_GROUP = "group:"


def line_key(line: Line) -> str:
    """Return what stays the same when a line changes: of a session its id."""
    return line.key if isinstance(line, GroupLine) else line.id


@dataclass(slots=True)
class _Group:
    key: str
    name: str
    members: list[SessionRow] = field(default_factory=list)
    """The newest first."""


class Shelf:
    """Sessions as the list shows them. *now* (UTC milliseconds) decides what is today."""

    def __init__(self, rows: Iterable[SessionRow], grouping: Grouping, now: int) -> None:
        self._grouping, self._now = grouping, now
        self._spans = _spans(now)
        self._rows: dict[str, SessionRow] = {}
        self._groups: dict[str, _Group] = {}
        self.curating: set[str] = set()
        """The ids of those with an unfinished job."""
        for row in sorted(rows, key=age):
            self._note(row)
            self._group_of(row).members.append(row)

    def __len__(self) -> int:
        return len(self._rows)

    def get(self, session_id: str) -> SessionRow | None:
        """Return the row of a session that is on the list."""
        return self._rows.get(session_id)

    def group_key(self, session_id: str) -> str | None:
        """Return the key of the group that a session of the list stands in."""
        row = self._rows.get(session_id)
        return None if row is None else self._place(row)[0]

    def replace(self, touched: Collection[str], rows: Iterable[SessionRow]) -> None:
        """Put *rows* in place of what was known of the sessions *touched*."""
        for session_id in touched:
            self._drop(session_id)
        for row in rows:
            self._note(row)
            insort(self._group_of(row).members, row, key=age)

    def replaced(self, touched: Collection[str], rows: Iterable[SessionRow]) -> "Shelf":
        """Return another shelf with *rows* in place of what was known of the sessions *touched*."""
        gone = frozenset(touched)
        staying = [row for row in self._rows.values() if row.id not in gone]
        return Shelf([*staying, *rows], self._grouping, self._now)

    def reread(self, rows: Iterable[SessionRow], grouping: Grouping, now: int) -> "Shelf":
        """Return another shelf of *rows*; what is equal stays the same object, which makes the
        two quick to compare."""
        same = ((self._rows.get(row.id), row) for row in rows)
        return Shelf(
            (old if old is not None and old == new else new for old, new in same), grouping, now
        )

    def regrouped(self, grouping: Grouping, now: int) -> "Shelf":
        """Return another shelf with the same sessions in other groups."""
        return Shelf(self._rows.values(), grouping, now)

    def lines(self, closed: Collection[str]) -> list[Line]:
        """Return the lines of the list: the group with the newest session first."""
        lines: list[Line] = []
        for group in sorted(self._groups.values(), key=lambda group: age(group.members[0])):
            folded = group.key in closed
            name = _name(group)
            lines.append(GroupLine(group.key, name, len(group.members), folded))
            if not folded:
                lines += group.members
        return lines

    def _note(self, row: SessionRow) -> None:
        self._rows[row.id] = row
        if row.curating:
            self.curating.add(row.id)

    def _drop(self, session_id: str) -> None:
        row = self._rows.pop(session_id, None)
        self.curating.discard(session_id)
        if row is None:
            return
        key, _ = self._place(row)
        members = self._groups[key].members
        del members[bisect_left(members, age(row), key=age)]
        if not members:
            del self._groups[key]

    def _group_of(self, row: SessionRow) -> _Group:
        key, name = self._place(row)
        found = self._groups.get(key)
        if found is None:
            found = self._groups[key] = _Group(key, name)
        return found

    def _place(self, row: SessionRow) -> tuple[str, str]:
        """Return the key and the name of the group that a session belongs in."""
        if self._grouping is Grouping.PROJECT:
            return _GROUP + row.project_id, row.project
        at = row.last_at or 0
        span = next((name for start, name in self._spans if at >= start), "earlier")
        return _GROUP + span, span


def _spans(now: int) -> list[tuple[int, str]]:
    """Return when each span of days begins, in UTC milliseconds of local midnights."""
    today = datetime.fromtimestamp(now / 1000).date()
    days = [(today - timedelta(days=limit), f"day{limit}") for limit, _ in _DAYS]
    return [(int(datetime.combine(day, time.min).timestamp() * 1000), name) for day, name in days]


def _name(group: _Group) -> str:
    if group.name in _DAY_NAMES and group.key == _GROUP + group.name:
        return translate("SessionList", _DAY_NAMES[group.name])
    return group.name or translate("SessionList", _NO_PROJECT)
