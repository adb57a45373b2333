"""What is typed is stored as soon as it is finished; what means nothing is not."""

import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from support.fake_agents import fake_claude, fake_codex
from support.gui import until
from support.index import Machine
from support.settings_room import OpenSettings
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config import settings as settings_module
from vela_desktop.domain.agents import Agent
from vela_desktop.gui.settings.fields import Field


def typed(field: Any, text: str) -> None:
    """Type *text* in place of what stands in a field, and go on to the next one."""
    field.edit.setFocus()
    field.edit.selectAll()
    QTest.keyClick(field.edit, Qt.Key.Key_Delete)
    QTest.keyClicks(field.edit, text)
    QTest.keyClick(field.edit, Qt.Key.Key_Tab)


async def refused(field: Field, said: str) -> None:
    await until(lambda: field.is_wrong)
    assert said in field.wrong.text()
    assert field.wrong.isVisibleTo(field)


async def test_every_field_is_stored_and_there_again_after_reopening(
    machine: Machine, open_settings: OpenSettings
) -> None:
    path = fake_claude(machine.home / "x").path
    async with open_settings() as room:
        page = await room.page(Agent.CLAUDE)
        typed(page.program.executable, str(path))
        await until(lambda: room.stored(Agent.CLAUDE).executable == str(path))
        typed(page.program.arguments, "--model 'my model'")
        typed(page.program.environment, "HTTPS_PROXY=http://127.0.0.1:7890")
        typed(page.transcripts.folder, str(machine.home))
        await until(lambda: room.stored(Agent.CLAUDE).transcripts == str(machine.home))
        await until(lambda: room.stored(Agent.CLAUDE).environment)
        stored = room.stored(Agent.CLAUDE)
        assert stored.arguments == ("--model", "my model")
        assert stored.environment == {"HTTPS_PROXY": "http://127.0.0.1:7890"}
    async with open_settings() as room:
        page = await room.page(Agent.CLAUDE)
        assert page.program.executable.text() == str(path)
        assert page.program.arguments.text() == "--model 'my model'"
        assert page.program.environment.text() == "HTTPS_PROXY=http://127.0.0.1:7890"
        assert page.transcripts.folder.text() == str(machine.home)
        typed(page.program.executable, "")
        await until(lambda: room.stored(Agent.CLAUDE).executable is None)


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("executable", "/no/such/claude", "There is no such file."),
        ("executable", "/tmp", "It is a folder, not a program."),
        ("arguments", "--dangerously-skip-permissions", "is not allowed"),
        ("arguments", "--model 'x", "A quotation mark is not closed."),
        ("arguments", "--model", "needs a value"),
        ("environment", "NO VALUE", "Line 1: write NAME=value."),
    ],
)
async def test_what_means_nothing_is_said_beside_its_field_and_not_stored(
    field: str, text: str, said: str, open_settings: OpenSettings
) -> None:
    async with open_settings() as room:
        page = await room.page(Agent.CLAUDE)
        wrong: Any = getattr(page.program, field)
        typed(wrong, text)
        await refused(wrong, said)
        assert wrong.text() == text
        assert room.file.now.agents == {}
        typed(wrong, "")
        await until(lambda: not wrong.is_wrong)


async def test_a_folder_that_is_not_there_is_not_stored(open_settings: OpenSettings) -> None:
    async with open_settings() as room:
        page = await room.page(Agent.CODEX)
        typed(page.transcripts.folder, "/no/such/folder")
        await refused(page.transcripts.folder, "There is no such folder.")
        assert room.file.now.agents == {}


async def test_an_argument_is_objected_to_while_the_next_one_is_typed(
    open_settings: OpenSettings,
) -> None:
    async with open_settings() as room:
        page = await room.page(Agent.CODEX)
        field = page.program.arguments
        field.edit.setFocus()
        QTest.keyClicks(field.edit, "--yolo")
        assert not field.is_wrong
        QTest.keyClicks(field.edit, " ")
        assert "--yolo" in field.wrong.text()
        for _ in "--yolo ":
            QTest.keyClick(field.edit, Qt.Key.Key_Backspace)
        assert not field.is_wrong
        QTest.keyClicks(field.edit, "-c model=")
        assert not field.is_wrong


