"""Builds the menu bar, the context menus and the shortcuts out of the rows."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from vela_desktop.gui.actions.desk import Desk
from vela_desktop.gui.actions.registry import ACTIONS
from vela_desktop.gui.actions.rows import CONTEXT, Action, Menu
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate
from vela_desktop.gui.subjects import Subject
from vela_desktop.gui.theme import Theme

_TITLES = {
    Menu.FILE: QT_TRANSLATE_NOOP("Actions", "&File"),
    Menu.VIEW: QT_TRANSLATE_NOOP("Actions", "&View"),
    Menu.GO: QT_TRANSLATE_NOOP("Actions", "&Go"),
    Menu.SESSION: QT_TRANSLATE_NOOP("Actions", "&Session"),
    Menu.KNOWLEDGE: QT_TRANSLATE_NOOP("Actions", "&Knowledge"),
    Menu.HELP: QT_TRANSLATE_NOOP("Actions", "&Help"),
}


def _quiet(text: str) -> str:
    return text.replace("&", "&&")


class MenuBar:
    """Fills the window's menu bar and keeps it true: words, ticks, and what is possible now.

    Its actions carry the window's shortcuts. They are greyed only while their menu is open, so a
    shortcut always asks anew what it applies to.
    """

    def __init__(self, bar: QMenuBar, desk: Desk, theme: Theme) -> None:
        self._bar, self._desk, self._theme = bar, desk, theme
        self._menus: dict[Menu, QMenu] = {}
        self._submenus: dict[str, QMenu] = {}
        self._groups: dict[str, QActionGroup] = {}
        self.actions: dict[str, QAction] = {}
        for menu in Menu:
            self._build(menu)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the present language."""
        for menu, widget in self._menus.items():
            widget.setTitle(translate(CONTEXT, _TITLES[menu]))
        for text, widget in self._submenus.items():
            widget.setTitle(translate(CONTEXT, text))
        for row in ACTIONS:
            self.actions[row.id].setText(_quiet(row.label()))

    def _build(self, menu: Menu) -> None:
        widget = self._bar.addMenu("")
        widget.setObjectName(f"menu_{menu}")
        self._menus[menu] = widget
        rows = sorted((row for row in ACTIONS if row.bar is menu), key=lambda row: row.group)
        last: int | None = None
        for row in rows:
            if last is not None and row.group != last:
                widget.addSeparator()
            last = row.group
            self._place(row, widget)
        widget.aboutToShow.connect(lambda: self._refresh(rows))
        widget.aboutToHide.connect(lambda: self._free(rows))

    def _place(self, row: Action, widget: QMenu) -> None:
        target = widget
        if row.submenu:
            target = self._submenus.get(row.submenu) or self._submenu(row.submenu, widget)
        action = _make(row, target, self._theme)
        if row.shortcut:
            action.setShortcut(QKeySequence(row.shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda: self._run(row))
        if row.checked is not None and row.submenu:
            self._groups[row.submenu].addAction(action)
        target.addAction(action)
        self.actions[row.id] = action

    def _submenu(self, text: str, widget: QMenu) -> QMenu:
        submenu = widget.addMenu("")
        self._groups[text] = QActionGroup(submenu)
        self._submenus[text] = submenu
        return submenu

    def _run(self, row: Action) -> None:
        subject = self._desk.subject()
        if row.enabled(self._desk, subject):
            row.handler(self._desk, subject)

    def _refresh(self, rows: Sequence[Action]) -> None:
        subject = self._desk.subject()
        for row in rows:
            action = self.actions[row.id]
            action.setEnabled(row.enabled(self._desk, subject))
            if row.checked is not None:
                action.setChecked(row.checked(self._desk, subject))

    def _free(self, rows: Sequence[Action]) -> None:
        for row in rows:
            self.actions[row.id].setEnabled(True)


def _make(row: Action, parent: QWidget, theme: Theme) -> QAction:
    action = QAction(parent)
    action.setObjectName(row.id)
    if row.icon is not None:
        theme.dress(action, row.icon)
    action.setCheckable(row.checked is not None)
    action.setMenuRole(row.role)
    return action


def context_menu(
    rows: Sequence[Action], subject: Subject | None, desk: Desk, theme: Theme, parent: QWidget
) -> QMenu:
    """Return the menu of *rows* over *subject*; it deletes itself when it closes.

    Show it with ``popup``.
    """
    menu = QMenu(parent)
    menu.setObjectName("context_menu")
    last: tuple[str, int] | None = None
    for row in rows:
        place = (row.scope, row.group)
        if last is not None and place != last:
            menu.addSeparator()
        last = place
        action = _make(row, menu, theme)
        action.setText(_quiet(row.label()))
        action.setShortcut(QKeySequence(row.shortcut or row.shown_key))
        action.setShortcutVisibleInContextMenu(True)
        action.setEnabled(row.enabled(desk, subject))
        action.triggered.connect(lambda _=False, row=row: row.handler(desk, subject))
        menu.addAction(action)
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def popup(
    rows: Sequence[Action],
    subject: Subject | None,
    desk: Desk,
    theme: Theme,
    parent: QWidget,
    at: QPoint,
) -> QMenu:
    """Open the context menu of *subject* at a point of the screen, and return it."""
    menu = context_menu(rows, subject, desk, theme, parent)
    menu.popup(at)
    return menu
