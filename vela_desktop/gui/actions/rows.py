"""Actions are rows of data; menus, context menus and shortcuts are built from them.

One row serves every place it applies to: ``session.curate`` in the menu bar, on a list row and on
a tab is the same row with the same handler.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QAction

from vela_desktop.gui.actions.desk import Desk
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.subjects import EntrySubject, SessionSubject, Subject

CONTEXT = "Actions"


class Menu(StrEnum):
    """The menus of the bar, in their order."""

    FILE = "file"
    VIEW = "view"
    GO = "go"
    SESSION = "session"
    KNOWLEDGE = "knowledge"
    HELP = "help"


class Scope(StrEnum):
    """What an action applies to, and so whose context menu holds it."""

    WINDOW = "window"
    TAB = "tab"
    SESSION = "session"
    ENTRY = "entry"


Handler = Callable[[Desk, Subject | None], None]
Test = Callable[[Desk, Subject | None], bool]


def always(desk: Desk, subject: Subject | None) -> bool:
    """Offer an action always."""
    del desk, subject
    return True


def on_session(desk: Desk, subject: Subject | None) -> bool:
    """Offer an action on a session."""
    del desk
    return isinstance(subject, SessionSubject)


def on_entry(desk: Desk, subject: Subject | None) -> bool:
    """Offer an action on an entry."""
    del desk
    return isinstance(subject, EntrySubject)


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One thing a person can do.

    ``text`` is marked for translation in the context ``Actions``. ``shortcut`` is portable text;
    a ``shown_key`` is only displayed, because the widget in focus handles it. Rows of one ``group``
    stand together between separators; rows with a ``submenu`` are gathered in it. A row with
    ``checked`` has a tick in place of an icon. ``bar`` is the menu of the bar that holds it.
    """

    id: str
    text: str
    handler: Handler
    scope: Scope = Scope.WINDOW
    bar: Menu
    icon: str | None = None
    shortcut: str = ""
    shown_key: str = ""
    group: int = 0
    submenu: str = ""
    enabled: Test = always
    checked: Test | None = None
    role: QAction.MenuRole = QAction.MenuRole.TextHeuristicRole
    """Where macOS has the action, in whatever language it speaks."""
    asks: bool = False
    """True where more input follows: the text then ends in ``…``."""

    def label(self) -> str:
        """Return the text in the present language."""
        return translate(CONTEXT, self.text) + ("…" if self.asks else "")

    def applies(self, subject: Subject | None) -> bool:
        """Tell whether the action belongs into the context menu of *subject*."""
        if self.scope is Scope.SESSION:
            return isinstance(subject, SessionSubject)
        return self.scope is Scope.ENTRY and isinstance(subject, EntrySubject)