async def test_a_stored_path_that_went_wrong_is_shown_and_not_replaced(
    machine: Machine, open_settings: OpenSettings
) -> None:
    fake = fake_claude(machine.home / "x")
    other = fake_claude(machine.home / "y")
    async with open_settings(PATH=str(other.folder)) as room:
        await room.page(Agent.CLAUDE)
        typed(room.window.page.program.executable, str(fake.path))
        await until(lambda: room.stored(Agent.CLAUDE).executable)
    fake.path.unlink()
    async with open_settings(PATH=str(other.folder)) as room:
        page = await room.page(Agent.CLAUDE)
        await refused(page.program.executable, "There is no such file.")
        assert page.program.executable.text() == str(fake.path)
        assert "there is no such file" in page.head.state.text()
        assert page.program.executable.edit.placeholderText() == (
            f"Found automatically: {other.path}"
        )


async def test_a_program_named_for_one_run_is_told(
    machine: Machine, open_settings: OpenSettings
) -> None:
    fake = fake_codex(machine.home / "x")
    async with open_settings(VELA_CODEX_EXECUTABLE=str(fake.path)) as room:
        page = await room.page(Agent.CODEX)
        await until(lambda: page.program.executable.note.text())
        assert "VELA_CODEX_EXECUTABLE names another" in page.program.executable.note.text()


async def test_what_is_being_typed_is_stored_when_the_window_closes(
    open_settings: OpenSettings,
) -> None:
    async with open_settings() as room:
        page = await room.page(Agent.CODEX)
        page.program.arguments.edit.setFocus()
        QTest.keyClicks(page.program.arguments.edit, "--oss")
        QTest.keyClick(page.program.arguments.edit, Qt.Key.Key_Escape)
        assert not room.window.isVisible()
        await until(lambda: room.stored(Agent.CODEX).arguments == ("--oss",))


async def test_what_cannot_be_stored_says_so_beside_its_field(
    machine: Machine, open_settings: OpenSettings
) -> None:
    async with open_settings() as room:
        page = await room.page(Agent.CODEX)
        lock = room.store.path.with_suffix(".lock")
        lock.unlink(missing_ok=True)
        lock.mkdir()
        typed(page.program.arguments, "--oss")
        await until(lambda: page.program.arguments.is_wrong)
        assert room.store.now.agents == {}
        lock.rmdir()


async def test_settings_are_written_in_another_thread(
    open_settings: OpenSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    write = settings_module.write_atomically

    def recorded(path: Path, text: str) -> None:
        threads.append(threading.current_thread().name)
        write(path, text)

    monkeypatch.setattr(settings_module, "write_atomically", recorded)
    async with open_settings() as room:
        page = await room.page(Agent.CODEX)
        typed(page.program.arguments, "--oss")
        await until(lambda: room.stored(Agent.CODEX).arguments)
    assert threads
    assert threading.main_thread().name not in threads


async def test_a_variables_value_is_in_no_log(
    open_settings: OpenSettings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    async with open_settings() as room:
        page = await room.page(Agent.CODEX)
        typed(page.program.environment, "OPENAI_API_KEY=sk-canary")
        await until(lambda: room.stored(Agent.CODEX).environment)
        page.test()
        await until(lambda: not page.trial.running, 10)
    assert "canary" not in caplog.text


async def test_only_agents_with_a_limit_of_their_own_have_a_field_for_it(
    open_settings: OpenSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(ADAPTERS[Agent.CODEX]), "input_bytes", 131_072)
    async with open_settings() as room:
        page = await room.page(Agent.CLAUDE)
        assert not page.program.input_bytes.isVisibleTo(page)
        page = await room.page(Agent.CODEX)
        field = page.program.input_bytes
        assert field.isVisibleTo(page)
        assert field.edit.placeholderText() == "131,072"
        typed(field, "1000")
        await refused(field, "Between 131,072 and 8,388,608 bytes")
        assert room.file.now.agents == {}
        typed(field, "262144")
        await until(lambda: room.stored(Agent.CODEX).input_bytes == 262_144)
        await until(lambda: field.text() == "262,144")
        typed(field, "")
        await until(lambda: room.stored(Agent.CODEX).input_bytes is None)


async def test_a_file_is_chosen_without_stopping_the_window(
    machine: Machine, open_settings: OpenSettings
) -> None:
    path = fake_claude(machine.home / "x").path
    async with open_settings() as room:
        page = await room.page(Agent.CLAUDE)
        page.program.executable.browse.click()
        dialog = room.window.findChild(QFileDialog)
        assert dialog is not None
        assert dialog.isVisible()
        dialog.fileSelected.emit(str(path))
        dialog.reject()
        await until(lambda: room.stored(Agent.CLAUDE).executable == str(path))
