"""Jobs that really run: agents as processes, watched in the records and in the status bar."""

from typing import Any

from PySide6.QtWidgets import QLabel, QPushButton

from support.curation import entries, entry, topic, topics
from support.fake_agents import FakeAgent, fake_claude
from support.gui import until
from support.index import Machine
from support.jobs_fixtures import OpenRoom
from support.jobs_room import Room, choose, lines
from support.machines import set_programs
from support.process import gone
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import EntryChanges, EntryQuery, EntryRow
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Choice, Job, JobNote, JobOptions, JobStatus, Stage
from vela_desktop.domain.routes import EntriesRoute, JobsRoute
from vela_desktop.gui.jobs.page import JobsPage
from vela_desktop.gui.kit.ask import Question

TITLES = ("Expiry", "Clean-up")
GOOD: list[dict[str, Any]] = [
    {"contains": "stage: extract", "reply": {"data": topics(*map(topic, TITLES))}},
    *(
        {"contains": f'title="{title}"', "reply": {"data": entries(entry(title)), "delay": 0.3}}
        for title in TITLES
    ),
]


def claude(machine: Machine, **script: Any) -> FakeAgent:
    fake = fake_claude(machine.home / "agents", **script)
    set_programs(machine, claude=fake.path)
    return fake


async def submit(room: Room, text: str = "Invitations") -> Job:
    row = await room.session(text)
    return await room.services.jobs.submit(row.id, Choice(agent=Agent.CLAUDE), JobOptions())


async def reaches(page: JobsPage, job: Job, status: JobStatus) -> None:
    """Wait until the records show a job at *status*."""
    await until(
        lambda: job.id in page.list.lines and page.list.lines[job.id].row.job.status is status, 15
    )


async def entries_of(room: Room, session_id: str) -> tuple[EntryRow, ...]:
    page = await room.services.entries.rows(EntryQuery(session_id=session_id))
    return page.items


async def test_a_job_started_in_the_dialog_is_seen_to_its_end(
    machine: Machine, open_room: OpenRoom
) -> None:
    fake = claude(machine, rules=GOOD)
    async with open_room(runs=True) as room:
        page = await room.records()
        dialog = await room.dialog("Invitations")
        choose(dialog, Agent.CLAUDE)
        await until(dialog.submit.isEnabled, 10)
        dialog.submit.click()
        await until(lambda: lines(page), 10)
        (line,) = lines(page)
        await until(lambda: line.row.job.stage is Stage.MERGE, 10)
        assert line.opened
        await until(lambda: room.status.stage.text().startswith("Stage 2 of 3 · Merge knowledge"))
        assert room.status.what.whole == "Curating “Invitations: how do they expire?”"
        await reaches(page, line.row.job, JobStatus.COMPLETED)
        assert line.face.told.second.startswith("Saved 2 entries · 3 calls")
        await until(lambda: room.status.stage.text() == "2 entries saved")
        titles = {row.title for row in await entries_of(room, line.row.job.session_id)}
        assert titles == set(TITLES)
        assert len(fake.calls) == 3


async def test_the_status_bar_cancels_a_running_job(machine: Machine, open_room: OpenRoom) -> None:
    fake = claude(machine, default={"hang": True})
    async with open_room(runs=True) as room:
        page = await room.records()
        job = await submit(room)
        await until(lambda: called(fake), 15)
        await until(room.status.cancel.isVisible)
        room.status.cancel.click()
        await reaches(page, job, JobStatus.CANCELLED)
        assert gone(process_of(fake))
        assert page.list.lines[job.id].button.text() == "Retry"
        await until(lambda: room.status.what.whole.startswith("Cancelled the curation of"))


async def test_a_line_cancels_its_job(machine: Machine, open_room: OpenRoom) -> None:
    fake = claude(machine, default={"hang": True})
    async with open_room(runs=True) as room:
        page = await room.records()
        job = await submit(room)
        await until(lambda: called(fake), 15)
        await reaches(page, job, JobStatus.RUNNING)
        page.list.lines[job.id].button.click()
        await reaches(page, job, JobStatus.CANCELLED)
        assert gone(process_of(fake))


def called(fake: FakeAgent) -> bool:
    return (fake.folder / "call-0001.json").exists()


def process_of(fake: FakeAgent) -> int:
    return fake.calls[0].pid


async def test_a_failed_job_is_retried_and_completes(machine: Machine, open_room: OpenRoom) -> None:
    extract = GOOD[0]
    fake = claude(machine, rules=[extract], default={"text": "I would rather write prose."})
    async with open_room(runs=True) as room:
        page = await room.records()
        job = await submit(room)
        await reaches(page, job, JobStatus.FAILED)
        assert job.id in page.list.lines
        assert page.list.lines[job.id].row.job.error == Code.INVALID_OUTPUT
        await until(lambda: room.status.what.whole.endswith("failed"))
        fake.script(rules=GOOD)
        page.findChild(QPushButton, "failure_retry").click()
        await until(lambda: len(lines(page)) == 2)
        retried = lines(page)[0].row.job
        await reaches(page, retried, JobStatus.COMPLETED)
        assert [call for call in fake.calls if "stage: extract" in call.stdin] == []


