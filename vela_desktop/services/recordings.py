"""Recordings of terminals: taken in, rendered once, and attached to the session they show."""

import asyncio
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.paths import Paths
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.errors import Code, RecordingReason, VelaError
from vela_desktop.domain.events import ActorKind, Initiator, RecordingAttached, SessionsFound, Via
from vela_desktop.domain.ids import UNKNOWN_PROJECT, project_id, session_id
from vela_desktop.domain.recordings import RecordedSession, Recording
from vela_desktop.domain.sessions import (
    FoundSession,
    Location,
    SessionFacts,
    SessionQuery,
    SessionRow,
)
from vela_desktop.index import scan
from vela_desktop.index.store import Index
from vela_desktop.process.program_names import own_name
from vela_desktop.process.surely import surely
from vela_desktop.services import recording_work
from vela_desktop.services.recording_work import Admitted
from vela_desktop.services.scanning import Scanner
from vela_desktop.services.sessions import Recorded, SessionService, session_title
from vela_desktop.services.unfinished import Made, abandoned
from vela_desktop.sources.files import shown
from vela_desktop.storage import recordings
from vela_desktop.storage.database import Database
from vela_desktop.storage.work_unit import UnitOfWork
from vela_desktop.work.pool import Lane, Work

logger = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
"""Hears how many bytes of how many are rendered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What became of a recording that was just made."""

    session_id: str | None
    """The session that it is or belongs to; None where nothing was seen."""
    several: bool
    """Whether it is alone because several sessions were written meanwhile."""


class RecordingService:
    """Takes recordings in for one kind of user: the window or the command line."""

    def __init__(
        self,
        paths: Paths,
        database: Database,
        index: Index,
        work: Work,
        sessions: SessionService,
        scanner: Scanner,
        bus: EventBus,
        via: Via,
    ) -> None:
        self._paths = paths
        self._database = database
        self._index = index
        self._work = work
        self._sessions = sessions
        self._scanner = scanner
        self._bus = bus
        self._person = Initiator(kind=ActorKind.PERSON, via=via)

    async def recorded(self) -> Recorded:
        """Return the sessions that have recordings, as they were known at the last one, by id."""
        known = await self._database.read(recordings.attached)
        return {one.id: _found(one, self._paths.attached) for one in known}

    async def add(self, path: Path, to: str | None = None, progress: Progress | None = None) -> str:
        """Take in the recording at *path*, and return the id of the session it then is or belongs
        to: *to*, else the one it was attached to before, else one of its own. The file itself stays
        as it is. Until its text is there nobody sees it; when this is cancelled before that, or its
        process dies, nothing was taken in.

        Raises ``memory_invalid:recording`` for a file that is none or shows nothing,
        ``source_gone``, ``source_unreadable``, ``session_not_found``, and ``data_…``.
        """
        session = await self._sessions.found(to) if to else None
        folder = self._paths.attached if session else self._paths.recordings
        admitted = await self._admit(path, folder)
        try:
            if session is None and (known := await self._attached_to(admitted.sha256)):
                await self._give_up(admitted)
                return known
            await self._render(admitted, progress)
            name, check = shown(path.name), recording_work.check_seen
            await self._work.run(check, admitted, name, lane=Lane.LATER)
        except BaseException:
            await surely(self._give_up(admitted))
            raise
        placed = await self._put(admitted)
        if session is None:
            return await self._register(placed)
        await self._attach(session, placed)
        return session.id

    async def keep(self, path: Path, made: Made) -> Kept:
        """Take in the recording at *path*, which was just made, as part of the session that an
        agent wrote meanwhile, if that is one and no other; then remove *path*. Where nothing was
        seen there is nothing to keep.

        Raises what ``add`` raises; *path* is then still there.
        """
        await self._scanner.scan()
        page = await self._sessions.list(SessionQuery())
        meant = written_meanwhile(page.items, made)
        try:
            kept = await self.add(path, meant[0].id if len(meant) == 1 else None)
        except VelaError as error:
            if error.details.get("reason") != RecordingReason.NOTHING_SEEN:
                raise
            kept = None
        await asyncio.to_thread(path.unlink, missing_ok=True)
        return Kept(session_id=kept, several=len(meant) > 1)

    async def recover(self) -> None:
        """Take up what programs that died left: their recordings, and copies half taken in. Then
        render what has no text, or that of another version."""
        await self.take_in_abandoned()
        for folder in (self._paths.recordings, self._paths.attached):
            await self._work.run(recording_work.remove_abandoned, folder, lane=Lane.LATER)
            try:
                await self._render_again(folder)
            except VelaError as error:
                logger.warning("recordings were not rendered: %s", error.wire)

    async def take_in_abandoned(self) -> None:
        """Take in the recordings of programs that died while they made them, and remove those that
        died before there was anything to record."""
        for path in await asyncio.to_thread(abandoned, self._paths.unfinished):
            try:
                await self.add(path)
            except VelaError as error:
                logger.warning("a recording was not recovered: %s", error.wire)
                if error.code is not Code.INVALID:
                    continue
            await asyncio.to_thread(path.unlink, missing_ok=True)

    async def _render_again(self, folder: Path) -> None:
        unrendered = recording_work.unrendered
        for admitted in await self._work.run(unrendered, folder, lane=Lane.LATER):
            try:
                await self._render(admitted, None)
            except VelaError as error:
                logger.warning("a recording was not rendered: %s", error.wire)

    async def _admit(self, path: Path, folder: Path) -> Admitted:
        """Copy the recording in. A worker that copies cannot be stopped: where this is cancelled
        meanwhile, what it did is undone."""
        work = self._work.run(recording_work.admit, path, folder, own_name(), lane=Lane.LATER)
        copying = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(copying)
        except asyncio.CancelledError:
            with suppress(VelaError):
                await surely(self._give_up(await copying))
            raise

    async def _put(self, admitted: Admitted) -> Admitted:
        """Put the recording in its place. One that is a session of its own is in from there on,
        also where this is cancelled: another program may count on it."""
        putting = asyncio.ensure_future(
            self._work.run(recording_work.put, admitted, lane=Lane.LATER)
        )
        try:
            return await asyncio.shield(putting)
        except asyncio.CancelledError:
            if admitted.place.parent == self._paths.attached:
                with suppress(VelaError):
                    await surely(self._withdraw(await putting))
            raise
        except VelaError:
            await surely(self._give_up(admitted))
            raise

    async def _give_up(self, admitted: Admitted) -> None:
        await self._work.run(recording_work.give_up, admitted, lane=Lane.LATER)

    async def _render(self, admitted: Admitted, progress: Progress | None) -> None:
        """Render in slices, so that what a person waits for takes its turn."""
        while True:
            state = await self._work.run(recording_work.render, admitted, lane=Lane.LATER)
            if progress:
                progress(state.done, state.total)
            if state.finished:
                return

    async def _attached_to(self, sha256: str) -> str | None:
        """Return the id of the session that the recording belongs to already."""
        known = await self._database.read(recordings.attached)
        owners = (one.id for one in known if sha256 in {each.sha256 for each in one.recordings})
        return next(owners, None)

    async def _register(self, admitted: Admitted) -> str:
        location = Location(Agent.TERMINAL, admitted.ref)
        found = await self._work.run(scan.register, self._index.path, location)
        self._bus.publish(SessionsFound(changed=(found.id,)))
        return found.id

    async def _attach(self, session: FoundSession, admitted: Admitted) -> None:
        """Note that the recording is the session's. A write that is cancelled is carried out all
        the same: only one that failed leaves a copy that nobody needs."""
        try:
            await self._database.write(
                _attach, session, admitted, initiator=self._person, operation="recording.attach"
            )
        except VelaError:
            await surely(self._withdraw(admitted))
            raise
        if await self._work.run(recording_work.forget, self._paths.recordings, admitted):
            await self._scanner.scan()

    async def _withdraw(self, admitted: Admitted) -> None:
        """Remove the copy of a recording that was to be attached, unless it is to another session
        by now."""
        if await self._attached_to(admitted.sha256) is None:
            await self._work.run(recording_work.forget, self._paths.attached, admitted)


