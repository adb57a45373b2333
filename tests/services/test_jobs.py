"""Jobs as a service: previews, submissions and retries, and what the records are asked for."""

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from support.curation import topic, topics
from support.fake_agents import fake_claude
from support.index import Machine
from support.machines import machine_with
from support.storage import OWNER, Store, new
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import AgentSettings, LastChoice, SettingsStore
from vela_desktop.domain import limits
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import EntryChanges, EntryQuery
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import Event, JobsPaused, Via
from vela_desktop.domain.jobs import Choice, Job, JobNote, JobOptions, JobQuery, JobStatus
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.storage import jobs
from vela_desktop.wiring import build
from vela_desktop.wiring.services import Services

BUILTIN = Choice(agent=Agent.BUILTIN)


@pytest.fixture
def machine(tmp_path: Path, empty_base: Path) -> Machine:
    made = machine_with(tmp_path)
    made.scan()
    shutil.copy(empty_base, Paths(made.home / "data").database)
    return made


@pytest.fixture
async def services(machine: Machine) -> AsyncIterator[Services]:
    async with AsyncExitStack() as stack:
        opened = build(machine.home / "data", Via.GUI, machine.variables)
        yield await stack.enter_async_context(opened)


@pytest.fixture
def store(services: Services) -> Store:
    return Store(services.reading.paths.data, services.database, [])


async def session(services: Services, text: str = "Invitations") -> str:
    page = await services.reading.sessions.list(SessionQuery(text=text))
    return page.items[0].id


async def submitted(services: Services, text: str = "Invitations") -> Job:
    return await services.jobs.submit(await session(services, text), BUILTIN, JobOptions())


async def failed(services: Services, store: Store, job: Job, error: str, **details: object) -> Job:
    """Have a waiting job start and fail."""
    await store.write(jobs.claim, OWNER, 99, job.id)
    await store.write(jobs.finish, job.id, OWNER, JobStatus.FAILED, error, details)
    return (await services.jobs.get(job.id)).job


async def test_a_submission_and_a_retry_are_logged_without_words(
    services: Services, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "vela_desktop.curation"):
        job = await submitted(services)
        await failed(services, store, job, Code.TIMEOUT)
        again = await services.jobs.retry(job.id)
    told = [line for line in caplog.messages if line.startswith("job submitted")]
    assert [f"job={one.id}" in line for one, line in zip((job, again), told, strict=True)]
    digests = {line.partition("sha256=")[2] for line in told}
    assert len(digests) == 1
    assert all("expiry" not in line for line in told)


async def test_a_submission_remembers_the_choice_and_its_options(services: Services) -> None:
    options = JobOptions(mask_secrets=False, command_excerpts=True)
    await services.jobs.submit(await session(services), BUILTIN, options)
    now = services.reading.settings.now
    assert now.last_choice == LastChoice(agent="builtin")
    assert (now.mask_secrets, now.command_excerpts) == (False, True)


async def test_what_the_command_line_asks_for_once_is_no_setting(machine: Machine) -> None:
    data = machine.home / "data"
    window = SettingsStore(Paths(data).settings)
    window.change(parallel_jobs=1, last_choice=LastChoice(agent="codex", model="m"))
    async with build(data, Via.CLI, machine.variables) as services:
        window.change(mask_secrets=False, theme="dark")
        options = JobOptions(mask_secrets=True, command_excerpts=True)
        await services.jobs.submit(await session(services), BUILTIN, options)
    now = SettingsStore(Paths(data).settings).now
    assert now.last_choice == LastChoice(agent="builtin")
    assert (now.parallel_jobs, now.theme) == (1, "dark")
    assert (now.mask_secrets, now.command_excerpts) == (False, False)


async def test_the_cap_is_what_another_process_has_just_made_it(
    services: Services, store: Store
) -> None:
    other = await store.submit("5" * 8 + "-0000-5000-8000-000000000000")
    await store.write(jobs.claim, OWNER, 99, other.id)
    elsewhere = SettingsStore(services.reading.settings.path)
    elsewhere.change(parallel_calls=3)
    job = await submitted(services)
    assert job.options.parallel_calls == 3
    elsewhere.change(parallel_jobs=1)
    running = asyncio.create_task(services.jobs.run(job.id))
    await asyncio.sleep(0.3)
    waiting = (await services.jobs.get(job.id)).job
    assert (waiting.status, waiting.notes) == (JobStatus.QUEUED, (JobNote.WAITS_FOR_SLOT,))
    elsewhere.change(parallel_jobs=2)
    async with asyncio.timeout(30):
        assert (await running).status is JobStatus.COMPLETED


