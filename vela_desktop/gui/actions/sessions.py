"""Actions on sessions."""

from vela_desktop.domain.routes import CurateRoute, SessionRoute
from vela_desktop.gui.actions.desk import Desk
from vela_desktop.gui.actions.rows import Action, Menu, Scope, on_session
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate
from vela_desktop.gui.subjects import SessionSubject, Subject


def _session(subject: Subject | None) -> SessionSubject:
    assert isinstance(subject, SessionSubject)
    return subject


def _open(desk: Desk, subject: Subject | None) -> None:
    desk.go(SessionRoute(session_id=_session(subject).id))


def _curate(desk: Desk, subject: Subject | None) -> None:
    desk.go(CurateRoute(session_id=_session(subject).id))


def _copy_id(desk: Desk, subject: Subject | None) -> None:
    desk.copy(_session(subject).native_id, translate("Actions", "Session id copied"))


def _show_file(desk: Desk, subject: Subject | None) -> None:
    path = _session(subject).path
    assert path is not None
    desk.show_file(path)


def _has_file(desk: Desk, subject: Subject | None) -> bool:
    del desk
    return isinstance(subject, SessionSubject) and subject.path is not None


def _attach(desk: Desk, subject: Subject | None) -> None:
    desk.import_recordings(_session(subject))


def _takes_recordings(desk: Desk, subject: Subject | None) -> bool:
    del desk
    return isinstance(subject, SessionSubject) and subject.takes_recordings


def _import(desk: Desk, subject: Subject | None) -> None:
    del subject
    desk.import_recordings(None)


def _refresh(desk: Desk, subject: Subject | None) -> None:
    del subject
    desk.refresh_sessions()


ROWS = (
    Action(
        id="session.open",
        text=QT_TRANSLATE_NOOP("Actions", "Open"),
        icon="eye",
        shown_key="Enter",
        scope=Scope.SESSION,
        bar=Menu.SESSION,
        enabled=on_session,
        handler=_open,
    ),
    Action(
        id="session.curate",
        text=QT_TRANSLATE_NOOP("Actions", "Curate to knowledge base"),
        icon="curate",
        shortcut="Ctrl+Shift+K",
        scope=Scope.SESSION,
        bar=Menu.SESSION,
        group=1,
        enabled=on_session,
        handler=_curate,
        asks=True,
    ),
    Action(
        id="session.copy_id",
        text=QT_TRANSLATE_NOOP("Actions", "Copy session id"),
        icon="copy",
        shortcut="Ctrl+Alt+C",
        scope=Scope.SESSION,
        bar=Menu.SESSION,
        group=2,
        enabled=on_session,
        handler=_copy_id,
    ),
    Action(
        id="session.show_file",
        text=QT_TRANSLATE_NOOP("Actions", "Show file"),
        icon="folder-open",
        shortcut="Ctrl+Alt+O",
        scope=Scope.SESSION,
        bar=Menu.SESSION,
        group=2,
        enabled=_has_file,
        handler=_show_file,
    ),
    Action(
        id="session.attach",
        text=QT_TRANSLATE_NOOP("Actions", "Attach recording"),
        icon="terminal",
        scope=Scope.SESSION,
        bar=Menu.SESSION,
        group=3,
        enabled=_takes_recordings,
        handler=_attach,
        asks=True,
    ),
    Action(
        id="session.import",
        text=QT_TRANSLATE_NOOP("Actions", "Import recording"),
        icon="import",
        shortcut="Ctrl+O",
        bar=Menu.SESSION,
        group=3,
        handler=_import,
        asks=True,
    ),
    Action(
        id="sessions.refresh",
        text=QT_TRANSLATE_NOOP("Actions", "Look for sessions again"),
        icon="refresh",
        shortcut="F5",
        bar=Menu.SESSION,
        group=4,
        handler=_refresh,
    ),
)
