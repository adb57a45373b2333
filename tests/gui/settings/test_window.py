"""The window as a whole: agents, tests, transcripts, models, language, size."""

import asyncio
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from support.fake_agents import fake_claude
from support.gui import until
from support.index import NOON, Machine
from support.main_window import opened, variables
from support.process import gone
from support.settings_room import OpenSettings, SettingsRoom
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.agents.trial import TrialStep
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.events import ScanProgressed
from vela_desktop.domain.routes import SettingsRoute
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.settings.page import AgentPage
from vela_desktop.gui.settings.window import SettingsWindow
from vela_desktop.gui.theme import Theme

MODELS: list[dict[str, Any]] = [
    {"value": f"m{number}", "displayName": f"Model {number}", "supportsEffort": True,
     "supportedEffortLevels": ["low", "high"]}
    for number in range(8)
]  # fmt: skip


def rows(room: SettingsRoom) -> list[str]:
    model = room.window.list.model()
    role = Qt.ItemDataRole.AccessibleTextRole
    return [model.index(at, 0).data(role) for at in range(model.rowCount())]


def steps(page: AgentPage) -> list[TrialStep]:
    return [line.finding.step for line in page.trial.lines]


async def test_every_agent_that_can_curate_is_listed_with_its_state(
    machine: Machine, open_settings: OpenSettings
) -> None:
    fake = fake_claude(machine.home / "x")
    async with open_settings(PATH=str(fake.folder)) as room:
        await until(lambda: rows(room)[0] == "Claude, 2.1.332", 10)
        assert rows(room)[1] == "Codex, Not found"
        assert rows(room)[-1] == "Built-in extractor, Always there"
        assert len(rows(room)) == len(ADAPTERS)


async def test_the_builtin_extractor_has_nothing_to_set(open_settings: OpenSettings) -> None:
    async with open_settings() as room:
        page = await room.page(Agent.BUILTIN)
        assert page.sections == ()
        assert page.head.state.text().startswith("Always there")
        assert not page.head.test.isVisibleTo(page)


async def test_a_test_says_how_far_it_came_and_calls_no_model(
    machine: Machine, open_settings: OpenSettings
) -> None:
    fake = fake_claude(machine.home / "x", models=MODELS)
    async with open_settings(PATH=str(fake.folder)) as room:
        page = await room.page(Agent.CLAUDE)
        page.head.test.click()
        assert page.trial.verdict.text() == "Testing… No model is called."
        await until(lambda: not page.trial.running, 10)
        assert page.trial.verdict.text() == "It can curate. No model was called."
        assert steps(page) == list(TrialStep)
        assert [line.fact.text() for line in page.trial.lines][2:4] == ["Signed in", "8 models"]
        assert fake.calls == []


async def test_what_is_not_stored_yet_is_what_is_tested(
    machine: Machine, open_settings: OpenSettings
) -> None:
    fake = fake_claude(machine.home / "x", models=MODELS)
    async with open_settings(PATH=str(fake.folder)) as room:
        page = await room.page(Agent.CLAUDE)
        page.program.executable.edit.setText("/no/such/file")
        page.test()
        await until(lambda: not page.trial.running, 10)
        assert page.trial.verdict.text() == "It cannot curate as it is."
        (line,) = page.trial.lines
        assert line.reason.text() == (
            "There is no such file. Choose another file under “Executable”, or empty the field "
            "to have it found."
        )
        assert room.stored(Agent.CLAUDE).executable is None


async def test_a_field_that_means_nothing_is_not_tested(open_settings: OpenSettings) -> None:
    async with open_settings() as room:
        page = await room.page(Agent.CODEX)
        page.program.environment.edit.setPlainText("no value")
        page.test()
        assert page.program.environment.is_wrong
        assert not page.trial.isVisibleTo(page)


async def test_a_test_that_hangs_can_be_cancelled(
    machine: Machine, open_settings: OpenSettings
) -> None:
    fake = fake_claude(machine.home / "x", models_delay=60)
    async with open_settings(PATH=str(fake.folder)) as room:
        page = await room.page(Agent.CLAUDE)
        page.test()
        await until(lambda: TrialStep.SIGN_IN in steps(page), 10)
        before = [start for start in fake.questions if "--input-format" not in start.argv]
        page.trial.cancel.click()
        assert page.trial.verdict.text() == "The test was cancelled."
        assert not page.trial.cancel.isVisibleTo(page)
        assert TrialStep.SIGN_IN in steps(page)
        await until(lambda: all(gone(start.pid) for start in before), 10)


