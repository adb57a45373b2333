"""The window: panes, tabs, what it remembers, what it asks."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from support.gui import destroy, signalled, until
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import ScanProgressed
from vela_desktop.domain.routes import CurateRoute, EntryRoute, JobsRoute, Route
from vela_desktop.gui import tasks
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.kit.ask import Question
from vela_desktop.gui.pages import Page
from vela_desktop.gui.shell.crash import Crashes
from vela_desktop.gui.shell.state import (
    ListState,
    PaneState,
    TabState,
    WindowState,
    from_settings,
    to_settings,
)
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.gui.subjects import SessionSubject, Subject
from vela_desktop.gui.theme import Theme


class Note(Page):
    """A page about one entry, with a field that can hold unsaved input."""

    def __init__(self, route: Route, theme: Theme) -> None:
        super().__init__(theme, lambda route: None)
        assert isinstance(route, EntryRoute | JobsRoute)
        self._route: Route = route
        self.name = getattr(route, "entry_id", "jobs")
        self.loads = 0
        self.visits: list[Route] = []
        self.written = ""
        self.refuses = False

    def route(self) -> Route:
        return self._route

    def title(self) -> str:
        return f"Note {self.name}"

    @property
    def unsaved(self) -> bool:
        return bool(self.written)

    def subject(self) -> Subject | None:
        return SessionSubject(id=self.name, native_id="n", title=self.title(), path="/x")

    async def load(self) -> None:
        self.loads += 1

    async def show_route(self, route: Route) -> None:
        self._route = route
        self.visits.append(route)

    async def save(self) -> bool:
        if not self.refuses:
            self.written = ""
        return not self.refuses

    def write(self, text: str) -> None:
        self.written = text
        self.state_changed.emit()


@pytest.fixture
def settings(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.json")


def _window(settings: SettingsStore, theme: Theme, languages: Languages) -> MainWindow:
    window = MainWindow(settings, theme, languages)
    window.router.page(EntryRoute, lambda route: Note(route, theme))
    window.router.page(JobsRoute, lambda route: Note(route, theme), key=type)
    return window


@pytest.fixture
def window(settings: SettingsStore, theme: Theme, languages: Languages) -> Iterator[MainWindow]:
    made = _window(settings, theme, languages)
    made.resize(1440, 900)
    made.show()
    made.activateWindow()
    QApplication.processEvents()
    made.restore_tabs()
    yield made
    destroy(made)


def _open(window: MainWindow, *names: str) -> list[Note]:
    for name in names:
        window.go(EntryRoute(entry_id=name))
    pages = [page for page in window.tabs.pages() if isinstance(page, Note)]
    return [page for page in pages if page.name in names]


def _titles(window: MainWindow) -> list[str]:
    return [window.tabs.bar.tabText(at) for at in range(window.tabs.bar.count())]


async def _answer(window: MainWindow, key: str) -> None:
    await until(lambda: window.findChild(Question) is not None)
    question = window.findChild(Question)
    button = question.findChild(QPushButton, f"answer_{key}")
    button.click()
    await until(lambda: window.findChild(Question) is None)


async def test_a_page_is_read_once_when_it_is_first_shown(window: MainWindow) -> None:
    (first, second) = _open(window, "a", "b")
    window.go(EntryRoute(entry_id="a"))
    await until(lambda: first.loads and second.loads)
    assert (first.loads, second.loads) == (1, 1)
    assert window.tabs.front() is first
    assert window.windowTitle().startswith("Note a")


async def test_a_page_that_is_open_is_told_where_to_go(window: MainWindow) -> None:
    window.go(JobsRoute())
    window.go(JobsRoute(page=2))
    (page,) = window.tabs.pages()
    assert isinstance(page, Note)
    await until(lambda: page.visits)
    assert page.visits == [JobsRoute(page=2)]
    assert page.loads == 1


async def test_tabs_are_closed_reopened_and_stepped_through(window: MainWindow) -> None:
    _open(window, "a", "b", "c")
    window.close_tab()
    await until(lambda: len(window.tabs.pages()) == 2)
    assert _titles(window) == ["Note a", "Note b"]
    window.reopen_tab()
    assert _titles(window) == ["Note a", "Note b", "Note c"]
    assert not window.can_reopen()
    window.next_tab(1)
    assert window.windowTitle().startswith("Note a")
    window.next_tab(-1)
    assert window.windowTitle().startswith("Note c")


async def test_the_middle_button_and_the_cross_close_a_tab(
    window: MainWindow, qtbot: QtBot
) -> None:
    _open(window, "a", "b", "c")
    bar = window.tabs.bar
    qtbot.mouseClick(bar, Qt.MouseButton.MiddleButton, pos=bar.tabRect(0).center())
    await until(lambda: len(window.tabs.pages()) == 2)
    qtbot.mouseClick(bar.button(0), Qt.MouseButton.LeftButton)
    await until(lambda: len(window.tabs.pages()) == 1)
    assert _titles(window) == ["Note c"]


async def test_the_empty_centre_says_how_it_fills(window: MainWindow) -> None:
    assert window.tabs.stack.currentWidget().accessibleName().startswith("No page is open")
    _open(window, "a")
    window.close_tab()
    await until(lambda: not window.tabs.pages())
    assert window.tabs.stack.currentWidget().accessibleName().startswith("No page is open")


async def test_moved_tabs_keep_their_pages(window: MainWindow) -> None:
    (a, b) = _open(window, "a", "b")
    window.tabs.bar.moveTab(0, 1)
    assert window.tabs.pages() == (b, a)
    window.tabs.bar.setCurrentIndex(1)
    assert window.tabs.front() is a


async def test_unsaved_input_is_marked_and_asked_about(window: MainWindow) -> None:
    (page,) = _open(window, "a")
    page.write("words")
    assert window.tabs.bar.button(0).unsaved
    assert "unsaved" in window.tabs.bar.accessibleTabName(0)
    window.close_tab()
    await _answer(window, "cancel")
    assert window.tabs.pages() == (page,)
    window.close_tab()
    await _answer(window, "save")
    await until(lambda: not window.tabs.pages())


async def test_a_page_that_cannot_save_stays_open(window: MainWindow) -> None:
    (page,) = _open(window, "a")
    page.write("words")
    page.refuses = True
    window.close_tab()
    await _answer(window, "save")
    await tasks.settle()
    assert window.tabs.pages() == (page,)


async def test_input_can_be_dropped(window: MainWindow) -> None:
    (page,) = _open(window, "a")
    page.write("words")
    window.close_tab()
    await _answer(window, "discard")
    await until(lambda: not window.tabs.pages())


async def test_closing_the_window_asks_first_and_remembers(
    window: MainWindow, settings: SettingsStore, theme: Theme, languages: Languages
) -> None:
    (_, second, _) = _open(window, "a", "b", "c")
    window.go(EntryRoute(entry_id="b"))
    window.toggle_pane("right")
    window.resize(1300, 800)
    second.write("words")
    window.close()
    await _answer(window, "cancel")
    assert window.isVisible()
    window.close()
    left = asyncio.create_task(signalled(window.left))
    await _answer(window, "discard")
    await left
    assert not window.isVisible()

    again = _window(SettingsStore(settings._path), theme, languages)
    again.restore_tabs()
    again.show()
    assert _titles(again) == ["Note a", "Note b", "Note c"]
    assert again.windowTitle().startswith("Note b")
    assert (again.width(), again.height()) == (1300, 800)
    assert again.pane_shown("left")
    assert not again.pane_shown("right")
    pages = [page for page in again.tabs.pages() if isinstance(page, Note)]
    await until(lambda: pages[1].loads)
    assert [page.loads for page in pages] == [0, 1, 0]
    destroy(again)


async def test_the_end_of_the_session_closes_without_asking(
    window: MainWindow, settings: SettingsStore
) -> None:
    (page,) = _open(window, "a")
    page.write("words")
    window.leave()
    assert not window.isVisible()
    assert settings.now.window["tabs"] == [{"link": "vela://entry/a", "title": "Note a"}]


async def test_tabs_are_not_forgotten_by_a_window_that_closes_before_it_opened_them(
    settings: SettingsStore, theme: Theme, languages: Languages
) -> None:
    tabs = [{"link": "vela://entry/old", "title": "Old"}]
    settings.change(window={"tabs": tabs, "front": 0})
    window = _window(settings, theme, languages)
    window.leave()
    assert settings.now.window["tabs"] == tabs
    destroy(window)


async def test_a_link_that_comes_before_the_pages_waits_for_them(
    settings: SettingsStore, theme: Theme, languages: Languages
) -> None:
    settings.change(window={"tabs": [{"link": "vela://entry/old", "title": "Old"}]})
    window = _window(settings, theme, languages)
    window.come_forward("vela://entry/new")
    assert _titles(window) == []
    window.restore_tabs()
    assert _titles(window) == ["Old", "Note new"]
    assert window.windowTitle().startswith("Note new")
    destroy(window)


async def test_links_that_nothing_shows_are_not_restored(
    settings: SettingsStore, theme: Theme, languages: Languages
) -> None:
    tabs = [{"link": link, "title": ""} for link in ("nonsense", "vela://entry/x", "vela://start")]
    settings.change(window={"tabs": tabs, "front": 2})
    window = _window(settings, theme, languages)
    window.restore_tabs()
    assert _titles(window) == ["Note x"]
    destroy(window)


def test_broken_window_settings_are_left_out() -> None:
    broken: dict[str, Any] = {
        "width": "wide",
        "left": 3,
        "sessions": {"grouping": 4, "closed": [5, {}]},
        "tabs": [1, {"link": 2}, {"link": "x"}],
    }
    assert from_settings(broken) == WindowState(tabs=(TabState(link="x", title=""),))


def test_the_window_state_survives_the_file() -> None:
    state = WindowState(
        width=1200,
        height=800,
        maximised=True,
        left=PaneState(width=300, shown=False),
        sessions=ListState(grouping="day", closed=("group:earlier",)),
        tabs=(TabState(link="vela://jobs", title="Jobs"),),
        front=0,
    )
    assert from_settings(json.loads(json.dumps(to_settings(state)))) == state


def test_panes_have_their_widths_and_keep_them(window: MainWindow, theme: Theme) -> None:
    sizes = window.panes.sizes()
    assert sizes[0] == theme.size("pane.left")
    assert sizes[2] == theme.size("pane.right")
    window.panes.setSizes([340, 800, 300])
    window.panes.splitterMoved.emit(340, 1)
    window.toggle_pane("left")
    assert not window.pane_shown("left")
    window.toggle_pane("left")
    assert window.panes.sizes()[0] == 340


def test_a_narrow_window_hides_panes_and_offers_them(window: MainWindow) -> None:
    right, left = window.tabs.right_button, window.tabs.left_button
    assert right.isHidden()
    window.resize(900, 700)
    QApplication.processEvents()
    assert not right.isHidden()
    assert left.isHidden()
    window.resize(700, 700)
    QApplication.processEvents()
    assert not left.isHidden()
    left.click()
    assert window.pane_shown("left")
    window.resize(1440, 900)
    QApplication.processEvents()
    assert window.pane_shown("left")
    assert window.pane_shown("right")


def test_where_there_is_no_room_for_both_panes_the_one_that_is_asked_for_shows(
    window: MainWindow,
) -> None:
    window.resize(900, 700)
    QApplication.processEvents()
    window.toggle_pane("right")
    assert (window.pane_shown("left"), window.pane_shown("right")) == (False, True)
    assert sum(window.panes.sizes()) <= window.panes.width()
    window.toggle_pane("left")
    assert (window.pane_shown("left"), window.pane_shown("right")) == (True, False)
    window.toggle_pane("right")
    window.resize(1440, 900)
    QApplication.processEvents()
    assert (window.pane_shown("left"), window.pane_shown("right")) == (True, True)


def test_tab_goes_through_the_panes_from_left_to_right(window: MainWindow) -> None:
    right, left = QLineEdit(), QLineEdit()
    window.set_right(right)
    window.set_left(left)
    at, seen = left.nextInFocusChain(), list[QWidget]()
    while at is not left:
        seen.append(at)
        at = at.nextInFocusChain()
    assert seen.index(window.tabs.bar) < seen.index(right)


async def test_a_tabs_menu_holds_the_actions_of_what_it_shows(window: MainWindow) -> None:
    opened: list[Route] = []
    window.router.opener(CurateRoute, opened.append)
    _open(window, "a", "b")
    bar = window.tabs.bar
    bar.customContextMenuRequested.emit(bar.tabRect(0).center())
    menu = window.findChild(QMenu, "context_menu")
    menu.findChild(QAction, "session.curate").trigger()
    assert opened == [CurateRoute(session_id="a")]
    menu.close()


async def test_shortcuts_reach_their_actions(window: MainWindow, qtbot: QtBot) -> None:
    ctrl, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    opened: list[Route] = []
    window.router.opener(CurateRoute, opened.append)
    _open(window, "a", "b", "c")
    qtbot.keyClick(window, Qt.Key.Key_Tab, ctrl)
    assert window.windowTitle().startswith("Note a")
    qtbot.keyClick(window, Qt.Key.Key_Backtab, ctrl | shift)
    assert window.windowTitle().startswith("Note c")
    qtbot.keyClick(window, Qt.Key.Key_K, ctrl | shift)
    assert opened == [CurateRoute(session_id="c")]
    qtbot.keyClick(window, Qt.Key.Key_W, ctrl)
    await until(lambda: len(window.tabs.pages()) == 2)
    qtbot.keyClick(window, Qt.Key.Key_T, ctrl | shift)
    assert len(window.tabs.pages()) == 3
    qtbot.keyClick(window, Qt.Key.Key_B, ctrl)
    assert not window.pane_shown("left")


class Lister(QWidget):
    """A list with something selected."""

    def __init__(self) -> None:
        super().__init__()
        self.box = QLineEdit(self)
        self.chosen: Subject | None = SessionSubject(id="row", native_id="n", title="Row")

    def subject(self) -> Subject | None:
        return self.chosen


async def test_shortcuts_apply_to_what_has_the_focus_else_to_the_page(window: MainWindow) -> None:
    lister = Lister()
    window.set_left(lister)
    (page,) = _open(window, "a")
    lister.box.setFocus()
    assert window.subject() == lister.chosen
    lister.chosen = None
    assert window.subject() == page.subject()
    lister.chosen = SessionSubject(id="row", native_id="n", title="Row")
    page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    page.setFocus()
    assert window.subject() == page.subject()


async def test_a_route_that_nothing_shows_is_said_in_the_window(window: MainWindow) -> None:
    window.come_forward("vela://nowhere")
    assert window.tabs.notices.notice is not None
    assert "vela://nowhere" in window.tabs.notices.notice.text


async def test_a_link_from_a_second_start_opens(window: MainWindow) -> None:
    window.come_forward("vela://entry/z")
    assert _titles(window) == ["Note z"]


async def test_theme_and_language_are_kept(window: MainWindow, settings: SettingsStore) -> None:
    window.choose_theme("dark")
    window.choose_language("zh_CN")
    QApplication.sendPostedEvents()
    assert window.theme.scheme == "dark"
    assert window.menus.actions["app.quit"].text() == "退出"
    await tasks.settle()
    kept = SettingsStore(settings.path).now
    assert (kept.theme, kept.language) == ("dark", "zh_CN")


@pytest.fixture
def blocked(window: MainWindow, tmp_path: Path) -> MainWindow:
    """A window whose settings cannot be written: their folder is a file."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    window.settings._path = tmp_path / "file" / "settings.json"
    return window


