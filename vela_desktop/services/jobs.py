"""Submitting, following, cancelling and retrying jobs."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

from vela_desktop.config.settings import LastChoice, SettingsStore
from vela_desktop.curation.log import log_ended, log_submitted
from vela_desktop.curation.runner import Runner
from vela_desktop.curation.source import SourceText
from vela_desktop.domain import rules
from vela_desktop.domain.entries import EntryRow, Group
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import ActorKind, Initiator, Via
from vela_desktop.domain.jobs import (
    Choice,
    ConflictEntry,
    EditedEntry,
    Job,
    JobOptions,
    JobQuery,
    JobRow,
    JobStatus,
    Preview,
    RunningProcess,
    Step,
)
from vela_desktop.domain.sessions import FoundSession
from vela_desktop.domain.values import Page
from vela_desktop.index.store import Index
from vela_desktop.services import job_work, reading
from vela_desktop.services.agents import AgentService
from vela_desktop.services.prefixes import only
from vela_desktop.services.sessions import Badges, SessionService, project_name, session_title
from vela_desktop.storage import entries, groups, jobs, names, snapshots, steps
from vela_desktop.storage.database import Database
from vela_desktop.storage.work_unit import UnitOfWork
from vela_desktop.work.pool import Work

logger = logging.getLogger(__name__)

_REPLACED_FIRST = (JobStatus.RUNNING, JobStatus.QUEUED, JobStatus.CANCELLING)


class JobService:
    """Jobs for one kind of user: the window or the command line."""

    def __init__(
        self,
        database: Database,
        index: Index,
        work: Work,
        sessions: SessionService,
        agents: AgentService,
        runner: Runner,
        settings: SettingsStore,
        via: Via,
    ) -> None:
        self._database = database
        self._index = index
        self._work = work
        self._sessions = sessions
        self._agents = agents
        self._runner = runner
        self._settings = settings
        self._person = Initiator(kind=ActorKind.PERSON, via=via)

    async def source(self, session_id: str, options: JobOptions) -> SourceText:
        """Return the text a job would read now.

        Raises ``session_not_found``, ``memory_no_transcript`` or ``memory_source_too_large``.
        """
        found = await self._sessions.found(session_id)
        return await self._read(found, options)

    async def preview(self, session_id: str, options: JobOptions) -> Preview:
        """Return what a job would send and replace, without starting one. Raises what ``source``
        raises."""
        found = await self._sessions.found(session_id)
        figures = await self._work.run(job_work.figures_of, self._index.path, found, options)
        replaced = await self._database.read(entries.replaceable, session_id)
        return Preview(
            session_id=session_id,
            origin=figures.origin,
            chars=figures.chars,
            segments=figures.segments,
            calls_low=figures.calls_low,
            calls_high=figures.calls_high,
            masked=dict(figures.masked),
            replaced=len(replaced),
            edited=tuple(_edited(row) for row in replaced if row.edited_by_hand),
            unfinished=await self._unfinished_of(session_id),
        )

    async def submit(
        self, session_id: str, choice: Choice, options: JobOptions, transcript: str | None = None
    ) -> Job:
        """Queue a job that reads the session now, replacing an unfinished one of the session.

        Where a person named one of its transcripts, *transcript* is the reference of that one: it
        alone is read. The source is kept as a snapshot before this returns, so a retry reads the
        same. How many calls run at once is what the settings say now, whatever *options* say. The
        choice is remembered; the other options only in the window, which asks for them anew with
        each job. Raises what ``source`` raises, ``memory_agent_unavailable``, and
        ``memory_invalid:model`` or ``…:effort``.
        """
        checked = Choice(
            agent=choice.agent,
            model=rules.check_model(choice.model),
            effort=rules.check_effort(choice.effort),
        )
        await self._agents.require(checked.agent)
        settings = await self._settings.refreshed()
        options = replace(options, parallel_calls=settings.parallel_calls)
        found = await self._sessions.found(session_id)
        if transcript is not None:
            found = replace(found, locations=(transcript,), recordings=())
        source = await self._read(found, options)
        job = await self._database.write(
            _submit, found, source, checked, options,
            initiator=self._person, operation="job.submit",
        )  # fmt: skip
        await self._remember(checked, options)
        await self._log_submitted(job, source.text)
        self._runner.poke()
        return job

    async def cancel(self, job_id: str) -> Job:
        """Cancel a waiting job, or ask a running one's process to end. A job that has ended
        meanwhile is returned as it is.

        Raises ``memory_not_found``.
        """
        job, ended_now = await self._database.write(
            _cancel, job_id, initiator=self._person, operation="job.cancel"
        )
        if ended_now:
            log_ended(job)
        self._runner.poke()
        return job

    async def retry(self, job_id: str) -> Job:
        """Submit a failed or cancelled job anew, on the same snapshot and with finished steps kept.

        Raises ``memory_not_found`` or ``memory_invalid:status``.
        """
        before = await self.get(job_id)
        await self._agents.require(before.job.agent)
        job = await self._database.write(
            jobs.retry, job_id, initiator=self._person, operation="job.retry"
        )
        snapshot = await self._database.read(snapshots.get, job.source_id)
        await self._log_submitted(job, snapshot.text if snapshot else "")
        self._runner.poke()
        return job

    async def delete(self, job_id: str) -> None:
        """Delete the record of a job that has ended. Its entries and its snapshot stay.

        Raises ``memory_not_found`` or ``memory_invalid:unfinished``.
        """
        await self._database.write(
            jobs.delete, job_id, initiator=self._person, operation="job.delete"
        )

    async def pause(self) -> None:
        """Start no waiting job from now on, in any process; running ones go on to their end."""
        await self._database.write(jobs.pause, initiator=self._person, operation="jobs.pause")

    async def resume(self) -> None:
        """Let waiting jobs start again."""
        await self._database.write(jobs.resume, initiator=self._person, operation="jobs.resume")
        self._runner.poke()

    async def paused(self) -> bool:
        """Tell whether no waiting job starts now."""
        return await self._database.read(jobs.is_paused)

    async def processes(self, job_id: str) -> tuple[RunningProcess, ...]:
        """Return the agent's processes of a job as they are now: to be asked again and again.

        Raises ``memory_not_found``.
        """
        return await self._runner.processes(job_id)

    async def edited_since(self, job_id: str) -> tuple[ConflictEntry, ...]:
        """Return what a retry of a job would undo: first the entries it would replace that made the
        job end with ``memory_conflict`` or that a person edited since, as they are now; then those
        of the conflict that are missing, which it may bring back. Raises ``memory_not_found``.
        """
        job = (await self.get(job_id)).job
        conflict = {entry.id: entry for entry in job.in_conflict}
        rows = await self._database.read(entries.replaceable, job.session_id)
        edited = (
            ConflictEntry(id=row.id, title=row.title, version=row.version)
            for row in rows
            if row.id in conflict
            or (row.edited_by_hand and row.version != job.baseline.get(row.id))
        )
        gone = conflict.keys() - {row.id for row in rows}
        missing = (replace(entry, version=None) for key, entry in conflict.items() if key in gone)
        return (*edited, *missing)

    async def run(self, job_id: str) -> Job:
        """Have this process do a job unless another one already does; return it when it ended."""
        return await self._runner.run(job_id)

    def runs_here(self, job_id: str) -> bool:
        """Tell whether this process runs the job now."""
        return self._runner.runs(job_id)

    async def get(self, job_id: str) -> JobRow:
        """Return a job with its names; raises ``memory_not_found``."""
        row = await self._database.read(jobs.row, job_id)
        if row is None:
            raise VelaError(Code.NOT_FOUND, kind="job", id=job_id)
        return row

    async def id_of(self, prefix: str) -> str:
        """Return the id of the one job whose id is or begins with *prefix*.

        Raises ``memory_not_found``, or ``memory_ambiguous`` with the ids in ``ids``.
        """
        return only("job", prefix, await self._database.read(jobs.by_prefix, prefix))

    async def rows(self, query: JobQuery) -> Page[JobRow]:
        """Return one page of the records, newest first."""
        return await self._database.read(jobs.rows, query)

    async def page_of(self, job_id: str, query: JobQuery) -> int | None:
        """Return the page of the records that a job is on, or None where *query* has it not."""
        return await self._database.read(jobs.page_of, job_id, query)

    async def projects(self) -> tuple[Group, ...]:
        """Return the projects that have jobs, by name."""
        return await self._database.read(jobs.projects)

    async def unfinished(self) -> tuple[Job, ...]:
        """Return the jobs that wait, run or are being cancelled, newest first."""
        return await self._database.read(jobs.unfinished)

    async def waiting(self) -> tuple[Job, ...]:
        """Return the jobs that wait, newest first."""
        return tuple(job for job in await self.unfinished() if job.status is JobStatus.QUEUED)

    async def running(self) -> tuple[JobRow, ...]:
        """Return the unfinished jobs with the names they are shown by, newest first."""
        return await self._database.read(jobs.unfinished_rows)

    async def steps(self, job_id: str) -> tuple[Step, ...]:
        """Return the finished steps of a job and of those it retries, without their outputs."""
        row = await self.get(job_id)
        return await self._database.read(steps.of, row.job.lineage, True)

    async def badges(self) -> Badges:
        """Return what the session list shows of entries and running jobs."""
        counts = await self._database.read(groups.counts)
        unfinished = await self.unfinished()
        return Badges(entries=counts, curating=frozenset(job.session_id for job in unfinished))

    async def _read(self, found: FoundSession, options: JobOptions) -> SourceText:
        return await self._work.run(reading.source_of, self._index.path, found, options)

    async def _log_submitted(self, job: Job, text: str) -> None:
        await asyncio.to_thread(log_submitted, job, text)
        for replaced in await self._database.read(jobs.replaced_by, job):
            log_ended(replaced)

    async def _unfinished_of(self, session_id: str) -> JobStatus | None:
        found = {job.status for job in await self.unfinished() if job.session_id == session_id}
        return next((status for status in _REPLACED_FIRST if status in found), None)

    async def _remember(self, choice: Choice, options: JobOptions) -> None:
        changes: dict[str, Any] = {
            "last_choice": LastChoice(agent=choice.agent, model=choice.model, effort=choice.effort)
        }
        if self._person.via is Via.GUI:
            changes["mask_secrets"] = options.mask_secrets
            changes["command_excerpts"] = options.command_excerpts
        try:
            await self._settings.save(**changes)
        except OSError as error:
            logger.warning("last choice not kept: %s", type(error).__name__)


def _edited(row: EntryRow) -> EditedEntry:
    return EditedEntry(id=row.id, title=row.title, version=row.version, updated_at=row.updated_at)


def _cancel(unit: UnitOfWork, job_id: str) -> tuple[Job, bool]:
    """Return the job as it is then, and whether that ended it."""
    before = jobs.get(unit.connection, job_id)
    job = jobs.request_cancel(unit, job_id)
    return job, job.status is JobStatus.CANCELLED and job != before


def _submit(
    unit: UnitOfWork, found: FoundSession, source: SourceText, choice: Choice, options: JobOptions
) -> Job:
    names.freeze(
        unit,
        session_id=found.id,
        agent=found.agent,
        native_id=found.facts.native_id,
        session_name=session_title(found),
        project_id=found.project_id,
        project_name=project_name(found.project_root),
    )
    snapshot = snapshots.keep(unit, found.id, source.origin, source.text, dict(source.masked))
    new = jobs.NewJob(
        session_id=found.id,
        project_id=found.project_id,
        source_id=snapshot.id,
        agent=choice.agent,
        model=choice.model,
        effort=choice.effort,
        options=options,
    )
    return jobs.submit(unit, new)
