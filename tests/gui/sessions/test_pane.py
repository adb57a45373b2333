"""The session list as a person uses it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from support.gui import destroy, until
from support.index import NOON, Machine, claude_lines, finish, write
from support.panes import Listed, listed
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code
from vela_desktop.domain.events import ScanProgressed, SessionsFound
from vela_desktop.domain.routes import SessionRoute
from vela_desktop.domain.sessions import RootProblem
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.opening import show_sessions
from vela_desktop.gui.sessions.arrange import Grouping, GroupLine, line_key
from vela_desktop.gui.sessions.pane import SessionPane
from vela_desktop.gui.sessions.problems import RootProblems
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.gui.theme import Theme
from vela_desktop.index import scan
from vela_desktop.wiring import open_reading

Key = Qt.Key


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.add(1, "Invitations", at=NOON)
    made.add(2, "Callbacks", at=NOON + 60)
    made.add_codex(3, "Backups", at=NOON + 120)
    return made


def opened_sessions(desk: Listed) -> list[str]:
    """Have the window note what it is asked to open."""
    seen: list[str] = []
    desk.window.router.opener(SessionRoute, lambda route: seen.append(route.session_id))  # type: ignore[attr-defined]
    return seen


async def selected(desk: Listed, title: str) -> None:
    def there() -> bool:
        row = desk.pane.view.selected_session()
        return row is not None and row.title == title

    await until(there)


def row_titled(desk: Listed, title: str) -> int:
    return desk.titles().index(title)


async def test_typing_filters_and_enter_opens_the_first_match(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with listed(machine, theme, languages) as desk:
        opened = opened_sessions(desk)
        field = desk.pane.box.field
        QTest.keyClicks(field, "callb")
        await desk.shows("[shop 1]", "Callbacks")
        QTest.keyClick(field, Key.Key_Escape)
        await desk.shows("[atlas 1]", "Backups", "[shop 2]", "Callbacks", "Invitations")
        QTest.keyClicks(field, "invit")
        QTest.keyClick(field, Key.Key_Return)
        await until(lambda: opened)
        await selected(desk, "Invitations")


async def test_the_arrows_lead_from_the_box_through_the_list(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with listed(machine, theme, languages) as desk:
        opened, view = opened_sessions(desk), desk.pane.view
        QTest.keyClick(desk.pane.box.field, Key.Key_Down)
        await selected(desk, "Backups")
        assert "Backups, Codex" in view.accessibleName()
        for key in (Key.Key_End, Key.Key_Up):
            QTest.keyClick(view, key)
        await selected(desk, "Callbacks")
        QTest.keyClick(view, Key.Key_Return)
        assert len(opened) == 1
        QTest.keyClick(view, Key.Key_Left)
        QTest.keyClick(view, Key.Key_Left)
        await desk.shows("[atlas 1]", "Backups", "[shop 2]")
        QTest.keyClick(view, Key.Key_Right)
        await desk.shows("[atlas 1]", "Backups", "[shop 2]", "Callbacks", "Invitations")


async def test_a_click_opens_a_session_and_folds_a_group(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with listed(machine, theme, languages) as desk:
        opened, view = opened_sessions(desk), desk.pane.view

        def click(title: str) -> None:
            at = view.visualRect(desk.pane.model.index(row_titled(desk, title))).center()
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)

        click("Callbacks")
        assert len(opened) == 1
        click("[shop 2]")
        await desk.shows("[atlas 1]", "Backups", "[shop 2]")
        assert view.selected_session() is None
        desk.pane.select_session(opened[0])
        await selected(desk, "Callbacks")


async def test_a_session_that_grows_moves_up_and_stays_selected(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with listed(machine, theme, languages) as desk:
        desk.pane.view.set_current(row_titled(desk, "Callbacks"))
        path = machine.claude / f"{desk.pane.view.selected_session().native_id}.jsonl"  # type: ignore[union-attr]
        later = claude_lines(2, "Callbacks", "More").replace("2026-05-28", "2026-05-29")
        write(path, later, at=NOON + 600)
        await desk.reading.scanner.scan()
        await desk.shows("[shop 2]", "Callbacks", "Invitations", "[atlas 1]", "Backups")
        await selected(desk, "Callbacks")


async def test_new_sessions_above_do_not_move_what_is_being_read(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    for number in range(10, 60):
        machine.add(number, f"Session {number}", at=NOON - number)
    async with listed(machine, theme, languages) as desk:
        view, model = desk.pane.view, desk.pane.model
        view.resize(view.width(), theme.size("row.session") * 6)
        view.verticalScrollBar().setValue(theme.size("row.session") * 20)
        top = view.indexAt(QPoint(0, 0))
        key, offset = model.line(top.row()), view.visualRect(top).top()
        for number in range(70, 75):
            write(
                machine.claude / f"new{number}.jsonl",
                claude_lines(number, f"New {number}").replace("2026-05-28", "2026-05-30"),
            )
        await desk.reading.scanner.scan()
        await until(lambda: "New 70" in desk.titles())
        now = view.indexAt(QPoint(0, 0))
        assert (model.line(now.row()), view.visualRect(now).top()) == (key, offset)


async def test_a_selected_session_comes_back_with_its_filter(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with listed(machine, theme, languages) as desk:
        desk.pane.view.set_current(row_titled(desk, "Callbacks"))
        desk.pane.box.field.setText("backups")
        await desk.shows("[atlas 1]", "Backups")
        assert desk.pane.view.selected_session() is None
        desk.pane.clear_filters()
        await selected(desk, "Callbacks")


async def test_facets_that_hide_everything_offer_to_be_cleared(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with listed(machine, theme, languages) as desk:
        stack, facets = desk.pane.stack, desk.pane.facets
        facets._set(agent=Agent.CLAUDE, project_id="nowhere")
        await until(lambda: stack.currentWidget() is stack.filtered)
        assert facets.number == 2
        desk.pane.clear_filters()
        await until(lambda: stack.currentWidget() is stack.view)
        assert facets.number == 0


async def test_a_list_of_nothing_teaches_how_it_fills(
    tmp_path: Path, theme: Theme, languages: Languages
) -> None:
    async with listed(Machine(tmp_path), theme, languages, scanned=False) as desk:
        stack = desk.pane.stack
        await until(lambda: stack.currentWidget() is stack.looking)
        desk.reading.bus.publish(ScanProgressed(done=0, total=0, finished=True))
        await until(lambda: stack.currentWidget() is stack.nothing)


async def test_an_unreadable_folder_is_said_calmly_in_any_language(
    theme: Theme, languages: Languages
) -> None:
    place = RootProblems(theme)
    path = "/home/dev/.codex/sessions"
    problem = RootProblem(
        agent=Agent.CODEX, path=path, code=Code.SOURCE_UNREADABLE, reason="Permission denied"
    )
    place.show_problems([problem])
    notice = place.notice
    assert notice is not None
    assert "Permission denied" in notice.text
    languages.choose("zh_CN")
    await until(lambda: place.notice is not None and "无法读取" in place.notice.text)
    place.clear()
    place.show_problems([problem])
    assert place.notice is None, "what was closed does not come back"
    place.show_problems([])
    place.show_problems([problem, problem])
    assert place.notice is not None
    destroy(place)


async def test_a_first_scan_fills_the_list_while_it_goes_on(
    tmp_path: Path, theme: Theme, languages: Languages
) -> None:
    machine = Machine(tmp_path)
    for number in range(400):
        machine.add(number, at=NOON - number)
    async with listed(machine, theme, languages, scanned=False) as desk:
        path, bus = desk.reading.index.path, desk.reading.bus
        state = scan.begin(path, machine.roots())
        first = scan.step(path, state, seconds=60)
        bus.publish(SessionsFound(changed=first.changed))
        await until(lambda: len(desk.pane.model.lines) == scan.FIRST_SLICE + 1)
        bus.publish(SessionsFound(changed=finish(path, first.state).changed))
        await until(lambda: len(desk.pane.model.lines) == 400 + 1)


async def test_groups_can_be_days(machine: Machine, theme: Theme, languages: Languages) -> None:
    async with listed(machine, theme, languages) as desk:
        desk.pane.group_by(Grouping.DAY)
        await until(lambda: len(desk.titles()) == 4)
        assert desk.titles()[0].endswith(" 3]")


async def test_the_facets_fold_into_one_button_where_the_pane_is_narrow(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with listed(machine, theme, languages) as desk:
        facets, wide = desk.pane.facets, theme.size("pane.left")
        parts = (facets.agent, facets.project, facets.time, facets.uncurated, facets.all)
        for language in ("en", "zh_CN"):
            languages.choose(language)
            for width in range(theme.size("pane.left.min"), wide + 1, 20):
                desk.pane.resize(width, desk.pane.height())
                shown = [w for w in parts if w.isVisible()]
                assert sum(w.sizeHint().width() for w in shown) <= width
                assert desk.pane.width() == width
            assert facets.agent.isVisible()
            assert not facets.all.isVisible()
        desk.pane.resize(theme.size("pane.left.min"), desk.pane.height())
        assert facets.all.isVisible()
        assert not facets.uncurated.isVisible()


async def test_a_running_job_is_a_ring_that_turns(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with listed(machine, theme, languages) as desk:
        pane = desk.pane
        row = pane.row(pane.model.line(1).id)  # type: ignore[union-attr]
        assert row is not None
        pane._shelf.replace({row.id}, [replace(row, curating=True)])
        pane._show_lines()
        assert pane._spin.isActive() is not theme.reduced_motion
        pane._changes.add({row.id})
        await until(lambda: not pane._spin.isActive())
        await asyncio.sleep(0)


def closed(pane: SessionPane) -> list[bool]:
    """Tell of every group of the list whether it is closed."""
    return [line.closed for line in pane.model.lines if isinstance(line, GroupLine)]


async def test_groups_and_their_folds_are_as_they_were_at_the_next_start(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    settings = SettingsStore(Paths(machine.home / "data").settings)

    @asynccontextmanager
    async def start() -> AsyncIterator[SessionPane]:
        window = MainWindow(settings, theme, languages)
        reading = await open_reading(Paths(machine.home / "data"), machine.variables)
        await reading.scanner.scan()
        pane = show_sessions(window, reading, Bridge(reading.bus, window))
        await until(lambda: pane.model.lines)
        yield pane
        window.leave()
        await tasks.settle()
        destroy(window)
        await reading.close()

    async with start() as pane:
        pane.view.folded.emit(line_key(pane.model.line(0)))
        assert closed(pane) == [True, False]
        pane.group_by(Grouping.DAY)
        await until(lambda: closed(pane) == [False])
        pane.view.folded.emit(line_key(pane.model.line(0)))
    async with start() as pane:
        assert pane.head.grouping is Grouping.DAY
        assert closed(pane) == [True]
        pane.group_by(Grouping.PROJECT)
        await until(lambda: closed(pane) == [True, False])
