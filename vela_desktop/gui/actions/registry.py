"""Every action of the program, by id."""

from vela_desktop.gui.actions import entries, sessions, window
from vela_desktop.gui.actions.rows import Action, Scope
from vela_desktop.gui.subjects import Subject

ACTIONS: tuple[Action, ...] = (
    *sessions.ROWS,
    *entries.ROWS,
    *window.TABS,
    *window.VIEW,
    *window.APP,
)
BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}


def of_subject(subject: Subject | None) -> tuple[Action, ...]:
    """Return the rows of the context menu of a session or an entry."""
    return tuple(action for action in ACTIONS if action.applies(subject))


def of_tab(subject: Subject | None) -> tuple[Action, ...]:
    """Return the rows of a tab's menu: those of what it shows, then those of tabs."""
    return (*of_subject(subject), *(a for a in ACTIONS if a.scope is Scope.TAB))
