"""Actions on the window, its panes and its tabs."""

from collections.abc import Callable

from PySide6.QtGui import QAction

from vela_desktop.domain.routes import JobsRoute, SettingsRoute
from vela_desktop.gui.actions.desk import Desk
from vela_desktop.gui.actions.rows import Action, Handler, Menu, Scope, Test
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP
from vela_desktop.gui.subjects import Subject

THEME = QT_TRANSLATE_NOOP("Actions", "Theme")
LANGUAGE = QT_TRANSLATE_NOOP("Actions", "Language")


def _do(deed: Callable[[Desk], None]) -> Handler:
    def handler(desk: Desk, subject: Subject | None) -> None:
        del subject
        deed(desk)

    return handler


def _when(test: Callable[[Desk], bool]) -> Test:
    def predicate(desk: Desk, subject: Subject | None) -> bool:
        del subject
        return test(desk)

    return predicate


def _theme(choice: str, text: str) -> Action:
    return Action(
        id=f"view.theme.{choice}",
        text=text,
        bar=Menu.VIEW,
        group=2,
        submenu=THEME,
        checked=_when(lambda desk: desk.theme_choice() == choice),
        handler=_do(lambda desk: desk.choose_theme(choice)),
    )


def _language(choice: str, text: str) -> Action:
    return Action(
        id=f"view.language.{choice}",
        text=text,
        bar=Menu.VIEW,
        group=2,
        submenu=LANGUAGE,
        checked=_when(lambda desk: desk.language_choice() == choice),
        handler=_do(lambda desk: desk.choose_language(choice)),
    )


TABS = (
    Action(
        id="tab.close",
        text=QT_TRANSLATE_NOOP("Actions", "Close tab"),
        icon="close",
        shortcut="Ctrl+W",
        scope=Scope.TAB,
        bar=Menu.FILE,
        enabled=_when(lambda desk: desk.has_tabs()),
        handler=_do(lambda desk: desk.close_tab()),
    ),
    Action(
        id="tab.reopen",
        text=QT_TRANSLATE_NOOP("Actions", "Reopen closed tab"),
        icon="undo",
        shortcut="Ctrl+Shift+T",
        scope=Scope.TAB,
        bar=Menu.FILE,
        enabled=_when(lambda desk: desk.can_reopen()),
        handler=_do(lambda desk: desk.reopen_tab()),
    ),
    Action(
        id="tab.next",
        text=QT_TRANSLATE_NOOP("Actions", "Next tab"),
        icon="arrow-right",
        shortcut="Ctrl+Tab",
        bar=Menu.GO,
        group=1,
        enabled=_when(lambda desk: desk.has_tabs()),
        handler=_do(lambda desk: desk.next_tab(1)),
    ),
    Action(
        id="tab.previous",
        text=QT_TRANSLATE_NOOP("Actions", "Previous tab"),
        icon="arrow-left",
        shortcut="Ctrl+Shift+Tab",
        bar=Menu.GO,
        group=1,
        enabled=_when(lambda desk: desk.has_tabs()),
        handler=_do(lambda desk: desk.next_tab(-1)),
    ),
)

VIEW = (
    Action(
        id="view.left",
        text=QT_TRANSLATE_NOOP("Actions", "Sessions pane"),
        shortcut="Ctrl+B",
        bar=Menu.VIEW,
        checked=_when(lambda desk: desk.pane_shown("left")),
        handler=_do(lambda desk: desk.toggle_pane("left")),
    ),
    Action(
        id="view.right",
        text=QT_TRANSLATE_NOOP("Actions", "Knowledge pane"),
        shortcut="Ctrl+Alt+B",
        bar=Menu.VIEW,
        checked=_when(lambda desk: desk.pane_shown("right")),
        handler=_do(lambda desk: desk.toggle_pane("right")),
    ),
    Action(
        id="view.jobs",
        text=QT_TRANSLATE_NOOP("Actions", "Jobs"),
        icon="jobs",
        shortcut="Ctrl+J",
        bar=Menu.GO,
        handler=_do(lambda desk: desk.go(JobsRoute())),
    ),
    Action(
        id="jobs.pause",
        text=QT_TRANSLATE_NOOP("Actions", "Pause all"),
        icon="pause",
        bar=Menu.GO,
        enabled=_when(lambda desk: not desk.jobs_paused()),
        handler=_do(lambda desk: desk.pause_jobs(True)),
    ),
    Action(
        id="jobs.resume",
        text=QT_TRANSLATE_NOOP("Actions", "Resume"),
        icon="play",
        bar=Menu.GO,
        enabled=_when(lambda desk: desk.jobs_paused()),
        handler=_do(lambda desk: desk.pause_jobs(False)),
    ),
    _theme("system", QT_TRANSLATE_NOOP("Actions", "Same as the system")),
    _theme("light", QT_TRANSLATE_NOOP("Actions", "Light")),
    _theme("dark", QT_TRANSLATE_NOOP("Actions", "Dark")),
    _language("system", QT_TRANSLATE_NOOP("Actions", "Same as the system")),
    _language("en", "English"),
    _language("zh_CN", "简体中文"),
)

APP = (
    Action(
        id="help.about",
        text=QT_TRANSLATE_NOOP("Actions", "About Vela"),
        icon="info",
        bar=Menu.HELP,
        handler=_do(lambda desk: desk.about()),
    ),
    Action(
        id="app.settings",
        text=QT_TRANSLATE_NOOP("Actions", "Settings"),
        icon="settings",
        shortcut="Ctrl+,",
        bar=Menu.FILE,
        group=8,
        role=QAction.MenuRole.PreferencesRole,
        asks=True,
        handler=_do(lambda desk: desk.go(SettingsRoute())),
    ),
    Action(
        id="app.quit",
        text=QT_TRANSLATE_NOOP("Actions", "Quit"),
        shortcut="Ctrl+Q",
        bar=Menu.FILE,
        group=9,
        handler=_do(lambda desk: desk.quit()),
    ),
)
