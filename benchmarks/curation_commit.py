"""What it costs to commit a job whose entries replace those of the job before.

Ours and bare SQLite both rehearse: they do the same once before and roll it back, so that what a
process does only once, such as compiling statements, is not measured.
"""

import asyncio
import gc
import itertools
import random
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

from benchmarks import bare_commit
from benchmarks.harness import Result, compare, timed
from benchmarks.words import Pool
from vela_desktop.config.paths import Paths
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.entries import Citation, Kind, NewEntry
from vela_desktop.domain.events import Initiator, Via
from vela_desktop.domain.jobs import Job, JobOptions, Lease
from vela_desktop.domain.routes import format_citation
from vela_desktop.storage import jobs, names, replace, snapshots
from vela_desktop.storage.database import Database
from vela_desktop.storage.work_unit import UnitOfWork

FACTOR = 3.0
"""How many times the time of bare SQLite with the same rows a commit may take."""

LEASE = Lease(host="here", boot_id="boot", pid=1, start_ticks=1)
JOB = Initiator(via=Via.JOB)
SESSION = "00000001-0000-5000-8000-000000000000"


class _RehearsedError(Exception):
    """Rolls a rehearsal back."""


def measure(folder: Path, *, entries: int, size: int, pairs: int) -> list[Result]:
    """Replace *entries* of *size* bytes each, ours and bare SQLite by turns: by entries with the
    same titles, which are written over them, and by others, for which they are deleted.

    Raises RuntimeError where both did not write as many rows of the same text.
    """
    ready = folder / "ready"
    job = asyncio.run(_prepare(ready, _entries(random.Random(1), entries, size, "Topic")))
    folders = (folder / str(number) for number in itertools.count())
    name = f"commit {entries} replaced entries of {size / 1000:.0f} KB"
    results = []
    for title, more in (("Topic", ""), ("Other", ", others")):
        found = _entries(random.Random(2), entries, size, title)
        results.append(_compare(f"{name}{more}", ready, job, found, folders, pairs))
    return results


def _compare(
    name: str,
    ready: Path,
    job: Job,
    found: Sequence[NewEntry],
    folders: Iterator[Path],
    pairs: int,
) -> Result:
    first = _copy(ready, next(folders))
    asyncio.run(_commit(first, job, found))
    rows = bare_commit.read(Paths(ready).database, first.database)
    written = {bare_commit.counted(first.database)}

    def ours() -> float:
        paths = _copy(ready, next(folders))
        seconds = asyncio.run(_commit(paths, job, found))
        written.add(bare_commit.counted(paths.database))
        return seconds

    def reference() -> float:
        paths = _copy(ready, next(folders))
        with closing(bare_commit.connect(paths.database)) as connection:
            bare_commit.write(connection, rows, "ROLLBACK")
            seconds = timed(lambda: bare_commit.write(connection, rows))()
        written.add(bare_commit.counted(paths.database))
        return seconds

    result = compare(name, ours, reference, factor=FACTOR, pairs=pairs)
    if len(written) != 1:
        raise RuntimeError(f"both have to write the same, not {written}")
    return result


async def _prepare(data: Path, entries: Sequence[NewEntry]) -> Job:
    """Make a knowledge base with *entries* of one job, and claim the next one of the session."""
    database = await Database.open(Paths(data), EventBus())
    try:
        await _save(database, await _claimed(database), entries)
        return await _claimed(database)
    finally:
        await database.close()


async def _claimed(database: Database) -> Job:
    await database.write(_submit, initiator=JOB)
    job = await database.write(jobs.claim, LEASE, 1, initiator=JOB)
    assert job is not None
    return job


async def _commit(paths: Paths, job: Job, entries: Sequence[NewEntry]) -> float:
    """Return the seconds that committing *entries* as the result of *job* takes."""
    database = await Database.open(paths, EventBus())
    try:
        with suppress(_RehearsedError):
            await database.write(_rehearse, job, entries, initiator=JOB)
        gc.collect()
        began = time.perf_counter()
        await _save(database, job, entries)
        return time.perf_counter() - began
    finally:
        await database.close()


async def _save(database: Database, job: Job, entries: Sequence[NewEntry]) -> None:
    await database.write(replace.replace_generated, job.id, LEASE, entries, initiator=JOB)


def _rehearse(unit: UnitOfWork, job: Job, entries: Sequence[NewEntry]) -> None:
    replace.replace_generated(unit, job.id, LEASE, entries)
    unit.flush()
    raise _RehearsedError


def _submit(unit: UnitOfWork) -> None:
    names.freeze(
        unit, session_id=SESSION, agent=Agent.CLAUDE, native_id="1", session_name="Measured",
        project_id="p", project_name="Project",
    )  # fmt: skip
    source = snapshots.keep(unit, SESSION, "transcript", "Source.", {})
    new = jobs.NewJob(
        session_id=SESSION, project_id="p", source_id=source.id, agent=Agent.CLAUDE, model=None,
        effort=None, options=JobOptions(),
    )  # fmt: skip
    jobs.submit(unit, new)


def _copy(ready: Path, folder: Path) -> Paths:
    folder.mkdir()
    shutil.copy(Paths(ready).database, Paths(folder).database)
    return Paths(folder)


def _entries(words: random.Random, number: int, size: int, title: str) -> list[NewEntry]:
    """Make *number* entries, half of them Chinese, with three tags, relations and citations."""
    pool = Pool(words)
    return [
        NewEntry(
            title=_title(title, count),
            summary=pool.prose("en", 2),
            body=_body(pool, "zh" if count % 2 else "en", count, size, _title(title, 0)),
            kind=Kind.DECISION,
            tags=("measured", f"tag-{count % 7}", f"tag-{count % 11 + 20}"),
            related=tuple(
                {_title(title, (count + 1) % number), _title(title, (count + 2) % number)}
            ),
        )
        for count in range(number)
    ]


def _title(title: str, number: int) -> str:
    return f"{title} {number}: 登录流程"


def _body(pool: Pool, language: str, number: int, size: int, linked: str) -> str:
    """Return Markdown of *size* bytes of UTF-8 that cites three turns and links to *linked*."""
    cited = (Citation(session_id=SESSION, turn=number + turn) for turn in range(3))
    links = [f"[Turn {one.turn}]({format_citation(one)})" for one in cited]
    text = f"{' '.join(links)} [[{linked}]]\n\n"
    while len(text.encode()) < size:
        text += f"{pool.answer(language)}\n\n"
    return text.encode()[:size].decode("utf-8", "ignore")