def written_meanwhile(rows: tuple[SessionRow, ...], made: Made) -> list[SessionRow]:
    """Return the session that an agent wrote to while a recording was made: in the same folder the
    one written to last, else the one in a folder below, else the only one. Those of the agent whose
    program was recorded come first. Several are returned where nothing tells which it is.
    """
    written = [
        row
        for row in rows
        if row.agent is not Agent.TERMINAL and row.last_at is not None and row.last_at >= made.since
    ]
    here = os.path.realpath(made.cwd)
    folders = {row.id: os.path.realpath(row.cwd) for row in written if row.cwd}
    if same := [row for row in written if folders.get(row.id) == here]:
        return [max(_of_program(same, made), key=lambda row: row.last_at or 0)]
    below = [row for row in written if Path(here) in Path(folders.get(row.id, "")).parents]
    return _of_program(below or written, made)


def _of_program(rows: list[SessionRow], made: Made) -> list[SessionRow]:
    return [row for row in rows if ADAPTERS[row.agent].executable == made.program] or rows


def _attach(unit: UnitOfWork, session: FoundSession, admitted: Admitted) -> None:
    before = {one.id: one for one in recordings.attached(unit.connection)}.get(session.id)
    listed = before.recordings if before else ()
    new = Recording(sha256=admitted.sha256, name=admitted.path.name, added_at=unit.now)
    if new.sha256 in {one.sha256 for one in listed}:
        return
    facts = session.facts
    recordings.attach(
        unit,
        RecordedSession(
            id=session.id,
            agent=session.agent,
            native_id=facts.native_id,
            title=session_title(session),
            project_root=session.project_root,
            cwd=facts.cwd,
            started_at=facts.started_at,
            last_at=facts.last_at,
            recordings=(*listed, new),
        ),
    )
    alone = session_id(Agent.TERMINAL, new.sha256)
    unit.emit(RecordingAttached(session_id=session.id, alone=alone))


def _found(known: RecordedSession, folder: Path) -> FoundSession:
    refs = (str(folder / one.sha256 / one.name) for one in known.recordings)
    return FoundSession(
        id=known.id,
        agent=known.agent,
        facts=SessionFacts(
            native_id=known.native_id,
            title=known.title,
            cwd=known.cwd,
            started_at=known.started_at,
            last_at=known.last_at,
        ),
        project_id=project_id(known.project_root) if known.project_root else UNKNOWN_PROJECT,
        project_root=known.project_root,
        locations=(),
        size=0,
        mtime_ns=0,
        recordings=tuple(refs),
    )