async def test_cancelling_what_has_ended_returns_it_as_it_is(
    services: Services, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    job = await failed(services, store, await submitted(services), Code.TIMEOUT)
    assert await services.jobs.cancel(job.id) == job
    waiting = await submitted(services)
    caplog.clear()
    with caplog.at_level(logging.INFO, "vela_desktop.curation"):
        cancelled = await services.jobs.cancel(waiting.id)
        assert await services.jobs.cancel(waiting.id) == cancelled
    assert [line.split(" session=")[0] for line in caplog.messages] == [
        f"job cancelled job={waiting.id}"
    ]


async def test_settings_that_cannot_be_written_keep_no_job_from_being_submitted(
    services: Services,
) -> None:
    paths = services.reading.paths
    paths.settings.unlink(missing_ok=True)
    paths.settings.mkdir()
    (paths.settings / "in the way").touch()
    assert (await submitted(services)).status is JobStatus.QUEUED


async def test_a_preview_tells_which_unfinished_job_would_be_replaced(
    services: Services, store: Store
) -> None:
    key = await session(services)
    assert (await services.jobs.preview(key, JobOptions())).unfinished is None
    job = await submitted(services)
    assert (await services.jobs.preview(key, JobOptions())).unfinished is JobStatus.QUEUED
    await store.write(jobs.claim, OWNER, 99, job.id)
    assert (await services.jobs.preview(key, JobOptions())).unfinished is JobStatus.RUNNING
    await submitted(services)
    assert (await services.jobs.preview(key, JobOptions())).unfinished is JobStatus.QUEUED


async def test_edited_entries_are_those_a_retry_would_replace(
    services: Services, store: Store
) -> None:
    key = await session(services)
    await store.curate(*(new(f"Entry {number}") for number in range(4)), session=key)
    page = await services.entries.rows(EntryQuery(session_id=key, sort="title"))
    first, second, third, _ = page.items
    job = await store.submit(key)
    await store.write(jobs.claim, OWNER, 99, job.id)
    for row in (first, second):
        await services.entries.save(row.id, row.version, EntryChanges(summary="Mine."))
    listed = [(first.id, first.title, 2), ("gone", "Gone", None)]
    conflict = [{"id": key, "title": title, "version": version} for key, title, version in listed]
    await store.write(
        jobs.finish, job.id, OWNER, JobStatus.FAILED, Code.CONFLICT, {"entries": conflict}
    )
    await services.entries.save(third.id, third.version, EntryChanges(summary="Later."))
    found = await services.jobs.edited_since(job.id)
    assert [(entry.title, entry.version) for entry in found] == [
        ("Entry 0", 2), ("Entry 1", 2), ("Entry 2", 2), ("Gone", None),
    ]  # fmt: skip


async def test_edited_entries_of_an_unknown_job_are_an_error(services: Services) -> None:
    with pytest.raises(VelaError) as caught:
        await services.jobs.edited_since("no such job")
    assert caught.value.code is Code.NOT_FOUND


async def test_a_job_is_found_on_its_page_of_the_records(store: Store, services: Services) -> None:
    made = [await store.submit(f"{n:0>8}-0000-5000-8000-000000000000") for n in range(45)]
    assert await services.jobs.page_of(made[-1].id, JobQuery()) == 1
    assert await services.jobs.page_of(made[-limits.PAGE_SIZE].id, JobQuery()) == 1
    assert await services.jobs.page_of(made[0].id, JobQuery()) == 2
    assert await services.jobs.page_of(made[0].id, JobQuery(status=JobStatus.FAILED)) is None
    assert await services.jobs.page_of("no such job", JobQuery()) is None


async def test_projects_are_those_that_have_jobs(store: Store, services: Services) -> None:
    for number, project in enumerate("qpp"):
        await store.submit(f"{number:0>8}-0000-5000-8000-000000000000", project=project)
    found = await services.jobs.projects()
    assert [(group.name, group.count) for group in found] == [("Project p", 2), ("Project q", 1)]


async def test_a_retry_needs_its_agent(services: Services, store: Store, machine: Machine) -> None:
    fake = fake_claude(machine.home / "agents", default={"data": topics(topic("A"))})
    services.reading.settings.change(agents={"claude": AgentSettings(executable=str(fake.path))})
    choice = Choice(agent=Agent.CLAUDE)
    job = await services.jobs.submit(await session(services), choice, JobOptions())
    await failed(services, store, job, Code.TIMEOUT)
    fake.path.unlink()
    with pytest.raises(VelaError) as caught:
        await services.jobs.retry(job.id)
    assert caught.value.code is Code.AGENT_UNAVAILABLE


async def test_waiting_jobs_that_are_replaced_or_cancelled_are_logged_too(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    await services.jobs.pause()
    with caplog.at_level(logging.INFO, "vela_desktop.curation"):
        first = await submitted(services)
        second = await submitted(services)
        await services.jobs.cancel(second.id)
    ends = [line for line in caplog.messages if not line.startswith("job submitted")]
    assert [line.split(" session=")[0] for line in ends] == [
        f"job replaced job={first.id}", f"job cancelled job={second.id}",
    ]  # fmt: skip


async def test_a_job_keeps_how_many_calls_the_settings_allowed_when_it_was_submitted(
    services: Services,
) -> None:
    await services.jobs.pause()
    services.reading.settings.change(parallel_calls=4)
    job = await submitted(services)
    services.reading.settings.change(parallel_calls=2)
    await services.jobs.cancel(job.id)
    again = await services.jobs.retry(job.id)
    assert (job.options.parallel_calls, again.options.parallel_calls) == (4, 4)
    assert (await submitted(services)).options.parallel_calls == 2


async def test_paused_jobs_start_when_they_are_resumed(services: Services) -> None:
    events: list[Event] = []
    services.reading.bus.subscribe(events.append)
    await services.jobs.pause()
    assert await services.jobs.paused()
    job = await submitted(services)
    running = asyncio.create_task(services.jobs.run(job.id))
    await asyncio.sleep(0.2)
    waiting = (await services.jobs.get(job.id)).job
    assert (waiting.status, waiting.notes) == (JobStatus.QUEUED, (JobNote.PAUSED,))
    await services.jobs.resume()
    assert (await running).status is JobStatus.COMPLETED
    told = [event for event in events if isinstance(event, JobsPaused)]
    assert told == [JobsPaused(paused=True), JobsPaused(paused=False)]
    assert await services.jobs.processes(job.id) == ()


async def test_a_deleted_record_is_gone_and_its_snapshot_is_not(
    services: Services, store: Store
) -> None:
    job = await failed(services, store, await submitted(services), Code.TIMEOUT)
    await services.jobs.delete(job.id)
    with pytest.raises(VelaError) as caught:
        await services.jobs.get(job.id)
    assert caught.value.code is Code.NOT_FOUND
    assert (await services.entries.snapshot(job.source_id)).text
