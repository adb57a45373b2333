"""Actions on entries."""

from vela_desktop.domain.routes import EntryFormRoute, EntryRoute, format_route
from vela_desktop.gui.actions.desk import Desk
from vela_desktop.gui.actions.rows import Action, Menu, Scope, on_entry
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate
from vela_desktop.gui.subjects import EntrySubject, Subject


def _entry(subject: Subject | None) -> EntrySubject:
    assert isinstance(subject, EntrySubject)
    return subject


def _open(desk: Desk, subject: Subject | None) -> None:
    desk.go(EntryRoute(entry_id=_entry(subject).id))


def _edit(desk: Desk, subject: Subject | None) -> None:
    desk.go(EntryFormRoute(entry_id=_entry(subject).id))


def _copy_link(desk: Desk, subject: Subject | None) -> None:
    link = format_route(EntryRoute(entry_id=_entry(subject).id))
    desk.copy(link, translate("Actions", "Link copied"))


ROWS = (
    Action(
        id="entry.open",
        text=QT_TRANSLATE_NOOP("Actions", "Open entry"),
        icon="entry",
        shown_key="Enter",
        scope=Scope.ENTRY,
        bar=Menu.KNOWLEDGE,
        enabled=on_entry,
        handler=_open,
    ),
    Action(
        id="entry.edit",
        text=QT_TRANSLATE_NOOP("Actions", "Edit"),
        icon="edit",
        shortcut="Ctrl+Shift+E",
        scope=Scope.ENTRY,
        bar=Menu.KNOWLEDGE,
        group=1,
        enabled=on_entry,
        handler=_edit,
        asks=True,
    ),
    Action(
        id="entry.copy_link",
        text=QT_TRANSLATE_NOOP("Actions", "Copy link"),
        icon="link",
        shortcut="Ctrl+Alt+L",
        scope=Scope.ENTRY,
        bar=Menu.KNOWLEDGE,
        group=2,
        enabled=on_entry,
        handler=_copy_link,
    ),
)
