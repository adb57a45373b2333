"""What the program is for: a session is curated out of the window, and what that survives."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QRadioButton

from support.curation import entries, entry, topic, topics
from support.fake_agents import fake_claude
from support.gui import until
from support.index import NOON, Machine
from support.main_window import Opened, curated, menu_row, opened, right_click, variables
from support.process import alive, appears, gone
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import EntryQuery, EntryRow
from vela_desktop.domain.errors import Code
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Choice, Job, JobOptions, JobQuery, JobStatus
from vela_desktop.domain.routes import SessionRoute
from vela_desktop.domain.sessions import SessionQuery, SessionRow
from vela_desktop.gui.curate.dialog import CurateDialog
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.knowledge.nodes import path_to
from vela_desktop.gui.theme import Theme
from vela_desktop.wiring import build
from vela_desktop.wiring.services import Services

EXPIRY = (
    "We decided to judge expiry at read time, because a job leaves a window in which an expired "
    "invitation still works."
)
POOL = (
    "The root cause was a queue that all tests shared. The fix was to give every test its own "
    "pool; 200 runs in a row passed."
)
CALLBACK = "决定：用订单号加事件号做唯一索引，重复的回调直接返回 200。"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Two Claude sessions and one of Codex, of two projects."""
    made = Machine(tmp_path)
    say(made.add(1, "Invitations: how do they expire?", at=NOON), EXPIRY)
    say(made.add(2, "Flaky tests", at=NOON + 60), POOL)
    with made.add_codex(3, "支付回调重复扣款", at=NOON + 120).open("a", encoding="utf-8") as file:
        content = [{"type": "output_text", "text": CALLBACK}]
        payload = {"type": "message", "role": "assistant", "content": content}
        record = {"timestamp": "2026-05-28T11:01:00.000Z", "type": "response_item"}
        file.write(json.dumps(record | {"payload": payload}) + "\n")
    return made


def say(transcript: Path, answer: str) -> None:
    """Give the answer of a one-turn transcript other words."""
    text = transcript.read_text(encoding="utf-8")
    transcript.write_text(text.replace("Answer 0.", answer), encoding="utf-8")


Open = Callable[[], AbstractAsyncContextManager[Opened]]


@pytest.fixture
def open_window(machine: Machine, tmp_path: Path, theme: Theme, languages: Languages) -> Open:
    """Opens the window in Chinese; the test closes it, while the loop still runs."""
    languages.choose("zh_CN")
    return partial(opened, tmp_path / "data", theme, languages, variables(machine.home))


async def session_called(services: Services, text: str) -> SessionRow:
    page = await services.reading.sessions.list(SessionQuery(text=text))
    (row,) = page.items
    return row


async def entries_of(services: Services, session_id: str) -> tuple[EntryRow, ...]:
    page = await services.entries.rows(EntryQuery(session_id=session_id))
    return page.items


async def open_branch(desk: Opened, row: SessionRow) -> EntryRow:
    """Curate a session, open its branch of the tree and select its first entry."""
    await curated(desk.services, row.id)
    (first, *_) = await entries_of(desk.services, row.id)
    await until(lambda: desk.knowledge.model.root.children)
    await desk.knowledge.reveal(first)
    await until(lambda: selected(desk) == f"entry:{first.id}")
    return first


def selected(desk: Opened) -> str | None:
    node = desk.knowledge.tree.current_node()
    return None if node is None else node.key


def shown_entries(desk: Opened, session_id: str) -> int | None:
    row = desk.sessions.row(session_id)
    return None if row is None else row.entries


async def submit_in_dialog(desk: Opened) -> None:
    """Press the dialog's one primary button, with the built-in extractor chosen."""
    await until(lambda: desk.window.findChild(CurateDialog), 10)
    dialog = desk.window.findChild(CurateDialog)
    assert dialog is not None
    await until(lambda: dialog.findChild(QRadioButton, "agent_builtin"), 10)
    radio = dialog.findChild(QRadioButton, "agent_builtin")
    assert radio is not None
    radio.click()
    await until(dialog.submit.isEnabled, 10)
    assert dialog.submit.text() == "整理并保存"
    dialog.submit.click()
    await until(lambda: desk.window.findChild(CurateDialog) is None, 10)


async def finished_job(services: Services, session_id: str) -> Job:
    """Wait for the newest job of a session to end."""
    page = await services.jobs.rows(JobQuery(session_id=session_id))
    return await ended(services, page.items[0].job.id)


async def test_a_right_click_in_the_list_leads_to_entries_in_the_tree(open_window: Open) -> None:
    async with open_window() as desk:
        await curate_from_the_list(desk)


async def curate_from_the_list(desk: Opened) -> None:
    kept = await open_branch(desk, await session_called(desk.services, "Flaky"))
    row = await session_called(desk.services, "Invitations")
    await until(lambda: desk.sessions.model.row_of(row.id) is not None)
    resets: list[object] = []
    desk.knowledge.model.modelReset.connect(lambda: resets.append("tree"))
    desk.sessions.model.modelReset.connect(lambda: resets.append("list"))

    view = desk.sessions.view
    line = desk.sessions.model.row_of(row.id)
    assert line is not None
    right_click(view.viewport(), view.visualRect(desk.sessions.model.index(line)).center())
    action = menu_row(desk.window, "session.curate")
    assert action.text() == "整理到会话知识库…"
    action.trigger()
    await submit_in_dialog(desk)

    job = await finished_job(desk.services, row.id)
    assert job.status is JobStatus.COMPLETED
    made = await entries_of(desk.services, row.id)
    assert made
    assert await in_the_tree(desk, made[0])
    assert selected(desk) == f"entry:{kept.id}"
    branch = desk.knowledge.model.find(*path_to(kept))
    assert branch is not None
    assert desk.knowledge.tree.isExpanded(desk.knowledge.model.index_of(branch))
    await until(lambda: shown_entries(desk, row.id) == len(made))
    assert resets == []


