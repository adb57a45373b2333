"""The main window: lays out the panes and is the desk that actions work on."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QMenuBar, QWidget

from vela_desktop.config.settings import SettingsStore
from vela_desktop.config.trouble import translated
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.events import ScanProgressed
from vela_desktop.domain.routes import Route
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import MenuBar, of_tab, popup
from vela_desktop.gui.i18n import Languages, error_texts
from vela_desktop.gui.keeping import keep
from vela_desktop.gui.kit import Notice
from vela_desktop.gui.kit.focus import FocusRing
from vela_desktop.gui.pages import Page
from vela_desktop.gui.router import Router
from vela_desktop.gui.shell.about import About
from vela_desktop.gui.shell.panes import SIDES, Panes, Side
from vela_desktop.gui.shell.state import (
    ListState,
    TabState,
    WindowState,
    from_settings,
    to_settings,
)
from vela_desktop.gui.shell.status import StatusBar
from vela_desktop.gui.shell.tabs import TabArea
from vela_desktop.gui.subjects import HasSubject, SessionSubject, Subject
from vela_desktop.gui.theme import Theme
from vela_desktop.gui.unsaved import ask_unsaved


class MainWindow(QMainWindow):
    """Panes, tabs, menus, status bar. Surfaces are put in from outside.

    ``refresh_asked``: a person wants sessions looked for again. ``import_asked``: recordings taken
    in; it carries the session they belong to, or None. ``pause_asked``: all jobs shall be paused,
    or go on. ``left``: the window was closed and everything about it is saved.
    """

    refresh_asked = Signal()
    import_asked = Signal(object)
    pause_asked = Signal(bool)
    left = Signal()

    def __init__(self, settings: SettingsStore, theme: Theme, languages: Languages) -> None:
        super().__init__()
        self.settings, self.theme, self.languages = settings, theme, languages
        self._leaving = self._paused = False
        self._ready = False
        self._waiting: list[str] = []
        self._focus: QWidget | None = None
        self.tabs = TabArea(theme)
        self.panes = Panes(theme, self.tabs)
        self.router = Router(self.tabs)
        self.status = StatusBar(theme)
        self.setCentralWidget(self.panes)
        self.setStatusBar(self.status)
        self.menus = MenuBar(self.menuBar(), self, theme)
        self.menuBar().setFixedHeight(theme.size("bar.menu"))
        self.setWindowIcon(theme.icon("vela", size=theme.size("icon.app")))
        self.setMinimumSize(theme.size("window.min.width"), theme.size("window.min.height"))
        self._connect()
        state = from_settings(settings.now.window)
        self.list_state: ListState = state.sessions
        """How the session list is arranged, to be remembered when the window closes."""
        self._restore_frame(state)
        self._name()

    def _connect(self) -> None:
        self.tabs.changed.connect(self._name)
        self.tabs.added.connect(self.panes.order)
        self.tabs.close_asked.connect(self._ask_close)
        self.tabs.menu_asked.connect(self._tab_menu)
        self.tabs.left_button.clicked.connect(lambda: self.toggle_pane("left"))
        self.tabs.right_button.clicked.connect(lambda: self.toggle_pane("right"))
        self.panes.shown_changed.connect(self._pane_buttons)
        app = cast(QApplication, QApplication.instance())
        FocusRing(self.theme, app).setParent(self)
        app.focusChanged.connect(self._focus_moved)
        self._pane_buttons()

    # What surfaces are put in.

    def set_left(self, widget: QWidget) -> None:
        """Fill the left pane."""
        self.panes.put("left", widget)

    def set_right(self, widget: QWidget) -> None:
        """Fill the right pane."""
        self.panes.put("right", widget)

    def set_status_job(self, widget: QWidget) -> None:
        """Fill the left of the status bar."""
        self.status.set_job(widget)

    def show_scan(self, progress: ScanProgressed) -> None:
        """Say in the status bar how far the index is."""
        self.status.show_scan(progress)

    def show_size(self, bytes_: int) -> None:
        """Say in the status bar how much room the data takes."""
        self.status.show_size(bytes_)

    def show_paused(self, paused: bool) -> None:
        """Offer to pause all jobs, or to have them go on."""
        self._paused = paused

    def show_error(self, error: VelaError) -> None:
        """Show an error that has no place of its own, above the tabs' pages."""
        self.tabs.notices.put(Notice(self.theme, "danger", *error_texts(error)))

    def restore_tabs(self) -> None:
        """Open the tabs that were open; links that nothing shows any more are left out."""
        state = from_settings(self.settings.now.window)
        pages: list[tuple[Page, str]] = []
        front = 0
        for at, tab in enumerate(state.tabs):
            page = self._reborn(tab.link)
            if page is not None:
                front = len(pages) if at <= state.front else front
                pages.append((page, tab.title))
        self.tabs.restore(pages, front)
        self._ready = True
        waiting, self._waiting = self._waiting, []
        for link in waiting:
            self.come_forward(link)

    def _reborn(self, link: str) -> Page | None:
        try:
            return self.router.make_link(link)
        except VelaError:
            return None

    def come_forward(self, link: str = "") -> None:
        """Come to the front, and open *link* where there is one: a second start asks for it.

        A link that comes before the pages are known is opened after ``restore_tabs``.
        """
        self.showNormal() if self.isMinimized() else self.show()
        self.raise_()
        self.activateWindow()
        if link and not self._ready:
            self._waiting.append(link)
        elif link:
            self._trying(lambda: self.router.go_link(link))

    # What actions may do.

    def go(self, route: Route) -> None:
        """Open a page or dialog."""
        self._trying(lambda: self.router.go(route))

    def subject(self) -> Subject | None:
        """Return what the keyboard focus stands on, else what the page in front shows."""
        at = self._focus
        while at is not None and at is not self:
            if isinstance(at, HasSubject):
                found = at.subject()
                if found is not None:
                    return found
            at = at.parentWidget()
        page = self.tabs.front()
        return page.subject() if page is not None else None

    def copy(self, text: str, said: str) -> None:
        """Put *text* on the clipboard and say so."""
        QApplication.clipboard().setText(text)
        self.status.say(said)

    def show_file(self, path: str) -> None:
        """Show the folder that holds a file in the system's file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(path).parent)))

    def close_tab(self) -> None:
        """Close the tab in front."""
        page = self.tabs.front()
        if page is not None:
            self._ask_close(page)

    def next_tab(self, step: int) -> None:
        """Bring another tab to the front."""
        self.tabs.step(step)

    def can_reopen(self) -> bool:
        """Tell whether a closed tab can be opened again."""
        return self.tabs.last_closed() is not None

    def has_tabs(self) -> bool:
        """Tell whether any tab is open."""
        return bool(self.tabs.pages())

    def reopen_tab(self) -> None:
        """Open again the tab that was closed last."""
        tab = self.tabs.last_closed()
        if tab is not None:
            self.tabs.forget_closed()
            self._trying(lambda: self.router.go_link(tab.link))

    def toggle_pane(self, side: str) -> None:
        """Show or hide a side pane."""
        self.panes.toggle(_side(side))

    def pane_shown(self, side: str) -> bool:
        """Tell whether a side pane is visible."""
        return self.panes.shown(_side(side))

    def theme_choice(self) -> str:
        """Return ``system``, ``light`` or ``dark``."""
        return self.theme.choice

    def choose_theme(self, choice: str) -> None:
        """Change the theme and keep the choice."""
        self.theme.choose(choice)
        keep(self.settings, self, theme=choice)

    def language_choice(self) -> str:
        """Return ``system``, ``en`` or ``zh_CN``."""
        return self.languages.choice

    def choose_language(self, choice: str) -> None:
        """Change the language and keep the choice."""
        self.languages.choose(choice)
        keep(self.settings, self, language=choice)

    def refresh_sessions(self) -> None:
        """Look again for sessions on this computer."""
        self.refresh_asked.emit()

    def import_recordings(self, to: SessionSubject | None) -> None:
        """Have recordings chosen and taken in, as parts of the session *to* if any."""
        self.import_asked.emit(to)

    def jobs_paused(self) -> bool:
        """Tell whether no waiting job starts now."""
        return self._paused

    def pause_jobs(self, paused: bool) -> None:
        """Pause all jobs, or have them go on."""
        self.pause_asked.emit(paused)

    def about(self) -> None:
        """Say what the program is."""
        About(self.theme, self).open()

    def quit(self) -> None:
        """End the program."""
        self.close()

    # What Qt tells.

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.menus.retranslate()
            self._name()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved input, remember the window, then let it go."""
        if not self._leaving:
            event.ignore()
            tasks.start(self._leave(), self, kind=tasks.TaskKind.COMMAND)

    # Inside.

    async def _leave(self) -> None:
        for page in self.tabs.pages():
            if not await self._may_close(page):
                return
        self.leave()

    def leave(self) -> None:
        """Remember the window and close it without asking: the system's session ends."""
        if self._leaving:
            return
        self._trying(self._remember)
        self._leaving = True
        self.close()
        self.left.emit()

    def _ask_close(self, page: Page) -> None:
        tasks.start(self._close(page), self, kind=tasks.TaskKind.COMMAND)

    async def _close(self, page: Page) -> None:
        if await self._may_close(page) and page in self.tabs.pages():
            self.tabs.remove(page)

    async def _may_close(self, page: Page) -> bool:
        if not page.unsaved:
            return True
        self.tabs.focus(page)
        return await ask_unsaved(self.theme, page, self)

    def _remember(self) -> None:
        """Store the window's state at once: the system's session may end right after."""
        with translated(self.settings.path.parent):
            self.settings.change(window=to_settings(self._state()))

    def _state(self) -> WindowState:
        before = from_settings(self.settings.now.window)
        waiting = (TabState(link=link, title="") for link in self._waiting)
        pages, front = self.tabs.pages(), self.tabs.front()
        size = self.normalGeometry().size() if self.isMaximized() else self.size()
        return replace(
            before,
            width=size.width(),
            height=size.height(),
            maximised=self.isMaximized(),
            left=self.panes.state("left"),
            right=self.panes.state("right"),
            sessions=self.list_state,
            tabs=self.tabs.states() if self._ready else (*before.tabs, *waiting),
            front=pages.index(front) if front is not None else before.front,
        )

    def _restore_frame(self, state: WindowState) -> None:
        self.resize(
            state.width or self.theme.size("window.width"),
            state.height or self.theme.size("window.height"),
        )
        self.panes.restore("left", state.left)
        self.panes.restore("right", state.right)
        if state.maximised:
            self.showMaximized()

    def _trying(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except VelaError as error:
            self.show_error(error)

    def _focus_moved(self, old: QWidget | None, new: QWidget | None) -> None:
        del old
        if new is not None and not isinstance(new, QMenuBar | QMenu):
            self._focus = new if self.isAncestorOf(new) else None

    def _tab_menu(self, page: Page, at: QPoint) -> None:
        subject = page.subject()
        popup(of_tab(subject), subject, self, self.theme, self, at)

    def _pane_buttons(self) -> None:
        self.tabs.left_button.setVisible(not self.panes.shown("left"))
        self.tabs.right_button.setVisible(not self.panes.shown("right"))

    def _name(self) -> None:
        page = self.tabs.front()
        self.setWindowTitle(f"{page.title()} – Vela" if page is not None else "Vela")


def _side(name: str) -> Side:
    return next(side for side in SIDES if side == name)