async def test_retrying_after_a_conflict_first_shows_what_was_edited(
    machine: Machine, open_room: OpenRoom
) -> None:
    async with open_room() as room:
        done = await room.job(JobStatus.COMPLETED, titles=[f"Entry {n}" for n in range(7)])
        running = await room.job(JobStatus.RUNNING)
        for row in await entries_of(room, done.session_id):
            await room.services.entries.save(row.id, row.version, EntryChanges(summary="Mine."))
        rows = await entries_of(room, done.session_id)
        found = [{"id": row.id, "title": row.title, "version": row.version} for row in rows]
        found.append({"id": "gone", "title": "Gone", "version": None})
        await room.fail(running, Code.CONFLICT, entries=found)
        page = await room.records()

        page.findChild(QPushButton, "failure_retry").click()
        question = await asked(room)
        told = "\n".join(label.text() for label in question.findChildren(QLabel))
        assert "Replace 7 entries that you changed?" in told
        assert told.count("(v2)") == 5
        assert "and 2 more" in told
        assert "“Gone” (deleted, moved or protected)" in told
        assert question.focusWidget().objectName() == "answer_look"
        question.focusWidget().click()
        await until(lambda: room.went == [EntriesRoute(session_id=done.session_id)])
        assert len(lines(page)) == 2

        page.findChild(QPushButton, "failure_retry").click()
        question = await asked(room)
        question.findChild(QPushButton, "answer_retry").click()
        await until(lambda: len(lines(page)) == 3)
        assert lines(page)[0].row.job.lineage == running.lineage


async def test_a_retry_asks_before_what_was_deleted_may_come_back(
    machine: Machine, open_room: OpenRoom
) -> None:
    async with open_room() as room:
        job = await room.job(JobStatus.RUNNING)
        entries = [{"id": "gone", "title": "Gone", "version": None}]
        await room.fail(job, Code.CONFLICT, entries=entries)
        page = await room.records()
        page.findChild(QPushButton, "failure_retry").click()
        question = await asked(room)
        told = [label.text() for label in question.findChildren(QLabel)]
        assert any("that you took away come back?" in text for text in told)
        assert any("“Gone” (deleted, moved or protected)" in text for text in told)
        question.findChild(QPushButton, "answer_cancel").click()
        await until(lambda: room.window.findChild(Question) is None)
        assert len(lines(page)) == 1


async def asked(room: Room) -> Question:
    await until(lambda: room.window.findChild(Question) is not None)
    return room.window.findChild(Question)


async def test_a_click_on_the_status_bar_leads_to_the_job(
    machine: Machine, open_room: OpenRoom
) -> None:
    claude(machine, default={"hang": True})
    async with open_room(runs=True) as room:
        job = await submit(room)
        await until(lambda: room.status.what.isVisible())
        room.status.what.click()
        page = room.window.tabs.front()
        assert isinstance(page, JobsPage)
        await reaches(page, job, JobStatus.RUNNING)
        assert page.route() == JobsRoute(job_id=job.id)
        assert page.list.lines[job.id].opened


async def test_the_process_of_a_running_job_is_seen_until_it_is_gone(
    machine: Machine, open_room: OpenRoom
) -> None:
    fake = claude(machine, default={"hang": True})
    async with open_room(runs=True) as room:
        page = await room.records()
        job = await submit(room)
        await until(lambda: called(fake), 15)
        await reaches(page, job, JobStatus.RUNNING)
        details = page.list.lines[job.id].details
        assert details is not None
        pid = process_of(fake)
        await until(lambda: f"claude {pid}" in " ".join(details.processes.texts()), 5)
        (said,) = details.processes.texts()
        assert " read" in said
        assert " of memory" in said
        assert details.processes.owner.isHidden()
        await until(lambda: details.processes.texts() != [said], 5)
        page.list.lines[job.id].button.click()
        await reaches(page, job, JobStatus.CANCELLED)
        assert details.processes.isHidden()


async def test_a_pause_holds_a_waiting_job_until_jobs_go_on(
    machine: Machine, open_room: OpenRoom
) -> None:
    fake = claude(machine, rules=GOOD)
    async with open_room(runs=True) as room:
        page = await room.records()
        page.head.pause.click()
        await until(page.paused.isVisible)
        job = await submit(room)
        await reaches(page, job, JobStatus.QUEUED)
        await until(lambda: page.list.lines[job.id].row.job.notes == (JobNote.PAUSED,), 5)
        assert fake.calls == []
        page.head.pause.click()
        await reaches(page, job, JobStatus.COMPLETED)