async def in_the_tree(desk: Opened, made: EntryRow) -> bool:
    """Wait until the tree counts the session of an entry, then open it and look."""
    find = desk.knowledge.model.find
    await until(lambda: find(*path_to(made)))
    session = find(*path_to(made))
    assert session is not None
    await desk.knowledge.open_node(session)
    return find(*path_to(made), f"entry:{made.id}") is not None


async def test_the_menu_of_a_conversations_tab_leads_to_the_same(open_window: Open) -> None:
    async with open_window() as desk:
        await curate_from_the_tab(desk)


async def curate_from_the_tab(desk: Opened) -> None:
    row = await session_called(desk.services, "支付回调")
    assert row.agent is Agent.CODEX
    desk.window.go(SessionRoute(session_id=row.id))
    page, bar = desk.window.tabs.front(), desk.window.tabs.bar
    assert page is not None
    assert page.route() == SessionRoute(session_id=row.id)
    await until(lambda: page.subject() and bar.tabRect(bar.currentIndex()).isValid(), 10)

    bar.customContextMenuRequested.emit(bar.tabRect(bar.currentIndex()).center())
    menu_row(desk.window, "session.curate").trigger()
    await submit_in_dialog(desk)

    assert (await finished_job(desk.services, row.id)).status is JobStatus.COMPLETED
    made = await entries_of(desk.services, row.id)
    assert made
    await until(lambda: desk.knowledge.model.root.children)
    projects = desk.knowledge.model.root.children
    assert projects is not None
    await desk.knowledge.open_node(projects[0])
    assert await in_the_tree(desk, made[0])


REPLIES: dict[str, Any] = {
    "rules": [
        {"contains": "stage: extract", "reply": {"data": topics(topic("Shared queue"))}},
        {"contains": "stage: merge", "reply": {"data": entries(entry("Shared queue"))}},
    ]
}


@pytest.fixture
def started(tmp_path: Path, machine: Machine) -> Iterator[Any]:
    """Starts windows of their own; none is left behind."""
    running: list[subprocess.Popen[bytes]] = []

    def start() -> "subprocess.Popen[bytes]":
        own = {"QT_QPA_PLATFORM": "offscreen", "VELA_DATA_DIR": str(tmp_path / "data")}
        environment = {**os.environ, **variables(machine.home), **own}
        command = [sys.executable, "-m", "vela_desktop.app.window"]
        running.append(
            subprocess.Popen(
                command,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
async def test_a_window_that_is_killed_loses_nothing(
    machine: Machine, tmp_path: Path, started: Any
) -> None:
    """Its agent ends with it; the next window runs what waited and offers the rest for retry."""
    fake = fake_claude(tmp_path / "agents", rules=[], default={"hang": True})
    environment = variables(machine.home)
    async with build(tmp_path / "data", Via.CLI, environment) as services:
        services.reading.settings.change(
            parallel_jobs=1, agents={"claude": AgentSettings(executable=str(fake.path))}
        )
        await services.reading.scanner.scan()
        first = await session_called(services, "Invitations")
        second = await session_called(services, "Flaky")
        await curated(services, first.id)
        before = await entries_of(services, first.id)
        assert before
        choice = Choice(agent=Agent.CLAUDE)
        running = await services.jobs.submit(first.id, choice, JobOptions())
        waiting = await services.jobs.submit(second.id, choice, JobOptions())

        window = started()
        call = fake.folder / "call-0001.json"
        assert appears(call)
        agent = json.loads(call.read_text(encoding="utf-8"))["pid"]
        assert alive(agent)
        assert (await services.jobs.get(waiting.id)).job.status is JobStatus.QUEUED
        window.send_signal(signal.SIGKILL)
        window.wait()
        assert gone(agent)

        fake.script(**REPLIES)
        again = started()
        assert (await ended(services, waiting.id)).status is JobStatus.COMPLETED
        lost = await ended(services, running.id)
        assert (lost.status, lost.error) == (JobStatus.FAILED, Code.INTERRUPTED)
        assert await entries_of(services, first.id) == before
        assert [row.title for row in await entries_of(services, second.id)] == ["Shared queue"]

        retried = await services.jobs.retry(running.id)
        assert (await ended(services, retried.id)).status is JobStatus.COMPLETED
        again.send_signal(signal.SIGTERM)
        assert again.wait(60) == 0


async def ended(services: Services, job_id: str, seconds: float = 60.0) -> Job:
    """Wait until a job has ended, in whatever process."""
    async with asyncio.timeout(seconds):
        while True:
            job = (await services.jobs.get(job_id)).job
            if job.ended_at is not None:
                return job
            await asyncio.sleep(0.05)
