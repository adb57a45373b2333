"""What the facets of the session list offer, and the menus that offer it."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from vela_desktop.domain.agents import AGENTS
from vela_desktop.domain.entries import Group
from vela_desktop.gui import words
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate

Choice = tuple[str, object]
"""What is said, and what it stands for; None leaves nothing out."""

_TIMES = (
    (None, QT_TRANSLATE_NOOP("SessionFacets", "Any time")),
    (1, QT_TRANSLATE_NOOP("SessionFacets", "Last 24 hours")),
    (7, QT_TRANSLATE_NOOP("SessionFacets", "Last 7 days")),
    (30, QT_TRANSLATE_NOOP("SessionFacets", "Last 30 days")),
)


def time_name(days: int | None) -> str:
    """Return how a span of days is called."""
    return next(translate("SessionFacets", text) for span, text in _TIMES if span == days)


def agents() -> list[Choice]:
    """Return the agents whose sessions can be listed."""
    infos = (info for info in AGENTS.values() if info.has_sessions)
    every: Choice = (translate("SessionFacets", "All agents"), None)
    return [every, *((words.agent(info.agent), info.agent) for info in infos)]


def projects(groups: Iterable[Group]) -> list[Choice]:
    """Return the projects that sessions ran in, with how many."""
    unknown = translate("SessionList", "Unknown project")
    every: Choice = (translate("SessionFacets", "All projects"), None)
    return [every, *((f"{one.name or unknown}  {one.count}", one.id) for one in groups)]


def times() -> list[Choice]:
    """Return the spans of time."""
    return [(translate("SessionFacets", text), days) for days, text in _TIMES]


def fill(
    menu: QMenu, rows: Sequence[Choice], now: object, choose: Callable[[object], None]
) -> None:
    """Fill *menu* with *rows*, of which *now* is chosen."""
    menu.clear()
    group = QActionGroup(menu)
    for text, value in rows:
        action = QAction(text.replace("&", "&&"), menu)
        action.setCheckable(True)
        action.setChecked(value == now)
        action.triggered.connect(lambda _=False, value=value: choose(value))
        group.addAction(action)
        menu.addAction(action)
