"""The curate dialog: what is chosen, what is said before it starts, and what stops it."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from support.fake_agents import FakeAgent, fake_claude, fake_codex
from support.gui import at_rest, until
from support.index import Machine, claude_lines, write
from support.jobs_fixtures import OpenRoom
from support.jobs_room import Room, choose
from support.machines import set_programs
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.settings import LastChoice
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import EntryChanges, EntryQuery
from vela_desktop.domain.jobs import Job, JobOptions, JobQuery, JobStatus
from vela_desktop.domain.routes import EntryRoute
from vela_desktop.gui.curate.dialog import CurateDialog
from vela_desktop.gui.curate.text import TextDialog
from vela_desktop.gui.i18n import Languages

MODELS: list[dict[str, Any]] = [
    {"value": "default", "displayName": "Default (recommended)", "supportsEffort": True,
     "supportedEffortLevels": ["low", "high", "max"]},
    {"value": "opus", "displayName": "Opus", "supportsEffort": True,
     "supportedEffortLevels": ["low", "high"]},
    {"value": "haiku", "displayName": "Haiku"},
]  # fmt: skip
TOKEN = "ghp_9fQ2mX7LrT4vKd8sWz1bNc6yHp3uJe5gAo0R"


@pytest.fixture
def claude(machine: Machine) -> FakeAgent:
    """Claude alone is installed, with three models."""
    fake = fake_claude(machine.home / "agents", models=MODELS)
    set_programs(machine, claude=fake.path)
    return fake


def items(dialog: CurateDialog, box: str) -> list[str]:
    found = getattr(dialog.ui, box)
    return [found.itemText(at) for at in range(found.count())]


def words(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


async def ready(dialog: CurateDialog) -> None:
    await until(dialog.submit.isEnabled, 10)


async def jobs_of(room: Room) -> list[Job]:
    page = await room.services.jobs.rows(JobQuery())
    return [row.job for row in page.items]


async def test_an_agent_that_is_not_there_is_greyed_and_says_so(
    claude: FakeAgent, open_room: OpenRoom
) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        offered = {row.status.agent: row for row in dialog.choices.rows}
        assert list(offered) == list(ADAPTERS)
        assert not offered[Agent.CODEX].isEnabled()
        assert offered[Agent.CODEX].note.text() == "Not installed or configured"
        assert "not found" in offered[Agent.CODEX].toolTip()
        assert offered[Agent.CLAUDE].radio.isChecked()
        assert offered[Agent.CLAUDE].property("focused")
        assert "2.1.332" in offered[Agent.CLAUDE].toolTip()
        QTest.mouseClick(offered[Agent.CODEX], Qt.MouseButton.LeftButton)
        assert dialog.choices.now() is Agent.CLAUDE
        QTest.mouseClick(offered[Agent.BUILTIN], Qt.MouseButton.LeftButton)
        assert dialog.choices.now() is Agent.BUILTIN
        assert [row.property("focused") for row in offered.values()].count(True) == 1


async def test_the_defaults_come_first_and_efforts_are_those_of_the_model(
    claude: FakeAgent, open_room: OpenRoom
) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        await until(lambda: len(items(dialog, "model")) == 3, 10)
        assert items(dialog, "model") == ["Default model", "Opus", "Haiku"]
        assert items(dialog, "effort") == ["Agent's default settings", "Low", "High", "Maximum"]
        dialog.ui.model.setCurrentIndex(1)
        assert dialog.models.model() == "opus"
        assert items(dialog, "effort") == ["Agent's default settings", "Low", "High"]
        dialog.ui.effort.setCurrentIndex(2)
        dialog.ui.effort.activated.emit(2)
        assert dialog.models.effort() == "high"
        dialog.ui.model.setCurrentIndex(2)
        assert not dialog.ui.effort.isEnabled()
        assert items(dialog, "effort") == ["Agent's default settings"]
        assert dialog.models.effort() is None
        dialog.ui.model.setCurrentText("gateway/of-mine")
        assert dialog.models.model() == "gateway/of-mine"
        assert not dialog.ui.effort.isEnabled()


async def test_a_model_name_with_control_characters_is_refused_beside_its_field(
    claude: FakeAgent, open_room: OpenRoom
) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        await ready(dialog)
        for name in ("evil\x1b[2J", "--dangerously", "x" * 201):
            dialog.ui.model.setCurrentText(name)
            assert "no control characters" in dialog.ui.model_wrong.text()
            assert dialog.ui.model_wrong.isVisible()
            assert dialog.ui.model.property("wrong")
            assert not dialog.submit.isEnabled()
        dialog.ui.model.setCurrentText("opus")
        assert not dialog.ui.model_wrong.isVisible()
        assert dialog.submit.isEnabled()


async def test_the_last_choice_is_remembered_with_its_options(
    claude: FakeAgent, machine: Machine, open_room: OpenRoom
) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        await until(lambda: len(items(dialog, "model")) == 3, 10)
        dialog.ui.model.setCurrentIndex(1)
        dialog.ui.effort.setCurrentIndex(1)
        dialog.ui.effort.activated.emit(1)
        dialog.ui.mask.setChecked(False)
        dialog.ui.excerpts.setChecked(True)
        await ready(dialog)
        dialog.submit.click()
        await until(lambda: not room.window.findChildren(CurateDialog), 10)
        (job,) = await jobs_of(room)
        assert (job.agent, job.model, job.effort) == (Agent.CLAUDE, "opus", "low")
        assert job.options == JobOptions(mask_secrets=False, command_excerpts=True)
        last = room.window.settings.now.last_choice
        assert last == LastChoice(agent="claude", model="opus", effort="low")

        again = await room.dialog("Flaky")
        await until(lambda: len(items(again, "model")) == 3, 10)
        assert again.choices.now() is Agent.CLAUDE
        assert again.ui.model.currentText() == "Opus"
        assert again.models.effort() == "low"
        assert not again.ui.mask.isChecked()
        assert again.ui.excerpts.isChecked()


async def test_figures_tell_what_will_be_sent(machine: Machine, open_room: OpenRoom) -> None:
    write(machine.claude / "a.jsonl", claude_lines(9, f"Use {TOKEN} for staging"))
    async with open_room() as room:
        dialog = await room.dialog("staging")
        assert not dialog.submit.isEnabled()
        await ready(dialog)
        sent = dialog.sent
        assert (sent.segments.number.text(), sent.calls.number.text()) == ("1", "≈ 2")
        assert sent.calls.unit.text() == "calls: 1 to extract, 1 to merge"
        assert sent.masked.number.text() == "1"
        assert sent.masked.toolTip() == "GitHub token × 1"
        dialog.ui.mask.click()
        assert not dialog.submit.isEnabled()
        await ready(dialog)
        assert sent.masked.unit.text() == "secrets are not masked"


async def test_what_an_agent_always_does_is_said(machine: Machine, open_room: OpenRoom) -> None:
    codex = fake_codex(machine.home / "agents")
    set_programs(machine, codex=codex.path)
    async with open_room() as room:
        dialog = await room.dialog("备份策略")
        assert dialog.choices.now() is Agent.CODEX
        assert "sent to Codex" in dialog.sent.note.text()
        assert "~/.codex/AGENTS.md" in dialog.sent.always.text()
        choose(dialog, Agent.BUILTIN)
        assert dialog.sent.always.isHidden()
        assert "no model reads it" in dialog.sent.note.text()
        assert not dialog.ui.model.isEnabled()


async def test_what_will_be_replaced_is_named_when_it_was_edited(open_room: OpenRoom) -> None:
    async with open_room() as room:
        row = await room.session("Invitations")
        await room.store.curate(*room.found(8), session=row.id)
        page = await room.services.entries.rows(EntryQuery(session_id=row.id, sort="title"))
        for entry in page.items[:7]:
            changes = EntryChanges(summary="Mine.")
            await room.services.entries.save(entry.id, entry.version, changes)
        dialog = await room.dialog("Invitations")
        await ready(dialog)
        (notice,) = dialog.replaced.notices
        said = "8 entries curated from this session will be replaced, 7 of them edited by you"
        assert notice.text == said
        named = [button for button in notice.findChildren(QPushButton) if button.text()]
        assert len(named) == 5
        assert "and 2 more" in words(notice)
        assert "go, with their history" in words(notice)
        named[0].click()
        assert room.went == [EntryRoute(entry_id=_edited_first(page.items, named[0].text()))]
        await until(lambda: not room.window.findChildren(CurateDialog))


def _edited_first(rows: Any, title: str) -> str:
    return next(str(row.id) for row in rows if row.title == title)


async def test_a_session_that_is_being_curated_can_be_submitted_again(
    open_room: OpenRoom,
) -> None:
    async with open_room() as room:
        row = await room.session("Invitations")
        before = await room.running(row.id)
        dialog = await room.dialog("Invitations")
        await ready(dialog)
        assert "replaces the running job" in dialog.replaced.notices[0].text
        dialog.submit.click()
        await until(lambda: not room.window.findChildren(CurateDialog), 10)
        after = await jobs_of(room)
        assert [job.status for job in after] == [JobStatus.QUEUED, JobStatus.CANCELLING]
        assert after[1].id == before.id


async def test_a_session_without_words_cannot_be_curated(
    machine: Machine, open_room: OpenRoom
) -> None:
    path = machine.add(9, "Silent", at=1_780_000_300)
    async with open_room() as room:
        path.write_text(path.read_text(encoding="utf-8").splitlines()[0][:0], encoding="utf-8")
        dialog = await room.dialog("Silent")
        await until(dialog.problem.isVisible, 10)
        assert dialog.problem.text == "This session has no conversation that can be read yet."
        assert "try again" in dialog.problem.detail
        assert not dialog.submit.isEnabled()
        assert not dialog.sent.show_text.isEnabled()


async def test_a_session_that_is_too_large_says_how_large(
    machine: Machine, open_room: OpenRoom
) -> None:
    machine.add(9, "Huge", "word " * 450_000)
    async with open_room() as room:
        dialog = await room.dialog("Huge")
        await until(dialog.problem.isVisible, 10)
        assert "larger than supported" in dialog.problem.text
        assert "2000000" in dialog.problem.detail
        assert not dialog.submit.isEnabled()


async def test_an_agent_that_went_away_is_told_and_then_greyed(
    claude: FakeAgent, open_room: OpenRoom
) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        await ready(dialog)
        claude.path.unlink()
        dialog.submit.click()
        await until(dialog.problem.isVisible, 10)
        assert (
            dialog.problem.detail
            == "Install it, or set it right under Settings ▸ Agents. Claude: there is no such file"
        )
        await until(lambda: not dialog.choices.rows[0].isEnabled(), 10)
        assert dialog.choices.now() is Agent.BUILTIN
        assert await jobs_of(room) == []


async def test_in_a_low_window_the_dialog_scrolls_and_keeps_its_buttons(
    open_room: OpenRoom,
) -> None:
    async with open_room() as room:
        room.window.resize(1000, 600)
        row = await room.session("Invitations")
        await room.store.curate(*room.found(1), session=row.id)
        await room.running(row.id)
        dialog = await room.dialog("Invitations")
        await ready(dialog)
        await until(lambda: dialog.body.verticalScrollBar().maximum() > 0)
        assert dialog.height() <= room.window.height()
        assert dialog.width() == room.theme.size("dialog.width")
        for button in (dialog.submit, dialog.cancel):
            assert dialog.rect().contains(button.geometry().translated(button.parent().pos()))


async def test_everything_stands_in_line(claude: FakeAgent, open_room: OpenRoom) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        await ready(dialog)
        first, second, *_ = rows = dialog.choices.rows
        await at_rest(
            lambda: (dialog.size(), [part.geometry() for part in dialog.findChildren(QWidget)])
        )
        assert dialog.ui.model.height() == dialog.ui.effort.height()
        assert len({row.radio.x() for row in rows}) == 1
        assert len({row.name.x() for row in rows}) == 1
        assert first.width() == second.width()
        assert second.note.geometry().right() > second.width() - room.theme.space(4)
        tops = {figure.y() for figure in (dialog.sent.chars, dialog.sent.calls, dialog.sent.masked)}
        assert len(tops) == 1
        assert dialog.body.verticalScrollBar().maximum() == 0


async def test_the_text_is_shown_a_piece_at_a_time(machine: Machine, open_room: OpenRoom) -> None:
    machine.add(9, "Long talk", "line of words\n" * 20_000)
    async with open_room() as room:
        dialog = await room.dialog("Long talk")
        await ready(dialog)
        dialog.sent.show_text.click()
        shown = dialog.findChild(TextDialog)
        await until(lambda: shown.stack.currentWidget() is shown.text, 10)
        assert shown.text.busy
        await until(lambda: not shown.text.busy, 10)
        assert shown.text.toPlainText().count("line of words") == 20_000
        assert "exactly as they are sent" in shown.foot.facts.text()
        shown.foot.close_button.click()
        await until(lambda: dialog.findChild(TextDialog) is None)
        assert dialog.isVisible()


async def test_closing_the_dialog_stops_nothing(open_room: OpenRoom) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        await ready(dialog)
        dialog.submit.click()
        dialog.reject()
        await until(lambda: room.status.cancel.isVisible(), 10)
        (job,) = await jobs_of(room)
        assert job.status is JobStatus.QUEUED


async def test_an_error_after_closing_is_shown_in_the_window(
    claude: FakeAgent, open_room: OpenRoom
) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        await ready(dialog)
        claude.path.unlink()
        dialog.submit.click()
        dialog.reject()
        await until(lambda: room.window.tabs.notices.notice is not None, 10)
        assert (
            room.window.tabs.notices.notice.detail
            == "Install it, or set it right under Settings ▸ Agents. Claude: there is no such file"
        )


async def test_enter_submits_and_escape_closes(open_room: OpenRoom) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        assert dialog.submit.isDefault()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: not room.window.findChildren(CurateDialog))
        dialog = await room.dialog("Invitations")
        await ready(dialog)
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        await until(lambda: not room.window.findChildren(CurateDialog), 10)
        assert len(await jobs_of(room)) == 1


async def test_tab_goes_through_the_dialog_from_top_to_bottom(
    claude: FakeAgent, open_room: OpenRoom
) -> None:
    async with open_room() as room:
        dialog = await room.dialog("Invitations")
        await until(lambda: len(items(dialog, "model")) == 3, 10)
        await ready(dialog)
        seen: list[QWidget | None] = [dialog.focusWidget()]
        for _ in range(7):
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
            seen.append(dialog.focusWidget())
        first = dialog.choices.rows[0].radio
        assert seen == [
            first, dialog.ui.model, dialog.ui.effort, dialog.sent.show_text, dialog.ui.mask,
            dialog.ui.excerpts, dialog.cancel, dialog.submit,
        ]  # fmt: skip


async def test_language_and_theme_change_while_it_is_open(
    claude: FakeAgent, open_room: OpenRoom, languages: Languages
) -> None:
    async with open_room() as room:
        row = await room.session("Invitations")
        await room.store.curate(*room.found(2), session=row.id)
        dialog = await room.dialog("Invitations")
        await until(lambda: len(items(dialog, "model")) == 3, 10)
        await ready(dialog)
        dialog.ui.model.setCurrentIndex(1)
        languages.choose("zh_CN")
        room.theme.choose("dark")
        QApplication.sendPostedEvents()
        assert dialog.windowTitle() == dialog.ui.heading.text() == "整理到会话知识库"
        assert dialog.submit.text() == "整理并保存"
        assert items(dialog, "model") == ["默认模型", "Opus", "Haiku"]
        assert dialog.models.model() == "opus"
        assert items(dialog, "effort")[0] == "使用智能体默认设置"
        assert dialog.choices.rows[1].note.text() == "未安装或未配置"
        assert dialog.replaced.notices[0].text == "将替换从本会话整理出的 2 个条目"
        assert dialog.submit.isEnabled()
        room.theme.choose("light")
