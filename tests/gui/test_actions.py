"""Actions: one row serves every place."""

from collections import Counter

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from vela_desktop import assets
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.routes import (
    CurateRoute,
    EntryFormRoute,
    EntryRoute,
    JobsRoute,
    Route,
    SessionRoute,
)
from vela_desktop.gui.actions import ACTIONS, BY_ID, MenuBar, context_menu, of_subject, of_tab
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.subjects import EntrySubject, SessionSubject, Subject
from vela_desktop.gui.theme import Theme

SESSION = SessionSubject(
    id="s1", native_id="native", title="Title", path="/t/a.jsonl", agent=Agent.CLAUDE
)
ENTRY = EntrySubject(id="e1", title="Entry")


class FakeDesk:
    """A desk that writes down what was asked of it."""

    def __init__(self) -> None:
        self.on: Subject | None = None
        self.calls: list[object] = []

    def go(self, route: Route) -> None:
        self.calls.append(route)

    def subject(self) -> Subject | None:
        return self.on

    def copy(self, text: str, said: str) -> None:
        self.calls.append(("copy", text))

    def show_file(self, path: str) -> None:
        self.calls.append(("show", path))

    def close_tab(self) -> None:
        self.calls.append("close")

    def next_tab(self, step: int) -> None:
        self.calls.append(("step", step))

    def reopen_tab(self) -> None:
        self.calls.append("reopen")

    def can_reopen(self) -> bool:
        return False

    def has_tabs(self) -> bool:
        return True

    def toggle_pane(self, side: str) -> None:
        self.calls.append(("pane", side))

    def pane_shown(self, side: str) -> bool:
        return side == "left"

    def theme_choice(self) -> str:
        return "dark"

    def choose_theme(self, choice: str) -> None:
        self.calls.append(("theme", choice))

    def language_choice(self) -> str:
        return "system"

    def choose_language(self, choice: str) -> None:
        self.calls.append(("language", choice))

    def refresh_sessions(self) -> None:
        self.calls.append("refresh")

    def jobs_paused(self) -> bool:
        return False

    def pause_jobs(self, paused: bool) -> None:
        self.calls.append(("pause", paused))

    def import_recordings(self, to: SessionSubject | None) -> None:
        self.calls.append(("import", to and to.id))

    def about(self) -> None:
        self.calls.append("about")

    def quit(self) -> None:
        self.calls.append("quit")


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def window() -> QMainWindow:
    return QMainWindow()


@pytest.fixture
def bar(window: QMainWindow, desk: FakeDesk, theme: Theme) -> MenuBar:
    return MenuBar(window.menuBar(), desk, theme)


def _texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_ids_and_shortcuts_are_used_once() -> None:
    assert len(BY_ID) == len(ACTIONS)
    shortcuts = Counter(action.shortcut for action in ACTIONS if action.shortcut)
    assert max(shortcuts.values()) == 1


def test_every_icon_exists() -> None:
    for action in ACTIONS:
        if action.icon is not None:
            assert assets.resource("icons", f"{action.icon}.svg").is_file(), action.id


def test_every_action_is_in_the_menu_bar(bar: MenuBar) -> None:
    assert set(bar.actions) == set(BY_ID)


@pytest.mark.parametrize(
    ("id", "subject", "call"),
    [
        ("session.open", SESSION, SessionRoute(session_id="s1")),
        ("session.curate", SESSION, CurateRoute(session_id="s1")),
        ("session.copy_id", SESSION, ("copy", "native")),
        ("session.show_file", SESSION, ("show", "/t/a.jsonl")),
        ("entry.open", ENTRY, EntryRoute(entry_id="e1")),
        ("entry.edit", ENTRY, EntryFormRoute(entry_id="e1")),
        ("entry.copy_link", ENTRY, ("copy", "vela://entry/e1")),
        ("tab.close", None, "close"),
        ("tab.next", None, ("step", 1)),
        ("tab.previous", None, ("step", -1)),
        ("view.left", None, ("pane", "left")),
        ("view.right", None, ("pane", "right")),
        ("view.jobs", None, JobsRoute()),
        ("jobs.pause", None, ("pause", True)),
        ("view.theme.dark", None, ("theme", "dark")),
        ("view.language.zh_CN", None, ("language", "zh_CN")),
        ("session.attach", SESSION, ("import", "s1")),
        ("session.import", None, ("import", None)),
        ("session.import", SESSION, ("import", None)),
        ("sessions.refresh", None, "refresh"),
        ("help.about", None, "about"),
        ("app.quit", None, "quit"),
    ],
)
def test_the_menu_bar_does_what_it_says(
    bar: MenuBar, desk: FakeDesk, id: str, subject: Subject | None, call: object
) -> None:
    desk.on = subject
    bar.actions[id].trigger()
    assert desk.calls == [call]