async def test_it_can_be_used_without_a_mouse(
    machine: Machine, open_settings: OpenSettings
) -> None:
    async with open_settings() as room:
        window = room.window
        await room.page(Agent.CLAUDE)
        window.activateWindow()
        window.list.setFocus()
        QTest.keyClick(window.list, Qt.Key.Key_Down)
        assert window.page.agent is Agent.CODEX
        QTest.keyClick(window.list, Qt.Key.Key_Tab)
        assert window.focusWidget() is window.page.head.test
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        assert window.focusWidget() is window.page.program.executable.edit
        QTest.keyClick(window.page.program.environment.edit, Qt.Key.Key_Tab)
        assert not window.page.program.environment.text()
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: not window.isVisible())


async def test_transcripts_are_shown_where_they_were_found(
    machine: Machine, open_settings: OpenSettings
) -> None:
    machine.add(1)
    machine.add(2)
    machine.scan()
    async with open_settings() as room:
        page = await room.page(Agent.CLAUDE)
        await until(lambda: page.transcripts.lines)
        (line,) = page.transcripts.lines
        assert line.path.text() == str(machine.home / "claude" / "projects")
        assert line.said.text().startswith("2 sessions · ")
        machine.add(3, at=NOON + 9)
        machine.scan()
        room.bus.publish(ScanProgressed(done=1, total=1, finished=True))
        await until(lambda: page.transcripts.lines[0].said.text().startswith("3 sessions · "))


async def test_a_folder_that_cannot_be_read_and_one_without_sessions_say_so(
    machine: Machine, open_settings: OpenSettings
) -> None:
    machine.codex.mkdir(parents=True)
    machine.scan()
    async with open_settings() as room:
        page = await room.page(Agent.CODEX)
        await until(lambda: page.transcripts.lines)
        assert [line.said.text() for line in page.transcripts.lines] == ["No sessions yet"]
        page = await room.page(Agent.CLAUDE)
        await until(lambda: page.transcripts.lines)
        assert [line.said.text() for line in page.transcripts.lines] == [
            "This folder does not exist"
        ]


async def test_models_are_listed_with_their_levels_and_can_be_asked_for_again(
    machine: Machine, open_settings: OpenSettings
) -> None:
    fake = fake_claude(machine.home / "x", models=MODELS)
    async with open_settings(PATH=str(fake.folder)) as room:
        page = await room.page(Agent.CLAUDE)
        models = page.models
        await until(lambda: models.count.text() == "8 models", 10)
        assert len(models.lines) == 5
        assert models.lines[0].levels.text() == "Low · High"
        models.more.click()
        assert len(models.lines) == 8
        await until(lambda: models.refresh.isEnabled(), 10)
        fake.script(models=MODELS[:1])
        models.refresh.click()
        await until(lambda: models.count.text() == "1 model", 10)
        assert not models.more.isVisibleTo(page)
        fake.script(models=[], models_exit=1)
        await until(lambda: models.refresh.isEnabled(), 10)
        models.refresh.click()
        await until(lambda: models.wrong.isVisibleTo(page), 10)
        assert models.wrong.text() == "The list could not be read: exit code 1."
        assert models.count.text() == "1 model"


async def test_the_window_speaks_another_language_at_once(
    machine: Machine, open_settings: OpenSettings, languages: Languages
) -> None:
    async with open_settings() as room:
        page = await room.page(Agent.CODEX)
        page.program.arguments.type("--yolo")
        page.test()
        await until(lambda: not page.trial.running, 10)
        languages.choose("zh_CN")
        QApplication.sendPostedEvents()
        assert room.window.windowTitle() == "设置"
        assert page.program.executable.label.text() == "可执行文件"
        assert page.program.arguments.wrong.text().startswith("设置中的附加参数 --yolo 不被允许")
        assert "codex" in page.head.state.text()
        assert "没有找到" in page.head.state.text()
        assert "没有找到" in page.trial.lines[0].reason.text()
        assert rows(room)[1] == "Codex, 未找到"


async def test_it_opens_again_as_large_as_it_was_left(open_settings: OpenSettings) -> None:
    async with open_settings() as room:
        room.window.resize(900, 700)
        room.window.close()
        await until(lambda: room.file.now.window.get("settings_width") == 900)
    async with open_settings() as room:
        assert (room.window.width(), room.window.height()) == (900, 700)


async def test_a_link_and_the_menu_open_the_one_settings_window(
    machine: Machine, theme: Theme, languages: Languages
) -> None:
    data = machine.home / "data"
    async with opened(data, theme, languages, variables(machine.home)) as room:
        window = room.window
        window.come_forward("vela://settings/agents?agent=codex")
        (settings,) = window.findChildren(SettingsWindow)
        assert settings.isVisible()
        assert not settings.isModal()
        assert settings.page.agent is Agent.CODEX
        settings.close()
        window.menus.actions["app.settings"].trigger()
        assert window.findChildren(SettingsWindow) == [settings]
        assert settings.isVisible()
        assert settings.page.agent is Agent.CODEX
        window.go(SettingsRoute(agent=Agent.BUILTIN))
        assert settings.page.agent is Agent.BUILTIN
        settings.close()
        window.leave()
        await asyncio.sleep(0)
