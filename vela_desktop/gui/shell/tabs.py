"""The centre: tabs over the page in front."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.domain.routes import Route, format_route
from vela_desktop.gui import tasks
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import EmptyState, IconButton, NoticePlace, WordButton
from vela_desktop.gui.pages import Page
from vela_desktop.gui.shell.state import TabState
from vela_desktop.gui.shell.tabbar import TabBar
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

REMEMBERED = 20
"""Closed tabs that can be opened again."""


@dataclass(slots=True)
class _Slot:
    """An open page; it is loaded when it is first shown."""

    page: Page
    title: str
    loaded: bool = False


class TabArea(Surface):
    """Open pages, one tab each.

    ``changed``: the page in front, a title or the set of tabs changed. ``close_asked``: a person
    wants a page closed. ``added``: there is a new page. ``menu_asked``: a page, and
    where on the screen its menu goes.
    """

    changed = Signal()
    added = Signal()
    close_asked = Signal(object)
    menu_asked = Signal(object, QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._slots: list[_Slot] = []
        self._closed: list[TabState] = []
        self.bar = TabBar(theme)
        self.stack = QStackedWidget()
        self._empty = EmptyState(theme, "library")
        self.stack.addWidget(self._empty)
        self.notices = NoticePlace(theme)
        self.left_button = WordButton(theme, icon="sidebar-left")
        self.right_button = WordButton(theme, icon="sidebar-right")
        self._list_button = IconButton(theme, "chevron-down")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._strip())
        column.addWidget(self.notices)
        column.addWidget(self.stack, 1)
        self._connect()
        self.retranslate()

    def _strip(self) -> QFrame:
        strip = QFrame()
        strip.setObjectName("strip")
        strip.setFixedHeight(self._theme.size("bar.tab"))
        row = QHBoxLayout(strip)
        gap = self._theme.space(1)
        row.setContentsMargins(0, 0, gap, 0)
        row.setSpacing(gap)
        row.addWidget(self.left_button)
        row.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignTop)
        row.addStretch(1)
        row.addWidget(self._list_button)
        row.addWidget(self.right_button)
        return strip

    def _connect(self) -> None:
        self.bar.currentChanged.connect(self._show)
        self.bar.tabMoved.connect(self._moved)
        self.bar.close_asked.connect(lambda at: self.close_asked.emit(self._slots[at].page))
        self.bar.menu_asked.connect(self._menu)
        self._list_button.clicked.connect(self._list)
        self._theme.changed.connect(self._icons)

    def retranslate(self) -> None:
        """Say everything in the present language."""
        self._empty.say(
            translate("Tabs", "No page is open"),
            translate("Tabs", "Choose a session on the left or an entry on the right."),
        )
        self.bar.setAccessibleName(translate("Tabs", "Open tabs"))
        self._list_button.set_name(translate("Tabs", "All tabs"))
        self.left_button.setText(translate("Tabs", "Sessions"))
        self.right_button.setText(translate("Tabs", "Knowledge"))
        for slot in self._slots:
            self._rename(slot.page)

    def pages(self) -> tuple[Page, ...]:
        """Return the open pages from left to right."""
        return tuple(slot.page for slot in self._slots)

    def front(self) -> Page | None:
        """Return the page in front."""
        at = self.bar.currentIndex()
        return self._slots[at].page if 0 <= at < len(self._slots) else None

    def find_page(self, wanted: Callable[[Route], bool]) -> Page | None:
        """Return the open page whose route is *wanted*."""
        return next((page for page in self.pages() if wanted(page.route())), None)

    def add(self, page: Page) -> None:
        """Open *page* in a new tab in front."""
        self._insert(_Slot(page, page.title()))
        self.focus(page)
        self.added.emit()

    def restore(self, pages: Sequence[tuple[Page, str]], front: int) -> None:
        """Open *pages* with the titles they had; each is read when it is first shown."""
        self.bar.blockSignals(True)
        for page, title in pages:
            self._insert(_Slot(page, title or page.title()))
        self.bar.blockSignals(False)
        if pages:
            at = min(front, len(pages) - 1)
            self.bar.setCurrentIndex(at)
            self._show(at)
            self.added.emit()

    def focus(self, page: Page) -> None:
        """Bring an open page to the front."""
        at = self._at(page)
        if at == self.bar.currentIndex():
            self._show(at)
        self.bar.setCurrentIndex(at)

    def revisit(self, page: Page, route: Route) -> None:
        """Bring an open page to the front and have it go to *route*."""
        slot = self._slots[self._at(page)]
        loaded, slot.loaded = slot.loaded, True
        self.focus(page)

        async def visit() -> None:
            if not loaded:
                await page.load()
            await page.show_route(route)

        tasks.start(visit(), page)

    def step(self, by: int) -> None:
        """Bring the next tab to the front, or the one *by* further."""
        if self._slots:
            self.bar.setCurrentIndex((self.bar.currentIndex() + by) % len(self._slots))

    def remove(self, page: Page) -> None:
        """Close *page* without asking, and remember its link."""
        at = self._at(page)
        slot = self._slots.pop(at)
        self._closed = [*self._closed, _state(slot)][-REMEMBERED:]
        self.bar.removeTab(at)
        self.stack.removeWidget(page)
        page.deleteLater()
        self._show(self.bar.currentIndex())

    def last_closed(self) -> TabState | None:
        """Return the tab that was closed last."""
        return self._closed[-1] if self._closed else None

    def forget_closed(self) -> None:
        """Drop the tab that was closed last from those that can be opened again."""
        self._closed.pop()

    def states(self) -> tuple[TabState, ...]:
        """Return the open tabs, to remember them."""
        return tuple(_state(slot) for slot in self._slots)

    def _insert(self, slot: _Slot) -> None:
        page = slot.page
        self._slots.append(slot)
        self.stack.addWidget(page)
        self.bar.add(slot.title)
        self._rename(page)
        page.title_changed.connect(lambda: self._retitle(page))
        page.state_changed.connect(lambda: self._rename(page))

    def _at(self, page: Page) -> int:
        return next(at for at, slot in enumerate(self._slots) if slot.page is page)

    def _retitle(self, page: Page) -> None:
        if page in self.pages():
            self._slots[self._at(page)].title = page.title()
            self._rename(page)

    def _rename(self, page: Page) -> None:
        if page not in self.pages():
            return
        at = self._at(page)
        slot = self._slots[at]
        if slot.loaded:
            slot.title = page.title()
        self.bar.name(at, slot.title, unsaved=page.unsaved)
        self.bar.setTabIcon(at, page.icon())
        self.changed.emit()

    def _icons(self) -> None:
        for at, slot in enumerate(self._slots):
            self.bar.setTabIcon(at, slot.page.icon())

    def _show(self, at: int) -> None:
        if not 0 <= at < len(self._slots):
            self.stack.setCurrentWidget(self._empty)
        else:
            slot = self._slots[at]
            self.stack.setCurrentWidget(slot.page)
            if not slot.loaded:
                slot.loaded = True
                tasks.start(slot.page.load(), slot.page)
        self.changed.emit()

    def _moved(self, start: int, end: int) -> None:
        self._slots.insert(end, self._slots.pop(start))

    def _menu(self, at: int, where: QPoint) -> None:
        self.bar.setCurrentIndex(at)
        self.menu_asked.emit(self._slots[at].page, where)

    def _list(self) -> None:
        menu = QMenu(self)
        for at, slot in enumerate(self._slots):
            action = menu.addAction(slot.page.icon(), slot.title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(at == self.bar.currentIndex())
            action.triggered.connect(lambda _=False, page=slot.page: self.focus(page))
        menu.aboutToHide.connect(menu.deleteLater)
        button = self._list_button
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))


def _state(slot: _Slot) -> TabState:
    return TabState(link=format_route(slot.page.route()), title=slot.title)