def test_a_shortcut_without_its_subject_does_nothing(bar: MenuBar, desk: FakeDesk) -> None:
    for id in ("session.curate", "entry.edit", "tab.reopen"):
        bar.actions[id].trigger()
    assert desk.calls == []


def test_an_open_menu_greys_what_is_not_possible_and_ticks_what_is_on(
    bar: MenuBar, window: QMainWindow, desk: FakeDesk
) -> None:
    menu = window.menuBar().findChild(QMenu, "menu_session")
    menu.aboutToShow.emit()
    assert not bar.actions["session.curate"].isEnabled()
    menu.aboutToHide.emit()
    assert bar.actions["session.curate"].isEnabled()
    window.menuBar().findChild(QMenu, "menu_view").aboutToShow.emit()
    assert bar.actions["view.left"].isChecked()
    assert not bar.actions["view.right"].isChecked()
    assert bar.actions["view.theme.dark"].isChecked()


def test_a_session_has_the_same_rows_in_the_list_and_on_its_tab() -> None:
    rows = of_subject(SESSION)
    assert [row.id for row in rows] == [
        "session.open",
        "session.curate",
        "session.copy_id",
        "session.show_file",
        "session.attach",
    ]
    assert of_tab(SESSION)[: len(rows)] == rows
    assert [row.id for row in of_tab(None)] == ["tab.close", "tab.reopen"]


def test_a_context_menu_acts_on_what_it_was_opened_over(desk: FakeDesk, theme: Theme) -> None:
    parent = QWidget()
    desk.on = SessionSubject(id="other", native_id="x", title="Other")
    menu = context_menu(of_subject(SESSION), SESSION, desk, theme, parent)
    assert _texts(menu) == [
        "Open",
        "Curate to knowledge base…",
        "Copy session id",
        "Show file",
        "Attach recording…",
    ]
    menu.findChild(QAction, "session.curate").trigger()
    assert desk.calls == [CurateRoute(session_id="s1")]


def test_a_session_without_a_file_cannot_show_it(desk: FakeDesk, theme: Theme) -> None:
    parent = QWidget()
    gone = SessionSubject(id="s", native_id="n", title="t")
    menu = context_menu(of_subject(gone), gone, desk, theme, parent)
    assert not menu.findChild(QAction, "session.show_file").isEnabled()


@pytest.mark.parametrize(("agent", "possible"), [(Agent.CODEX, True), (Agent.TERMINAL, False)])
def test_recordings_are_attached_to_sessions_of_agents_only(
    desk: FakeDesk, theme: Theme, agent: Agent, possible: bool
) -> None:
    parent = QWidget()
    session = SessionSubject(id="s", native_id="n", title="t", agent=agent)
    menu = context_menu(of_subject(session), session, desk, theme, parent)
    assert menu.findChild(QAction, "session.attach").isEnabled() is possible


def test_menus_change_their_language(
    bar: MenuBar, window: QMainWindow, languages: Languages
) -> None:
    languages.choose("zh_CN")
    bar.retranslate()
    assert window.menuBar().findChild(QMenu, "menu_session").title() == "会话(&S)"
    assert bar.actions["session.curate"].text() == "整理到会话知识库…"
    languages.choose("en")
    bar.retranslate()
    assert bar.actions["session.curate"].text() == "Curate to knowledge base…"
