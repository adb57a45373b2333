"""Jobs in a real database, with agents that are plain functions or real children."""

import asyncio
import logging
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.curation import ScriptedAgent, entries, entry, snapshot, topic, topics
from support.process import alive, gone, until, written_pid
from support.runner_process import HangingAgent
from support.runner_rig import Gate, Rig, caller, eventually, finds
from support.storage import S1, S2, S3, new, open_store
from vela_desktop.agents.protocol import AgentError
from vela_desktop.curation.leases import own_lease
from vela_desktop.curation.log import LogEvent, log_submitted
from vela_desktop.curation.runner import Runner
from vela_desktop.domain import limits
from vela_desktop.domain.entries import EntryChanges
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import EntriesReplaced, JobChanged
from vela_desktop.domain.jobs import Job, JobNote, JobStatus, Usage
from vela_desktop.process.identity import first_ticks
from vela_desktop.storage import entries as stored_entries
from vela_desktop.storage import jobs, snapshots, steps

DEAD = replace(own_lease(), pid=2**22 - 3, start_ticks=1)


async def test_a_job_runs_through_its_stages_to_saved_entries(rig: Rig) -> None:
    job = await rig.submit()
    await rig.started(caller(finds("Port", "Test")))
    ended = await rig.until(job)
    assert (ended.status, ended.entries, ended.error) == (JobStatus.COMPLETED, 2, None)
    assert (ended.usage.calls, ended.usage.input_tokens) == (3, 300)
    assert await rig.store.titles() == ["Port", "Test"]
    events = rig.store.events
    replaced = next(event for event in events if isinstance(event, EntriesReplaced))
    assert len(replaced.saved) == 2
    told = [event.status for event in events if isinstance(event, JobChanged)]
    assert (told[0], told[-1]) == ("queued", "completed")


async def test_nothing_found_clears_the_sessions_entries_and_says_so(rig: Rig) -> None:
    await rig.store.curate(new("Old"))
    job = await rig.submit()
    await rig.started(caller(finds()))
    ended = await rig.until(job)
    assert (ended.status, ended.notes) == (JobStatus.COMPLETED, (JobNote.NOTHING_FOUND,))
    assert await rig.store.titles() == []


async def test_a_poke_starts_a_job_that_was_submitted_later(rig: Rig) -> None:
    runner = Runner(rig.store.database, caller(finds()), rig.settings, poll_seconds=60)
    rig.runners.append(runner)
    await runner.start()
    job = await rig.submit()
    runner.poke()
    await rig.until(job)


async def test_jobs_over_the_cap_wait_and_say_so(rig: Rig) -> None:
    rig.settings.change(parallel_jobs=2)
    gate = Gate()
    waiting = [await rig.submit(session) for session in (S1, S2, S3)]
    await rig.started(gate.call)
    await gate.has_asked(2)
    held = await rig.job(waiting[2])
    assert (held.status, held.notes) == (JobStatus.QUEUED, (JobNote.WAITS_FOR_SLOT,))
    gate.open.set()
    for job in waiting:
        assert (await rig.until(job)).status is JobStatus.COMPLETED


async def test_two_runners_never_run_one_job_twice(rig: Rig, data: Path) -> None:
    second = await open_store(data)
    gate = Gate()
    gate.open.set()
    other = Runner(second.database, gate.call, rig.settings, poll_seconds=0.05)
    waiting = [await rig.submit(session) for session in (S1, S2, S3)]
    await rig.started(gate.call)
    await other.start()
    for job in waiting:
        await rig.until(job)
    await other.stop()
    await second.database.close()
    assert sorted(gate.asked) == sorted(job.id for job in waiting)