async def test_settings_that_cannot_be_written_are_said(blocked: MainWindow) -> None:
    blocked.choose_theme("dark")
    await tasks.settle()
    notice = blocked.tabs.notices.notice
    assert notice is not None
    assert notice.text == f"The data folder {blocked.settings.path.parent} cannot be written."


async def test_a_window_whose_state_cannot_be_written_closes_all_the_same(
    blocked: MainWindow,
) -> None:
    blocked.leave()
    assert not blocked.isVisible()
    assert blocked.tabs.notices.notice is not None


def test_the_status_bar_says_how_far_the_index_is(window: MainWindow) -> None:
    def said() -> str:
        return " ".join(label.text() for label in window.status.findChildren(QLabel))

    window.show_scan(ScanProgressed(done=120, total=1294, finished=False))
    assert "Indexing 120 of 1,294" in said()
    window.show_scan(ScanProgressed(done=1294, total=1294, finished=True))
    window.show_size(48_000_000)
    assert "Index is up to date" in said()
    assert "Data on this computer · 48 MB" in said()


def test_the_job_slot_can_be_filled(window: MainWindow) -> None:
    first, second = QLabel("first"), QLabel("second")
    window.set_status_job(first)
    window.set_status_job(second)
    assert second.isVisible()


def test_about_says_what_the_program_is(window: MainWindow) -> None:
    window.about()
    dialogs = [w for w in QApplication.topLevelWidgets() if type(w).__name__ == "About"]
    assert dialogs
    texts = [label.text() for label in dialogs[0].findChildren(QLabel)]
    assert any("MIT" in text for text in texts)
    dialogs[0].close()


