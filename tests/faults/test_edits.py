"""A person, or another session's job, changes entries while a job runs that would replace them."""

from collections.abc import AsyncIterator

import pytest

from support.curation import entries, entry, topic, topics
from support.fake_agents import FakeAgent
from support.faults import LONG, PATIENCE, SHORT, Scene
from support.process import until
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import EntryChanges
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Job, JobStatus
from vela_desktop.storage import links, unlink

MERGED = {"data": entries(entry("A", "Found anew."))}


@pytest.fixture
async def running(scene: Scene, claude: FakeAgent) -> AsyncIterator["Running"]:
    """A job that waits for its last answer, on a session with the entries A, Old and Older."""
    ids = await scene.knows("A", "Old", "Older")
    claude.script({"data": topics(topic("A"))}, MERGED | {"waits": "go"}, rules=[])
    await scene.services.runner.start()
    job = await scene.submit()
    await until(lambda: len(claude.calls) == 2, PATIENCE)
    yield Running(scene, claude, job, ids)
    claude.let("go")


class Running:
    """The job, and the entries it would replace."""

    def __init__(self, scene: Scene, claude: FakeAgent, job: Job, ids: tuple[str, ...]) -> None:
        self.scene = scene
        self.claude = claude
        self.job = job
        self.same, self.old, self.older = ids

    async def edit(self, key: str, body: str) -> None:
        """Save other words as a person does."""
        now = await self.scene.services.entries.get(key)
        await self.scene.services.entries.save(key, now.version, EntryChanges(body=body))

    async def end(self) -> Job:
        """Let the agent answer, and return the job as it ended."""
        self.claude.let("go")
        return await self.scene.ended(self.job.id)


async def test_an_edit_of_an_entry_that_stays_is_a_conflict_until_it_is_retried(
    running: Running,
) -> None:
    scene = running.scene
    await running.edit(running.same, "By hand.")
    before = scene.rows()
    job = await running.end()
    assert job.error == Code.CONFLICT
    await scene.check(job, before, "changed while the job ran")
    assert (await scene.services.entries.get(running.same)).body == "By hand."
    shown = await scene.services.jobs.edited_since(job.id)
    assert [row.id for row in shown] == [running.same]
    calls = len(running.claude.calls)
    again = await scene.retry(job)
    await scene.check(again, before)
    assert len(running.claude.calls) == calls, "every step was kept"
    assert (await scene.services.entries.get(running.same)).body == "Found anew."
    history = await scene.services.entries.history(running.same)
    assert len(history) == 3, "the edit is in the history"


async def test_an_edit_of_an_entry_that_would_go_is_a_conflict(running: Running) -> None:
    scene = running.scene
    await running.edit(running.old, "By hand.")
    before = scene.rows()
    job = await running.end()
    assert job.error == Code.CONFLICT
    await scene.check(job, before, "changed while the job ran")
    assert (await scene.services.entries.get(running.old)).body == "By hand."


async def test_an_entry_deleted_meanwhile_is_a_conflict_and_stays_deleted(
    running: Running,
) -> None:
    scene = running.scene
    await scene.store.write(unlink.delete_entries, [running.same])
    before = scene.rows()
    job = await running.end()
    assert (job.error, job.details["missing"]) == (Code.CONFLICT, 1)
    assert [(one.id, one.title, one.missing) for one in job.in_conflict] == [
        (running.same, "A", True)
    ]
    await scene.check(job, before, "changed while the job ran")
    assert await scene.titles() == ["Old", "Older"]


async def test_an_edit_before_the_job_began_is_replaced_as_announced(
    scene: Scene, claude: FakeAgent
) -> None:
    (key,) = await scene.knows("A")
    await scene.services.entries.save(key, 1, EntryChanges(body="By hand."))
    claude.script({"data": topics(topic("A"))}, MERGED, rules=[])
    before = scene.rows()
    await scene.check(await scene.curate(), before)
    assert (await scene.services.entries.get(key)).body == "Found anew."


async def test_another_sessions_job_that_unlinks_one_of_ours_is_no_conflict(
    scene: Scene, claude: FakeAgent, codex: FakeAgent
) -> None:
    ours, _ = await scene.knows("A", "Old")
    (theirs,) = await scene.knows("Theirs", text=LONG)
    await scene.store.write(links.write_related, {ours: (theirs,)})
    claude.script({"data": topics(topic("A"))}, MERGED | {"waits": "go"}, rules=[])
    codex.script(rules=[], default={"data": topics()})
    await scene.services.runner.start()
    job = await scene.submit(SHORT)
    await until(lambda: len(claude.calls) == 2, PATIENCE)
    other = await scene.ended((await scene.submit(LONG, Agent.CODEX)).id)
    assert other.status is JobStatus.COMPLETED
    assert await scene.services.entries.related(ours) == ()
    newest, *_ = await scene.services.entries.history(ours)
    assert newest.author == "unlink"
    before = scene.rows()
    claude.let("go")
    job = await scene.ended(job.id)
    assert job.status is JobStatus.COMPLETED, job.error
    await scene.check(job, before)
    assert (await scene.services.entries.get(ours)).body == "Found anew."