class TestStopping:
    async def running(self, rig: Rig) -> tuple[Job, Runner, int]:
        """Return a job whose agent hangs in a real child, and that child's process id."""
        mark = rig.folder / "child"
        runner = await rig.started(HangingAgent(mark, rig.folder).call)
        job = await rig.submit()
        runner.poke()
        await eventually(lambda: rig.has_child(job))
        return job, runner, written_pid(mark)

    async def test_a_running_job_shows_its_child(self, rig: Rig) -> None:
        job, _, pid = await self.running(rig)
        (child,) = (await rig.job(job)).children
        assert (child.pid, child.start_ticks) == (pid, first_ticks(pid))
        assert abs(child.started_at - time.time() * 1000) < 60_000

    async def test_cancel_ends_the_process_and_then_the_job(self, rig: Rig) -> None:
        await rig.store.curate(new("Old"))
        job, _, pid = await self.running(rig)
        await rig.cancel(job)
        assert (await rig.job(job)).status in {JobStatus.CANCELLING, JobStatus.CANCELLED}
        ended = await rig.until(job)
        assert (ended.status, ended.children) == (JobStatus.CANCELLED, ())
        assert not alive(pid)
        assert await rig.store.titles() == ["Old"]
        assert await rig.store.read(snapshots.get, job.source_id)

    async def test_another_process_may_ask_for_it(self, rig: Rig, data: Path) -> None:
        job, _, pid = await self.running(rig)
        second = await open_store(data)
        await second.write(jobs.request_cancel, job.id)
        await second.database.close()
        assert (await rig.until(job)).status is JobStatus.CANCELLED
        assert not alive(pid)

    async def test_a_new_submission_starts_when_the_old_process_is_gone(self, rig: Rig) -> None:
        old, _, pid = await self.running(rig)
        young = await rig.submit()
        assert young.notes == (JobNote.WAITS_FOR_PREDECESSOR,)
        running = await rig.until(young, JobStatus.RUNNING)
        assert running.notes == ()
        assert not alive(pid)
        assert (await rig.job(old)).status is JobStatus.CANCELLED

    async def test_closing_leaves_jobs_to_be_retried(self, rig: Rig) -> None:
        job, runner, pid = await self.running(rig)
        await runner.stop()
        ended = await rig.job(job)
        assert (ended.status, ended.error) == (JobStatus.FAILED, "memory_interrupted")
        assert not alive(pid)
        retried = await rig.retry(job)
        agent = ScriptedAgent()
        await rig.started(caller(agent))
        assert (await rig.until(retried)).status is JobStatus.COMPLETED
        assert len(agent.prompts) == 1, "the extract step was kept"

    async def test_a_job_taken_for_dead_lets_go_of_its_process(
        self, rig: Rig, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "BEAT_SECONDS", 0.02)
        job, _, pid = await self.running(rig)

        def end(unit: Any) -> Job | None:
            found = jobs.get(unit.connection, job.id)
            assert found
            assert found.lease
            return jobs.end_interrupted(unit, job.id, found.lease)

        assert await rig.store.write(end)
        assert await asyncio.to_thread(gone, pid)
        assert (await rig.job(job)).error == "memory_interrupted"

    async def test_beats_go_on_while_the_child_is_silent(
        self, rig: Rig, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "BEAT_SECONDS", 0.02)
        job, _, _ = await self.running(rig)
        before = (await rig.job(job)).lease
        assert before

        async def beats() -> bool:
            now = (await rig.job(job)).lease
            return now is not None and now.beat >= before.beat + 3

        await eventually(beats)


class TestFailures:
    async def failed(self, rig: Rig, reply: Any) -> Job:
        job = await rig.submit()
        await rig.started(caller(ScriptedAgent([reply] * 3)))
        ended = await rig.until(job)
        assert ended.status is JobStatus.FAILED
        return ended

    async def test_invalid_output_says_why(self, rig: Rig) -> None:
        ended = await self.failed(rig, "no JSON")
        assert ended.error == "memory_invalid_output"
        assert ended.details["tries"] == 3
        assert ended.usage.calls == 3

    async def test_a_tool_attempt_is_not_asked_again(self, rig: Rig) -> None:
        used = Usage(calls=1, input_tokens=7)
        error = AgentError(Code.PROCESS_FAILED, usage=used, reason="tool", again=False, tool="Bash")
        ended = await self.failed(rig, error)
        assert (ended.error, ended.usage) == ("memory_process_failed", used)
        assert ended.details == {"reason": "tool", "tool": "Bash"}

    async def test_the_end_of_stderr_is_kept_masked(self, rig: Rig) -> None:
        noise = "x" * 50 + "\n"
        tail = noise * 60 + "fatal: DB_PASSWORD=s3cr3tP4ss\n"
        error = AgentError(Code.PROCESS_FAILED, reason="exit code 1", again=False, stderr_tail=tail)
        kept = str((await self.failed(rig, error)).details["stderr_tail"])
        assert kept.endswith("fatal: DB_PASSWORD=[masked: password]\n")
        assert len(kept) <= 2_000
        assert kept.startswith("x" * 50 + "\n")

    async def test_what_nobody_expected_ends_the_job_too(
        self, rig: Rig, caplog: pytest.LogCaptureFixture
    ) -> None:
        assert (await self.failed(rig, RuntimeError("boom"))).error == "internal"
        assert "job failed unexpectedly" in caplog.text

    async def test_an_edit_meanwhile_is_a_conflict_and_is_kept(self, rig: Rig) -> None:
        (old,) = (await rig.store.curate(new("Port"))).saved
        gate = Gate()
        job = await rig.submit()
        await rig.started(gate.call)
        await gate.has_asked()
        await rig.store.write(stored_entries.save, old, 1, EntryChanges(body="By hand."))
        gate.open.set()
        ended = await rig.until(job)
        assert (ended.status, ended.error) == (JobStatus.FAILED, "memory_conflict")
        assert (await rig.store.entry(old)).body == "By hand."

    async def test_a_retry_pays_only_for_what_is_missing(self, rig: Rig) -> None:
        def merge(title: str, prompt: str) -> Any:
            broken = title == "B" and not mended
            return "no" if broken else entries(entry(title))

        mended: list[bool] = []
        agent = ScriptedAgent([topics(topic("A"), topic("B"))], merge)
        job = await rig.submit()
        await rig.started(caller(agent))
        assert (await rig.until(job)).error == "memory_invalid_output"
        assert len(agent.prompts) == 1 + 1 + 3
        mended.append(True)
        retried = await rig.retry(job)
        ended = await rig.until(retried)
        assert (ended.status, ended.usage.calls) == (JobStatus.COMPLETED, 1)
        assert len(agent.prompts) == 6
        kept = await rig.store.read(steps.of, job.lineage)
        assert [step.tries for step in kept] == [1, 1, 1]
        assert all(step.output is None for step in kept)