async def test_the_unexpected_is_said_once_and_without_values(window: MainWindow) -> None:
    crashes = Crashes("/log/file", window)
    crashes.happened.connect(window.show_error)
    crashes.report(ValueError("secret"))
    crashes.report(ValueError("secret"))
    notice = window.tabs.notices.notice
    assert notice is not None
    assert notice.text.startswith("Something unexpected")
    assert "/log/file" in notice.detail
    window.tabs.notices.clear()
    crashes.report(ValueError("secret"))
    assert window.tabs.notices.notice is None
    crashes.report(VelaError(Code.CONFLICT))
    assert window.tabs.notices.notice is not None


async def test_what_reaches_the_loop_is_reported(window: MainWindow) -> None:
    loop = asyncio.get_running_loop()
    heard: list[VelaError] = []
    crashes = Crashes("", window)
    crashes.happened.connect(heard.append)
    before = loop.get_exception_handler()
    loop.set_exception_handler(crashes._from_loop)
    loop.call_exception_handler({"message": "m", "exception": ZeroDivisionError()})
    loop.set_exception_handler(before)
    assert [error.code for error in heard] == [Code.INTERNAL]


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_language_and_theme_can_be_painted(
    window: MainWindow, choice: str, language: str
) -> None:
    window.theme.choose(choice)
    window.languages.choose(language)
    QApplication.processEvents()
    image: QImage = window.grab().toImage()
    corner = image.pixelColor(QPoint(2, image.height() // 2))
    assert corner == window.theme.color("bg.pane")


def test_nothing_is_let_go_with_a_widget_that_was_before_it_in_the_order_of_tab(
    window: MainWindow,
) -> None:
    pane, button, text = QWidget(), QPushButton("a"), QPlainTextEdit()
    column = QVBoxLayout(pane)
    column.addWidget(button)
    column.addWidget(text)
    held = (text.document(), text.viewport(), window.menuBar(), *window.menus._menus.values())
    window.set_left(pane)
    destroy(button)
    assert all(shiboken6.isValid(one) for one in held)
