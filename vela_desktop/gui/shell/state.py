"""How the window was left: sizes, panes, open tabs. Kept in the settings' ``window`` field."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

MOST_CLOSED = 500
"""Closed groups that are remembered; projects come and go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TabState:
    """An open tab: its link, and the title it had."""

    link: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaneState:
    """A side pane: its width in pixels at 100 % (0 means the usual one), and whether it shows."""

    width: int = 0
    shown: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ListState:
    """The session list: what it is grouped by ("" means the usual), and which groups are closed."""

    grouping: str = ""
    closed: tuple[str, ...] = ()
    """Their keys, the one that was closed last at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowState:
    """Everything the window remembers; 0 means the usual size."""

    width: int = 0
    height: int = 0
    maximised: bool = False
    left: PaneState = field(default_factory=PaneState)
    right: PaneState = field(default_factory=PaneState)
    sessions: ListState = field(default_factory=ListState)
    tabs: tuple[TabState, ...] = ()
    front: int = 0
    settings_width: int = 0
    settings_height: int = 0
    """The size of the settings window."""


def to_settings(state: WindowState) -> dict[str, Any]:
    """Return *state* as plain data for the settings file."""
    data = asdict(state)
    data["tabs"] = list(data["tabs"])
    data["sessions"]["closed"] = list(data["sessions"]["closed"])
    return data


def from_settings(data: Mapping[str, Any]) -> WindowState:
    """Return what *data* tells; what a person or another version wrote otherwise is left out."""
    tabs = data.get("tabs")
    return WindowState(
        width=_number(data, "width"),
        height=_number(data, "height"),
        maximised=data.get("maximised") is True,
        left=_pane(data.get("left")),
        right=_pane(data.get("right")),
        sessions=_list(data.get("sessions")),
        tabs=tuple(_tab(row) for row in tabs if _is_tab(row)) if isinstance(tabs, list) else (),
        front=_number(data, "front"),
        settings_width=_number(data, "settings_width"),
        settings_height=_number(data, "settings_height"),
    )


def _number(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key)
    return value if isinstance(value, int) and value > 0 else 0


def _pane(data: object) -> PaneState:
    if not isinstance(data, dict):
        return PaneState()
    return PaneState(width=_number(data, "width"), shown=data.get("shown") is not False)


def _list(data: object) -> ListState:
    if not isinstance(data, dict):
        return ListState()
    grouping, closed = data.get("grouping"), data.get("closed")
    keys = [key for key in closed if isinstance(key, str)] if isinstance(closed, list) else []
    return ListState(
        grouping=grouping if isinstance(grouping, str) else "",
        closed=tuple(keys[-MOST_CLOSED:]),
    )


def _is_tab(row: object) -> bool:
    return isinstance(row, dict) and isinstance(row.get("link"), str)


def _tab(row: Mapping[str, Any]) -> TabState:
    title = row.get("title")
    return TabState(link=row["link"], title=title if isinstance(title, str) else "")