class TestRunningOne:
    async def test_it_returns_when_the_job_has_ended(self, rig: Rig) -> None:
        other, job = await rig.submit(S2), await rig.submit()
        ended = await rig.runner(caller(finds("A"))).run(job.id)
        assert (ended.status, ended.entries) == (JobStatus.COMPLETED, 1)
        assert (await rig.job(other)).status is JobStatus.QUEUED, "it is nobody's to run"

    async def test_it_follows_a_job_that_another_runs(self, rig: Rig) -> None:
        gate = Gate()
        job = await rig.submit()
        await rig.started(gate.call)
        await gate.has_asked()
        following = asyncio.create_task(rig.runner(caller(finds())).run(job.id))
        await asyncio.sleep(0.05)
        assert not following.done()
        gate.open.set()
        assert (await following).status is JobStatus.COMPLETED
        assert len(gate.asked) == 1

    async def test_it_ends_a_dead_predecessor_first(self, rig: Rig) -> None:
        old = await rig.submit()
        await rig.store.claim(DEAD)
        job = await rig.submit()
        assert (await rig.runner(caller(finds())).run(job.id)).status is JobStatus.COMPLETED
        assert (await rig.job(old)).status is JobStatus.CANCELLED

    async def test_a_stop_meanwhile_leaves_a_waiting_job_waiting(self, rig: Rig) -> None:
        rig.settings.change(parallel_jobs=1)
        await rig.submit()
        await rig.store.claim(own_lease())
        job = await rig.submit(S2)
        runner = rig.runner(caller(finds()))
        following = asyncio.create_task(runner.run(job.id))
        await asyncio.sleep(0.05)
        await runner.stop()
        assert (await following).status is JobStatus.QUEUED

    async def test_a_job_that_does_not_exist_is_not_found(self, rig: Rig) -> None:
        with pytest.raises(VelaError) as caught:
            await rig.runner(caller(finds())).run("nothing")
        assert caught.value.code is Code.NOT_FOUND


async def test_logs_tell_what_happened_and_no_ones_words(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    agent = ScriptedAgent(["canary answer", topics(topic("canary title", "canary content"))])
    job = await rig.store.submit(S1, snapshot(("1.0", "canary source")))
    log_submitted(job, "canary source")
    await rig.started(caller(agent))
    assert (await rig.until(job)).status is JobStatus.COMPLETED
    assert "canary" not in caplog.text
    await until(lambda: "job finished" in caplog.text)
    told = [record.getMessage() for record in caplog.records if ".curation" in record.name]
    events = [LogEvent.SUBMITTED, LogEvent.CLAIMED, LogEvent.STEP_STARTED, LogEvent.ASKED_AGAIN,
              LogEvent.STEP_FINISHED, LogEvent.STEP_STARTED, LogEvent.STEP_FINISHED,
              LogEvent.COMMITTED, LogEvent.FINISHED]  # fmt: skip
    assert [next(e for e in LogEvent if line.startswith(f"{e} ")) for line in told] == events
    assert all(f"job={job.id}" in line for line in told)
